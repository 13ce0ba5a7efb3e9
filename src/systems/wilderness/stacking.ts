import type { Kind } from './vocabulary.ts';

/** Counters in a hex and of a side at most: dummies count as infantry; of leaders there may be any number [1.7]. */
export const STACK_LIMITS = { infantry: 3, cavalry: 3 } as const;

type Stacked = { readonly kind: Kind };

/** Whether all of these may stay in one hex. */
export function mayStack(units: readonly Stacked[]): boolean {
  const foot = units.filter(({ kind }) => kind === 'infantry' || kind === 'dummy').length;
  const horse = units.filter(({ kind }) => kind === 'cavalry').length;
  return foot <= STACK_LIMITS.infantry && horse <= STACK_LIMITS.cavalry;
}
