import type { Scene } from '../../src/game/index.ts';
import { drawFrame, type Frame } from '../render/draw-frame.ts';
import type { Bounds } from '../render/flat.ts';
import { contrast, type Rgb } from '../render/vision.ts';
import { lettersAlone, type Words, withoutLetters, wordsOf } from './lettered.ts';

/** How well words can be read in the picture as it is drawn. */
export interface Legibility {
  readonly words: Words;
  /** The part of their ink that nothing hides, 0 to 1. */
  readonly visible: number;
  /** The contrast ratio of the letters to what they stand on, halo included: 95 in 100 pixels there have more. */
  readonly contrast: number;
}

const WORST = 0.05;

/** Every word of a scene that is not covered altogether. The scene is drawn as it is, without its letters, and its letters alone. */
export async function legibilities(scene: Scene): Promise<readonly Legibility[]> {
  const words = wordsOf(scene).filter(({ covered }) => !covered);
  const full = await drawFrame(scene);
  const bare = await drawFrame(withoutLetters(scene));
  const { pixels } = await drawFrame(lettersAlone(scene, words));
  return words.map((one) => ({ words: one, ...legibility(one.bounds, full, bare, pixels) }));
}

/** What a letter needs to be read; WCAG 2.2 asks it of small ones (1.4.3). */
const LETTER = 4.5;

/**
 * The words of some pictures that cannot be read as they are drawn, each fault once with the pictures that have it: too faint, or hidden in part.
 * @param least the part of a word that must be seen, 0 to 1; null: nobody has to read it
 */
export async function unreadable<Shown extends { readonly scene: Scene }>(
  pictures: readonly (readonly [name: string, shown: Shown])[],
  least: (one: Legibility, shown: Shown) => number | null,
): Promise<string[]> {
  const found = new Map<string, string[]>();
  for (const [name, shown] of pictures)
    for (const one of await legibilities(shown.scene)) {
      const part = least(one, shown);
      if (part === null) continue;
      const faint = one.contrast < LETTER ? [`has ${one.contrast.toFixed(2)} to 1`] : [];
      const hidden = one.visible < part ? [`shows ${Math.round(one.visible * 100)} in 100`] : [];
      for (const fault of [...faint, ...hidden]) {
        const key = `“${one.words.item.text}” ${fault}`;
        found.set(key, [...(found.get(key) ?? []), name]);
      }
    }
  return [...found].map(([fault, names]) => `${fault}: ${names.join(', ')}`);
}

/** `letters`: 1 where a letter is, 0 elsewhere. A letter is told from the pixels under it and right beside it. */
function legibility(bounds: Bounds, full: Frame, bare: Frame, letters: Uint8Array): Omit<Legibility, 'words'> {
  const { width, height } = full;
  const inks = new Uint32Array(256);
  const grounds = new Uint32Array(256);
  let [inked, shown] = [0, 0];
  const [left, right] = [Math.max(1, Math.floor(bounds.left) - 1), Math.min(width - 1, bounds.right + 1)];
  const [top, bottom] = [Math.max(1, Math.floor(bounds.top) - 1), Math.min(height - 1, bounds.bottom + 1)];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = y * width + x;
      const isInk = letters[at] === 1;
      if (!(isInk || letters[at - 1] || letters[at + 1] || letters[at - width] || letters[at + width])) continue;
      const ground = bare.pixels[at] as number;
      grounds[ground] = (grounds[ground] as number) + 1;
      if (!isInk) continue;
      inked++;
      const ink = full.pixels[at] as number;
      if (ink === ground) continue;
      shown++;
      inks[ink] = (inks[ink] as number) + 1;
    }
  }
  if (shown === 0) return { visible: 0, contrast: 1 };
  const ink = colour(full, inks.indexOf(Math.max(...inks)));
  return { visible: shown / inked, contrast: worst(ink, grounds, full) };
}

/** The contrast that all but the worst pixels of a ground have. */
function worst(ink: Rgb, grounds: Uint32Array, frame: Frame): number {
  const ratios = [...grounds.entries()]
    .filter(([, count]) => count > 0)
    .map(([index, count]) => ({ ratio: contrast(ink, colour(frame, index)), count }))
    .sort((a, b) => a.ratio - b.ratio);
  let left = ratios.reduce((sum, { count }) => sum + count, 0) * WORST;
  for (const { ratio, count } of ratios) {
    left -= count;
    if (left < 0) return ratio;
  }
  return 1;
}

function colour({ palette }: Frame, index: number): Rgb {
  return [palette[index * 3] as number, palette[index * 3 + 1] as number, palette[index * 3 + 2] as number];
}
