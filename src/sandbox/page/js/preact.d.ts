export * from 'htm/preact';
export type { ComponentChildren, VNode } from 'preact';
