import type { Colour, Palette } from '../../../../game/index.ts';
import { widthOf } from '../../../../render/index.ts';

/** Letters narrowed by so much can still be read. */
const NARROWEST = 1.25;

/** Tells whether bold words can be read in one line, perhaps narrowed a little. */
export function fitsOneLine(words: string, size: number, room: number): boolean {
  return widthOf('bold', size, words) <= room * NARROWEST;
}

/** Bold words in one line or two; the second ends in an ellipsis if it has no room either. */
export function inTwoLines(words: string, size: number, room: number): readonly string[] {
  const fits = (line: string) => widthOf('bold', size, line) <= room;
  if (fits(words)) return [words];
  const parts = words.split(' ');
  let first = parts.length - 1;
  while (first > 1 && !fits(parts.slice(0, first).join(' '))) first--;
  const rest = parts.slice(first);
  let second = rest.join(' ');
  while (!fits(second) && rest.length > 1) {
    rest.pop();
    second = `${rest.join(' ').replace(/[,;:]$/, '')}…`;
  }
  return [parts.slice(0, first).join(' '), second];
}

export interface Inks {
  /** The picture's own paper, or its lightest ink if that is dark. */
  readonly paper: Colour;
  readonly light: Colour;
  readonly dark: Colour;
}

/** Inks in which text over a picture of any game can be read. */
export function legibleInks({ inks }: Palette): Inks {
  const sorted = [...inks].sort((a, b) => lightness(b) - lightness(a));
  const light = sorted[0] ?? '#ffffff';
  const [first] = inks;
  return {
    paper: first !== undefined && lightness(first) > LIGHT ? first : light,
    light,
    dark: sorted.at(-1) ?? '#000000',
  };
}

/** Paper is lighter than this. */
const LIGHT = 190;

/** Luma (ITU-R BT.601): 0 to 255. */
function lightness(colour: Colour): number {
  const rgb = Number.parseInt(colour.slice(1, 7), 16);
  return (rgb >> 16) * 0.299 + ((rgb >> 8) & 255) * 0.587 + (rgb & 255) * 0.114;
}
