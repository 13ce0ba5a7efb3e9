import type { Colour, Item } from '../../../game/index.ts';
import type { Box } from '../../../kit/draw/geometry.ts';
import { MOVEMENT_ALLOWANCE, type Piece } from '../field.ts';
import type { Side } from '../vocabulary.ts';
import {
  BURST,
  CARD,
  CONFEDERATE,
  CONFEDERATE_EDGE,
  CONFEDERATE_TEXT,
  INK,
  SHADOW,
  UNION,
  UNION_TEXT,
} from './inks.ts';
import { symbol } from './symbols.ts';
import { centred } from './type.ts';

/** What is to be seen of a piece beside what is printed on it. */
export interface Marks {
  /** It has moved in this phase, or has fought in it. */
  readonly done?: 'moved' | 'fought';
  readonly ineffective?: boolean;
}

/** A counter by itself, and one of a stack: in pixels of a close-up. */
export const CARD_SIZE = { width: 88, height: 88 } as const;
export const BAR_SIZE = { width: 100, height: 51 } as const;

/** The colours of a side's counters. */
export function coloursOf(side: Side): { readonly fill: Colour; readonly text: Colour; readonly edge: Colour } {
  return side === 'union'
    ? { fill: UNION, text: UNION_TEXT, edge: UNION_TEXT }
    : { fill: CONFEDERATE, text: CONFEDERATE_TEXT, edge: CONFEDERATE_EDGE };
}

/** "8-6": strength and movement allowance, as printed. */
export function figures({ strength }: Piece): string {
  return `${strength}-${MOVEMENT_ALLOWANCE}`;
}

/** A counter of its own: designation, symbol, strength and movement allowance below each other. */
export function card(piece: Piece, x: number, y: number, scale: number, marks: Marks = {}): Item {
  return { kind: 'group', x, y, scale, items: printed(piece, 'card', marks) };
}

function cardItems(piece: Piece, marks: Marks): readonly Item[] {
  const { width, height } = CARD_SIZE;
  const { text, fill } = coloursOf(piece.side);
  return [
    ...plate(piece.side, { x: 0, y: 0, width, height }),
    { ...centred(piece.designation, width / 2, 24, 22, text, 'bold'), maxWidth: width - 12 },
    ...symbol(piece.kind, { x: 22, y: 31, width: 44, height: 26 }, text, fill),
    centred(figures(piece), width / 2, 81, 29, text, 'bold'),
    ...flags(marks, height),
  ];
}

/** A counter of a stack: symbol and figures beside each other, the designation below. */
export function bar(piece: Piece, x: number, y: number, scale: number, marks: Marks = {}): Item {
  return { kind: 'group', x, y, scale, items: printed(piece, 'bar', marks) };
}

function barItems(piece: Piece, marks: Marks): readonly Item[] {
  const { width, height } = BAR_SIZE;
  const { text, fill } = coloursOf(piece.side);
  return [
    ...plate(piece.side, { x: 0, y: 0, width, height }),
    ...symbol(piece.kind, { x: 8, y: 6, width: 32, height: 19 }, text, fill),
    {
      kind: 'text',
      text: figures(piece),
      x: width - 8,
      y: 25,
      size: 25,
      face: 'bold',
      fill: text,
      align: 'right',
      maxWidth: 48,
    },
    { ...centred(piece.designation, width / 2, 44.5, 22, text, 'bold'), maxWidth: width - 14 },
    ...flags(marks, height),
  ];
}

/** Counters are printed once: a piece has two shapes, with six marks each. */
const counters = new WeakMap<Piece, Map<string, readonly Item[]>>();

function printed(piece: Piece, shape: 'card' | 'bar', marks: Marks): readonly Item[] {
  let known = counters.get(piece);
  if (!known) {
    known = new Map();
    counters.set(piece, known);
  }
  const key = `${shape} ${marks.done} ${marks.ineffective}`;
  let items = known.get(key);
  if (!items) {
    items = shape === 'card' ? cardItems(piece, marks) : barItems(piece, marks);
    known.set(key, items);
  }
  return items;
}

/** Square corners for the Union, cut ones for the Confederates. */
function plate(side: Side, { x, y, width, height }: Box): Item[] {
  const { fill, edge } = coloursOf(side);
  if (side === 'union') {
    return [
      { kind: 'rect', x: x + 3, y: y + 3, width, height, fill: SHADOW },
      { kind: 'rect', x, y, width, height, fill },
      { kind: 'rect', x: x + 2, y: y + 2, width: width - 4, height: height - 4, stroke: { colour: edge, width: 1.4 } },
    ];
  }
  return [
    { kind: 'path', d: cutCorners({ x: x + 3, y: y + 3, width, height }), fill: SHADOW },
    {
      kind: 'path',
      d: cutCorners({ x: x + 1.5, y: y + 1.5, width: width - 3, height: height - 3 }),
      fill,
      stroke: { colour: edge, width: 3 },
    },
  ];
}

export function cutCorners({ x, y, width, height }: Box, cut = 9): string {
  const [right, bottom] = [x + width, y + height];
  return `M ${x + cut} ${y} L ${right - cut} ${y} L ${right} ${y + cut} L ${right} ${bottom - cut} L ${right - cut} ${bottom} L ${x + cut} ${bottom} L ${x} ${bottom - cut} L ${x} ${y + cut} Z`;
}

/** A pennant at the left for what has moved, a burst for what has fought; a white flag for what has lost heart. */
function flags({ done, ineffective }: Marks, height: number): Item[] {
  const at = height / 2;
  return [
    ...(done === 'moved'
      ? [
          {
            kind: 'path' as const,
            d: `M -9 ${at - 13} L 5 ${at} L -9 ${at + 13} Z`,
            fill: CARD,
            stroke: { colour: INK, width: 2 },
          },
        ]
      : []),
    ...(done === 'fought'
      ? [
          {
            kind: 'path' as const,
            d: star(-2, at, 12, 5, 8),
            fill: BURST,
            stroke: { colour: INK, width: 1.6 },
          },
        ]
      : []),
    ...(ineffective ? whiteFlag(height) : []),
  ];
}

export function whiteFlag(height: number): Item[] {
  const x = -4;
  const foot = Math.min(34, height * 0.6);
  return [
    { kind: 'path', d: `M ${x} -14 L ${x} ${foot}`, stroke: { colour: INK, width: 3.4 } },
    {
      kind: 'path',
      d: `M ${x} -13 Q ${x + 8} -18 ${x + 15} -13 Q ${x + 22} -8 ${x + 30} -13 L ${x + 30} 5 Q ${x + 22} 10 ${x + 15} 5 Q ${x + 8} 0 ${x} 5 Z`,
      fill: '#ffffff',
      stroke: { colour: INK, width: 2 },
    },
  ];
}

/** A star of so many points. */
export function star(x: number, y: number, outer: number, inner: number, points: number): string {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const radius = index % 2 === 0 ? outer : inner;
    const angle = (Math.PI * index) / points - Math.PI / 2;
    return `${Math.round((x + Math.cos(angle) * radius) * 10) / 10} ${Math.round((y + Math.sin(angle) * radius) * 10) / 10}`;
  });
  return `M ${corners.join(' L ')} Z`;
}
