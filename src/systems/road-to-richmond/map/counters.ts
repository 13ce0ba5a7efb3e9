import type { Item } from '../../../game/index.ts';
import { type CounterMarks, type CounterShape, counterItems } from '../../../kit/draw/counter-items.ts';
import { type Box, grown } from '../../../kit/draw/geometry.ts';
import { SIDE_INKS, SIDE_STYLES } from '../../../kit/draw/side-colours.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../../kit/hex/hex-map.ts';
import { type HexPlot, isSeen } from '../../../kit/hex/hex-plot.ts';
import { stackBoxes, stackItems } from '../../../kit/hex/stacks.ts';
import { MemoPer } from '../../../kit/memo.ts';
import { boardOf, type Stack } from '../board.ts';
import { type Field, MOVEMENT_ALLOWANCE, type Piece, strengthOf } from '../field.ts';
import type { View } from '../state.ts';
import { otherSide } from '../vocabulary.ts';
import { counterName } from '../words/unit-names.ts';
import { blockBox, blockItems, directionTowards, nearestHex, type StackBlock } from './stack-blocks.ts';

/** "8-6": strength and movement allowance, as printed. */
export function figures({ strength }: Piece): string {
  return `${strength}-${MOVEMENT_ALLOWANCE}`;
}

/** Counters are cached: each piece has two shapes with six marks each. */
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

/** The stacks that a picture shows, ordered by hex id. */
export function stacksSeen(field: Field, view: View, plot: HexPlot): readonly Stack<Piece>[] {
  return boardOf(field, view).stacks.filter(([hex]) => isStackShown(plot, hex));
}

/** Whether a picture shows the stack of a hex: so much of the hex is visible that a block fits. The alt text uses the same test. */
export function isStackShown(plot: HexPlot, hex: HexId): boolean {
  return isSeen(plot, hex, plot.forPhone ? 0 : plot.radius * -0.2);
}

/**
 * Whether a stack is drawn as counters: only on a close-up that shows more than half of its hex, so that no counter is cut off or covers another hex.
 */
export function areCountersSeen(plot: HexPlot, hex: HexId): boolean {
  return !plot.forPhone && isSeen(plot, hex, plot.half / 4);
}

/** The stacks of a picture as counters, or as blocks if counters do not fit. */
export function stackItemsOf(field: Field, view: View, plot: HexPlot, aside: (hex: HexId) => number = () => 0): Item[] {
  const blocks = blocksOf(field, view, plot).flatMap((block) =>
    areCountersSeen(plot, block.hex) ? [] : blockItems(plot, block, aside(block.hex)),
  );
  const counters = stacksSeen(field, view, plot).flatMap(([hex, pieces]) =>
    areCountersSeen(plot, hex)
      ? stackItems(plot, hex, pieces, (piece, ...at) => counter(piece, ...at, marksOf(view, piece)))
      : [],
  );
  return [...blocks, ...counters];
}

export function blocksOf(field: Field, view: View, plot: HexPlot): readonly StackBlock[] {
  const board = boardOf(field, view);
  return stacksSeen(field, view, plot).flatMap(([hex, pieces]) => {
    const [first] = pieces;
    if (!first) return [];
    const enemy = otherSide(first.side);
    const beside = sidesOf(field, hex).filter(({ to, barred }) => !barred && board.holder(to) === enemy);
    const contacts = beside.map(({ direction }) => direction);
    const enemies = board.stacks.flatMap(([to]) => (board.holder(to) === enemy ? [to] : []));
    const nearest = contacts.length > 0 ? null : nearestHex(plot.grid, hex, enemies);
    return {
      hex,
      style: SIDE_STYLES[first.side],
      frontColour: SIDE_INKS[first.side],
      strength: strengthOf(pieces),
      contacts,
      front: nearest === null ? null : directionTowards(plot, hex, nearest),
    };
  });
}

/** The areas that a picture's stacks cover. */
export function boxesOf(field: Field, view: View, plot: HexPlot): readonly Box[] {
  const stacks = stacksSeen(field, view, plot);
  return stacks.flatMap((stack) =>
    areCountersSeen(plot, stack[0]) ? stackBoxes(plot, [stack]) : [grown(blockBox(plot, stack[0]), 4)],
  );
}

function marksOf(view: View, { id, side }: Piece): CounterMarks {
  const moved = view.step === 'move' && side === view.side && view.moved[id] !== undefined;
  const fought = view.step !== 'move' && view.fought.pieces.includes(id);
  return {
    ...(moved ? { done: 'moved' as const } : fought ? { done: 'fought' as const } : {}),
    ...(view.ineffective.includes(id) ? { ineffective: true } : {}),
  };
}
