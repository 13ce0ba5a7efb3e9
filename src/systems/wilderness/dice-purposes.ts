import type { Side } from './vocabulary.ts';

const NAMED: { readonly [side in Side]: string } = { union: 'Union', confederate: 'Confederate' };

/** Each die and shuffle is sealed under its purpose: a change of these texts would change the dice of games that have begun. */
export const ROLLED_FOR = {
  attack: (side: Side, target: string): string => `${NAMED[side]} attack on ${target}`,
  charge: (side: Side, target: string): string => `${NAMED[side]} cavalry attack on ${target}`,
  probe: (side: Side, target: string): string => `${NAMED[side]} probe of ${target}`,
  command: (side: Side, number: number): string => `${NAMED[side]} command, die ${number}`,
  group: (side: Side, number: number): string => `${NAMED[side]} set-up, group ${number}`,
  dummies: (side: Side): string => `${NAMED[side]} set-up, dummies`,
  dummy: (side: Side, number: number): string => `${NAMED[side]} set-up, dummy ${number}`,
  counters: (side: Side): string => `${side} counters`,
} as const;
