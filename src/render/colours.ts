import type { Colour, Palette } from '../game/index.ts';
import { apart, labsOf, putLab, type Rgb } from './encode/oklab.ts';

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
