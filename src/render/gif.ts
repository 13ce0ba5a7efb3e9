import { setImmediate as breath } from 'node:timers/promises';
import type { Scene } from '../game/index.ts';
import { drawBands, planned } from './frame.ts';
import { inSlices, roundRobin } from './scheduling.ts';

export interface Shown {
  readonly scene: Scene;
  /** Milliseconds, 20 to 600,000; a GIF rounds them to hundredths of a second. */
  readonly ms: number;
}

/** The largest GIF, in bytes. */
export const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Renders an animation that loops for ever, of scenes with equal sizes and palettes, a few milliseconds of the event
 * loop at a time. Each frame holds only the rectangle that changed, and in it only the changed pixels. A GIF that would
 * be too large leaves out the frames shown the shortest. Rejects as `renderScene` does, if there is no frame, and if
 * sizes or palettes differ.
 */
export function renderGif(frames: readonly Shown[]): Promise<Buffer> {
  return inTurn(async () => {
    for (let shown = frames; ; shown = fewer(shown)) {
      const gif = await encoded(shown);
      if (gif.length <= MOST_BYTES || shown.length === 1) return gif;
    }
  });
}

/** One GIF at a time, since each holds two frames in memory. */
const inTurn = roundRobin();

/**
 * Drops a fifth of the frames between the first and the last, those shown the shortest. The time of each goes to the
 * frame before it. If there are none between, only the last frame is left.
 */
export function fewer(frames: readonly Shown[]): readonly Shown[] {
  const between = [...frames.keys()].slice(1, -1).sort((a, b) => (frames[a]?.ms ?? 0) - (frames[b]?.ms ?? 0));
  if (between.length === 0) return frames.slice(-1);
  const dropped = new Set(between.slice(0, Math.ceil(between.length / 5)));
  const remaining: Shown[] = [];
  for (const [index, frame] of frames.entries()) {
    const last = remaining.at(-1);
    if (!dropped.has(index)) remaining.push(frame);
    else if (last) remaining[remaining.length - 1] = { ...last, ms: last.ms + frame.ms };
  }
  return remaining;
}

/** A rectangle drawn over the frame before. */
interface Image {
  readonly part: Part;
  /** Compressed by `lzw`. */
  readonly data: Uint8Array;
  ms: number;
}

/** Draws of each frame only the bands that changed. */
async function encoded(frames: readonly Shown[]): Promise<Buffer> {
  const [first] = frames;
  if (!first) throw new Error('An animation has no frames');
  const { width, height } = first.scene;
  const { palette } = (await planned(first.scene)).table;
  /** The first index that no pixel has. */
  const transparent = palette.length / 3;
  const before = new Uint8Array(width * height).fill(transparent);
  const now = new Uint8Array(width * height);
  let keys: readonly string[] = [];
  const images: Image[] = [];
  for (const { scene, ms } of frames) {
    const plan = await planned(scene);
    if (width !== scene.width || height !== scene.height || Buffer.compare(palette, plan.table.palette) !== 0)
      throw new Error('The frames of an animation differ in size or in colours');
    const bands = [...plan.keys.keys()].filter((band) => plan.keys[band] !== keys[band]);
    keys = plan.keys;
    await drawBands(scene, plan, bands, now);
    // Comparing takes milliseconds in one piece.
    await breath();
    const part = changedPart(before, now, width);
    const last = images.at(-1);
    if (part) {
      const into = lzw(bitsOf(transparent), transparent);
      await inSlices(changesIn(before, now, width, part, into));
      images.push({ part, data: into.end(), ms });
    } else if (last) last.ms += ms;
    before.set(now);
  }
  return assembled(first.scene, palette, images);
}

/** The whole file: GIF89a, with Netscape's extension that makes it loop. */
function assembled({ width, height }: Scene, palette: Uint8Array, images: readonly Image[]): Buffer {
  const transparent = palette.length / 3;
  const bits = bitsOf(transparent);
  const colours = Buffer.alloc(3 << bits);
  colours.set(palette);
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    // A global colour table of 8 bits a channel; its first colour is the background; pixels are square.
    Buffer.from([...word(width), ...word(height), 0xf0 | (bits - 1), 0, 0]),
    colours,
    Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00', 'latin1'),
    ...images.flatMap((image) => imageBytes(image, transparent)),
    Buffer.from([0x3b]),
  ]);
}

function imageBytes({ part: { x, y, width, height }, data, ms }: Image, transparent: number): Uint8Array[] {
  const hundredths = Math.min(60_000, Math.max(2, Math.round(ms / 10)));
  return [
    // Disposal 1: the image stays in place. The lowest bit marks a transparent colour.
    Buffer.from([0x21, 0xf9, 4, 0x05, ...word(hundredths), transparent, 0]),
    Buffer.from([0x2c, ...word(x), ...word(y), ...word(width), ...word(height), 0, bitsOf(transparent)]),
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
  let [left, top, right, bottom] = [width, -1, -1, -1];
  for (let start = 0, y = 0; start < after.length; start += width, y++) {
    const end = start + width;
    if (Buffer.compare(before.subarray(start, end), after.subarray(start, end)) === 0) continue;
    if (top < 0) top = y;
    bottom = y;
    for (let x = 0; x < left; x++) if (before[start + x] !== after[start + x]) left = x;
    for (let x = width - 1; x > right; x--) if (before[start + x] !== after[start + x]) right = x;
  }
  return top < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Writes a part, in steps, as transparent pixels and those that changed. */
function* changesIn(
  before: Uint8Array,
  after: Uint8Array,
  width: number,
  part: Part,
  into: Lzw,
): Generator<void, void> {
  for (let y = part.y; y < part.y + part.height; y++) {
    const end = y * width + part.x + part.width;
    for (let at = y * width + part.x; at < end; ) {
      const from = at;
      while (at < end && before[at] === after[at]) at++;
      into.skip(at - from);
      const changed = at;
      while (at < end && before[at] !== after[at]) at++;
      into.write(after, changed, at);
    }
    yield;
  }
}

/** Bits of an index up to the largest; GIF's LZW needs at least two. */
function bitsOf(largest: number): number {
  return Math.max(2, Math.ceil(Math.log2(largest + 1)));
}

/**
 * Compresses colour indices for GIF, in any number of pieces: LZW with codes that grow to twelve bits; a full table is
 * cleared (GIF89a, appendix F).
 */
interface Lzw {
  /** Writes some indices, none of them the transparent one. */
  write(indices: Uint8Array, from: number, to: number): void;
  /** Writes the transparent index `count` times. */
  skip(count: number): void;
  /** The compressed bytes, not split into blocks. Call it last. */
  end(): Uint8Array;
}

const MOST_BITS = 12;
const MOST_CODES = 1 << MOST_BITS;

/**
 * The codes of strings, by the code of all but the last index (12 bits) and that index (8); 0: none. One image is
 * compressed at a time: a table for each would make V8 collect garbage twice as often.
 */
const codes = new Uint16Array(MOST_CODES << 8);

/** @param bits of a colour index: 2 to 8 */
export function lzw(bits: number, transparent: number): Lzw {
  const clear = 1 << bits;
  codes.fill(0);
  /** The codes of runs of the transparent index, by length. They make long runs fast, and are not in `codes`. */
  const runs = [0, transparent];
  const bytes: number[] = [];
  /** Bits that do not fill a byte yet, and their number. */
  let [pending, pendingBits] = [0, 0];
  let size = bits + 1;
  let next = clear + 2;
  /** The code of the string read but not yet written; −1 before the first index. */
  let string = -1;
  /** The length of that string if it is a run of the transparent index; else 0. */
  let run = 0;

  function put(code: number): void {
    pending |= code << pendingBits;
    for (pendingBits += size; pendingBits >= 8; pendingBits -= 8) {
      bytes.push(pending & 255);
      pending >>>= 8;
    }
  }

  /**
   * Writes the string that was read.
   * @returns the code of that string and one index more; 0 if the table was full and is cleared
   */
  function putString(): number {
    put(string);
    if (next < MOST_CODES) {
      // A decoder is one string behind, so the wider code comes after this one.
      if (next === 1 << size) size++;
      return next++;
    }
    put(clear);
    codes.fill(0);
    runs.length = 2;
    size = bits + 1;
    next = clear + 2;
    return 0;
  }

  function add(index: number): void {
    const place = (string << 8) | index;
    const known = codes[place];
    run = 0;
    if (known) {
      string = known;
      return;
    }
    if (string >= 0) codes[place] = putString();
    string = index;
    if (index === transparent) run = 1;
  }

  put(clear);
  return {
    write(indices, from, to) {
      for (let at = from; at < to; at++) add(indices[at] as number);
    },
    skip(count) {
      let remaining = count;
      // The string may still be known with some of these indices after it.
      for (; remaining > 0 && run === 0; remaining--) add(transparent);
      while (remaining > 0) {
        const reached = Math.min(runs.length - 1, run + remaining);
        remaining -= reached - run;
        run = reached;
        string = runs[run] as number;
        if (remaining === 0) return;
        const code = putString();
        if (code > 0) runs.push(code);
        string = transparent;
        run = 1;
        remaining--;
      }
    },
    end() {
      if (string >= 0) putString();
      put(clear + 1);
      if (pendingBits > 0) bytes.push(pending & 255);
      return Uint8Array.from(bytes);
    },
  };
}
