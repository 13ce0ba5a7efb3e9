import { describe, expect, test } from 'vitest';
import { HexGrid } from '../../../src/kit/hex/hex-grid.ts';
import { costsFromNearest, FAR, hexesTo, hexesWithin, trace } from '../../../src/kit/hex/search.ts';

const grid = new HexGrid({ columns: 8, rowsOdd: 7, rowsEven: 6 });
const place = (hex: string) => grid.index.get(hex) as number;

test('a trace counts the steps to whatever can be reached, the nearest first', () => {
  const steps = trace(['0101', '0806'], (hex) => grid.neighbours(hex));
  for (const [hex, { steps: far, before }] of steps) {
    expect(far).toBe(Math.min(grid.distance(hex, '0101'), grid.distance(hex, '0806')));
    expect(before === null ? 0 : grid.distance(before, hex)).toBe(before === null ? far : 1);
  }
  expect(steps.size).toBe(grid.ids.length);
});

test('costs from the nearest of several starts; what cannot be crossed is not', () => {
  const links = grid.ids.map((id) => grid.neighbours(id).map((to) => ({ to: place(to) })));
  const costs = costsFromNearest(links, [place('0101')], ({ to }) => (to === place('0102') ? FAR : 2));
  expect([costs[place('0101')], costs[place('0201')], costs[place('0301')]]).toEqual([0, 2, 4]);
  expect(costs[place('0102')]).toBe(FAR);
});

describe('hexes within an allowance', () => {
  const steps = (from: string) => grid.neighbours(from).map((to) => ({ to, cost: to === '0403' ? 3 : 1 }));

  test('are those whose cheapest way it pays, each with the hex before', () => {
    const reached = hexesWithin('0404', 2, steps);
    for (const id of grid.ids) {
      const far = grid.distance('0404', id);
      expect(reached.has(id), id).toBe(id !== '0403' && far <= 2 && id !== '0402');
    }
    expect(reached.get('0404')).toEqual({ cost: 0, before: null });
    expect(hexesTo(reached, '0404')).toEqual(['0404']);
  });

  test('a dear hex is gone around where that is cheaper', () => {
    const reached = hexesWithin('0404', 3, steps);
    expect(reached.get('0402')?.cost).toBe(3);
    expect(reached.get('0403')?.cost).toBe(3);
    expect(hexesTo(reached, '0402')).toHaveLength(4);
    expect(hexesTo(reached, '0402')).not.toContain('0403');
  });
});
