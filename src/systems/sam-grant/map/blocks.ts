import type { Item, Text } from '../../../game/index.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import { counterPlate, type PrintedStyle } from '../../../kit/draw/counter-items.ts';
import { type Box, centre, enclosing, grown, movedInto, overlap } from '../../../kit/draw/geometry.ts';
import { type Branch, branchSymbol } from '../../../kit/draw/symbols.ts';
import { centred, haloed, textBox, textItem, widthOf } from '../../../kit/draw/text-layout.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type HexPlot, isSeen, middle } from '../../../kit/hex/hex-plot.ts';
import { blockOf, type Theatre } from '../theatre.ts';
import type { BlockView, StackView } from '../view.ts';
import type { Kind } from '../vocabulary.ts';
import { nameOnBlock } from '../words/names.ts';
import { SIDE_STYLES } from './theatre-ground.ts';

const BRANCHES: { readonly [kind in Kind]: Branch | null } = {
  infantry: 'infantry',
  brigade: 'infantry',
  cavalry: 'cavalry',
  artillery: 'artillery',
  heavyArtillery: 'artillery',
  garrison: null,
  hq: null,
};

/** The least scale at which blocks have names. */
export const NAMED = 2.5;
/** Most blocks of a hex with names; more show only symbols and steps. */
export const MOST_NAMED = 4;
// The sizes of stacks, in pixels of the whole map.
/** A width that covers no neighbour. */
const NARROW = 41.5;
/** A width with more room for names, for stacks that no other is near. */
const WIDE = 54;
/** Side of a back, which shows no face. */
const BACK = 20.4;
/** Height of a stack at most, and of each row in it. */
const HIGH = 46;
const ROW = 11;
/** Pixels between blocks and the edge of a picture; the middle of a hex may lie this far outside. */
const EDGE = 3;
const BEYOND = 20;
/** Size in pixels of a back too close to the edge for its full size. */
const SMALL = 30;
/** Room for "no supply" below blocks, in pixels. */
const CUT_OFF = 20;

/** The blocks of a stack that are drawn with their faces: if the scale is large enough, and the hex fully visible. */
function facesOf(plot: HexPlot, { hex, known }: StackView): readonly BlockView[] {
  return plot.scale >= NAMED && hasRoom(plot, hex, HIGH) ? known : [];
}

/** Whether a stack of this size, in pixels of the whole map, fits inside the picture. */
function hasRoom(plot: HexPlot, hex: HexId, size: number): boolean {
  return isSeen(plot, hex, (size / 2) * plot.scale + EDGE);
}

interface PlacedStack {
  readonly stack: StackView;
  /** −1 left or 1 right if both sides are in the hex. */
  readonly aside: -1 | 0 | 1;
  readonly box: Box;
}

/** Places the visible stacks so that none covers another. */
export function placedStacks(plot: HexPlot, all: readonly StackView[]): readonly PlacedStack[] {
  const stacks = all.filter(({ hex }) => isSeen(plot, hex, -BEYOND));
  const placed = stacks.map((stack) => {
    const both = stacks.some(({ hex, side }) => hex === stack.hex && side !== stack.side);
    const aside = both ? (stack.side === 'usa' ? -1 : 1) : 0;
    return { stack, aside, box: stackBox(plot, stack, aside, WIDE) } as const;
  });
  return placed.map((one) => {
    const crowded = placed.some((other) => other !== one && overlap(one.box, other.box));
    return crowded ? { ...one, box: stackBox(plot, one.stack, one.aside, NARROW) } : one;
  });
}

/** The box of a stack with the words below it. */
export function coveredBy({ stack, box }: PlacedStack): Box {
  if (stack.supplied) return box;
  const words = textBox(cutOff(box));
  return enclosing([box, words]);
}

function cutOff({ x, y, width, height }: Box): Text {
  return centred('no supply', x + width / 2, y + height + CUT_OFF - 2, 20, INK, 'bold');
}

/** How a stack is laid out. Each face has a cell; the back with the number of the other blocks has one more. */
function cellsOf(plot: HexPlot, stack: StackView, aside: number) {
  const faces = facesOf(plot, stack);
  const cells = faces.length + (stack.count > faces.length ? 1 : 0);
  const columns = Math.ceil(cells / MOST_NAMED);
  return { faces, columns, rows: Math.ceil(cells / columns), alone: cells === 1 && aside === 0 };
}

/** @param several the width of a stack of several blocks of one side */
function stackBox(plot: HexPlot, stack: StackView, aside: number, several: number): Box {
  const { x, y } = middle(plot, stack.hex);
  const s = plot.scale;
  const { faces, rows, alone } = cellsOf(plot, stack, aside);
  const back = hasRoom(plot, stack.hex, BACK) ? BACK : Math.min(BACK, SMALL / s);
  const isBack = faces.length === 0;
  const width = isBack ? back : aside !== 0 ? NARROW / 2 : alone ? NARROW : several;
  const height = isBack ? back : alone ? NARROW : Math.min(HIGH, (aside === 0 ? rows : Math.max(rows, 2)) * ROW);
  const at = aside * (width / 2 + 0.2);
  const box = { x: x + (at - width / 2) * s, y: y - (height / 2) * s, width: width * s, height: height * s };
  return movedInto(grown(plot.view, -EDGE), box);
}

/** A stack: the faces that the viewer may see, and a back with the number of the other blocks [14.1, 14.2]. */
export function blockStackItems(theatre: Theatre, plot: HexPlot, { stack, aside, box }: PlacedStack): Item[] {
  const { x, y, width, height } = box;
  const style = SIDE_STYLES[stack.side];
  const { faces, columns, rows, alone } = cellsOf(plot, stack, aside);
  const hidden = stack.count - faces.length;
  const [wide, high] = [width / columns, height / rows];
  const at = (cell: number) => ({ x: x + Math.floor(cell % columns) * wide, y: y + Math.floor(cell / columns) * high });
  const isNamed = columns === 1 && aside === 0;
  const shown = faces.map((seen, cell): Item => {
    const face = faceOf(theatre, stack, seen);
    if (alone) return { kind: 'group', ...at(cell), scale: width / BLOCK_SIZE, items: blockFace(face, style) };
    return { kind: 'group', ...at(cell), items: blockRow(face, { width: wide - 2, height: high - 2 }, isNamed, style) };
  });
  const last = { ...at(faces.length), width: wide - 2, height: high - 2 };
  const backs = faces.length === 0 ? blockBacks(String(hidden), box, style) : blockBacks(`+${hidden}`, last, style);
  const cut = stack.supplied ? [] : [haloed(cutOff(box))];
  return [...shown, ...(hidden > 0 ? backs : []), ...cut];
}

function faceOf(theatre: Theatre, { hex }: StackView, { id, steps }: BlockView): BlockFace {
  const { kind, full } = blockOf(theatre, id);
  return { name: nameOnBlock(theatre, id, hex), branch: BRANCHES[kind], steps, full };
}

/** A block's side, in pixels of a close-up. */
const BLOCK_SIZE = 64;

interface BlockFace {
  readonly name: string;
  readonly branch: Branch | null;
  /** Current steps, shown by the edge that is up. */
  readonly steps: number;
  readonly full: number;
}

/**
 * Pips along the four edges. The upper edge has the current steps; clockwise follow one step fewer each, then lost
 * ones.
 */
function pips({ steps, full }: BlockFace, style: PrintedStyle): Item[] {
  return Array.from({ length: Math.min(full, 4) }, (_, edge): Item => {
    const count = ((steps - 1 - edge + full) % full) + 1;
    const up = edge === 0;
    const size = up ? 8 : 5;
    const gap = up ? 11 : 7;
    const items = Array.from({ length: count }, (_, pip): Item => {
      const x = (pip - (count - 1) / 2) * gap - size / 2;
      return { kind: 'rect', x, y: -BLOCK_SIZE / 2 + 4, width: size, height: size, fill: up ? style.text : style.edge };
    });
    return { kind: 'group', x: BLOCK_SIZE / 2, y: BLOCK_SIZE / 2, turn: edge * 90, opacity: up ? 1 : 0.55, items };
  });
}

export function blockFace(face: BlockFace, style: PrintedStyle): Item[] {
  const { name, branch, steps } = face;
  const box = { x: 0, y: 0, width: BLOCK_SIZE, height: BLOCK_SIZE };
  return [
    ...counterPlate(box, style),
    ...pips(face, style),
    ...(branch ? branchSymbol(branch, { x: 12, y: 17, width: 24, height: 15 }, style.text, style.fill) : []),
    centred(String(steps), branch ? 47 : 32, 33, 21, style.text, 'bold'),
    nameItem(name, BLOCK_SIZE / 2, 50, 13, BLOCK_SIZE - 14, style),
  ];
}

/** Letters of names in a stack, in pixels. */
const ROW_LETTERS = 21;

/** A block in a row or column of several: symbol, name if there is room, steps. */
function blockRow(
  { name, branch, steps }: BlockFace,
  { width, height }: Pick<Box, 'width' | 'height'>,
  isNamed: boolean,
  style: PrintedStyle,
): Item[] {
  const base = height / 2 + ROW_LETTERS * 0.35;
  const symbol = { x: 5, y: height / 2 - 7, width: 21, height: 14 };
  // A name that would be narrowed by more than a quarter takes the symbol's room, because it says more.
  const isTight = isNamed && (width - 52) / widthOf(name, ROW_LETTERS, 'bold') < 0.75;
  const left = isTight ? 6 : 30;
  const room = width - left - 22;
  return [
    ...counterPlate({ x: 0, y: 0, width, height }, { ...style, width: 1.4, cut: Math.min(5, style.cut) }),
    ...(branch && !isTight ? branchSymbol(branch, symbol, style.text, style.fill) : []),
    ...(isNamed ? [nameItem(name, left + room / 2, base, ROW_LETTERS, room, style)] : []),
    isNamed || branch
      ? { ...textItem(String(steps), width - 6, base, ROW_LETTERS, style.text, 'bold'), align: 'right' }
      : centred(String(steps), width / 2, base, ROW_LETTERS, style.text, 'bold'),
  ];
}

function nameItem(name: string, x: number, y: number, size: number, room: number, style: PrintedStyle): Item {
  return { ...centred(name, x, y, size, style.text, 'bold'), maxWidth: room };
}

/** Backs of a side's blocks with their number, "+2" beside faces. */
export function blockBacks(count: string, box: Box, style: PrintedStyle): Item[] {
  const size = Math.min(28, box.height * 0.75);
  const { x, y } = centre(box);
  return [
    ...counterPlate(box, { ...style, cut: Math.min(6, style.cut) }),
    { ...centred(count, x, y + size * 0.35, size, style.text, 'bold'), maxWidth: box.width - 4 },
  ];
}
