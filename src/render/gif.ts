import type { Scene } from '../game/index.ts';
import { bitsOf, Film, type Image } from './film.ts';
import { planned } from './frame.ts';
import { roundRobin } from './scheduling.ts';

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
