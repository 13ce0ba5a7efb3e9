import { type Canvas, type CanvasRenderingContext2D as Context, createCanvas } from 'canvas';
import { LRUCache } from 'lru-cache';
import type { Lettering, Stroke, Text } from '../game/index.ts';
import type { Matrix } from './flatten-groups.ts';
import { extentOfText, fontOf, lettersOf, settingOf } from './fonts.ts';
import { along, flatten, parsePath } from './path.ts';

/** Places a text, narrowed to `maxWidth` about its anchor if it is wider; `null` if nothing of it is visible. */
export function placeText(text: Text, place: Matrix): SetLetters | null {
  if (text.text.trim() === '' || (text.maxWidth ?? 1) <= 0) return null;
  const { face, size, fill, align, halo, spacing, maxWidth } = text;
  const look = JSON.stringify([text.text, face, size, fill, align, spacing, maxWidth, halo]);
  return placeLetters(place, { ...text, look }, (at) => lettersOfText(text, at));
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
      [-up - above, down + above].map((y) => [x * scale, y] as const),
    ),
    *draw(context) {
      context.scale(scale, 1);
      context.translate(start, 0);
      context.font = fontOf(face, size);
      const runs = spacing || narrowed || isScaled(place) ? letterByLetter(text) : [{ run: text.text, x: 0 }];
      if (halo) {
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
export function setHalo(context: Context, { colour, width, dash = [] }: Stroke): void {
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

/** Places letters along a path; `null` if none are visible. Throws if the path is malformed. */
export function placeLettering(lettering: Lettering, place: Matrix): SetLetters | null {
  if (lettering.text.trim() === '') return null;
  const { x, y, d } = moved(lettering.d);
  const there = { ...lettering, d };
  return placeLetters(place, { x, y, size: lettering.size, look: JSON.stringify(there) }, () => lettersAlong(there));
}

/** A path with coordinates beyond this is not moved; positions within a pixel are rounded to so small a part. */
const FAR = 1e6;

/** Moves a path by whole pixels to near the origin, so that the same name in another window of a map has the same stamp. */
function moved(d: string): { readonly x: number; readonly y: number; readonly d: string } {
  const steps = parsePath(d);
  const [x = 0, y = 0] = (steps[0]?.at ?? []).map(Math.floor);
  if (steps.some(({ at }) => at.some((value) => Math.abs(value) > FAR))) return { x: 0, y: 0, d };
  const back = (value: number, index: number) => fixed(value - (index % 2 ? y : x));
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

export interface Placed {
  /** The origin, in pixels. */
  readonly x: number;
  readonly y: number;
  /** Font size in pixels. */
  readonly size: number;
  /** Equal looks mean equal letters. */
  readonly look: string;
}

/** Letters relative to an origin of their own. */
export interface Letters {
  /** Points whose bounding box holds all letters, in pixels from the origin. */
  readonly corners: readonly (readonly [x: number, y: number])[];
  /** Draws in steps, so that it can be done in slices. The caller restores the context afterwards. */
  draw(context: Context): Generator<void, void>;
}

/** Letters placed on a sheet. */
export interface SetLetters {
  /** Equal keys mean equal stamps. */
  readonly key: string;
  /** The rotation and scale of the letters, and the position of their origin within a pixel. */
  readonly place: Matrix;
  /** The whole pixel that holds their origin. */
  readonly left: number;
  readonly top: number;
  /** Their bounding box relative to that pixel; `null` if they are too large for a stamp. */
  readonly box: Box | null;
  readonly make: (place: Matrix) => Letters;
}

/** Bytes kept: enough for the words of some five maps and the numbers of all their hexes. */
const KEPT = 10_000_000;
const stamps = new LRUCache<string, Canvas>({
  maxSize: KEPT,
  sizeCalculation: ({ width, height }) => width * height * 4,
});

/** Pixels of the largest stamp: a quarter of a map. Cairo has no canvas longer than 32,767. */
const LARGEST = { area: 250_000, side: 8192 };

/**
 * The largest font size in pixels, many times a sheet. The text engine applies a scale twice; past 65,535 it fails, and then draws
 * nothing of that face and size in the whole process again.
 */
const LARGEST_LETTERS = 32_000;

/** Places letters; `null` if they are too large for any sheet and are left out. */
export function placeLetters(
  [a, b, c, d, e, f]: Matrix,
  { x, y, size, look }: Placed,
  make: (place: Matrix) => Letters,
): SetLetters | null {
  const scale = Math.max(1, Math.hypot(a, b), Math.hypot(c, d));
  if (size * scale ** 2 > LARGEST_LETTERS) return null;
  const [atX, atY] = [a * x + c * y + e, b * x + d * y + f];
  const [left, top] = [Math.floor(atX), Math.floor(atY)];
  const place: Matrix = [a, b, c, d, fixed(atX - left), fixed(atY - top)];
  const box = boxOf(make(place).corners, place);
  return { key: `${place} ${look}`, place, left, top, box: isLarge(box) ? null : box, make };
}

/** Without the noise of sums of decimals, which would keep equal letters from sharing a stamp. */
function fixed(pixels: number): number {
  return Math.round(pixels * FAR) / FAR;
}

/**
 * Draws letters on a sheet. Outlining letters is the slow part of a picture, and most words repeat from one picture to the next, so
 * they are drawn once on a canvas of their own, cached, and copied. Very large ones are drawn straight on the sheet.
 */
export function* setLetters(context: Context, letters: SetLetters): Generator<void, void> {
  const { key, place, left, top, box, make } = letters;
  const [a, b, c, d, e, f] = place;
  if (box === null) {
    yield* drawn(context, [a, b, c, d, left + e, top + f], make(place));
    return;
  }
  let stamp = stamps.get(key);
  if (stamp === undefined) {
    stamp = createCanvas(box.width, box.height);
    yield* drawn(stamp.getContext('2d'), [a, b, c, d, e - box.left, f - box.top], make(place));
    stamps.set(key, stamp);
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(stamp, left + box.left, top + box.top);
}

function* drawn(context: Context, place: Matrix, { draw }: Letters): Generator<void, void> {
  context.save();
  context.setTransform(...place);
  yield* draw(context);
  context.restore();
}

/** In whole pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The bounding box of some transformed points. */
function boxOf(corners: Letters['corners'], [a, b, c, d, e, f]: Matrix): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of corners) {
    const [atX, atY] = [a * x + c * y + e, b * x + d * y + f];
    [left, right] = [Math.min(left, atX), Math.max(right, atX)];
    [top, bottom] = [Math.min(top, atY), Math.max(bottom, atY)];
  }
  [left, top] = [Math.floor(left), Math.floor(top)];
  return { left, top, width: Math.max(1, Math.ceil(right) - left), height: Math.max(1, Math.ceil(bottom) - top) };
}

function isLarge({ width, height }: Box): boolean {
  return !(width * height <= LARGEST.area && Math.max(width, height) <= LARGEST.side);
}
