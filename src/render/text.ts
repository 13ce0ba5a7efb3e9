import type { CanvasRenderingContext2D as Context } from 'canvas';
import type { Lettering, Stroke, Text } from '../game/index.ts';
import type { Matrix } from './flatten-groups.ts';
import { extentOfText, fontOf, lettersOf, settingOf } from './fonts.ts';
import { along, flatten, parsePath } from './path.ts';

/** Letters of an item and the room they take. */
interface Letters {
  /** Points whose bounding box holds all letters, in pixels from the item's own origin. */
  readonly corners: readonly (readonly [x: number, y: number])[];
  /** Draws in steps. The caller restores the context afterwards. */
  draw(context: Context): Generator<void, void>;
}

/**
 * The largest font size in pixels, many times a sheet. The text engine applies a scale twice; past 65,535 it fails, and then draws
 * nothing of that face and size in the whole process again.
 */
const LARGEST_LETTERS = 32_000;

/**
 * The letters of an item. `null` if none are visible, or if they are too large for any sheet and are left out. Throws if the path of a
 * lettering is malformed.
 */
export function lettersIn(item: Text | Lettering, place: Matrix): Letters | null {
  const [a, b, c, d] = place;
  const scale = Math.max(1, Math.hypot(a, b), Math.hypot(c, d));
  if (item.text.trim() === '' || item.size * scale ** 2 > LARGEST_LETTERS) return null;
  if (item.kind === 'lettering') return lettersAlong(item);
  return (item.maxWidth ?? 1) <= 0 ? null : lettersOfText(item, place);
}

function lettersOfText(text: Text, place: Matrix): Letters {
  const { face, size, spacing = 0, halo } = text;
  const gaps = spacing === 0 ? 0 : Math.max(0, lettersOf(text.text).length - 1);
  const { width: set, up, down } = extentOfText(face, size, text.text);
  const width = set + spacing * gaps;
  const narrowed = text.maxWidth !== undefined && width > text.maxWidth;
  const scale = narrowed ? (text.maxWidth as number) / width : 1;
  const start = -width * ANCHOR[text.align ?? 'left'];
  // Letters overhang their advance widths in proportion to their size.
  const [aside, above] = [size / 2 + (halo?.width ?? 0), 2 + (halo?.width ?? 0)];
  return {
    corners: [start - aside, start + width + aside].flatMap((x) =>
      [-up - above, down + above].map((y) => [text.x + x * scale, text.y + y] as const),
    ),
    *draw(context) {
      context.translate(text.x, text.y);
      context.scale(scale, 1);
      context.translate(start, 0);
      context.font = fontOf(face, size);
      const runs = spacing || narrowed || isScaled(place) ? letterByLetter(text) : [{ run: text.text, x: 0 }];
      // Canvas ignores a width of 0 and would keep that of the line before.
      if (halo && halo.width > 0) {
        setHalo(context, halo);
        for (const { run, x } of runs) yield context.strokeText(run, x, 0);
      }
      context.fillStyle = text.fill;
      for (const { run, x } of runs) yield context.fillText(run, x, 0);
    },
  };
}

const ANCHOR = { left: 0, center: 0.5, right: 1 } as const;

/** Sets the stroke style of a halo. */
function setHalo(context: Context, { colour, width, dash = [] }: Stroke): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineCap = 'butt';
  context.lineJoin = 'round';
  context.setLineDash([...dash]);
}

interface Run {
  readonly run: string;
  /** Pixels from the start of the text. */
  readonly x: number;
}

/**
 * Letters at their positions within the whole text, so that kerning is kept. Needed for spaced letters, as canvas has no letter spacing,
 * and for scaled ones, as the text engine lays a line out without regard to scale.
 */
function letterByLetter({ face, size, text, spacing = 0 }: Text): Run[] {
  return settingOf(face, size, text).letters.map(({ letter, x }, index) => ({ run: letter, x: x + index * spacing }));
}

function isScaled([a, b, c, d]: Matrix): boolean {
  return Math.abs(Math.hypot(a, b) - 1) > 1e-6 || Math.abs(Math.hypot(c, d) - 1) > 1e-6;
}

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

/** Draws all halos first, so that none covers a letter. */
function lettersAlong(lettering: Lettering): Letters {
  const { face, size, fill, halo } = lettering;
  const stood = standLetters(lettering);
  const reach = size * 1.5 + (halo?.width ?? 0);
  return {
    corners: stood.flatMap(({ x, y }) => [-reach, reach].map((out) => [x + out, y + out] as const)),
    *draw(context) {
      context.font = fontOf(face, size);
      if (halo && halo.width > 0) {
        setHalo(context, halo);
        yield* each(context, stood, (letter, x) => context.strokeText(letter, x, 0));
      }
      context.fillStyle = fill;
      yield* each(context, stood, (letter, x) => context.fillText(letter, x, 0));
    },
  };
}

/** Yields after each letter: one at a new angle takes a while (`TURN`). */
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

/** Letters are turned by multiples of this, 3°: the text engine takes most of a millisecond for the first letter at an angle. */
const TURN = Math.PI / 60;

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
    const angle = Math.atan2(right.y - left.y, right.x - left.x);
    return { letter, x: cx, y: cy, angle: Math.round(angle / TURN) * TURN, width };
  });
}
