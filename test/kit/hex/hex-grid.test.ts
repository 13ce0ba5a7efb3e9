import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnOf, DIRECTIONS, endsOfSide, HexGrid, hexId, rowOf, sideKey } from '../../../src/kit/hex/hex-grid.ts';
import { hexesBetween, waysAlong } from '../../../src/systems/road-to-richmond/rules/combat/line-of-sight.ts';

/** The grids of the games that stand or come next, and one whose odd columns lie lower. */
const GRIDS = {
  'Road to Richmond': new HexGrid({ columns: 24, rowsOdd: 28, rowsEven: 27 }),
  'Wilderness Campaign': new HexGrid({ columns: 61, rowsOdd: 68, rowsEven: 68 }),
  'Grant and Lee': new HexGrid({ columns: 28, rowsOdd: 20, rowsEven: 20 }),
  'odd columns lower': new HexGrid({ columns: 9, rowsOdd: 7, rowsEven: 8, lower: 'odd' }),
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

  test('a straight line is the same from both ends, and goes from hex to hex', () => {
    fc.assert(
      fc.property(hexOf(grid), hexOf(grid), (from, to) => {
        const line = hexesBetween(grid, from, to);
        expect(line[0]).toEqual({ hexes: [from], along: false });
        expect(line.at(-1)).toEqual({ hexes: [to], along: false });
        const sets = (steps: typeof line) => steps.map(({ hexes, along }) => [[...hexes].sort(), along]);
        expect(sets(hexesBetween(grid, to, from).toReversed())).toEqual(sets(line));
        for (const [at, { hexes, along }] of line.entries()) {
          expect(hexes.length).toBeLessThanOrEqual(along ? 2 : 1);
          for (const one of hexes)
            for (const before of line[at - 1]?.hexes ?? []) expect(grid.distance(before, one)).toBe(1);
        }
      }),
      { numRuns: 80 },
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

test('case 1 of Road to Richmond: the neighbours of 0407, from the north and on clockwise', () => {
  expect(GRIDS['Road to Richmond'].neighbours('0407')).toEqual(['0406', '0507', '0508', '0408', '0308', '0307']);
});

test('a line along a hexside takes the hexes to either hand; at the edge of the grid, the one there is', () => {
  const grid = GRIDS['Road to Richmond'];
  const line = hexesBetween(grid, '0305', '0505');
  expect(line.map(({ hexes }) => hexes)).toEqual([['0305'], ['0404', '0405'], ['0505']]);
  expect(line.map(({ along }) => along)).toEqual([false, true, false]);
  expect(waysAlong(line)).toEqual([
    ['0305', '0404', '0505'],
    ['0305', '0405', '0505'],
  ]);
  expect(hexesBetween(grid, '0101', '0301').map(({ hexes }) => hexes)).toEqual([['0101'], ['0201'], ['0301']]);
  expect(hexesBetween(grid, '0305', '0905').map(({ hexes }) => hexes.length)).toEqual([1, 2, 1, 2, 1, 2, 1]);
});

test('a hexside is named by its two hexes, the smaller first', () => {
  expect(sideKey('0408', '0307')).toBe('0307|0408');
  expect(endsOfSide('0307|0408')).toEqual(['0307', '0408']);
});
