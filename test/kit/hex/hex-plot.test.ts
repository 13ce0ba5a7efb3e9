import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centre } from '../../../src/kit/draw/geometry.ts';
import { HexGrid } from '../../../src/kit/hex/hex-grid.ts';
import {
  corners,
  extentOf,
  hexesSeen,
  hexPath,
  hexPlot,
  isSeen,
  middle,
  plotFromCorner,
  stretches,
} from '../../../src/kit/hex/hex-plot.ts';
import { HexWindow } from '../../../src/kit/hex/hex-window.ts';

const grid = new HexGrid({ columns: 24, rowsOdd: 28, rowsEven: 27 });
const SIZE = { radius: 36, half: 31 };
const view = { x: 0, y: 96, width: 800, height: 760 };
const whole = hexPlot(grid, SIZE, 1, { x: 44, y: 140 }, { x: 0, y: 0, width: 2000, height: 2000 });
const anyHex = fc.constantFrom(...grid.ids);

describe('a grid on a picture', () => {
  test('lies within its extent', () => {
    for (const [rowsOdd, rowsEven, height] of [
      [28, 27, 56],
      [68, 68, 137],
    ] as const) {
      const plot = hexPlot(new HexGrid({ columns: 5, rowsOdd, rowsEven }), SIZE, 1, { x: 0, y: 0 }, view);
      const all = plot.grid.ids.flatMap((hex) => corners(plot, hex));
      const { width, height: high } = extentOf(plot);
      expect(high).toBe(height * SIZE.half);
      expect(Math.max(...all.map(({ x }) => x))).toBe(width);
      expect(Math.max(...all.map(({ y }) => y))).toBe(high);
      expect(Math.min(...all.map(({ x }) => x), ...all.map(({ y }) => y))).toBe(0);
    }
  });

  test('hexes are drawn in whole pixels, and as much smaller as they are wanted', () => {
    expect(hexPath(whole, '0101')).toBe('M 62 140 L 98 140 L 116 171 L 98 202 L 62 202 L 44 171 Z');
    expect(hexPath(whole, '0101', 15.5)).toBe('M 71 155.5 L 89 155.5 L 98 171 L 89 186.5 L 71 186.5 L 62 171 Z');
  });

  test('from its own corner it is the same, moved', () => {
    const flat = plotFromCorner(whole, 2);
    expect(middle(flat, '0305')).toEqual({
      x: 2 * (middle(whole, '0305').x - 44),
      y: 2 * (middle(whole, '0305').y - 140),
    });
  });

  test('what is seen of a line is left in one piece, with a step beyond', () => {
    const seen = hexPlot(grid, SIZE, 1, { x: 0, y: 0 }, { x: 0, y: 0, width: 100, height: 100 });
    const line = [-200, -100, 50, 60, 200, 300, 400].map((x) => ({ x, y: 50 }));
    expect(stretches(line, seen, (point) => point).map((part) => part.map(({ x }) => x))).toEqual([
      [-100, 50, 60, 200],
    ]);
  });
});

describe('a close-up', () => {
  const window = new HexWindow({
    grid,
    size: SIZE,
    view,
    scale: 2,
    beyond: 44,
    margin: { width: 110, height: 120 },
  });

  test('has what it is about in the middle, and shows no more than some paper beyond the edge of the map', () => {
    fc.assert(
      fc.property(anyHex, (hex) => {
        const plot = window.plot([hex]);
        const { width, height } = extentOf(plot);
        expect(isSeen(plot, hex)).toBe(true);
        expect(hexesSeen(plot)).toContain(hex);
        const off = { x: middle(plot, hex).x - centre(view).x, y: middle(plot, hex).y - centre(view).y };
        for (const [axis, from, seen, all] of [
          ['x', plot.x, view.width, width],
          ['y', plot.y - view.y, view.height, height],
        ] as const) {
          expect(from).toBeLessThanOrEqual(44);
          expect(from + all).toBeGreaterThanOrEqual(seen - 44);
          // Only the edge of the map keeps it from the middle.
          if (from < 44 && from + all > seen - 44) expect(Math.abs(off[axis])).toBeLessThanOrEqual(0.5);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('is about all it is asked for where that fits, else about one of them', () => {
    expect(window.plotRound(['0505', '0606'], '0505')).toEqual(window.plot(['0505', '0606']));
    expect(window.fits(['0505', '1205'])).toBe(false);
    expect(window.fits(['0505', '1205'], 1.5)).toBe(true);
    expect(window.plotRound(['0505', '1205'], '0505')).toEqual(window.plot(['0505']));
  });

  test('in steps has few places, and shows in each all that fits', () => {
    const places = new Set<string>();
    fc.assert(
      fc.property(anyHex, (hex) => {
        const about = grid.within(hex, 4);
        const plot = window.plotInSteps(about, hex, 1, 3);
        places.add(`${plot.x} ${plot.y}`);
        for (const one of about) expect(isSeen(plot, one), one).toBe(true);
      }),
      { numRuns: 200 },
    );
    expect(places.size).toBeLessThanOrEqual(40);
  });

  test('of some hexes the one in the middle is found', () => {
    expect(window.hexAmid(['0503', '0507'])).toBe('0505');
    expect(window.hexAmid(['1010'])).toBe('1010');
  });
});
