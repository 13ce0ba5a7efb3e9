export * from './dice.ts';
export * from './json.ts';
export * from './legality.ts';
export * from './order.ts';
export * from './refusal.ts';
export * from './scene.ts';
export * from './seat.ts';
export * from './system.ts';
