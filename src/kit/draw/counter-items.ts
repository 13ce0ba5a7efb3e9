import type { Colour, Item } from '../../game/index.ts';
import { cutCorners } from './card-frames.ts';
import { BURST, CARD, INK } from './common-colours.ts';
import { type Box, grown } from './geometry.ts';
import { type Branch, branchSymbol, starPath } from './symbols.ts';
import { centred, textItem, widthOf } from './text-layout.ts';

interface CounterStyle {
  readonly fill: Colour;
  readonly edge: Colour;
  readonly shadow: Colour;
  /** Width of the line along the edge. */
  readonly width: number;
  /** Pixels that are cut off each corner; 0 for square corners. By its corners a side is known without colour. */
  readonly cut: number;
}

/** The style of a counter with print on it. */
export interface PrintedStyle extends CounterStyle {
  readonly text: Colour;
}

export function counterPlate(box: Box, { fill, edge, shadow, width, cut }: CounterStyle): Item[] {
  const below = { ...box, x: box.x + 3, y: box.y + 3 };
  const stroke = { colour: edge, width };
  if (cut > 0)
    return [
      { kind: 'path', d: cutCorners(below, cut), fill: shadow },
      { kind: 'path', d: cutCorners(grown(box, -1.5), cut), fill, stroke },
    ];
  return [
    { kind: 'rect', ...below, fill: shadow },
    { kind: 'rect', ...box, fill },
    { kind: 'rect', ...grown(box, -2), stroke },
  ];
}

/** The print on a unit's counter. */
interface CounterFace {
  /** The unit's name without its branch, which the symbol shows. */
  readonly name: string;
  readonly branch: Branch;
  /** "8-6": strength and movement allowance. */
  readonly figures: string;
}

/** Marks on a unit's counter besides its print. */
export interface CounterMarks {
  /** The unit has moved in this phase, or has fought in it. */
  readonly done?: 'moved' | 'fought';
  readonly ineffective?: boolean;
}

/** The sizes of a single counter (`card`) and of one in a stack (`bar`), in pixels of a close-up. */
export const COUNTER_SIZES = { card: { width: 88, height: 88 }, bar: { width: 100, height: 51 } } as const;
export type CounterShape = keyof typeof COUNTER_SIZES;

/**
 * The items of a counter. A single one has name, symbol and figures below each other. In a stack, symbol and figures
 * are side by side, with the name below.
 */
export function counterItems(
  shape: CounterShape,
  { name, branch, figures }: CounterFace,
  style: PrintedStyle,
  marks: CounterMarks,
): readonly Item[] {
  const { width, height } = COUNTER_SIZES[shape];
  const { text, fill } = style;
  const printed: Item[] =
    shape === 'card'
      ? [
          nameItem(name, width / 2, 24, width - 8, text),
          ...branchSymbol(branch, { x: 22, y: 31, width: 44, height: 26 }, text, fill),
          centred(figures, width / 2, 81, 29, text, 'bold'),
        ]
      : [
          ...branchSymbol(branch, { x: 8, y: 6, width: 32, height: 19 }, text, fill),
          { ...textItem(figures, width - 8, 25, 25, text, 'bold'), align: 'right', maxWidth: 48 },
          nameItem(name, width / 2, 44.5, width - 8, text),
        ];
  return [...counterPlate({ x: 0, y: 0, width, height }, style), ...printed, ...markItems(marks, height)];
}

/** The sizes of a name. A long name is smaller, and narrowed only if it is still too long. */
const NAME = { most: 22, least: 17 } as const;

function nameItem(name: string, x: number, y: number, room: number, ink: Colour): Item {
  const fitting = Math.floor((NAME.most * room) / Math.max(room, widthOf(name, NAME.most, 'bold')));
  const size = Math.max(NAME.least, Math.min(NAME.most, fitting));
  return { ...centred(name, x, y - (NAME.most - size) / 4, size, ink, 'bold'), maxWidth: room };
}

/** A pennant at the left if the unit has moved, a burst if it has fought, and a white flag if it is ineffective. */
function markItems({ done, ineffective }: CounterMarks, height: number): Item[] {
  const at = height / 2;
  const pennant: Item = {
    kind: 'path',
    d: `M -9 ${at - 13} L 5 ${at} L -9 ${at + 13} Z`,
    fill: CARD,
    stroke: { colour: INK, width: 2 },
  };
  const burst: Item = {
    kind: 'path',
    d: starPath(8, 12, 5, { x: -2, y: at }),
    fill: BURST,
    stroke: { colour: INK, width: 1.6 },
  };
  return [
    ...(done === 'moved' ? [pennant] : []),
    ...(done === 'fought' ? [burst] : []),
    ...(ineffective ? whiteFlag(height) : []),
  ];
}

function whiteFlag(height: number): Item[] {
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

/** The inks of the two armies' counters on hex maps. */
export const UNION: Colour = '#1d3a6e';
export const UNION_TEXT: Colour = '#ffffff';
export const CONFEDERATE: Colour = '#dcb8a6';
export const CONFEDERATE_EDGE: Colour = '#63201a';
export const CONFEDERATE_TEXT: Colour = '#34100c';

/** The inks of zones of control and of lines. */
export const UNION_LINE: Colour = '#2c5ba6';
export const CONFEDERATE_LINE: Colour = '#a3301f';

/** The shadow below a counter. */
const SHADOW: Colour = '#2a201848';

/** The counters of both armies. Those of the Confederates have cut corners. */
export const COUNTER_STYLES = {
  union: { fill: UNION, text: UNION_TEXT, edge: UNION_TEXT, shadow: SHADOW, width: 1.4, cut: 0 },
  confederate: {
    fill: CONFEDERATE,
    text: CONFEDERATE_TEXT,
    edge: CONFEDERATE_EDGE,
    shadow: SHADOW,
    width: 3,
    cut: 9,
  },
} as const satisfies Readonly<Record<string, PrintedStyle>>;

/** The colour of an army's marches, and of what it controls. */
export const SIDE_INKS = { union: UNION, confederate: CONFEDERATE_EDGE } as const satisfies Readonly<
  Record<string, Colour>
>;

/**
 * A plate in the colours and the shape of a side's counters.
 * @param corner pixels that are cut off each corner, if the side's counters have cut ones
 */
export function sidePlate({ fill, edge, cut }: PrintedStyle, box: Box, corner: number): Item {
  if (cut === 0) return { kind: 'rect', ...box, fill, stroke: { colour: INK, width: 1.5 } };
  return { kind: 'path', d: cutCorners(box, corner), fill, stroke: { colour: edge, width: 2 } };
}

/**
 * Words on plates of the sides, side by side.
 * @param right the right end of the last one
 * @returns `left` is the left end of the first
 */
export function sidePlates(
  sides: readonly { readonly style: PrintedStyle; readonly words: string }[],
  { right, y, size }: { readonly right: number; readonly y: number; readonly size: number },
): { readonly items: readonly Item[]; readonly left: number } {
  const items: Item[] = [];
  let end = right;
  let left = right;
  const height = size * 1.5;
  for (const { style, words } of sides.toReversed()) {
    const width = widthOf(words, size, 'bold') + size;
    left = end - width;
    end = left - 8;
    const letters = centred(words, left + width / 2, y + height / 2 + size * 0.35, size, style.text, 'bold');
    items.push(sidePlate(style, { x: left, y, width, height }, height * 0.25));
    items.push({ ...letters, maxWidth: width - size * 0.4 });
  }
  return { items, left };
}
