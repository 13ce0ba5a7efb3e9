import type { Scene } from '../../game/index.ts';
import { type Frame, planned } from '../frame.ts';
import { roundRobin } from '../round-robin.ts';
import { bitsOf, Film, type Image } from './film.ts';

/** A picture of an animation, and how long it is shown. */
export interface Shown {
  readonly scene: Scene;
  /** Milliseconds, told in hundredths of a second: 20 to 600,000. */
  readonly ms: number;
}

/** Bytes of a GIF at most. */
export const MOST_BYTES = 8 * 1024 * 1024;

/**
 * An animation that goes round for ever, of scenes of one size whose palettes say the same. Of each frame only the rectangle that
 * changed is told, and in it only the pixels that did, where the palette leaves a colour for the others. A GIF that would be too large
 * leaves out those shown for the shortest time. Takes a few milliseconds of the event loop at a time. Rejects as `drawFrame` does, where
 * there is no frame, and where their sizes or colours differ.
 */
export function renderGif(frames: readonly Shown[]): Promise<Buffer> {
  return made(async () => {
    for (let shown = frames; ; shown = fewer(shown)) {
      const gif = await encoded(shown);
      if (gif.length <= MOST_BYTES || shown.length === 1) return gif;
    }
  });
}

/** One at a time: each has two frames in hand. */
const made = roundRobin();

/** All but the first, the last, and a fifth of the others, that are shown the shortest; the time of those goes to the ones before them. */
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

/** The whole file: GIF89a, with the extension of Netscape's that makes it go round. */
function assembled({ width, height, palette }: Omit<Frame, 'pixels'>, images: readonly Image[]): Buffer {
  const clears = images.some(({ clear }) => clear !== null);
  const bits = bitsOf(palette.length / 3 + (clears ? 1 : 0));
  const colours = Buffer.alloc(3 << bits);
  colours.set(palette);
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    // One table of colours for all, of eight bits each; the background is its first; pixels are square.
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
    // It is left in place when its time is over; one colour may be clear.
    Buffer.from([0x21, 0xf9, 4, clear === null ? 0x04 : 0x05, ...word(hundredths), clear ?? 0, 0]),
    Buffer.from([0x2c, ...word(x), ...word(y), ...word(width), ...word(height), 0]),
    Buffer.from([bitsOf(colours + (clear === null ? 0 : 1))]),
    inBlocks(data),
    Buffer.from([0]),
  ];
}

/** A number of two bytes, the low one first. */
function word(value: number): readonly [number, number] {
  return [value & 255, value >> 8];
}

/** Bytes in blocks of 255 at most, each after its length. */
function inBlocks(bytes: Uint8Array): Buffer {
  const blocks = Buffer.alloc(bytes.length + Math.ceil(bytes.length / 255));
  for (let at = 0, to = 0; at < bytes.length; at += 255, to += 256) {
    const block = bytes.subarray(at, at + 255);
    blocks[to] = block.length;
    blocks.set(block, to + 1);
  }
  return blocks;
}
