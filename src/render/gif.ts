import { setImmediate as breath } from 'node:timers/promises';
import gifenc from 'gifenc';
import type { Scene } from '../game/index.ts';
import { BAND } from './bands.ts';
import { drawBands, type Planned, planned } from './frame.ts';
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

/** A rectangle in whole pixels. */
interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A rectangle to be drawn over the image before. */
interface Image {
  readonly part: Part;
  /** Row by row. */
  readonly pixels: Uint8Array;
  readonly ms: number;
}

async function encoded(frames: readonly Shown[]): Promise<Buffer> {
  const [first] = frames;
  if (!first) throw new Error('An animation has no frames');
  const { width, height } = first.scene;
  const { palette } = (await planned(first.scene)).table;
  const gif = new ImageWriter(palette, width * height);
  const [before, now] = [new Uint8Array(width * height), new Uint8Array(width * height)];
  let keys: readonly string[] = [];
  // It is written once the next one tells for how long it is shown.
  let image = null as Image | null;
  for (const { scene, ms } of frames) {
    const plan = await planned(scene);
    if (scene.width !== width || scene.height !== height || Buffer.compare(plan.table.palette, palette) !== 0) {
      throw new Error('The frames of an animation differ in size or in colours');
    }
    await drawChanges(scene, plan, keys, now);
    keys = plan.bands.map(({ key }) => key);
    const part: Part | null = image ? changedPart(before, now, width) : { x: 0, y: 0, width, height };
    if (!part && image) {
      image = { ...image, ms: image.ms + ms };
      continue;
    }
    if (image) gif.write(image);
    await breath();
    const whole = { part: { x: 0, y: 0, width, height }, pixels: now.slice(), ms };
    image = part && image ? { part, pixels: changesIn(before, now, width, part, gif.clear), ms } : whole;
    before.set(now);
    await breath();
  }
  if (image) gif.write(image);
  return gif.end();
}

/** The most colours of a palette; with fewer one index is left for pixels that show the image before. */
const MOST_COLOURS = 256;

class ImageWriter {
  /** The transparent index; `null` if there is none. */
  readonly clear: number | null;
  readonly #gif: ReturnType<typeof gifenc.GIFEncoder>;
  readonly #colours: readonly Uint8Array[];
  readonly #bits: number;

  /** @param palette r, g, b of each colour */
  constructor(palette: Uint8Array, bytes: number) {
    this.#gif = gifenc.GIFEncoder({ initialCapacity: bytes });
    const colours = Array.from({ length: palette.length / 3 }, (_, at) => palette.subarray(at * 3, at * 3 + 3));
    this.clear = colours.length < MOST_COLOURS ? colours.length : null;
    this.#colours = this.clear === null ? colours : [...colours, new Uint8Array(3)];
    this.#bits = Math.max(2, Math.ceil(Math.log2(this.#colours.length)));
  }

  write({ part: { x, y, width, height }, pixels, ms }: Image): void {
    const start = this.#gif.bytesView().length;
    const isFirst = start === 0;
    this.#gif.writeFrame(pixels, width, height, {
      ...(isFirst ? { palette: this.#colours } : {}),
      ...(isFirst || this.clear === null ? {} : { transparent: true, transparentIndex: this.clear }),
      colorDepth: this.#bits,
      delay: Math.min(600_000, Math.max(20, ms)),
      dispose: STAYS,
    });
    if (isFirst) return;
    // The library puts each image in the corner of the picture. Its place follows 8 bytes about its time and the mark of an image.
    const { buffer, byteOffset } = this.#gif.bytesView();
    const bytes = new DataView(buffer, byteOffset + start + 9);
    bytes.setUint16(0, x, true);
    bytes.setUint16(2, y, true);
  }

  end(): Buffer {
    this.#gif.finish();
    return Buffer.from(this.#gif.bytes());
  }
}

/** The disposal method of images that stay in place under the next. */
const STAYS = 1;

/** Draws the bands that the frame before had otherwise. */
async function drawChanges(scene: Scene, plan: Planned, keys: readonly string[], pixels: Uint8Array): Promise<void> {
  const changed = plan.bands.filter(({ key, index }) => key !== keys[index]);
  await drawBands(scene, plan, changed, ({ index }, rows) => pixels.set(rows, index * BAND * scene.width));
}

/** The smallest rectangle with all pixels in which two pictures of one size differ; `null` if they are equal. */
export function changedPart(before: Uint8Array, after: Uint8Array, width: number): Part | null {
  const [old, now] = [Buffer.from(before.buffer), Buffer.from(after.buffer)];
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

/** The pixels of a part, row by row, with the transparent index, if any, for those that are as before. */
function changesIn(before: Uint8Array, now: Uint8Array, across: number, part: Part, clear: number | null): Uint8Array {
  const { x, y, width, height } = part;
  const pixels = new Uint8Array(width * height);
  for (let row = 0, to = 0; row < height; row++) {
    const start = (y + row) * across + x;
    for (let at = start; at < start + width; at++) {
      const index = now[at] as number;
      pixels[to++] = clear !== null && index === before[at] ? clear : index;
    }
  }
  return pixels;
}
