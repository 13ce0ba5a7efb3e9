import type { Colour, Item } from '../../game/index.ts';
import { CARD, INK } from '../draw/common-colours.ts';
import { type Point, pathOf } from '../draw/geometry.ts';
import { beside, softPath } from '../draw/lines.ts';
import { BURST, DIMMED, IN_RANGE } from '../draw/mark-colours.ts';
import type { HexId } from './hex-grid.ts';
import { corners, type HexPlot, hexPath, middle } from './hex-plot.ts';

/** Lines across hexes, rising to the right (1) or falling (-1). */
export function hatchedHexes(plot: HexPlot, hexes: readonly HexId[], rise: 1 | -1, colour: Colour): Item[] {
  const d = hexes.map((hex) => hatching(plot, hex, rise)).join(' ');
  return d === '' ? [] : [{ kind: 'path', d, stroke: { colour, width: 1.4 * plot.scale } }];
}

function hatching(plot: HexPlot, hex: HexId, rise: 1 | -1): string {
  const around = corners(plot, hex);
  const at = middle(plot, hex);
  const lines: string[] = [];
  for (let step = -5; step <= 5; step++) {
    // y = -rise * x + c, in pixels from the middle.
    const c = (step * plot.half) / 2.2;
    const ends = around.flatMap((a, index): Point[] => {
      const b = around[(index + 1) % 6] as Point;
      const height = ({ x, y }: Point) => y - at.y + rise * (x - at.x) - c;
      const [one, other] = [height(a), height(b)];
      if (one > 0 === other > 0) return [];
      const part = one / (one - other);
      return [{ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }];
    });
    const [a, b] = ends;
    if (a && b) lines.push(pathOf([a, b]));
  }
  return lines.join(' ');
}

/** A hex that guns can fire at. */
export function targetHex(plot: HexPlot, hex: HexId): Item[] {
  const s = plot.scale;
  const { x, y } = middle(plot, hex);
  const arm = 7 * s;
  const stroke = { colour: INK, width: 1.4 * s };
  return [
    { kind: 'path', d: hexPath(plot, hex, s), fill: IN_RANGE, stroke: { colour: BURST, width: 1.4 * s } },
    { kind: 'path', d: `M ${x - arm} ${y} L ${x + arm} ${y} M ${x} ${y - arm} L ${x} ${y + arm}`, stroke },
    { kind: 'circle', x, y, radius: arm * 0.62, stroke },
  ];
}

/** A hex that is seen: framed. One that is hidden: dark. */
export function sightHex(plot: HexPlot, hex: HexId, seen: boolean): Item[] {
  const s = plot.scale;
  if (seen) return [{ kind: 'path', d: hexPath(plot, hex, 3 * s), stroke: { colour: BURST, width: 3 * s } }];
  return [
    { kind: 'path', d: hexPath(plot, hex), fill: DIMMED },
    { kind: 'path', d: hatching(plot, hex, 1), stroke: { colour: INK, width: 0.9 * s } },
  ];
}

/** A line through hexes, whole or dashed; `aside`: pixels of the whole map beside their middles. */
export function lineThrough(
  plot: HexPlot,
  hexes: readonly HexId[],
  colour: Colour,
  aside: number,
  dash?: readonly number[],
): Item[] {
  if (hexes.length === 0) return [];
  const s = plot.scale;
  const middles = hexes.map((hex) => middle(plot, hex));
  const d = softPath(beside(middles, () => aside * s, 2));
  const dashed = dash ? { dash: dash.map((part) => part * s) } : {};
  return [
    { kind: 'path', d, stroke: { colour: CARD, width: 8 * s, cap: 'round' } },
    { kind: 'path', d, stroke: { colour, width: 5 * s, ...dashed } },
  ];
}
