import { setImmediate as breath } from 'node:timers/promises';
import type { Scene } from '../game/index.ts';
import { BAND, type Band, drawBands, type Planned, planned } from './frame.ts';
import { type Lzw, lzw } from './lzw.ts';
import { inSlices, roundRobin } from './scheduling.ts';

export interface Shown {
  readonly scene: Scene;
  /** Milliseconds, 20 to 600,000; a GIF rounds them to hundredths of a second. */
  readonly ms: number;
}

/** The largest GIF, in bytes. */
export const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Renders an animation that loops for ever, of scenes with equal sizes and palettes. Each frame holds only the rectangle that changed,
 * and in it, if the palette leaves a colour free for transparency, only the changed pixels. A GIF that would be too large leaves out the
 * frames shown the shortest. Takes a few milliseconds of the event loop at a time. Rejects as `drawFrame` does, if there is no frame,
 * and if sizes or palettes differ.
 */
export function renderGif(frames: readonly Shown[]): Promise<Buffer> {
  return made(async () => {
    for (let shown = frames; ; shown = fewer(shown)) {
      const gif = await encoded(shown);
      if (gif.length <= MOST_BYTES || shown.length === 1) return gif;
    }
  });
}

/** One GIF at a time, since each holds two frames in memory. */
const made = roundRobin();

/** Drops the fifth of the frames shown the shortest, never the first or last; each one's time goes to the frame before it. */
export function fewer(frames: readonly Shown[]): readonly Shown[] {
  const between = [...frames.keys()].slice(1, -1).sort((a, b) => (frames[a]?.ms ?? 0) - (frames[b]?.ms ?? 0));
  if (between.length === 0) return frames.slice(-1);
  const gone = new Set(between.slice(0, Math.ceil(between.length / 5)));
  const kept: Shown[] = [];
  for (const [index, frame] of frames.entries()) {
    const last = kept.at(-1);
    if (!gone.has(index)) kept.push(frame);
    else if (last) kept[kept.length - 1] = { ...last, ms: last.ms + frame.ms };
  }
  return kept;
}

async function encoded(frames: readonly Shown[]): Promise<Buffer> {
  const images: Image[] = [];
  let film: Film | null = null;
  for (const { scene, ms } of frames) {
    const plan = await planned(scene);
    film ??= new Film(scene, plan.table.palette);
    const image = await film.next(scene, plan, ms);
    const last = images.at(-1);
    if (image) images.push(image);
    else if (last) last.ms += ms;
  }
  if (!film) throw new Error('An animation has no frames');
  return assembled(film, images);
}

/** The whole file: GIF89a, with Netscape's extension that makes it loop. */
function assembled({ width, height, palette }: Film, images: readonly Image[]): Buffer {
  const clears = images.some(({ clear }) => clear !== null);
  const bits = bitsOf(palette.length / 3 + (clears ? 1 : 0));
  const colours = Buffer.alloc(3 << bits);
  colours.set(palette);
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    // A global colour table of 8 bits a channel; its first colour is the background; pixels are square.
    Buffer.from([...word(width), ...word(height), 0xf0 | (bits - 1), 0, 0]),
    colours,
    Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00', 'latin1'),
    ...images.flatMap((image) => imageBytes(image, palette.length / 3)),
    Buffer.from([0x3b]),
  ]);
}

function imageBytes({ part, data, clear, ms }: Image, colours: number): Uint8Array[] {
  const { x, y, width, height } = part;
  const hundredths = Math.min(60_000, Math.max(2, Math.round(ms / 10)));
  return [
    // Disposal 1: the image stays in place. The lowest bit marks a transparent colour.
    Buffer.from([0x21, 0xf9, 4, clear === null ? 0x04 : 0x05, ...word(hundredths), clear ?? 0, 0]),
    Buffer.from([0x2c, ...word(x), ...word(y), ...word(width), ...word(height), 0]),
    Buffer.from([bitsOf(colours + (clear === null ? 0 : 1))]),
    inBlocks(data),
    Buffer.from([0]),
  ];
}

/** A 16-bit number, little-endian. */
function word(value: number): readonly [number, number] {
  return [value & 255, value >> 8];
}

/** Splits bytes into blocks of at most 255, each preceded by its length. */
function inBlocks(bytes: Uint8Array): Buffer {
  const blocks = Buffer.alloc(bytes.length + Math.ceil(bytes.length / 255));
  for (let at = 0, to = 0; at < bytes.length; at += 255, to += 256) {
    const block = bytes.subarray(at, at + 255);
    blocks[to] = block.length;
    blocks.set(block, to + 1);
  }
  return blocks;
}

/** A part of a picture, in whole pixels. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest rectangle with all pixels in which two pictures of one size differ; `null` if they are equal. */
export function changedPart(before: Uint8Array, after: Uint8Array, width: number): Part | null {
  const [old, now] = [bufferOf(before), bufferOf(after)];
  const rows = after.length / width;
  const differs = (y: number) => old.compare(now, y * width, (y + 1) * width, y * width, (y + 1) * width) !== 0;
  let top = 0;
  while (top < rows && !differs(top)) top++;
  if (top === rows) return null;
  let bottom = rows - 1;
  while (!differs(bottom)) bottom--;
  let left = width;
  let right = -1;
  for (let start = top * width; start <= bottom * width; start += width) {
    for (let x = 0; x < left; x++) if (before[start + x] !== after[start + x]) left = x;
    for (let x = width - 1; x > right; x--) if (before[start + x] !== after[start + x]) right = x;
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Writes the pixels of a part, row by row, in steps. */
export function* rowsIn(pixels: Uint8Array, width: number, part: Part, into: Lzw): Generator<void, void> {
  for (const from of rowsOf(part, width)) {
    into.write(pixels.subarray(from, from + part.width));
    yield;
  }
}

/** Writes a part row by row, in steps, with the common index (the transparent colour) for every unchanged pixel. */
export function* changesIn(
  before: Uint8Array,
  after: Uint8Array,
  width: number,
  part: Part,
  into: Lzw,
): Generator<void, void> {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const changed = new Uint8Array(part.width);
  for (const from of rowsOf(part, width)) {
    const to = from + part.width;
    for (let at = from; at < to; ) {
      const start = at;
      while (at < to && before[at] === after[at]) {
        // Compares four pixels at a time where they are aligned.
        if ((at & 3) === 0 && at + 4 <= to && old[at >> 2] === now[at >> 2]) at += 4;
        else at++;
      }
      into.skip(at - start);
      let count = 0;
      for (; at < to && before[at] !== after[at]; at++) changed[count++] = after[at] as number;
      into.write(changed.subarray(0, count));
    }
    yield;
  }
}

/** Words of four bytes; a remainder is left out. */
function wordsOf(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
}

/** The index of the first pixel of each row of a part. */
function* rowsOf({ x, y, height }: Part, width: number): Generator<number, void> {
  for (let row = y; row < y + height; row++) yield row * width + x;
}

/** A rectangle drawn over the previous frame. */
export interface Image {
  readonly part: Part;
  /** Compressed by `lzw`. */
  readonly data: Uint8Array;
  /** The index of the transparent colour; `null` if there is none. */
  readonly clear: number | null;
  ms: number;
}

/** Encodes an animation frame by frame. Only bands that changed are drawn. */
export class Film {
  readonly width: number;
  readonly height: number;
  /** r, g, b of each colour. */
  readonly palette: Uint8Array;
  /** The last frame and the next: one byte a pixel, row by row. */
  readonly #before: Uint8Array;
  readonly #now: Uint8Array;
  /** Keys of the last frame's bands, from the top; empty before the first frame. */
  #keys: readonly string[] = [];

  constructor({ width, height }: Pick<Scene, 'width' | 'height'>, palette: Uint8Array) {
    this.width = width;
    this.height = height;
    this.palette = palette;
    this.#before = new Uint8Array(width * height);
    this.#now = new Uint8Array(width * height);
  }

  /**
   * The rectangle that the next frame changes, all of it for the first; `null` if nothing changes. Await each call before the next.
   * @param plan the scene's
   */
  async next(scene: Scene, plan: Planned, ms: number): Promise<Image | null> {
    if (!this.#isAlike(scene, plan)) throw new Error('The frames of an animation differ in size or in colours');
    const isFirst = this.#keys.length === 0;
    const bands = plan.bands.filter(({ key, index }) => key !== this.#keys[index]);
    this.#keys = plan.bands.map(({ key }) => key);
    await drawBands(scene, plan, bands, this.#now);
    const image = isFirst ? await this.#all(ms) : await this.#changes(ms);
    for (const band of bands) this.#rowsOf(band, this.#before).set(this.#rowsOf(band, this.#now));
    return image;
  }

  #isAlike({ width, height }: Scene, { table }: Planned): boolean {
    return this.width === width && this.height === height && Buffer.compare(this.palette, table.palette) === 0;
  }

  #rowsOf({ index }: Band, pixels: Uint8Array): Uint8Array {
    return pixels.subarray(index * BAND * this.width, (index + 1) * BAND * this.width);
  }

  get #colours(): number {
    return this.palette.length / 3;
  }

  async #all(ms: number): Promise<Image> {
    const part = { x: 0, y: 0, width: this.width, height: this.height };
    return { part, data: await this.#compressed(part), clear: null, ms };
  }

  /** Without a free colour for transparency, the whole rectangle is encoded. */
  async #changes(ms: number): Promise<Image | null> {
    const part = changedPart(this.#before, this.#now, this.width);
    if (!part) return null;
    await breath();
    if (this.#colours === MOST_COLOURS) return { part, data: await this.#compressed(part), clear: null, ms };
    const clear = this.#colours;
    const into = lzw(bitsOf(this.#colours + 1), clear);
    await inSlices(changesIn(this.#before, this.#now, this.width, part, into));
    return { part, data: into.end(), clear, ms };
  }

  async #compressed(part: Part): Promise<Uint8Array> {
    const into = lzw(bitsOf(this.#colours));
    await inSlices(rowsIn(this.#now, this.width, part, into));
    return into.end();
  }
}

const MOST_COLOURS = 256;

/** Bits of a colour's index; GIF's LZW needs at least two. */
export function bitsOf(colours: number): number {
  return Math.max(2, Math.ceil(Math.log2(colours)));
}
