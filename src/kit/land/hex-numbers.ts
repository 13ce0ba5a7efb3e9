import type { Item } from '../../game/index.ts';
import { type Box, contains } from '../draw/geometry.ts';
import type { HexId } from '../hex/hex-grid.ts';
import { type HexPlot, middle } from '../hex/hex-plot.ts';
import { FADED } from './land-colours.ts';
import { digits } from './pixel-digits.ts';

/** The numbers of the hexes at their northern sides, those that are seen whole. */
export function numbers(plot: HexPlot, hexes: readonly HexId[]): Item[] {
  const seen = hexes.filter((hex) => contains(plot.view, numberBox(plot, hex)));
  if (plot.scale === 1) {
    const d = seen.map((hex) => {
      const { x, y } = numberBox(plot, hex);
      return digits(hex, whole(x), whole(y) + 1);
    });
    return [{ kind: 'path', d: d.join(' '), fill: FADED }];
  }
  return seen.map((hex) => {
    const { x, y, width, height } = numberBox(plot, hex);
    const size = width / 2;
    // From a whole pixel on, so that the same figures look the same and pack well.
    return {
      kind: 'text',
      text: hex,
      x: whole(x),
      y: whole(y + height),
      size,
      fill: FADED,
      face: 'text',
    };
  });
}

/** Rounded, and never the −0 that JSON does not know. */
function whole(value: number): number {
  return Math.round(value) || 0;
}

/** Letters of a hex's number, in pixels; a number is about twice as wide as it is high. */
function numberSize(scale: number): number {
  return scale > 1 ? 22 : 10;
}

/** What the number of a hex covers: at its northern side, as far to the left that an arrow over the side has room beside it. */
export function numberBox(plot: HexPlot, hex: HexId): Box {
  const s = plot.scale;
  const size = numberSize(s);
  const { x, y } = middle(plot, hex);
  return { x: x - 4 * s - size, y: y - plot.half + 1, width: size * 2, height: size * 0.76 };
}
