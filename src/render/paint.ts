import { type Canvas, createCanvas } from 'canvas';
import type { Scene } from '../game/index.ts';
import { BAND, type Band, bandsOf, type Cut } from './bands.ts';
import { BoundedCache } from './bounded-cache.ts';
import { returnCanvas, takeCanvas } from './canvas-pool.ts';
import { OPAQUE } from './clear-canvas.ts';
import { drawItem } from './draw.ts';
import { type Ground, layGround } from './ground.ts';
import type { MeasuredItem } from './text/measured-items.ts';

/** Takes a painted band. Its pixels, 0xaarrggbb, row by row, are valid until the call returns. */
export type Done = (band: Band, argb: Int32Array) => void;

/**
 * Paints some bands of a scene, in steps. Every item that touches them is drawn whole, on a sheet of the scene's size: Cairo traces the
 * edges of a shape from its top, so some pixels of a clipped shape would differ.
 */
export function* paintBands(
  size: Pick<Scene, 'width' | 'height'>,
  ground: Ground,
  { measured }: Cut,
  bands: readonly Band[],
  done: Done,
): Generator<void, void> {
  const sheet = takeCanvas(size);
  const context = sheet.getContext('2d', OPAQUE);
  for (const { index } of bands) {
    layGround(context, ground, index);
    yield;
  }
  for (const { flat, letters } of touching(measured, bands)) {
    yield* drawItem(context, flat, letters);
    yield;
  }
  yield* readBands(sheet, bands, done);
  returnCanvas(sheet);
}

function* touching(measured: readonly MeasuredItem[], bands: readonly Band[]): Generator<MeasuredItem, void> {
  const wanted = new Set(bands.map(({ index }) => index));
  const highest = Math.max(...wanted);
  for (const one of measured) {
    const { first, last } = bandsOf(one);
    for (let band = Math.max(0, first); band <= Math.min(last, highest); band++) {
      if (!wanted.has(band)) continue;
      yield one;
      break;
    }
  }
}

function* readBands(sheet: Canvas, bands: readonly Band[], done: Done): Generator<void, void> {
  const { width, height } = sheet;
  const canvas = readers.get(`${width}`) ?? readers.keep(`${width}`, createCanvas(width, BAND), 1);
  const context = canvas.getContext('2d', OPAQUE);
  for (const band of bands) {
    const top = band.index * BAND;
    context.drawImage(sheet, 0, -top);
    const raw = canvas.toBuffer('raw');
    done(band, new Int32Array(raw.buffer, raw.byteOffset, width * Math.min(BAND, height - top)));
    yield;
  }
}

/** Canvases of one band's size, by width. A band is copied here first: canvas reads part of a sheet more slowly, in another order. */
const readers = new BoundedCache<Canvas>(4);
