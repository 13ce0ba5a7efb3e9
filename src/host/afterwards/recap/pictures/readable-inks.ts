import type { Colour, Palette } from '../../../../game/index.ts';

/** Inks of a picture of any system, for what is set over it or beside it to be read. */
interface Extremes {
  /** What the picture is printed on, or the lightest ink where that is dark. */
  readonly paper: Colour;
  readonly light: Colour;
  readonly dark: Colour;
}

export function extremes({ inks }: Palette): Extremes {
  const sorted = [...inks].sort((a, b) => lightness(b) - lightness(a));
  const light = sorted[0] ?? '#ffffff';
  const [first] = inks;
  return {
    paper: first !== undefined && lightness(first) > LIGHT ? first : light,
    light,
    dark: sorted.at(-1) ?? '#000000',
  };
}

/** As light as paper. */
const LIGHT = 190;

/** Luma, as television weighs the three: 0 to 255. */
function lightness(colour: Colour): number {
  const rgb = Number.parseInt(colour.slice(1, 7), 16);
  return (rgb >> 16) * 0.299 + ((rgb >> 8) & 255) * 0.587 + (rgb & 255) * 0.114;
}
