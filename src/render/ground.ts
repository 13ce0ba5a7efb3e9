import { setImmediate as breath } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import { type Canvas, type CanvasRenderingContext2D as Context, createCanvas, createImageData } from 'canvas';
import type { Colour, Scene } from '../game/index.ts';
import { BAND } from './bands.ts';
import { BoundedCache } from './bounded-cache.ts';
import { returnCanvas, takeCanvas } from './canvas-pool.ts';
import { clearCanvas, OPAQUE } from './clear-canvas.ts';
import { drawItems } from './draw.ts';
import { flattenGroups } from './flatten-groups.ts';
import { inSlices } from './slices.ts';
import { registerFonts } from './text/fonts.ts';

const deflated = promisify(deflateRaw) as (bytes: Uint8Array, options: object) => Promise<Buffer>;

/** The background of a scene. */
export interface Ground {
  /** An id that is never used again in this process. */
  readonly number: number;
  readonly width: number;
  /** The pixels of each band of rows, deflated. */
  readonly bands: readonly Buffer[];
}

/** A cache of grounds, each drawn on first use. */
export class Grounds {
  readonly #kept: BoundedCache<Promise<Ground>>;

  /** @param most bytes kept. A ground of 1200 × 900 pixels takes a third of a megabyte, a twelfth of its raw pixels. */
  constructor(most: number) {
    this.#kept = new BoundedCache(most);
  }

  /**
   * A scene's ground. Callers that ask while it is being drawn share the drawing. Rejects if it cannot be drawn; the next call then tries
   * again.
   */
  of(scene: Scene): Promise<Ground> {
    const { width, height } = scene;
    const key = `${width}x${height} ${paperOf(scene)} ${scene.ground.key}`;
    const known = this.#kept.get(key);
    if (known) return known;
    const ground = this.#kept.keep(key, drawGround(scene), 0);
    ground.then(
      ({ bands }) => this.#weigh(key, ground, bands),
      () => this.#isKept(key, ground) && this.#kept.drop(key),
    );
    return ground;
  }

  #weigh(key: string, ground: Promise<Ground>, bands: readonly Buffer[]): void {
    const bytes = bands.reduce((sum, { length }) => sum + length, 0);
    if (this.#isKept(key, ground)) this.#kept.keep(key, ground, bytes);
  }

  #isKept(key: string, ground: Promise<Ground>): boolean {
    return this.#kept.get(key) === ground;
  }
}

const KEPT = 7_000_000;
/** Shared by all pictures. */
export const grounds = new Grounds(KEPT);

/** The colour of the empty sheet. */
function paperOf({ palette }: Scene): Colour {
  return palette.inks[0] ?? '#ffffff';
}

let made = 0;

/** The fastest level; slower ones save only a tenth. */
const LEVEL = 1;

async function drawGround(scene: Scene): Promise<Ground> {
  const { width, height, ground } = scene;
  registerFonts();
  // The first registration alone takes as long as a slice.
  await breath();
  const sheet = takeCanvas(scene);
  const context = sheet.getContext('2d', OPAQUE);
  await inSlices(clearCanvas(context, paperOf(scene)));
  await inSlices(drawItems(context, flattenGroups(ground.items)));
  const bands: Promise<Buffer>[] = [];
  for (let top = 0; top < height; top += BAND) {
    const { data } = context.getImageData(0, top, width, Math.min(BAND, height - top));
    const band = deflated(bytesOf(data), { level: LEVEL });
    // Awaited only after the next band has begun; without this handler an early failure would be an unhandled rejection.
    band.catch(() => undefined);
    bands.push(band);
    await bands.at(-2);
  }
  returnCanvas(sheet);
  return { number: ++made, width, bands: await Promise.all(bands) };
}

/** Bytes of inflated bands kept: enough for a map of 1200 × 900 pixels, as most redraws need the same few bands. */
const LAID = 4_500_000;
const laid = new BoundedCache<Canvas>(LAID);

/** Copies a band of a ground to a sheet. */
export function layGround(context: Context, ground: Ground, band: number): void {
  const key = `${ground.number} ${band}`;
  const canvas = laid.get(key) ?? laid.keep(key, inflated(ground, band), ground.width * BAND * 4);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = 1;
  context.drawImage(canvas, 0, band * BAND);
}

function inflated({ width, bands }: Ground, band: number): Canvas {
  const bytes = inflateRawSync(bands[band] as Buffer, { chunkSize: width * BAND * 4 + 1 });
  const pixels = new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.length);
  const rows = pixels.length / 4 / width;
  const canvas = createCanvas(width, rows);
  canvas.getContext('2d', OPAQUE).putImageData(createImageData(pixels, width, rows), 0, 0);
  return canvas;
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint8ClampedArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
