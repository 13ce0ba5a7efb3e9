import type { CanvasRenderingContext2D as Context } from 'canvas';
import type { Lettering } from '../game/index.ts';
import { fontOf } from './fonts.ts';
import { setHalo } from './letters.ts';
import { settingOf } from './measure.ts';
import { parsePath } from './path.ts';
import { along, flatten } from './polyline.ts';
import { blankStamp, type Stamp, stampOf } from './stamps.ts';

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

/**
 * Draws letters along a path: the halos of all, then the letters. As with a text, they are drawn apart, kept, and set on the sheet
 * as a stamp; on one that is turned or scaled they are drawn there and then.
 */
export function drawLettering(context: Context, lettering: Lettering): void {
  if (lettering.text.trim() === '') return;
  const { a, b, c, d, e, f } = context.getTransform();
  if (a !== 1 || b !== 0 || c !== 0 || d !== 1) {
    setLetters(context, lettering);
    return;
  }
  const [left, top] = [Math.floor(e), Math.floor(f)];
  const place = [e - left, f - top] as const;
  const stamp = stampOf(`${place} ${JSON.stringify(lettering)}`, () => drawStamp(lettering, place));
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(stamp.canvas, left + stamp.left, top + stamp.top);
  context.setTransform(a, b, c, d, e, f);
}

/** The letters on a canvas of their own; `place`: where in a pixel their origin lies. */
function drawStamp(lettering: Lettering, [e, f]: readonly [number, number]): Stamp {
  const reach = lettering.size * 1.5 + (lettering.halo?.width ?? 0);
  const letters = standLetters(lettering);
  const stamp = blankStamp(
    letters.flatMap(({ x, y }) => [-reach, reach].map((out) => [x + e + out, y + f + out] as const)),
  );
  const context = stamp.canvas.getContext('2d');
  context.translate(e - stamp.left, f - stamp.top);
  setLetters(context, lettering, letters);
  return stamp;
}

function setLetters(context: Context, lettering: Lettering, letters = standLetters(lettering)): void {
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
