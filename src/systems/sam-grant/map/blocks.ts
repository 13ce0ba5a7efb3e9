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
/** Most blocks of a hex with names; more show only symbols and steps. */
export const MOST_NAMED = 4;
/** Widths in pixels of the whole map: without covering a neighbour, and with room for names if no neighbour has blocks. */
const NARROW = 41.5;
const WIDE = 54;
const BACK = 20.4;
const HIGH = 46;
const ROW = 11;
/** Pixels between blocks and the edge of a picture; the middle of a hex may lie this far outside. */
const EDGE = 3;
const BEYOND = 20;
/** Size in pixels of a back too close to the edge for its full size. */
const SMALL = 30;
/** Room for "no supply" below blocks, in pixels. */
const CUT_OFF = 20;

/** Blocks whose faces are readable at the plot's scale, in a hex that is fully visible. */
function facesOf(plot: HexPlot, { hex, known }: StackView): readonly BlockView[] {
  return plot.scale >= NAMED && hasRoom(plot, hex, HIGH) ? known : [];
}

/** Whether a stack of this size, in pixels of the whole map, fits inside the picture. */
function hasRoom(plot: HexPlot, hex: HexId, size: number): boolean {
  return isSeen(plot, hex, (size / 2) * plot.scale + EDGE);
}

export interface PlacedStack {
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

/** Faces that the viewer may see, if readable, or else a back with the number [14.1, 14.2]. */
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
