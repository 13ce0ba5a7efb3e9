import type { Colour, Palette } from '../game/index.ts';
import { apart, type Lab, oklab } from './oklab.ts';

/** A colour as one number, 0xrrggbb. */
export type Rgb = number;

/** As many as a PNG's palette holds. */
export const MOST_COLOURS = 256;

/**
 * The colours of a palette, 256 at most, no two the same: its inks in their order, then the steps between them. The steps are
 * taken one by one, each time the one that looks most unlike anything taken so far, so that the places go where the eye would miss
 * them first: to the long blends before the short, and none to a blend that runs close beside another.
 * The same palette gives the same colours. Throws where there are no inks or more than 256, at an ink that is not `#rrggbb`, and
 * at a blend of what is not an ink.
 */
export function coloursOf(palette: Palette): readonly Rgb[] {
  const colours = [...new Set(palette.inks.map((ink) => rgbOf(ink)))];
  if (colours.length === 0) throw new Error(`The palette ${palette.key} has no inks`);
  if (colours.length > MOST_COLOURS) throw new Error(`The palette ${palette.key} has ${colours.length} inks`);
  const steps = [...new Set(palette.blends.flatMap((ends) => stepsOf(palette, ends)))].map((rgb) => ({
    rgb,
    lab: labOf(rgb),
    // How far the nearest colour taken is.
    missed: Number.POSITIVE_INFINITY,
  }));
  const take = (taken: Lab): void => {
    for (const step of steps) step.missed = Math.min(step.missed, apart(step.lab, taken));
  };
  for (const ink of colours) take(labOf(ink));
  while (colours.length < MOST_COLOURS) {
    const next = steps.reduce((most, step) => (step.missed > most.missed ? step : most), {
      missed: 0,
      rgb: -1,
      lab: BLACK,
    });
    if (next.rgb < 0) break;
    colours.push(next.rgb);
    take(next.lab);
  }
  return colours;
}

const BLACK: Lab = [0, 0, 0];

export function rgbOf(colour: Colour): Rgb {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) throw new Error(`Not an ink: ${colour}`);
  return Number.parseInt(colour.slice(1), 16);
}

/** Red, green and blue, 0 to 255. */
export function channelsOf(rgb: Rgb): readonly [number, number, number] {
  return [rgb >> 16, (rgb >> 8) & 255, rgb & 255];
}

export function labOf(rgb: Rgb): Lab {
  return oklab(...channelsOf(rgb));
}

/** Every colour from one ink to another, as the edge of a shape mixes them: in equal steps of sRGB. */
function stepsOf({ key, inks }: Palette, ends: readonly [Colour, Colour]): Rgb[] {
  for (const end of ends)
    if (!inks.includes(end)) throw new Error(`The palette ${key} blends ${end}, which is not an ink`);
  const [from, to] = [channelsOf(rgbOf(ends[0])), channelsOf(rgbOf(ends[1]))];
  const steps = Math.max(...from.map((channel, index) => Math.abs((to[index] as number) - channel)));
  return Array.from({ length: Math.max(0, steps - 1) }, (_, index) => {
    const [r, g, b] = from.map((channel, at) =>
      Math.round(channel + (((to[at] as number) - channel) * (index + 1)) / steps),
    ) as [number, number, number];
    return (r << 16) | (g << 8) | b;
  });
}
