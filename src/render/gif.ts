import { setImmediate as breath } from 'node:timers/promises';
import type { Scene } from '../game/index.ts';
import { BAND_ROWS, drawBands, type Planned, planned } from './frame.ts';
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
 * and in it only the changed pixels. A GIF that would be too large leaves out the frames shown the shortest. Takes a few milliseconds of the
 * event loop at a time. Rejects as `drawFrame` does, if there is no frame,
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
    const changed = await film.next(scene, plan);
    const last = images.at(-1);
    if (changed) images.push({ ...changed, ms });
    else if (last) last.ms += ms;
  }
  if (!film) throw new Error('An animation has no frames');
  return assembled(film, images);
}

/** The whole file: GIF89a, with Netscape's extension that makes it loop. */
function assembled({ width, height, palette, clear }: Film, images: readonly Image[]): Buffer {
  const bits = bitsOf(clear);
  const colours = Buffer.alloc(3 << bits);
  colours.set(palette);
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    // A global colour table of 8 bits a channel; its first colour is the background; pixels are square.
    Buffer.from([...word(width), ...word(height), 0xf0 | (bits - 1), 0, 0]),
    colours,
    Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00', 'latin1'),
    ...images.flatMap((image) => imageBytes(image, clear)),
    Buffer.from([0x3b]),
  ]);
}

function imageBytes({ part: { x, y, width, height }, data, ms }: Image, clear: number): Uint8Array[] {
  const hundredths = Math.min(60_000, Math.max(2, Math.round(ms / 10)));
  return [
    // Disposal 1: the image stays in place. The lowest bit marks a transparent colour.
    Buffer.from([0x21, 0xf9, 4, 0x05, ...word(hundredths), clear, 0]),
    Buffer.from([0x2c, ...word(x), ...word(y), ...word(width), ...word(height), 0]),
    Buffer.from([bitsOf(clear)]),
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
interface Part {
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
interface Image {
  readonly part: Part;
  /** Compressed by `lzw`. */
  readonly data: Uint8Array;
  ms: number;
}

/** Encodes an animation frame by frame. Only bands that changed are drawn. */
class Film {
  readonly width: number;
  readonly height: number;
  /** r, g, b of each colour. */
  readonly palette: Uint8Array;
  /** The index of the transparent colour: the first that no pixel has. */
  readonly clear: number;
  /** The last frame and the next: one byte a pixel, row by row. */
  readonly #before: Uint8Array;
  readonly #now: Uint8Array;
  /** Keys of the last frame's bands, from the top; empty before the first frame. */
  #keys: readonly string[] = [];

  constructor({ width, height }: Pick<Scene, 'width' | 'height'>, palette: Uint8Array) {
    this.width = width;
    this.height = height;
    this.palette = palette;
    this.clear = palette.length / 3;
    this.#before = new Uint8Array(width * height).fill(this.clear);
    this.#now = new Uint8Array(width * height);
  }

  /**
   * The rectangle that the next frame changes, all of it for the first; `null` if nothing changes. Await each call before the next.
   * @param plan the scene's
   */
  async next(scene: Scene, plan: Planned): Promise<Omit<Image, 'ms'> | null> {
    const { width, height } = this;
    if (width !== scene.width || height !== scene.height || Buffer.compare(this.palette, plan.table.palette) !== 0)
      throw new Error('The frames of an animation differ in size or in colours');
    const bands = plan.bands.filter(({ key, index }) => key !== this.#keys[index]);
    this.#keys = plan.bands.map(({ key }) => key);
    await drawBands(scene, plan, bands, this.#now);
    const part = changedPart(this.#before, this.#now, width);
    if (!part) return null;
    await breath();
    const into = lzw(bitsOf(this.clear), this.clear);
    await inSlices(changesIn(this.#before, this.#now, width, part, into));
    for (const { index } of bands) {
      const [from, to] = [index * BAND_ROWS * width, (index + 1) * BAND_ROWS * width];
      this.#before.set(this.#now.subarray(from, to), from);
    }
    return { part, data: into.end() };
  }
}

/** Bits of an index up to the largest; GIF's LZW needs at least two. */
function bitsOf(largest: number): number {
  return Math.max(2, Math.ceil(Math.log2(largest + 1)));
}

/**
 * Compresses colour indices for GIF: LZW with codes that grow to twelve bits; a full table is cleared (GIF89a, appendix F). Takes any
 * number of pieces, so that a large image can be done in slices.
 */
interface Lzw {
  readonly common: number;
  /** Each index is below the number of colours. */
  write(indices: Uint8Array): void;
  /** Writes `count` times the common index, much faster than `write`. */
  skip(count: number): void;
  /** The compressed bytes, not split into blocks. Call it last. */
  end(): Uint8Array;
}

const MOST_BITS = 12;
const MOST_CODES = 1 << MOST_BITS;
/** Places of the hash table: four for each possible code, so that collisions are rare. */
const PLACES = MOST_CODES * 4;
const SPREAD = 0x9e3779b1 | 0;
const SHIFT = 32 - 14;

/**
 * @param bits of a colour index: 2 to 8
 * @param common an index expected in long runs, which are then fast. It does not change the compressed bytes.
 */
export function lzw(bits: number, common = 0): Lzw {
  const clear = 1 << bits;
  const end = clear + 1;
  /** Each entry packs a string's prefix code (12 bits), last index (8) and own code (12). 0 is empty: no string has the code 0. */
  const table = new Int32Array(PLACES);
  let bytes = new Uint8Array(1 << 14);
  let length = 0;
  let held = 0;
  let waiting = 0;
  let size = bits + 1;
  let next = end + 1;
  /** The code of the string read but not yet written; −1 before the first index. */
  let prefix = -1;
  /** The length of that string if it is all the common index; else 0. */
  let alike = 0;
  /** Codes of runs of the common index by length, up to `longest`. */
  const runs = new Uint16Array(MOST_CODES);
  runs[1] = common;
  let longest = 1;

  function put(code: number): void {
    held |= code << waiting;
    waiting += size;
    while (waiting >= 8) {
      bytes[length++] = held & 255;
      held >>>= 8;
      waiting -= 8;
    }
    if (length > bytes.length - 8) {
      const more = new Uint8Array(bytes.length * 2);
      more.set(bytes);
      bytes = more;
    }
  }

  /** Widens the codes. A decoder is one string behind the encoder, so the wider code comes after this one. */
  function grow(): void {
    if (next === 1 << size && size < MOST_BITS) size++;
  }

  function forget(): void {
    put(clear);
    table.fill(0);
    size = bits + 1;
    next = end + 1;
    longest = 1;
  }

  /** Extends a run of the common index. */
  function run(more: number): void {
    let left = more;
    for (;;) {
      const reached = Math.min(longest, alike + left);
      left -= reached - alike;
      alike = reached;
      if (left === 0) return;
      put(runs[longest] as number);
      if (next === MOST_CODES) {
        forget();
      } else {
        longest++;
        runs[longest] = next;
        grow();
        next++;
      }
      alike = 1;
      left--;
    }
  }

  function write(indices: Uint8Array): void {
    let at = 0;
    if (prefix < 0) {
      if (indices.length === 0) return;
      prefix = indices[0] as number;
      alike = prefix === common ? 1 : 0;
      at = 1;
    }
    let code = prefix;
    for (; at < indices.length; at++) {
      const index = indices[at] as number;
      if (alike > 0 && index === common) {
        const from = at;
        do at++;
        while (at < indices.length && indices[at] === common);
        run(at - from);
        code = runs[alike] as number;
        at--;
        continue;
      }
      const string = (code << 8) | index;
      let place = Math.imul(string, SPREAD) >>> SHIFT;
      let known = table[place] as number;
      while (known !== 0 && known >>> MOST_BITS !== string) {
        place = (place + 1) & (PLACES - 1);
        known = table[place] as number;
      }
      if (known !== 0) {
        code = known & (MOST_CODES - 1);
        alike = 0;
        continue;
      }
      put(code);
      code = index;
      alike = index === common ? 1 : 0;
      if (next === MOST_CODES) {
        forget();
      } else {
        table[place] = (string << MOST_BITS) | next;
        grow();
        next++;
      }
    }
    prefix = code;
  }

  const one = Uint8Array.of(common);

  put(clear);
  return {
    common,
    write,
    skip(count) {
      let left = count;
      // The pending string may still match with the common index after it.
      for (; left > 0 && alike === 0; left--) write(one);
      if (left === 0) return;
      run(left);
      prefix = runs[alike] as number;
    },
    end() {
      if (prefix >= 0) {
        put(prefix);
        grow();
      }
      put(end);
      if (waiting > 0) bytes[length++] = held & 255;
      return bytes.subarray(0, length);
    },
  };
}
