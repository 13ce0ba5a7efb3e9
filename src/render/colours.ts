import type { Colour, Palette } from '../game/index.ts';
import { apart, type Lab, oklab } from './oklab.ts';

/** A colour as one number, 0xrrggbb. */
export type Rgb = number;

/** As many as a PNG's palette holds. */
export const MOST_COLOURS = 256;

/**
 * Steps nearer than this to a colour already taken (OKLab distance) are left out: along the edge of a letter nobody tells them apart,
 * and each one more makes the picture larger. On Overland's map 6 % of it.
 */
const TOLD_APART = 0.025;

/**
 * The colours of a palette, 256 at most, no two the same: its inks in their order, then the steps between them. The steps are
 * taken one by one, each time the one that looks most unlike anything taken so far, so that the places go where the eye would miss
 * them first: to the long blends before the short, and none to a blend that runs close beside another; until none looks unlike enough.
 * The same palette gives the same colours. Throws where there are no inks or more than 256, at an ink that is not `#rrggbb`, and
 * at a blend of what is not an ink.
 */
export function coloursOf(palette: Palette): readonly Rgb[] {
  const colours = [...new Set(palette.inks.map((ink) => rgbOf(ink)))];
  if (colours.length === 0) throw new Error(`The palette ${palette.key} has no inks`);
  if (colours.length > MOST_COLOURS) throw new Error(`The palette ${palette.key} has ${colours.length} inks`);
  const steps = [...new Set(palette.blends.flatMap((ends) => stepsOf(palette, ends)))];
  const labs = packed(steps);
  // How far the nearest colour taken is from each step, squared.
  const missed = new Float64Array(steps.length).fill(Number.POSITIVE_INFINITY);
  /** Notes that a colour is taken; gives the step that is then missed most, -1 where none is. */
  const take = (taken: Rgb): number => {
    const lab = labOf(taken);
    let most = -1;
    for (let at = 0; at < missed.length; at++) {
      missed[at] = Math.min(missed[at] as number, apart(lab, labs, at));
      if ((missed[at] as number) > (most < 0 ? 0 : (missed[most] as number))) most = at;
    }
    return most;
  };
  let next = -1;
  for (const ink of colours) next = take(ink);
  while (next >= 0 && colours.length < MOST_COLOURS && (missed[next] as number) > TOLD_APART ** 2) {
    const step = steps[next] as Rgb;
    colours.push(step);
    next = take(step);
  }
  return colours;
}

export function rgbOf(colour: Colour): Rgb {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) throw new Error(`Not an ink: ${colour}`);
  return Number.parseInt(colour.slice(1), 16);
}

/** Red, green and blue, 0 to 255. */
export function channelsOf(rgb: Rgb): readonly [number, number, number] {
  return [rgb >> 16, (rgb >> 8) & 255, rgb & 255];
}

export function labOf(rgb: Rgb): Lab {
  return oklab(rgb >> 16, (rgb >> 8) & 255, rgb & 255);
}

/** Colours in OKLab, three numbers each: what `apart` compares quickly. */
export function packed(colours: readonly Rgb[]): Float64Array {
  return Float64Array.from(colours.flatMap((rgb) => labOf(rgb)));
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
