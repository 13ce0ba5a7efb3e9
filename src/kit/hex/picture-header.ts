import type { Item } from '../../game/index.ts';
import { CARD, INK } from '../draw/common-colours.ts';
import { type PrintedStyle, sidePlates } from '../draw/counter-items.ts';
import { fitting, textLines, typeset, widthOf, wrapped } from '../draw/text-layout.ts';
import { CLOSE_UP } from './hex-window.ts';

/** The height of the band above a map, in pixels. */
export const HEADER = 96;

export interface Heading {
  readonly title: string;
  /** One line or two, in bold. */
  readonly below: readonly string[];
  /** The points of the sides, on plates in the colours and shapes of their counters. */
  readonly sides: readonly { readonly style: PrintedStyle; readonly words: string }[];
  /** The right end of words and plates. */
  readonly right?: number;
}

/** The band above a map: the title, the turn and phase, and both sides' points. */
export function pictureHeader({ title, below, sides, right = CLOSE_UP.width - 14 }: Heading): Item[] {
  const { items, left } = sidePlates(sides, { right, y: 46, size: 22 });
  const isFull = below.length > 1;
  return [
    { kind: 'rect', x: 0, y: 0, width: CLOSE_UP.width, height: HEADER, fill: CARD },
    { kind: 'rect', x: 0, y: HEADER - 3, width: CLOSE_UP.width, height: 3, fill: INK },
    ...titleLines(title, right - 18, isFull ? 20 : 23),
    ...textLines(below, { x: 16, y: isFull ? 62 : 74, step: 24, size: 22, face: 'bold', maxWidth: left - 26 }),
    ...items,
  ];
}

/** A title in one line, if need be in smaller letters, or else in two lines `step` pixels apart. */
function titleLines(title: string, width: number, step: number): Item[] {
  const fits = [28, 24].find((letters) => widthOf(typeset(title), letters, 'bold') <= width);
  const at = { x: 16, step, face: 'bold', maxWidth: width } as const;
  if (fits !== undefined) return textLines([title], { ...at, y: 31, size: fits });
  const size = Math.min(step, 22);
  // Bold letters are about a tenth wider.
  const lines = wrapped(typeset(title), width / 1.1, size, 2).map((words) => fitting(words, width, size, 'bold'));
  return textLines(lines, { ...at, y: step - 3, size });
}
