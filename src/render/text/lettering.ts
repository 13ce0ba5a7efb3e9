import type { CanvasRenderingContext2D as Context } from 'canvas';
import type { Lettering } from '../../game/index.ts';
import type { Matrix } from '../matrix.ts';
import { parsePath } from '../path.ts';
import { along, flatten } from '../polyline.ts';
import { fontOf } from './fonts.ts';
import { type Letters, placeLetters, type SetLetters } from './letter-stamps.ts';
import { setHalo } from './letters.ts';
import { settingOf } from './measure-text.ts';

/** A letter on its path. */
interface Stood {
  readonly letter: string;
  /** The centre of its baseline, in pixels. */
  readonly x: number;
  readonly y: number;
  /** Radians, clockwise. */
  readonly angle: number;
  /** Pixels. */
  readonly width: number;
}

/** Places letters along a path; `null` if none are visible. Throws if the path is malformed. */
export function placeLettering(lettering: Lettering, place: Matrix): SetLetters | null {
  if (lettering.text.trim() === '') return null;
  const { x, y, d } = moved(lettering.d);
  const there = { ...lettering, d };
  return placeLetters(place, { x, y, size: lettering.size, look: JSON.stringify(there) }, () => lettersAlong(there));
}

/** A path with coordinates beyond this is not moved. */
const FAR = 1e6;

/** Moves a path by whole pixels to near the origin, so that the same name in another window of a map has the same stamp. */
function moved(d: string): { readonly x: number; readonly y: number; readonly d: string } {
  const steps = parsePath(d);
  const [x = 0, y = 0] = (steps[0]?.at ?? []).map(Math.floor);
  if (steps.some(({ at }) => at.some((value) => Math.abs(value) > FAR))) return { x: 0, y: 0, d };
  // Rounded, as a difference of decimals is not exact in floating point.
  const back = (value: number, index: number) => Math.round((value - (index % 2 ? y : x)) * FAR) / FAR;
  return { x, y, d: steps.map(({ command, at }) => `${command} ${at.map(back).join(' ')}`).join(' ') };
}

/** Draws all halos first, so that none covers a letter. */
function lettersAlong(lettering: Lettering): Letters {
  const { face, size, fill, halo } = lettering;
  const stood = standLetters(lettering);
  const reach = size * 1.5 + (halo?.width ?? 0);
  return {
    corners: stood.flatMap(({ x, y }) => [-reach, reach].map((out) => [x + out, y + out] as const)),
    *draw(context) {
      context.font = fontOf(face, size);
      if (halo) {
        setHalo(context, halo);
        yield* each(context, stood, (letter, x) => context.strokeText(letter, x, 0));
      }
      context.fillStyle = fill;
      yield* each(context, stood, (letter, x) => context.fillText(letter, x, 0));
    },
  };
}

/** Yields after each letter: one at a new angle takes the text engine most of a millisecond. */
function* each(
  context: Context,
  stood: readonly Stood[],
  draw: (letter: string, x: number) => void,
): Generator<void, void> {
  for (const { letter, x, y, angle, width } of stood) {
    context.save();
    context.translate(x, y);
    context.rotate(angle);
    draw(letter, -width / 2);
    context.restore();
    yield;
  }
}

/**
 * Places each letter of a lettering except blanks. A text longer than its path loses its spacing first, then continues straight past
 * both ends.
 */
export function standLetters({ d, text, face, size, spacing = 0, middle = 0.5 }: Lettering): readonly Stood[] {
  const path = flatten(parsePath(d));
  const { width: set, letters } = settingOf(face, size, text);
  const gaps = Math.max(0, letters.length - 1);
  const room = gaps === 0 ? 0 : (path.length - set) / gaps;
  const space = Math.min(spacing, Math.max(0, room));
  const start = path.length * middle - (set + space * gaps) / 2;
  return letters.flatMap(({ letter, x, width }, index) => {
    if (letter.trim() === '') return [];
    const from = start + x + index * space;
    const [left, right] = [along(path, from), along(path, from + width)];
    const { x: cx, y: cy } = along(path, from + width / 2);
    return { letter, x: cx, y: cy, angle: Math.atan2(right.y - left.y, right.x - left.x), width };
  });
}
