import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CombatResultsTable } from '../../src/kit/combat-results-table.ts';

const TABLE = new CombatResultsTable({
  columns: ['1-2', '1-1', '2-1', '3-1'],
  results: ['win', 'draw', 'loss'],
  rows: {
    '1-2': ['draw', 'loss', 'loss'],
    '1-1': ['win', 'draw', 'loss'],
    '2-1': ['win', 'win', 'draw'],
    '3-1': ['win', 'win', 'win'],
  },
});

describe('a combat results table', () => {
  test('gives the result of a face, and how many faces give each', () => {
    expect(TABLE.faces).toBe(3);
    expect([1, 2, 3].map((die) => TABLE.resultOf('1-1', die))).toEqual(['win', 'draw', 'loss']);
    expect([...TABLE.resultsOf('2-1')]).toEqual([
      ['win', 2],
      ['draw', 1],
    ]);
    expect(() => TABLE.resultOf('1-1', 4)).toThrow(RangeError);
  });

  test('odds are rounded for the defender, and go no further than the table', () => {
    expect([TABLE.oddsOf(5, 2), TABLE.oddsOf(2, 3), TABLE.oddsOf(3, 3)]).toEqual(['2-1', '1-2', '1-1']);
    expect([TABLE.oddsOf(99, 1), TABLE.oddsOf(4, 0), TABLE.oddsOf(1, 9), TABLE.oddsOf(0, 0)]).toEqual([
      '3-1',
      '3-1',
      '1-2',
      '1-2',
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }), (attack, defence) => {
        const [a, d] = TABLE.oddsOf(attack, defence).split('-').map(Number) as [number, number];
        // Never better than they are, but where the table has none so bad.
        if (attack * 2 >= defence) expect(attack * d).toBeGreaterThanOrEqual(defence * a);
      }),
    );
  });

  test('columns are in order', () => {
    expect(TABLE.columnsFrom('2-1')).toEqual(['2-1', '1-1', '1-2']);
    expect(TABLE.lowerOf('3-1', '1-1')).toBe('1-1');
  });
});
