import type { Item } from '../../game/index.ts';
import type { Box } from '../draw/geometry.ts';
import { CARD, INK } from '../draw/house-inks.ts';
import { BATTLE, ON_BATTLE, REACH_TINTS, REACHED } from '../draw/mark-inks.ts';
import { centred, haloed } from '../draw/text-layout.ts';
import { numberBox } from '../land/hex-numbers.ts';
import type { HexId } from './hex-grid.ts';
import { type HexPlot, hexPath, middle } from './hex-plot.ts';

/** A hex within reach. */
export interface ReachedHex {
  readonly hex: HexId;
  readonly cost: number;
  /** "3", "3 off" */
  readonly words: string;
  readonly stops: boolean;
}

const STEPS = REACH_TINTS.length;

/** A tint over a hex, by what part of an allowance it costs. */
export function reachTint(plot: HexPlot, { hex, cost }: ReachedHex, allowance: number): Item {
  const step = Math.min(STEPS - 1, Math.floor(((cost - 1) * STEPS) / Math.max(STEPS, allowance)));
  return {
    kind: 'path',
    d: hexPath(plot, hex, 1.5 * plot.scale),
    fill: REACH_TINTS[step] ?? REACHED,
    stroke: { colour: REACHED, width: 2 * plot.scale },
  };
}

/** Letters of a hex's number: read on a phone whatever the scale, since lists call hexes by it. */
const NUMBER = 22;

/** The number of a hex within reach, over all that lies there. */
export function reachNumber(plot: HexPlot, hex: HexId): Item {
  const { x, y } = middle(plot, hex);
  const { x: left, y: top, width, height } = numberBox(plot, hex);
  const at = plot.scale > 1 ? { x: left + width / 2, y: top + height } : { x, y: y - plot.half + NUMBER * 0.76 + 1 };
  return haloed(centred(hex, at.x, at.y, NUMBER, INK), NUMBER / 5, CARD);
}

/** What a badge and the number above it cover. */
export function badgeBox({ x, y, width, height }: Box): Box {
  return { x: x - 8, y: y - NUMBER, width: width + 16, height: height + NUMBER };
}

/**
 * A cost in the middle of a hex, or where counters lie there, at its side: round, and square where the move stops. The first item is the
 * plate.
 */
export function reachBadge(plot: HexPlot, { hex, words, stops }: ReachedHex, occupied: boolean): Item[] {
  const { x, y } = middle(plot, hex);
  const size = Math.max(24, 15 * plot.scale);
  const high = size * 1.3;
  const wide = words.length > 2 ? size * 1.7 : size * 0.74;
  // Over the edge of the counters; where those are small, at their lower corner, so that the number of the next hex stays clear.
  const small = plot.scale === 1;
  const at = occupied
    ? { x: x + plot.radius - wide * (small ? 1.16 : 0.6), y: y + plot.half * (small ? 0.45 : 0.14) }
    : { x, y: y - plot.half + NUMBER * 0.76 + 4 + high / 2 };
  return [
    {
      kind: 'rect',
      x: at.x - wide,
      y: at.y - high / 2,
      width: wide * 2,
      height: high,
      radius: stops ? 1 : high / 2,
      fill: stops ? BATTLE : REACHED,
      stroke: { colour: stops ? CARD : INK, width: 1.6 },
    },
    centred(words, at.x, at.y + size * 0.35, size, stops ? ON_BATTLE : INK, 'bold'),
  ];
}
