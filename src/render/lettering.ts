import type { CanvasRenderingContext2D as Context } from 'canvas';
import type { Lettering } from '../game/index.ts';
import { fontOf } from './fonts.ts';
import { setHalo } from './letters.ts';
import { settingOf } from './measure.ts';
import { parsePath } from './path.ts';
import { along, flatten } from './polyline.ts';

/** A letter on its path. */
export interface Stood {
  readonly letter: string;
  /** The middle of its baseline, in pixels. */
  readonly x: number;
  readonly y: number;
  /** Radians, clockwise. */
  readonly angle: number;
  /** Pixels. */
  readonly width: number;
}

/** Draws letters along a path: the halos of all, then the letters. */
export function drawLettering(context: Context, lettering: Lettering): void {
  const letters = standLetters(lettering);
  context.save();
  context.font = fontOf(lettering.face, lettering.size);
  const each = (draw: (letter: string, x: number) => void) => {
    for (const { letter, x, y, angle, width } of letters) {
      context.translate(x, y);
      context.rotate(angle);
      draw(letter, -width / 2);
      context.rotate(-angle);
      context.translate(-x, -y);
    }
  };
  if (lettering.halo) {
    setHalo(context, lettering.halo);
    each((letter, x) => context.strokeText(letter, x, 0));
  }
  context.fillStyle = lettering.fill;
  each((letter, x) => context.fillText(letter, x, 0));
  context.restore();
}

/**
 * Where each letter of a lettering stands; blanks are left out. A text longer than its path gives up its spacing first, then runs
 * straight on past the ends.
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
