import type { Item } from '../../game/index.ts';
import { contains } from '../draw/geometry.ts';
import type { HexId } from '../hex/hex-grid.ts';
import { type HexPlot, numberBox } from '../hex/hex-plot.ts';
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
