import type { Item } from '../../../game/index.ts';
import type { Box } from '../../../kit/draw/geometry.ts';
import type { HexId } from '../../../kit/hex/grid.ts';
import { type HexPlot, isSeen, middle } from '../../../kit/hex/hex-plot.ts';
import { boardOf, type Stack } from '../board.ts';
import type { Field, Piece } from '../field.ts';
import type { View } from '../view.ts';
import { BAR_SIZE, bar, CARD_SIZE, card, type Marks } from './counters.ts';
import { CLOSE } from './window.ts';

/** Where a stack begins below the middle of its hex: the number of the hex stands above it. Pixels of a close-up. */
const TOP = -43;
const STEP = BAR_SIZE.height + 1;
/** Pixels that a stack may be high. */
const MOST = 103;

/** Hexes of the picture in which pieces stand, in the order of their ids. */
export function stacksSeen(field: Field, view: View, plot: HexPlot): readonly Stack[] {
  const around = plot.radius * -0.8;
  return boardOf(field, view).stacks.filter(([hex]) => isSeen(plot, hex, around));
}

/** The counters of a hex: one by itself large, two below each other, more (in passing) smaller. */
export function stack(plot: HexPlot, view: View, hex: HexId, pieces: readonly Piece[]): Item[] {
  const { x, y, width, height } = stackBox(plot, hex, pieces.length);
  const scale = plot.scale / CLOSE;
  if (pieces.length === 1) return pieces.map((piece) => card(piece, x, y, scale, marksOf(view, piece)));
  const fit = width / BAR_SIZE.width;
  const step = (height + fit) / pieces.length;
  return pieces.map((piece, index) => bar(piece, x, y + index * step, fit, marksOf(view, piece)));
}

/** What a hex's counters cover. */
export function stackBox(plot: HexPlot, hex: HexId, count: number): Box {
  const { x, y } = middle(plot, hex);
  const scale = plot.scale / CLOSE;
  if (count === 1) {
    const { width, height } = CARD_SIZE;
    return { x: x - (width / 2) * scale, y: y + (TOP + 1) * scale, width: width * scale, height: height * scale };
  }
  const high = STEP * count - 1;
  const fit = Math.min(1, MOST / high) * scale;
  return { x: x - (BAR_SIZE.width / 2) * fit, y: y + TOP * scale, width: BAR_SIZE.width * fit, height: high * fit };
}

export function marksOf(view: View, { id, side }: Piece): Marks {
  const moved = view.step === 'move' && side === view.side && view.moved[id] !== undefined;
  const fought = view.step !== 'move' && view.fought.pieces.includes(id);
  return {
    ...(moved ? { done: 'moved' as const } : fought ? { done: 'fought' as const } : {}),
    ...(view.ineffective.includes(id) ? { ineffective: true } : {}),
  };
}
