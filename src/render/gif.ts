import { setImmediate as breath } from 'node:timers/promises';
import type { Scene } from '../game/index.ts';
import { changedPart, cut, cutChanges, type Part } from './changes.ts';
import { drawFrame, type Frame } from './frame.ts';
import { inTurn } from './in-turn.ts';
import { lzw } from './lzw.ts';
import { inSlices } from './slices.ts';

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
const made = inTurn();

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

/** A rectangle to be put over what is seen. */
interface Image {
  readonly part: Part;
  /** As `lzw` gives them. */
  readonly data: Uint8Array;
  /** The colour that lets what was there be seen; null: none does. */
  readonly clear: number | null;
  ms: number;
}

async function encoded(frames: readonly Shown[]): Promise<Buffer> {
  const images: Image[] = [];
  let first: Frame | null = null;
  let before: Frame | null = null;
  for (const { scene, ms } of frames) {
    const frame = await drawFrame(scene);
    first ??= frame;
    if (!isAlike(first, frame)) throw new Error('The frames of an animation differ in size or in colours');
    const image = await imageOf(before, frame, ms);
    const last = images.at(-1);
    if (image) images.push(image);
    else if (last) last.ms += ms;
    before = frame;
  }
  if (!first) throw new Error('An animation has no frames');
  return assembled(first, images);
}

function isAlike(one: Frame, other: Frame): boolean {
  const { width, height, palette } = other;
  return one.width === width && one.height === height && Buffer.compare(one.palette, palette) === 0;
}

/** What a frame changes; null: nothing. */
async function imageOf(before: Frame | null, frame: Frame, ms: number): Promise<Image | null> {
  const { width, height, palette, pixels } = frame;
  const colours = palette.length / 3;
  const whole = { x: 0, y: 0, width, height };
  if (!before) return { part: whole, data: await compressed(pixels, colours), clear: null, ms };
  const part = changedPart(before.pixels, pixels, width);
  if (!part) return null;
  await breath();
  if (colours === MOST_COLOURS)
    return { part, data: await compressed(cut(pixels, width, part), colours), clear: null, ms };
  const changes = cutChanges(before.pixels, pixels, width, part, colours);
  await breath();
  return { part, data: await compressed(changes, colours + 1, colours), clear: colours, ms };
}

const MOST_COLOURS = 256;
/** Pixels compressed between two looks at the clock: a millisecond's worth at most. */
const AT_ONCE = 1 << 15;

async function compressed(indices: Uint8Array, colours: number, common = 0): Promise<Uint8Array> {
  const into = lzw(bitsOf(colours), common);
  await inSlices(
    (function* () {
      for (let at = 0; at < indices.length; at += AT_ONCE) {
        into.write(indices.subarray(at, at + AT_ONCE));
        yield;
      }
    })(),
  );
  return into.end();
}

/** Bits of a colour's index, as LZW counts them: two at least. */
function bitsOf(colours: number): number {
  return Math.max(2, Math.ceil(Math.log2(colours)));
}

/** The whole file: GIF89a, with the extension of Netscape's that makes it go round. */
function assembled({ width, height, palette }: Frame, images: readonly Image[]): Buffer {
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
