import type { Colour, Item } from '../../../game/index.ts';
import { type CounterStyle, counterPlate } from '../../../kit/draw/frames.ts';
import { CARD, INK } from '../../../kit/draw/inks.ts';
import { centred } from '../../../kit/draw/lettering.ts';
import { branchSymbol, starPath } from '../../../kit/draw/symbols.ts';
import { MemoPer } from '../../../kit/memo.ts';
import { MOVEMENT_ALLOWANCE, type Piece } from '../field.ts';
import type { Side } from '../vocabulary.ts';
import { BURST, CONFEDERATE, CONFEDERATE_EDGE, CONFEDERATE_TEXT, SHADOW, UNION, UNION_TEXT } from './inks.ts';

/** What is to be seen of a piece beside what is printed on it. */
export interface Marks {
  /** It has moved in this phase, or has fought in it. */
  readonly done?: 'moved' | 'fought';
  readonly ineffective?: boolean;
}

/** A counter by itself, and one of a stack: in pixels of a close-up. */
export const CARD_SIZE = { width: 88, height: 88 } as const;
export const BAR_SIZE = { width: 100, height: 51 } as const;

/** What a side's counters look like. */
const STYLES: { readonly [side in Side]: CounterStyle & { readonly text: Colour } } = {
  union: { fill: UNION, text: UNION_TEXT, edge: UNION_TEXT, shadow: SHADOW, width: 1.4, cut: 0 },
  confederate: {
    fill: CONFEDERATE,
    text: CONFEDERATE_TEXT,
    edge: CONFEDERATE_EDGE,
    shadow: SHADOW,
    width: 3,
    cut: 9,
  },
};

export function coloursOf(side: Side): CounterStyle & { readonly text: Colour } {
  return STYLES[side];
}

/** The colour of a side's marches. */
export function marchColour(side: Side): Colour {
  return side === 'union' ? UNION : CONFEDERATE_EDGE;
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
    ...counterPlate({ x: 0, y: 0, width, height }, coloursOf(piece.side)),
    { ...centred(piece.designation, width / 2, 24, 22, text, 'bold'), maxWidth: width - 12 },
    ...branchSymbol(piece.kind, { x: 22, y: 31, width: 44, height: 26 }, text, fill),
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
    ...counterPlate({ x: 0, y: 0, width, height }, coloursOf(piece.side)),
    ...branchSymbol(piece.kind, { x: 8, y: 6, width: 32, height: 19 }, text, fill),
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
const counters = new MemoPer<Piece, readonly Item[]>();

function printed(piece: Piece, shape: 'card' | 'bar', marks: Marks): readonly Item[] {
  return counters.get(piece, `${shape} ${marks.done} ${marks.ineffective}`, () =>
    shape === 'card' ? cardItems(piece, marks) : barItems(piece, marks),
  );
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
            d: starPath(8, 12, 5, { x: -2, y: at }),
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
