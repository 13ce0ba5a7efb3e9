import { type Canvas, type CanvasRenderingContext2D as Context, createCanvas } from 'canvas';
import { Recent } from './recent.ts';

/** What is set, and where. */
export interface Placed {
  /** Its origin, in pixels. */
  readonly x: number;
  readonly y: number;
  /** Of its letters, in pixels. */
  readonly size: number;
  /** Says all that is to be seen of it: the same look is the same letters. */
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
export type Place = readonly [a: number, b: number, c: number, d: number, x: number, y: number];

/** Letters drawn once, to be set on a sheet again and again. */
interface Stamp {
  readonly canvas: Canvas;
  /** Its upper left corner, in whole pixels from the whole pixel it was drawn at. */
  readonly left: number;
  readonly top: number;
}

/** Bytes kept: twice what the words of a map take, most of which are on the next one too. */
const KEPT = 4_000_000;
const stamps = new Recent<Stamp>(KEPT);

/** Pixels of the largest stamp: a quarter of a map. Cairo has no canvas longer than 32,767. */
const LARGEST = { area: 250_000, side: 8192 };

/**
 * Pixels of the largest letters, many times a sheet. The text engine takes a scale twice; past 65,535 it fails, and from then on
 * draws nothing of the same face and size in the whole process.
 */
const LARGEST_LETTERS = 32_000;

/**
 * Sets letters about their origin. Outlining letters is the slow part of a picture and its words are mostly those of the
 * last, so they are drawn apart, kept by their `look`, and set on the sheet as a stamp; very large ones, straight on the sheet.
 * How they are turned and scaled is seen to here. Letters too large for any sheet are left out.
 */
export function* setLetters(
  context: Context,
  { x, y, size, look }: Placed,
  letters: (place: Place) => Letters,
): Generator<void, void> {
  const { a, b, c, d, e, f } = context.getTransform();
  const scale = Math.max(1, Math.hypot(a, b), Math.hypot(c, d));
  if (size * scale ** 2 > LARGEST_LETTERS) return;
  const [atX, atY] = [a * x + c * y + e, b * x + d * y + f];
  const [left, top] = [Math.floor(atX), Math.floor(atY)];
  const place: Place = [a, b, c, d, atX - left, atY - top];
  const key = `${place} ${look}`;
  let stamp = stamps.get(key);
  if (stamp === undefined) {
    const { corners, draw } = letters(place);
    const box = boxOf(corners, place);
    if (isLarge(box)) {
      yield* drawn(context, [a, b, c, d, atX, atY], draw);
      return;
    }
    const canvas = createCanvas(box.width, box.height);
    yield* drawn(canvas.getContext('2d'), [a, b, c, d, place[4] - box.left, place[5] - box.top], draw);
    stamp = stamps.keep(key, { canvas, left: box.left, top: box.top }, box.width * box.height * 4);
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(stamp.canvas, left + stamp.left, top + stamp.top);
  context.setTransform(a, b, c, d, e, f);
}

function* drawn(context: Context, place: Place, draw: Letters['draw']): Generator<void, void> {
  context.save();
  context.setTransform(...place);
  yield* draw(context);
  context.restore();
}

/** Whole pixels. */
interface Box {
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
