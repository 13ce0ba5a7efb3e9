import { type Canvas, createCanvas } from 'canvas';
import type { Scene } from '../game/index.ts';
import { BAND, type Band, bandsOf, type Cut } from './bands.ts';
import { BoundedCache } from './bounded-cache.ts';
import { drawLeaf } from './draw.ts';
import { type Ground, layGround } from './ground.ts';
import type { Mark } from './marks.ts';
import { keepSheet, takeSheet } from './sheets.ts';
import { OPAQUE } from './strips.ts';

/** What is done with a band that is painted: its pixels, 0xaarrggbb, row by row, are good until it returns. */
export type Done = (band: Band, argb: Int32Array) => void;

/**
 * Paints some bands of a scene, in steps. Whatever touches them is drawn whole, on a sheet of the scene's size, of which nothing else is
 * read: what is drawn in part comes out otherwise here and there, as Cairo follows the edges of shapes from their top.
 */
export function* paintBands(
  size: Pick<Scene, 'width' | 'height'>,
  ground: Ground,
  { marks }: Cut,
  bands: readonly Band[],
  done: Done,
): Generator<void, void> {
  const sheet = takeSheet(size);
  const context = sheet.getContext('2d', OPAQUE);
  for (const { index } of bands) {
    layGround(context, ground, index);
    yield;
  }
  for (const { leaf, letters } of touching(marks, bands)) {
    yield* drawLeaf(context, leaf, letters);
    yield;
  }
  yield* readBands(sheet, bands, done);
  keepSheet(sheet);
}

function* touching(marks: readonly Mark[], bands: readonly Band[]): Generator<Mark, void> {
  const wanted = new Set(bands.map(({ index }) => index));
  const highest = Math.max(...wanted);
  for (const mark of marks) {
    const { first, last } = bandsOf(mark);
    for (let band = Math.max(0, first); band <= Math.min(last, highest); band++) {
      if (!wanted.has(band)) continue;
      yield mark;
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
