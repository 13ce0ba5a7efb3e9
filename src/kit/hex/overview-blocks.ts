import type { Colour, Item } from '../../game/index.ts';
import { counterPlate, type PrintedStyle } from '../draw/counter-items.ts';
import { type Box, centre, grown, minus, movedInto, overlap, type Point, pathOf } from '../draw/geometry.ts';
import { BATTLE } from '../draw/mark-colours.ts';
import { centred, widthOf } from '../draw/text-layout.ts';
import type { HexGrid, HexId } from './hex-grid.ts';

/** Blocks of an overview: what stands about a place, as a number that can be read on a phone. */
export interface OverviewBlock {
  readonly words: string;
  /** The point it belongs to; a line leads there from a block that had to be moved. */
  readonly at: Point;
  readonly style: PrintedStyle;
  readonly line: Colour;
}

/** A block with the box it is placed in. */
export type LaidOut<Block extends OverviewBlock> = Block & { readonly box: Box };

/** Letters that can be read on a phone, where a picture is half as wide. */
export const OVERVIEW_LETTERS = 22;
const BLOCK = 32;
/** So often blocks that cover each other are pushed apart. */
const PUSHES = 60;

/** Stacks of a side at most so many hexes from the largest about them, which comes first: an overview shows them as one block. */
export function clusters<Stack extends { readonly hex: HexId; readonly side: string }>(
  grid: HexGrid,
  stacks: readonly Stack[],
  sizeOf: (stack: Stack) => number,
  hexes: number,
): readonly (readonly [Stack, ...Stack[]])[] {
  const open = [...stacks].sort((one, other) => sizeOf(other) - sizeOf(one) || (one.hex < other.hex ? -1 : 1));
  const found: [Stack, ...Stack[]][] = [];
  for (let first = open.shift(); first; first = open.shift()) {
    const { side, hex } = first;
    const near = open.filter((one) => one.side === side && grid.distance(one.hex, hex) <= hexes);
    for (const one of near) open.splice(open.indexOf(one), 1);
    found.push([first, ...near]);
  }
  return found;
}

/** The style of a side's block: its edge is red if its units are cut off. */
export function blockStyle(style: PrintedStyle, isCutOff: boolean): PrintedStyle {
  return { ...style, ...(isCutOff ? { edge: BATTLE, width: 4 } : { width: Math.min(style.width, 1.6) }) };
}

/** Blocks side by side within a box: none covers another, nor what is kept clear. */
export function laidOut<Block extends OverviewBlock>(
  blocks: readonly Block[],
  within: Box,
  kept: readonly Box[] = [],
): LaidOut<Block>[] {
  const boxes = blocks.map(({ words, at }): Box => {
    const width = Math.max(BLOCK, widthOf(words, OVERVIEW_LETTERS, 'bold') + 14);
    return { x: at.x - width / 2, y: at.y - BLOCK / 2, width, height: BLOCK };
  });
  for (let pushed = 0; pushed < PUSHES; pushed++) {
    let clear = true;
    for (const one of boxes.keys())
      for (let other = one + 1; other < boxes.length; other++) if (pushApart(boxes, one, other)) clear = false;
    for (const [at, box] of boxes.entries()) {
      const inside = movedInto(grown(within, -4), box);
      const away = kept.reduce(pushedFrom, inside);
      if (away !== inside) clear = false;
      boxes[at] = away;
    }
    if (clear) break;
  }
  return blocks.map((block, at) => ({ ...block, box: movedInto(grown(within, -4), boxes[at] as Box) }));
}

/** A box moved off one that stays, the short way. */
function pushedFrom(box: Box, kept: Box): Box {
  if (!overlap(grown(box, 2), grown(kept, 2))) return box;
  const by = apart(kept, box);
  return { ...box, x: box.x + by.x, y: box.y + by.y };
}

/** Pushes two boxes apart that cover each other, the short way. @returns whether they did */
function pushApart(boxes: Box[], one: number, other: number): boolean {
  const [a, b] = [boxes[one] as Box, boxes[other] as Box];
  if (!overlap(grown(a, 2), grown(b, 2))) return false;
  const by = apart(a, b);
  boxes[one] = { ...a, x: a.x - by.x / 2, y: a.y - by.y / 2 };
  boxes[other] = { ...b, x: b.x + by.x / 2, y: b.y + by.y / 2 };
  return true;
}

/** How far a box has to move so that another has room, the short way. */
function apart(from: Box, moved: Box): Point {
  const way = minus(centre(moved), centre(from));
  const across = (from.width + moved.width) / 2 + 5 - Math.abs(way.x);
  const down = (from.height + moved.height) / 2 + 5 - Math.abs(way.y);
  return across < down ? { x: across * (way.x < 0 ? -1 : 1), y: 0 } : { x: 0, y: down * (way.y < 0 ? -1 : 1) };
}

/** A block with a number, or a few letters. `margin`: pixels of its width that these leave free; absent: they have room anyway. */
export function numberBlock(box: Box, style: PrintedStyle, words: string, margin?: number): Item[] {
  const { x, y } = centre(box);
  const letters = centred(words, x, y + OVERVIEW_LETTERS * 0.35, OVERVIEW_LETTERS, style.text, 'bold');
  return [
    ...counterPlate(box, { ...style, cut: style.cut * 0.6 }),
    margin === undefined ? letters : { ...letters, maxWidth: box.width - margin },
  ];
}

export function overviewBlock({ words, at, style, line, box }: LaidOut<OverviewBlock>): Item[] {
  const mid = centre(box);
  const away = Math.hypot(mid.x - at.x, mid.y - at.y) > 8;
  const lines: Item[] = away
    ? [
        { kind: 'path', d: pathOf([at, mid]), stroke: { colour: line, width: 2 } },
        { kind: 'circle', ...at, radius: 4, fill: line },
      ]
    : [];
  return [...lines, ...numberBlock(box, style, words)];
}
