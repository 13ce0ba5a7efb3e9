import type { Colour, Palette } from '../game/index.ts';

/** The limit of a PNG's palette. */
const MOST_COLOURS = 256;

/**
 * Steps nearer than this to a colour already taken (OKLab distance) are left out. Nobody can tell them apart along the edge of a letter,
 * and taking them too makes Overland's map 6 % larger.
 */
const TOLD_APART = 0.025;

/**
 * The colours of a palette, 256 at most, without repeats: its inks in their order, then steps of its blends. Each step taken is the one
 * that differs most (to the eye) from all colours taken so far, until the difference is too small. Long blends thus get more places than
 * short ones, and a blend close beside another gets none. The result is deterministic. Throws if there are no inks or more than 256, at
 * an ink that is not `#rrggbb`, and at a blend of a colour that is not an ink.
 */
export function coloursOf(palette: Palette): readonly Rgb[] {
  const colours = [...new Set(palette.inks.map((ink) => rgbOf(ink)))];
  if (colours.length === 0) throw new Error('A palette has no inks');
  if (colours.length > MOST_COLOURS) throw new Error(`A palette has ${colours.length} inks`);
  const missed = missedOf(palette.blends.flatMap((ends) => stepsOf(palette, ends)));
  let next: Rgb | null = null;
  for (const ink of colours) next = missed.take(ink);
  while (next !== null && colours.length < MOST_COLOURS) {
    colours.push(next);
    next = missed.take(next);
  }
  return colours;
}

/** The steps not taken yet. */
interface Missed {
  /** Notes that a colour is taken. Returns the step farthest from all taken, or `null` if none is far enough. */
  take(taken: Rgb): Rgb | null;
}

function missedOf(steps: Rgb[]): Missed {
  const labs = labsOf(steps);
  // For each step, the squared distance to the nearest colour taken.
  const nearest = new Float64Array(steps.length).fill(Number.POSITIVE_INFINITY);
  const lab = new Float64Array(3);
  let left = steps.length;
  return {
    take(taken) {
      putLab(taken, lab, 0);
      let most = -1;
      let kept = 0;
      for (let at = 0; at < left; at++) {
        const distance = Math.min(nearest[at] as number, apart(lab, 0, labs, at));
        // Distances only shrink, so this step is dropped for good; the others move up.
        if (distance <= TOLD_APART ** 2) continue;
        nearest[kept] = distance;
        if (kept !== at) {
          steps[kept] = steps[at] as Rgb;
          for (let part = 0; part < 3; part++) labs[kept * 3 + part] = labs[at * 3 + part] as number;
        }
        if (most < 0 || distance > (nearest[most] as number)) most = kept;
        kept++;
      }
      left = kept;
      return most < 0 ? null : (steps[most] as Rgb);
    },
  };
}

export function rgbOf(colour: Colour): Rgb {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) throw new Error(`Not an ink: ${colour}`);
  return Number.parseInt(colour.slice(1), 16);
}

/** Red, green and blue, 0 to 255. */
export function channelsOf(rgb: Rgb): readonly [number, number, number] {
  return [rgb >> 16, (rgb >> 8) & 255, rgb & 255];
}

/** Only every third of 255 steps is examined: they are still closer than `TOLD_APART`, and the search takes a third of the time. */
const STRIDE = 3;

/** The colours from one ink to another, as the edge of a shape mixes them: in equal steps of sRGB. */
function stepsOf({ inks }: Palette, ends: readonly [Colour, Colour]): Rgb[] {
  for (const end of ends) if (!inks.includes(end)) throw new Error(`A palette blends ${end}, which is not an ink`);
  const [from, to] = [channelsOf(rgbOf(ends[0])), channelsOf(rgbOf(ends[1]))];
  const across = [to[0] - from[0], to[1] - from[1], to[2] - from[2]] as const;
  const count = Math.max(...across.map(Math.abs));
  const steps: Rgb[] = [];
  for (let step = STRIDE; step < count; step += STRIDE) {
    const part = step / count;
    const r = Math.round(from[0] + across[0] * part);
    const g = Math.round(from[1] + across[1] * part);
    const b = Math.round(from[2] + across[2] * part);
    steps.push((r << 16) | (g << 8) | b);
  }
  return steps;
}

/** A colour as one number, 0xrrggbb. */
export type Rgb = number;

/** A colour in OKLab, a space where distance is roughly perceived difference (Björn Ottosson, 2020). Lightness 0 to 1. */
export type Lab = readonly [lightness: number, a: number, b: number];

/** Colours in OKLab, three numbers each, one after another. */
export type Labs = Float64Array;

/** Linear light, 0 to 1, by the value of an sRGB channel (IEC 61966-2-1). */
const LIGHT = Float64Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

export function labsOf(colours: readonly Rgb[]): Labs {
  const labs = new Float64Array(colours.length * 3);
  for (let index = 0; index < colours.length; index++) putLab(colours[index] as Rgb, labs, index);
  return labs;
}

export function labOf(rgb: Rgb): Lab {
  return [...labsOf([rgb])] as [number, number, number];
}

/** Writes a colour to its place among others. */
export function putLab(rgb: Rgb, labs: Labs, index: number): void {
  const r = LIGHT[rgb >> 16] as number;
  const g = LIGHT[(rgb >> 8) & 255] as number;
  const b = LIGHT[rgb & 255] as number;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  labs[index * 3] = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  labs[index * 3 + 1] = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  labs[index * 3 + 2] = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
}

/** The squared distance between two colours. */
export function apart(some: Labs, i: number, others: Labs, j: number): number {
  const l = (some[i * 3] as number) - (others[j * 3] as number);
  const a = (some[i * 3 + 1] as number) - (others[j * 3 + 1] as number);
  const b = (some[i * 3 + 2] as number) - (others[j * 3 + 2] as number);
  return l * l + a * a + b * b;
}
