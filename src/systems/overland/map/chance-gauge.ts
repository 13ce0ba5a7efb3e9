import type { Colour, Framing, Item } from '../../../game/index.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import type { Box } from '../../../kit/draw/geometry.ts';
import { centred } from '../../../kit/draw/text-layout.ts';
import { percent } from '../../../kit/plain-english.ts';
import { CSA_GREY, ROLLED, US_BLUE, US_TEXT } from './palette.ts';
import { titleCard } from './results-panel.ts';
import { PANELS } from './sheet-layout.ts';

/** The chance of winning, and a note such as “practice”, that a picture may carry beside the position. */
export type Told = Pick<Framing, 'worth' | 'note'>;

export function tells({ worth, note }: Told): boolean {
  return worth !== undefined || note !== undefined;
}

/** Drawn on the title card, which makes room for it; empty when there is nothing to show. */
export function chances(told: Told): Item[] {
  return tells(told) ? [...titleCard(), ...head(told, PANELS.title)] : [];
}

const SIDE = 26;

/** The same in a box of its own, 116 pixels high; the game's name gets the room that is left. */
export function head({ worth, note }: Told, { x, y, width }: Omit<Box, 'height'>): Item[] {
  const inner = { x: x + SIDE, width: width - SIDE * 2 };
  if (worth === undefined) return [...name(50, x + width / 2, y + 54), ...ribbon(note ?? '', { ...inner, y: y + 65 })];
  return [
    ...(note === undefined ? name(44, x + width / 2, y + 46) : ribbon(note, { ...inner, y: y + 13 })),
    ...gauge(worth, { ...inner, y: y + 56 }, ON_PAPER),
  ];
}

function name(size: number, x: number, y: number): Item[] {
  return [{ ...centred('Overland', x, y, size, INK, 'title'), spacing: 6 }];
}

const RIBBON = 36;
/** Text sizes by number of letters; longer text is narrowed to fit. */
const SIZES = [
  { letters: 28, size: 28 },
  { letters: 40, size: 23 },
  { letters: 60, size: 19 },
] as const;

/** A strip 36 pixels high in a colour that no printed map has. */
export function ribbon(note: string, { x, y, width }: Omit<Box, 'height'>): Item[] {
  const { size } = SIZES.find(({ letters }) => note.length <= letters) ?? SIZES[2];
  return [
    { kind: 'rect', x, y, width, height: RIBBON, fill: ROLLED, stroke: { colour: INK, width: 2 } },
    { ...centred(note, x + width / 2, y + RIBBON / 2 + size * 0.34, size, INK, 'bold'), maxWidth: width - 16 },
  ];
}

const BAR = 13;
/** Figures longer than this get a smaller part of the width. */
const LONG = 7;

interface Inks {
  readonly ink: Colour;
  readonly full: Colour;
  readonly rest: Colour;
}

const ON_PAPER: Inks = { ink: INK, full: US_BLUE, rest: CSA_GREY };
/** The same on the blue ending plate. */
export const ON_PLATE: Inks = { ink: US_TEXT, full: US_TEXT, rest: INK };

/** The chance in figures, and a bar below it that is full at 100 %: 46 pixels high. The tick stands at even chances. */
export function gauge(worth: number, { x, y, width }: Omit<Box, 'height'>, { ink, full, rest }: Inks): Item[] {
  const top = y + 33;
  const words = { kind: 'text', y: y + 25, size: 33, fill: ink } as const;
  const figure = percent(worth);
  // “under 0.1 %” needs more room than “41.3 %”.
  const room = width * (figure.length > LONG ? 0.5 : 0.64);
  const filled = Math.round(width * worth);
  return [
    { ...words, x, text: 'Winning chances', face: 'text', maxWidth: room - 8 },
    { ...words, x: x + width, text: figure, face: 'bold', align: 'right', maxWidth: width - room },
    { kind: 'rect', x, y: top, width, height: BAR, fill: rest },
    ...(filled > 0 ? [{ kind: 'rect', x, y: top, width: filled, height: BAR, fill: full } as const] : []),
    { kind: 'rect', x, y: top, width, height: BAR, stroke: { colour: ink, width: 2 } },
    {
      kind: 'path',
      d: `M ${x + width / 2} ${top - 4} L ${x + width / 2} ${top + BAR + 4}`,
      stroke: { colour: ink, width: 2 },
    },
  ];
}
