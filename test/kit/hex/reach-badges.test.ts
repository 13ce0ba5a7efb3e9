import { describe, expect, test } from 'vitest';
import { BATTLE, REACH_TINTS, REACHED } from '../../../src/kit/draw/mark-inks.ts';
import { HexGrid } from '../../../src/kit/hex/hex-grid.ts';
import { hexPlot, middle } from '../../../src/kit/hex/hex-plot.ts';
import { reachBadge, reachNumber, reachTint } from '../../../src/kit/hex/reach-badges.ts';

const grid = new HexGrid({ columns: 6, rowsOdd: 6, rowsEven: 5 });
const VIEW = { x: 0, y: 0, width: 600, height: 600 };
const plot = hexPlot(grid, { radius: 36, half: 31 }, 2, { x: 0, y: 0 }, VIEW);
const end = (cost: number, stops = false) => ({ hex: '0303', cost, words: String(cost), stops });

describe('hexes within reach', () => {
  test('are tinted by what they cost, and never beyond the last tint', () => {
    const fills = [1, 2, 3, 4, 9].map((cost) => {
      const item = reachTint(plot, end(cost), 6);
      return item.kind === 'path' ? item.fill : null;
    });
    expect(fills).toEqual([0, 1, 2, 3, 5].map((step) => REACH_TINTS[step]));
  });

  test('have their cost in the middle, beside the counters where there are any, square where the move stops', () => {
    const [plate, cost] = reachBadge(plot, end(3), false);
    expect(plate).toMatchObject({ kind: 'rect', fill: REACHED });
    expect(cost).toMatchObject({ text: '3', x: middle(plot, '0303').x });
    expect(reachBadge(plot, end(3), true)[1]).toMatchObject({ text: '3' });
    expect(reachBadge(plot, end(3), true)[1]).not.toMatchObject({ x: middle(plot, '0303').x });
    expect(reachBadge(plot, end(3, true), false)[0]).toMatchObject({ radius: 1, fill: BATTLE });
  });

  test('have their number above', () => {
    expect(reachNumber(plot, '0303')).toMatchObject({ text: '0303', size: 22 });
  });
});
