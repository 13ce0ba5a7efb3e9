import { setImmediate as breath } from 'node:timers/promises';
import type { Scene } from '../game/index.ts';
import { BAND, type Band } from './bands.ts';
import { changedPart, changesIn, type Part, rowsIn } from './changed-part.ts';
import { drawBands, type Planned } from './frame.ts';
import { lzw } from './lzw.ts';
import { inSlices } from './scheduling.ts';

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
