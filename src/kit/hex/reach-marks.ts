import type { Item } from '../../game/index.ts';
import { CARD, INK } from '../draw/common-colours.ts';
import type { Box } from '../draw/geometry.ts';
import { BATTLE, ON_BATTLE, REACH_TINT, REACHED } from '../draw/mark-colours.ts';
import { centred, haloed, widthOf } from '../draw/text-layout.ts';
import type { HexId } from './hex-grid.ts';
import { type HexPlot, hexPath, middle, numberBox } from './hex-plot.ts';

/** A hex within reach. */
export interface ReachedHex {
  readonly hex: HexId;
  /** "3", "3 off" */
  readonly words: string;
  readonly stops: boolean;
}

/** Hexes to choose from: the ground is seen through them, and they are drawn at once. */
export function reachTint(plot: HexPlot, hexes: readonly HexId[]): Item[] {
  const d = hexes.map((hex) => hexPath(plot, hex, 1.5 * plot.scale)).join(' ');
  return d === '' ? [] : [{ kind: 'path', d, fill: REACH_TINT, stroke: { colour: REACHED, width: 2.5 * plot.scale } }];
}

/** A heavy line about the hex that a unit starts from. */
export function startRing(plot: HexPlot, hex: HexId, width = 3 * plot.scale): Item {
  return { kind: 'path', d: hexPath(plot, hex), stroke: { colour: INK, width } };
}

/** Letters of a hex's number: read on a phone whatever the scale, since lists call hexes by it. */
const NUMBER = 22;
/** Letters of a cost. */
const COST = 28;
const HEIGHT = 30;

/** The number of a hex within reach, drawn above everything there. */
export function reachNumber(plot: HexPlot, hex: HexId): Item {
  const { x, y } = middle(plot, hex);
  const { x: left, y: top, width, height } = numberBox(plot, hex);
  const at = plot.scale > 1 ? { x: left + width / 2, y: top + height } : { x, y: y - plot.half + NUMBER * 0.76 + 1 };
  // From whole pixels on, letters are drawn once for all pictures. Halos would take a fifth of the file: the tint is light enough.
  return centred(hex, Math.round(at.x), Math.round(at.y), NUMBER, INK);
}

/** The box of a badge and the number above it. */
export function badgeBox(plot: HexPlot, { hex, words }: ReachedHex): Box {
  const { x, y } = middle(plot, hex);
  const width = Math.max(NUMBER * 2.5, widthOf(words, COST, 'bold') + 12);
  return { x: x - width / 2, y: y - plot.half, width, height: plot.half + HEIGHT / 2 + 7 };
}

/** A cost below the number of its hex, on the ground; on a red plate if the move ends there. `aside`: offset from the middle. */
export function reachBadge(plot: HexPlot, { hex, words, stops }: ReachedHex, aside = 0): Item[] {
  const middleOf = middle(plot, hex);
  const [x, y] = [Math.round(middleOf.x + aside), Math.round(middleOf.y + 7)];
  const letters = centred(words, x, y + Math.round(COST * 0.35), COST, stops ? ON_BATTLE : INK, 'bold');
  if (!stops) return [haloed(letters, COST / 5, CARD)];
  const width = Math.round(widthOf(words, COST, 'bold')) + 10;
  const stroke = { colour: CARD, width: 1.6 };
  return [
    { kind: 'rect', x: x - width / 2, y: y - HEIGHT / 2, width, height: HEIGHT, radius: 1, fill: BATTLE, stroke },
    letters,
  ];
}
