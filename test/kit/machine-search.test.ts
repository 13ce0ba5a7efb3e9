import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beam, best, bestAssignment, bestBy, climb, ROUNDING, type Series } from '../../src/kit/machine-search.ts';
import { sum } from '../../src/kit/subsets.ts';

test('the best of some candidates is the first that is worth most, and more than the least', () => {
  expect(bestBy(['a', 'bb', 'cc'], ({ length }) => length)).toBe('bb');
  expect(bestBy([0.3, 0.1 + 0.2], (one) => one)).toBeGreaterThan(0.3);
  expect(bestBy([0.3, 0.1 + 0.2], (one) => one, undefined, ROUNDING)).toBe(0.3);
  expect(best([{ value: 2 }, { value: 1 }], 2)).toBeNull();
  expect(best([])).toBeNull();
});

describe('a climb', () => {
  /** What each number of things is worth, by how many are taken. */
  const over = (worths: readonly number[], leap = 1) => {
    const steps = ({ value: before, actions }: Series) =>
      Array.from({ length: leap }, (_, more) => actions + more + 1).flatMap((to): Series[] => {
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

test('a beam follows the highest of each turn, and makes of two alike the first', () => {
  const made: string[] = [];
  const turns = beam('', {
    depth: 3,
    width: 2,
    steps: (from) => ['1', '2', '3', '3'].map((digit) => from + digit),
    key: (step) => step,
    made(step) {
      made.push(step);
      return step;
    },
    rank: Number,
  });
  const found = [...turns];
  expect(found.map(([turn, all]) => [turn, all.length])).toEqual([
    [1, 3],
    [2, 6],
    [3, 6],
  ]);
  expect(found[2]?.[1]).toEqual(['331', '332', '333', '321', '322', '323']);
  expect(new Set(made).size).toBe(made.length);
});

describe('the best assignment', () => {
  const worths = fc.array(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 3, maxLength: 3 }), {
    minLength: 1,
    maxLength: 12,
  });

  test('is found where each choice counts by itself, few or many', () => {
    fc.assert(
      fc.property(worths, (worth) => {
        const options = worth.map(() => [0, 1, 2]);
        const judge = (choice: readonly number[]) => ({
          value: sum(choice.map((one, at) => worth[at]?.[one] ?? 0)),
        });
        expect(bestAssignment(options, judge).value).toBe(sum(worth.map((row) => Math.max(...row))));
      }),
    );
  });
});
