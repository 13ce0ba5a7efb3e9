import { describe, expect, test } from 'vitest';
import { BATTLE, REACH_TINT } from '../../../src/kit/draw/mark-colours.ts';
import { HexGrid } from '../../../src/kit/hex/hex-grid.ts';
import { reachBadge, reachNumber, reachTint } from '../../../src/kit/hex/hex-marks.ts';
import { hexPlot, middle } from '../../../src/kit/hex/hex-plot.ts';

const grid = new HexGrid({ columns: 6, rowsOdd: 6, rowsEven: 5 });
const VIEW = { x: 0, y: 0, width: 600, height: 600 };
const plot = hexPlot(grid, { radius: 36, half: 31 }, 2, { x: 0, y: 0 }, VIEW);
const end = (cost: number, stops = false) => ({ hex: '0303', words: String(cost), stops });

describe('hexes within reach', () => {
  test('have one tint together, light enough for the ground under it', () => {
    const [tint, ...others] = reachTint(plot, ['0303', '0404']);
    expect(others).toEqual([]);
    expect(tint).toMatchObject({ kind: 'path', fill: REACH_TINT });
    expect(reachTint(plot, [])).toEqual([]);
  });

  test('have their cost in the middle, or beside it; on a plate only where the move stops', () => {
    const [cost, ...plates] = reachBadge(plot, end(3));
    expect(plates).toEqual([]);
    expect(cost).toMatchObject({ text: '3', x: middle(plot, '0303').x });
    expect(reachBadge(plot, end(3), 20)[0]).toMatchObject({ text: '3', x: middle(plot, '0303').x + 20 });
    expect(reachBadge(plot, end(3, true))[0]).toMatchObject({ kind: 'rect', radius: 1, fill: BATTLE });
  });

  test('have their number above', () => {
    expect(reachNumber(plot, '0303')).toMatchObject({ text: '0303', size: 22 });
  });
});
