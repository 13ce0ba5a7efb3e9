import type { Item } from '../../../game/index.ts';
import { type CounterMarks, type CounterShape, counterItems } from '../../../kit/draw/counter-items.ts';
import { SIDE_STYLES } from '../../../kit/draw/side-inks.ts';
import type { Stack } from '../../../kit/hex/hex-board.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type HexPlot, isSeen } from '../../../kit/hex/hex-plot.ts';
import { stackItems } from '../../../kit/hex/stacks.ts';
import { MemoPer } from '../../../kit/memo.ts';
import { boardOf } from '../board.ts';
import { type Field, MOVEMENT_ALLOWANCE, type Piece } from '../field.ts';
import type { View } from '../view.ts';
import { counterName } from '../words/unit-names.ts';

/** "8-6": strength and movement allowance, as printed. */
export function figures({ strength }: Piece): string {
  return `${strength}-${MOVEMENT_ALLOWANCE}`;
}

/** Counters are printed once: a piece has two shapes, with six marks each. */
const printed = new MemoPer<Piece, readonly Item[]>();

export function counter(
  piece: Piece,
  shape: CounterShape,
  x: number,
  y: number,
  scale: number,
  marks: CounterMarks = {},
): Item {
  const { kind: branch } = piece;
  const items = printed.get(piece, `${shape} ${marks.done} ${marks.ineffective}`, () =>
    counterItems(shape, { name: counterName(piece), branch, figures: figures(piece) }, SIDE_STYLES[piece.side], marks),
  );
  return { kind: 'group', x, y, scale, items };
}

/** Hexes of the picture in which pieces stand, in the order of their ids. */
export function stacksSeen(field: Field, view: View, plot: HexPlot): readonly Stack<Piece>[] {
  const around = plot.radius * -0.8;
  return boardOf(field, view).stacks.filter(([hex]) => isSeen(plot, hex, around));
}

/** The counters of a hex. */
export function stack(plot: HexPlot, view: View, hex: HexId, pieces: readonly Piece[]): Item[] {
  return stackItems(plot, hex, pieces, (piece, ...at) => counter(piece, ...at, marksOf(view, piece)));
}

function marksOf(view: View, { id, side }: Piece): CounterMarks {
  const moved = view.step === 'move' && side === view.side && view.moved[id] !== undefined;
  const fought = view.step !== 'move' && view.fought.pieces.includes(id);
  return {
    ...(moved ? { done: 'moved' as const } : fought ? { done: 'fought' as const } : {}),
    ...(view.ineffective.includes(id) ? { ineffective: true } : {}),
  };
}
