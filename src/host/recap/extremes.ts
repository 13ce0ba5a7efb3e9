import type { Colour, Palette } from '../../game/index.ts';

/** The lightest and the darkest ink of a palette: what is set over a picture of any system is readable in them. */
export function extremes({ inks }: Palette): readonly [paper: Colour, ink: Colour] {
  const sorted = [...inks].sort((a, b) => lightness(b) - lightness(a));
  return [sorted[0] ?? '#ffffff', sorted.at(-1) ?? '#000000'];
}

/** Luma, as television weighs the three. */
function lightness(colour: Colour): number {
  const rgb = Number.parseInt(colour.slice(1, 7), 16);
  return (rgb >> 16) * 0.299 + ((rgb >> 8) & 255) * 0.587 + (rgb & 255) * 0.114;
}
