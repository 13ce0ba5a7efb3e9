import { describe, expect, test } from 'vitest';
import { type ActionSeries, best, bestBy, climb, ROUNDING } from '../../src/kit/machine-search.ts';

test('the best of some candidates is the first that is worth most, and more than the least', () => {
  expect(bestBy(['a', 'bb', 'cc'], ({ length }) => length)).toBe('bb');
  expect(bestBy([0.3, 0.1 + 0.2], (one) => one)).toBeGreaterThan(0.3);
  expect(bestBy([0.3, 0.1 + 0.2], (one) => one, undefined, ROUNDING)).toBe(0.3);
  expect(best([{ value: 2 }, { value: 1 }], 2)).toBeNull();
  expect(best([])).toBeNull();
});

describe('a climb', () => {
  /** The worth of each number of things taken. */
  const over = (worths: readonly number[], leap = 1) => {
    const steps = ({ value: before, actions }: ActionSeries) =>
      Array.from({ length: leap }, (_, more) => actions + more + 1).flatMap((to): ActionSeries[] => {
        const value = worths[to];
        return value === undefined ? [] : [{ value, gain: value - before, actions: to }];
      });
    return (limits: Parameters<typeof climb>[2]) => climb({ value: 0, gain: 0, actions: 0 }, steps, limits).actions;
  };

  test('goes on while it gains, within its budget', () => {
    expect(over([0, 1, 2, 3, 2])({ budget: 9 })).toBe(3);
    expect(over([0, 1, 2, 3, 2])({ budget: 2 })).toBe(2);
    expect(over([0, 1, 1.1, 3])({ budget: 9, least: 0.5 })).toBe(1);
  });

  test('crosses a loss with patience, and comes back where nothing follows', () => {
    expect(over([0, -1, -2, 5])({ budget: 9, patience: 1 })).toBe(0);
    expect(over([0, -1, -2, 5])({ budget: 9, patience: 2 })).toBe(3);
    expect(over([0, -1, -2, -3])({ budget: 9, patience: 9 })).toBe(0);
  });

  test('takes the step that gains most for each action, not the most', () => {
    expect(over([0, 2, 3, 3], 2)({ budget: 1 })).toBe(1);
    expect(over([0, 1, 4, 4], 2)({ budget: 3 })).toBe(2);
  });
});
