import type { Item, Text } from '../../../game/index.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import { type Box, enclosing, grown, movedInto, overlap } from '../../../kit/draw/geometry.ts';
import type { Branch } from '../../../kit/draw/symbols.ts';
import { centred, haloed, textBox } from '../../../kit/draw/text-layout.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type HexPlot, isSeen, middle } from '../../../kit/hex/hex-plot.ts';
import { blockOf, type Theatre } from '../theatre.ts';
import type { BlockView, StackView } from '../view.ts';
import type { Kind } from '../vocabulary.ts';
import { nameOnBlock } from '../words/names.ts';
import { BLOCK_SIZE, type BlockFace, blockBacks, blockFace, blockRow } from './block-faces.ts';
import { SIDE_STYLES } from './palette.ts';

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
/** Blocks of a hex that are named below each other; more have their symbols and steps alone. */
export const MOST_NAMED = 4;
/** In pixels of the whole map: as wide as no neighbour is covered, and as names have room for where nobody stands beside. */
const NARROW = 41.5;
const WIDE = 54;
const BACK = 20.4;
const HIGH = 46;
const ROW = 11;
/** Pixels that blocks keep from the edge of a picture, and that the middle of a hex may lie beyond it. */
const EDGE = 3;
const BEYOND = 20;
/** Pixels of a back that is nearer to it than it is large. */
const SMALL = 30;
/** Below blocks that are cut off, in pixels. */
const CUT_OFF = 20;

/** Faces that can be read at a plot's scale, in a hex that is seen whole. */
function facesOf(plot: HexPlot, { hex, known }: StackView): readonly BlockView[] {
  return plot.scale >= NAMED && hasRoom(plot, hex, HIGH) ? known : [];
}

/** Whether the edge of the picture cuts off nothing of a stack that is so large, in pixels of the whole map. */
function hasRoom(plot: HexPlot, hex: HexId, size: number): boolean {
  return isSeen(plot, hex, (size / 2) * plot.scale + EDGE);
}

/** Blocks of a side in a hex, and what they cover. */
export interface PlacedStack {
  readonly stack: StackView;
  /** −1 left, 1 right, where both sides are in the hex. */
  readonly aside: -1 | 0 | 1;
  readonly box: Box;
}

/** Stacks of hexes that are seen, all of them on the picture, side by side: none covers another. */
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

function stackBox(plot: HexPlot, stack: StackView, aside: number, most: number): Box {
  const { x, y } = middle(plot, stack.hex);
  const s = plot.scale;
  const shown = facesOf(plot, stack).length;
  const cells = cellsOf(plot, stack);
  const alone = cells === 1 && aside === 0;
  const back = hasRoom(plot, stack.hex, BACK) ? BACK : Math.min(BACK, SMALL / s);
  const width = shown === 0 ? back : aside !== 0 ? NARROW / 2 : alone ? NARROW : most;
  const height = shown === 0 ? back : alone ? NARROW : Math.min(HIGH, rowsOf(cells, aside) * ROW);
  const at = aside * (width / 2 + 0.2);
  const box = { x: x + (at - width / 2) * s, y: y - (height / 2) * s, width: width * s, height: height * s };
  return movedInto(grown(plot.view, -EDGE), box);
}

function cellsOf(plot: HexPlot, stack: StackView): number {
  const shown = facesOf(plot, stack).length;
  return shown + (stack.count > shown ? 1 : 0);
}

function columnsOf(cells: number): number {
  return Math.ceil(cells / MOST_NAMED);
}
function rowsOf(cells: number, aside: number): number {
  const rows = Math.ceil(cells / columnsOf(cells));
  return aside === 0 ? rows : Math.max(rows, 2);
}

/** The faces that a viewer sees close by; else their number on a back [14.1, 14.2]. */
export function stackItems(theatre: Theatre, plot: HexPlot, { stack, aside, box }: PlacedStack): Item[] {
  const { x, y, width, height } = box;
  const style = SIDE_STYLES[stack.side];
  const faces = facesOf(plot, stack).map((seen) => faceOf(theatre, stack, seen));
  const hidden = stack.count - faces.length;
  const cells = cellsOf(plot, stack);
  const columns = columnsOf(cells);
  const [wide, high] = [width / columns, height / Math.ceil(cells / columns)];
  const at = (cell: number) => ({ x: x + Math.floor(cell % columns) * wide, y: y + Math.floor(cell / columns) * high });
  const alone = cells === 1 && aside === 0;
  const isNamed = columns === 1 && aside === 0;
  const shown = faces.map((face, cell): Item => {
    if (alone) return { kind: 'group', ...at(cell), scale: width / BLOCK_SIZE, items: blockFace(face, style) };
    return { kind: 'group', ...at(cell), items: blockRow(face, { width: wide - 2, height: high - 2 }, isNamed, style) };
  });
  const last = { ...at(faces.length), width: wide - 2, height: high - 2 };
  const backs =
    hidden === 0
      ? []
      : faces.length === 0
        ? blockBacks(String(hidden), box, style)
        : blockBacks(`+${hidden}`, last, style);
  const cut = stack.supplied ? [] : [haloed(cutOff(box))];
  return [...shown, ...backs, ...cut];
}

function faceOf(theatre: Theatre, { hex }: StackView, { id, steps }: BlockView): BlockFace {
  const { kind, full } = blockOf(theatre, id);
  return { name: nameOnBlock(theatre, id, hex), branch: BRANCHES[kind], steps, full };
}
