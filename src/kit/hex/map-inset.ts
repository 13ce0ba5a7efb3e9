import type { Colour, Item } from '../../game/index.ts';
import { INK } from '../draw/common-colours.ts';
import type { Box } from '../draw/geometry.ts';
import { REACHED, ZONE } from '../draw/mark-colours.ts';
import { extentOf, type HexPlot } from './hex-plot.ts';

/** Where the little map in the upper right corner of a close-up lies. */
export function insetBox(plot: HexPlot, right: number, y: number, height: number): Box {
  const map = extentOf(plot);
  const width = Math.round((height * map.width) / map.height);
  return { x: right - width, y, width, height };
}

/** The whole map, small, with the part that is seen. */
export function mapInset(plot: HexPlot, box: Box, paper: Colour): Item[] {
  const map = extentOf(plot);
  const scale = box.width / map.width;
  const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value));
  const [left, top] = [clamp(plot.view.x - plot.x, map.width), clamp(plot.view.y - plot.y, map.height)];
  const right = clamp(plot.view.x + plot.view.width - plot.x, map.width);
  const bottom = clamp(plot.view.y + plot.view.height - plot.y, map.height);
  const seen = {
    x: box.x + left * scale,
    y: box.y + top * scale,
    width: (right - left) * scale,
    height: (bottom - top) * scale,
  };
  return [
    { kind: 'rect', ...box, fill: paper, stroke: { colour: INK, width: 1.5 } },
    { kind: 'rect', ...seen, fill: REACHED, stroke: { colour: ZONE, width: 2 } },
  ];
}
