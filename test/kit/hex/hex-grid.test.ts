import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnOf, DIRECTIONS, endsOfSide, HexGrid, hexId, rowOf, sideKey } from '../../../src/kit/hex/hex-grid.ts';
import { costsFromNearest, FAR, hexesTo, hexesWithin, trace } from '../../../src/kit/hex/search.ts';
import { hexesBetween } from '../../../src/systems/road-to-richmond/rules/combat/line-of-sight.ts';

/** The grids of the games that stand or come next. */
const GRIDS = {
  'Road to Richmond': new HexGrid({ columns: 24, rowsOdd: 28, rowsEven: 27 }),
  'Wilderness Campaign': new HexGrid({ columns: 61, rowsOdd: 68, rowsEven: 68 }),
  'Grant and Lee': new HexGrid({ columns: 28, rowsOdd: 20, rowsEven: 20 }),
};
const each = Object.entries(GRIDS);
const hexOf = (grid: HexGrid) => fc.constantFrom(...grid.ids);

describe.each(each)('the grid of %s', (_, grid) => {
  test('has each hex once, in order, and knows its column and row', () => {
    expect([...grid.ids]).toEqual([...new Set(grid.ids)].sort());
    for (const hex of grid.ids) {
      if (hexId(columnOf(hex), rowOf(hex)) !== hex || grid.at(grid.axial(hex)) !== hex || !grid.has(hex))
        expect.fail(hex);
    }
    for (const hex of ['0000', '0001', '0100', hexId(grid.columns + 1, 1), hexId(1, grid.rowsIn(1) + 1), 'off'])
      expect(grid.has(hex), hex).toBe(false);
  });

  test('neighbours lie one hex apart, the other way back, in the direction they are drawn in', () => {
    const wrong = grid.ids.flatMap((hex) =>
      DIRECTIONS.filter((direction) => {
        const next = grid.neighbour(hex, direction);
        if (next === null) return !grid.isAtEdge(hex);
        const [a, b] = [grid.centre(hex), grid.centre(next)];
        const angle = (direction * Math.PI) / 3;
        const off = Math.hypot(b.x - a.x - Math.sqrt(3) * Math.sin(angle), b.y - a.y + Math.sqrt(3) * Math.cos(angle));
        const back = grid.neighbour(next, (direction + 3) % 6) === hex && grid.directionTo(hex, next) === direction;
        return !back || grid.distance(hex, next) !== 1 || off > 1e-6;
      }).map((direction) => [hex, direction]),
    );
    expect(wrong).toEqual([]);
  });

  test('distance is that of the shortest way', () => {
    fc.assert(
      fc.property(hexOf(grid), fc.nat(6), (hex, range) => {
        const near = new Set([hex]);
        for (let step = 0; step < range; step++)
          for (const one of [...near]) for (const next of grid.neighbours(one)) near.add(next);
        expect(grid.within(hex, range)).toEqual([...near].sort());
      }),
      { numRuns: 25 },
    );
  });

  test('a straight line runs through the hexes that geometry says', () => {
    fc.assert(
      fc.property(hexOf(grid), hexOf(grid), (from, to) => {
        fc.pre(grid.distance(from, to) <= 12);
        const line = hexesBetween(grid, from, to);
        const [a, b] = [grid.centre(from), grid.centre(to)];
        const near = grid.within(from, 13).filter((hex) => grid.distance(hex, to) <= 13);
        const parts = 60;
        for (let part = 1; part < parts; part++) {
          const [x, y] = [a.x + ((b.x - a.x) * part) / parts, a.y + ((b.y - a.y) * part) / parts];
          const off = near
            .map((hex) => ({ hex, off: Math.hypot(grid.centre(hex).x - x, grid.centre(hex).y - y) }))
            .sort((one, other) => one.off - other.off);
          const [first, second] = off as [(typeof off)[number], (typeof off)[number]];
          if (second.off - first.off > 1e-6 && !line.some(({ hexes }) => hexes.includes(first.hex)))
            expect.fail(`${from} to ${to} runs through ${first.hex}`);
        }
      }),
      { numRuns: 20 },
    );
  });
});

test('a hexside is named by its two hexes, the smaller first', () => {
  expect(sideKey('0408', '0307')).toBe('0307|0408');
  expect(endsOfSide('0307|0408')).toEqual(['0307', '0408']);
});

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

  test('a dear hex is gone around where that is cheaper', () => {
    const reached = hexesWithin('0404', 3, steps);
    expect(reached.get('0402')?.cost).toBe(3);
    expect(reached.get('0403')?.cost).toBe(3);
    expect(hexesTo(reached, '0402')).toHaveLength(4);
    expect(hexesTo(reached, '0402')).not.toContain('0403');
  });
});
