import { type Canvas, type CanvasRenderingContext2D as Context, createCanvas } from 'canvas';
import { BoundedCache } from '../bounded-cache.ts';
import type { Matrix } from '../matrix.ts';

/** What is set, and where. */
export interface Placed {
  /** Its origin, in pixels. */
  readonly x: number;
  readonly y: number;
  /** Of its letters, in pixels. */
  readonly size: number;
  /** Says everything that the stamp shows: the same look is the same letters. */
  readonly look: string;
}

/** Letters to be set about an origin of their own. */
export interface Letters {
  /** Points between which all of it lies, in pixels from its origin. */
  readonly corners: readonly (readonly [x: number, y: number])[];
  /** Draws it in steps, so that it can be done in slices. What it changes in the context is put right after it. */
  draw(context: Context): Generator<void, void>;
}

/** How letters are turned and scaled, and where in a pixel their origin lies. */
export type Place = Matrix;

/** Letters as they stand on a sheet. */
export interface SetLetters {
  /** The same key is the same stamp. */
  readonly key: string;
  readonly place: Place;
  /** The whole pixel that their origin lies in. */
  readonly left: number;
  readonly top: number;
  /** All of them, from that pixel on; null: too large for a stamp. */
  readonly box: Box | null;
  readonly make: (place: Place) => Letters;
}

/** Bytes kept: what the words of some five maps take, most of which are on all of them. */
const KEPT = 6_000_000;
const stamps = new BoundedCache<Canvas>(KEPT);

/** Pixels of the largest stamp: a quarter of a map. Cairo has no canvas longer than 32,767. */
const LARGEST = { area: 250_000, side: 8192 };

/**
 * Pixels of the largest letters, many times a sheet. The text engine takes a scale twice; past 65,535 it fails, and from then on
 * draws nothing of the same face and size in the whole process.
 */
const LARGEST_LETTERS = 32_000;

/** Where letters stand that are placed so. Null: they are too large for any sheet, and left out. */
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
 * Sets letters on a sheet. Outlining letters is the slow part of a picture and its words are mostly those of the last, so they are
 * drawn apart, kept by their look and place, and set on the sheet as a stamp; very large ones, straight on the sheet.
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

/** Whole pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The box about some corners, as they are placed. */
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
