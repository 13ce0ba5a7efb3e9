import { describe, expect, test } from 'vitest';
import type { Item } from '../../../src/game/index.ts';
import { overlap } from '../../../src/kit/draw/geometry.ts';
import { HexGrid } from '../../../src/kit/hex/hex-grid.ts';
import { attackArrows } from '../../../src/kit/hex/hex-marks.ts';
import { hexPlot } from '../../../src/kit/hex/hex-plot.ts';
import { stackBox, stackBoxes, stackItems } from '../../../src/kit/hex/stacks.ts';
import { attackBoxes, placePlates } from '../../../src/systems/road-to-richmond/map/map-marks.ts';
import { hatchedHexes } from '../../../src/systems/road-to-richmond/map/overlays.ts';

const grid = new HexGrid({ columns: 6, rowsOdd: 6, rowsEven: 5 });
const VIEW = { x: 0, y: 0, width: 700, height: 760 };
const plot = hexPlot(grid, { radius: 36, half: 31 }, 2, { x: 0, y: 0 }, VIEW);

describe('the counters of a hex', () => {
  test('one is large, two stand below each other within its box, three are smaller', () => {
    const shapes: string[] = [];
    const draw = (_: number, shape: string, x: number, y: number, scale: number): Item => {
      shapes.push(`${shape} ${scale.toFixed(2)}`);
      return { kind: 'group', x, y, scale, items: [] };
    };
    expect(stackItems(plot, '0303', [1], draw)).toHaveLength(1);
    const two = stackItems(plot, '0303', [1, 2], draw) as { y: number }[];
    const box = stackBox(plot, '0303', 2);
    expect(two.map(({ y }) => y)).toEqual([box.y, box.y + (box.height + 1) / 2]);
    stackItems(plot, '0303', [1, 2, 3], draw);
    expect(shapes).toEqual(['card 1.00', 'bar 1.00', 'bar 1.00', 'bar 0.66', 'bar 0.66', 'bar 0.66']);
    expect(stackBox(plot, '0303', 3).height).toBeLessThanOrEqual(103);
  });
});

describe('words beside a hex', () => {
  test('keep clear of counters and of each other where there is room', () => {
    const taken = stackBoxes(plot, '0303', 2);
    const plates = placePlates(
      plot,
      ['2-1', '3-1', '4-1'].map((words) => ({ hex: '0303', words })),
      taken,
    );
    const boxes = [...taken, ...plates.map(({ box }) => box)];
    const touching = boxes.flatMap((box, at) => boxes.slice(at + 1).filter((other) => overlap(box, other)));
    expect(plates.map(({ words }) => words)).toEqual(['2-1', '3-1', '4-1']);
    expect(touching).toEqual([]);
  });
});

describe('attacks', () => {
  test('come as an arrow over a hexside, from afar as a line of shells', () => {
    expect(attackArrows(plot, { hexes: ['0303'], from: ['0304'] })).toHaveLength(1);
    expect(attackArrows(plot, { hexes: ['0303'], from: ['0305'] })).toHaveLength(3);
    expect(attackBoxes(plot, { hexes: ['0303'], from: ['0304', '0305'] })).toHaveLength(1);
  });
});

test('hexes are hatched in one path, and none where there are none', () => {
  expect(hatchedHexes(plot, ['0303', '0304'], 1, '#000000')).toHaveLength(1);
  expect(hatchedHexes(plot, [], 1, '#000000')).toEqual([]);
});
