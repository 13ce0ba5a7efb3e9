import type { LandNumbers } from '../../game/index.ts';
import { contains } from '../draw/geometry.ts';
import { type HexPlot, hexesSeen, numberBox } from '../hex/hex-plot.ts';
import { FADED } from './land-colours.ts';

/** The numbers of the hexes at their northern sides, those that are seen whole. */
export function hexNumbers(plot: HexPlot): LandNumbers {
  const boxes = hexesSeen(plot).map((hex) => ({ text: hex, box: numberBox(plot, hex) }));
  const seen = boxes.filter(({ box }) => contains(plot.view, box));
  return {
    face: 'text',
    size: (boxes[0]?.box.width ?? 0) / 2,
    fill: FADED,
    at: seen.map(({ text, box: { x, y, height } }) => ({ text, x: Math.round(x), y: Math.round(y + height) })),
  };
}
