import { type Canvas, createCanvas } from 'canvas';
import type { Scene } from '../game/index.ts';
import { BAND, type Band, bandsOf, type Cut } from './bands.ts';
import { BoundedCache } from './bounded-cache.ts';
import { returnCanvas, takeCanvas } from './canvas-pool.ts';
import { OPAQUE } from './clear-canvas.ts';
import { drawItem } from './draw.ts';
import { type Ground, layGround } from './ground.ts';
import type { MeasuredItem } from './text/measured-items.ts';

/** What is done with a band that is painted: its pixels, 0xaarrggbb, row by row, are good until it returns. */
export type Done = (band: Band, argb: Int32Array) => void;

/**
 * Paints some bands of a scene, in steps. Whatever touches them is drawn whole, on a sheet of the scene's size, of which nothing else is
 * read: what is drawn in part comes out otherwise here and there, as Cairo follows the edges of shapes from their top.
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

/** By its width, what a band's rows of a sheet are read from: canvas gives all pixels or, more slowly, in another order. */
const readers = new BoundedCache<Canvas>(4);
