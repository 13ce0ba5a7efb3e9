import { type Canvas, type CanvasRenderingContext2D as Context, createCanvas } from 'canvas';
import { BoundedCache } from '../bounded-cache.ts';
import type { Matrix } from '../matrix.ts';

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

/** The rotation and scale of letters, and the position of their origin within a pixel. */
export type Place = Matrix;

/** Letters placed on a sheet. */
export interface SetLetters {
  /** Equal keys mean equal stamps. */
  readonly key: string;
  readonly place: Place;
  /** The whole pixel that holds their origin. */
  readonly left: number;
  readonly top: number;
  /** Their bounding box relative to that pixel; `null` if they are too large for a stamp. */
  readonly box: Box | null;
  readonly make: (place: Place) => Letters;
}

/** Bytes kept: enough for the words of some five maps, which share most of them. */
const KEPT = 6_000_000;
const stamps = new BoundedCache<Canvas>(KEPT);

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
  make: (place: Place) => Letters,
): SetLetters | null {
  const scale = Math.max(1, Math.hypot(a, b), Math.hypot(c, d));
  if (size * scale ** 2 > LARGEST_LETTERS) return null;
  const [atX, atY] = [a * x + c * y + e, b * x + d * y + f];
  const [left, top] = [Math.floor(atX), Math.floor(atY)];
  const place: Place = [a, b, c, d, atX - left, atY - top];
  const box = boxOf(make(place).corners, place);
  return { key: `${place} ${look}`, place, left, top, box: isLarge(box) ? null : box, make };
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
    stamps.keep(key, stamp, box.width * box.height * 4);
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(stamp, left + box.left, top + box.top);
}

function* drawn(context: Context, place: Place, { draw }: Letters): Generator<void, void> {
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
function boxOf(corners: Letters['corners'], [a, b, c, d, e, f]: Place): Box {
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
