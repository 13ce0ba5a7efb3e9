import type { Colour, Item } from '../../../game/index.ts';
import { edgedLine } from '../../../kit/draw/arrow-shapes.ts';
import { BATTLE } from '../../../kit/draw/common-colours.ts';
import {
  COUNTER_STYLES,
  type CounterMarks,
  type CounterShape,
  counterItems,
  SIDE_INKS,
} from '../../../kit/draw/counter-items.ts';
import { type Box, between, grown, minus, movedInto, pathOf } from '../../../kit/draw/geometry.ts';
import { DIRECTIONS, type HexId } from '../../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../../kit/hex/hex-map.ts';
import { type HexPlot, isSeen, middle, sideOf } from '../../../kit/hex/hex-plot.ts';
import { blockStyle, numberBlock, stackBox, stackItems, stackNumberBox } from '../../../kit/hex/stacks.ts';
import { MemoPer } from '../../../kit/memo.ts';
import { boardOf, type Stack } from '../board.ts';
import { type Field, HEX_GRID, MOVEMENT_ALLOWANCE, type Piece, strengthOf } from '../field.ts';
import type { View } from '../state.ts';
import { otherSide, type Side } from '../vocabulary.ts';
import { counterName } from '../words/names.ts';

/** "8-6": strength and movement allowance, as printed. */
export function figures({ strength }: Piece): string {
  return `${strength}-${MOVEMENT_ALLOWANCE}`;
}

/** For each piece, its counter in two shapes with six combinations of marks each. */
const printed = new MemoPer<Piece, readonly Item[]>();

function counter(piece: Piece, shape: CounterShape, x: number, y: number, scale: number, marks: CounterMarks): Item {
  const { kind: branch } = piece;
  const items = printed.get(piece, `${shape} ${marks.done} ${marks.ineffective}`, () =>
    counterItems(
      shape,
      { name: counterName(piece), branch, figures: figures(piece) },
      COUNTER_STYLES[piece.side],
      marks,
    ),
  );
  return { kind: 'group', x, y, scale, items };
}

function counterMarks(view: View, { id, side }: Piece): CounterMarks {
  const moved = view.step === 'move' && side === view.side && view.moved[id] !== undefined;
  const fought = view.step !== 'move' && view.fought.pieces.includes(id);
  return {
    ...(moved ? { done: 'moved' as const } : fought ? { done: 'fought' as const } : {}),
    ...(view.ineffective.includes(id) ? { ineffective: true } : {}),
  };
}

/** The stacks that a picture shows, ordered by hex id. */
export function stacksSeen(field: Field, view: View, plot: HexPlot): readonly Stack<Piece>[] {
  return boardOf(field, view).stacks.filter(([hex]) => isStackShown(plot, hex));
}

/** Whether so much of a hex is visible that the picture shows its stack. The alt text uses the same test. */
export function isStackShown(plot: HexPlot, hex: HexId): boolean {
  return isSeen(plot, hex, plot.forPhone ? 0 : plot.radius * -0.2);
}

/** Whether a stack is drawn as counters. That takes a close-up with enough of the hex, or counters would be cut off. */
export function areCountersSeen(plot: HexPlot, hex: HexId): boolean {
  return !plot.forPhone && isSeen(plot, hex, plot.half / 4);
}

/** The stacks of a picture as counters, or as blocks with their strength if counters do not fit. */
export function stackItemsOf(field: Field, view: View, plot: HexPlot, aside: (hex: HexId) => number = () => 0): Item[] {
  const stacks = stacksSeen(field, view, plot);
  const blocks = stacks.flatMap(([hex, pieces]) => {
    const [first] = pieces;
    if (!first || areCountersSeen(plot, hex)) return [];
    const style = blockStyle(COUNTER_STYLES[first.side], false);
    return numberBlock(blockBox(plot, hex, aside(hex)), style, String(strengthOf(pieces)), 3);
  });
  const counters = stacks.flatMap(([hex, pieces]) =>
    areCountersSeen(plot, hex)
      ? stackItems(plot, hex, pieces, (piece, ...at) => counter(piece, ...at, counterMarks(view, piece)))
      : [],
  );
  return [...blocks, ...counters];
}

export function boxesOf(field: Field, view: View, plot: HexPlot): readonly Box[] {
  return stacksSeen(field, view, plot).flatMap(([hex, { length }]) =>
    areCountersSeen(plot, hex)
      ? [stackBox(plot, hex, length), stackNumberBox(plot, hex)]
      : [grown(blockBox(plot, hex), 4)],
  );
}

/** Pixels between a block and the edge of the picture. */
const EDGE = 4;
const LARGEST_BLOCK = { width: 40, height: 34 } as const;

/** A block's box, kept inside the picture. `aside` is its distance from the middle of the hex, in pixels. */
export function blockBox(plot: HexPlot, hex: HexId, aside = 0): Box {
  const { x, y } = middle(plot, hex);
  const width = Math.min(LARGEST_BLOCK.width, plot.radius * 1.4);
  const height = Math.min(LARGEST_BLOCK.height, plot.half * 1.64);
  // Below the hex number, if that fits.
  const down = plot.half < 30 ? 0 : 7;
  return movedInto(grown(plot.view, -EDGE), { x: x + aside - width / 2, y: y + down - height / 2, width, height });
}

interface Front {
  readonly hex: HexId;
  readonly side: Side;
  /** Directions of adjacent enemies. */
  readonly contacts: readonly number[];
  /** The direction it faces without an adjacent enemy; `null` for none. */
  readonly front: number | null;
}

export function frontsOf(field: Field, view: View, plot: HexPlot): readonly Front[] {
  const board = boardOf(field, view);
  return stacksSeen(field, view, plot).flatMap(([hex, [first]]) => {
    if (!first) return [];
    const enemy = otherSide(first.side);
    const beside = sidesOf(field, hex).filter(({ to, barred }) => !barred && board.holder(to) === enemy);
    const contacts = beside.map(({ direction }) => direction);
    const nearest = contacts.length > 0 ? null : HEX_GRID.nearest(hex, board.hexesOf(enemy));
    return { hex, side: first.side, contacts, front: nearest === null ? null : directionTowards(plot, hex, nearest) };
  });
}

/** The direction from one hex that points most nearly to another; `null` if they are the same. */
function directionTowards(plot: HexPlot, from: HexId, to: HexId): number | null {
  if (from === to) return null;
  const course = minus(middle(plot, to), middle(plot, from));
  const angles = DIRECTIONS.map((direction) => {
    const out = minus(between(...sideOf(plot, from, direction)), middle(plot, from));
    return (out.x * course.x + out.y * course.y) / Math.hypot(out.x, out.y);
  });
  return angles.indexOf(Math.max(...angles));
}

/**
 * Front lines are drawn over all blocks: in the side's colour towards the enemy, red and heavier where an enemy is
 * adjacent.
 */
export function frontItems(field: Field, view: View, plot: HexPlot): Item[] {
  const fronts = frontsOf(field, view, plot);
  const bar = (hex: HexId, direction: number, colour: Colour, width: number): Item[] => {
    const [a, b] = sideOf(plot, hex, direction);
    return edgedLine(pathOf([between(a, b, 0.06), between(a, b, 0.94)]), { colour, width }, width + 3);
  };
  return [
    ...fronts.flatMap(({ hex, side, front }) => (front === null ? [] : bar(hex, front, SIDE_INKS[side], 5))),
    ...fronts.flatMap(({ hex, contacts }) => contacts.flatMap((direction) => bar(hex, direction, BATTLE, 7))),
  ];
}
