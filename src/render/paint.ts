import { type CanvasRenderingContext2D as Context, createImageData, type ImageData } from 'canvas';
import { LRUCache } from 'lru-cache';
import type { Scene } from '../game/index.ts';
import { BAND, type Band, bandsOf, type Columns, type Cut } from './bands.ts';
import { OPAQUE, returnCanvas, takeCanvas } from './canvas-pool.ts';
import type { Table } from './colour-table.ts';
import { drawItem } from './draw.ts';
import { type DrawnGround, groundRows } from './ground.ts';
import type { MeasuredItem } from './measured-items.ts';

/** Takes a painted band: the palette index of each pixel, row by row. */
export type Done = (band: Band, pixels: Uint8Array) => void;

/**
 * Paints some bands of a scene, in steps. Only columns that items touch go through a canvas. Every item that touches the bands is drawn
 * whole, on a sheet of the scene's size: Cairo traces the edges of a shape from its top, so some pixels of a clipped shape would differ.
 */
export function* paintBands(
  { width, height }: Pick<Scene, 'width' | 'height'>,
  ground: DrawnGround,
  { table, measured }: Cut & { readonly table: Table },
  bands: readonly Band[],
  done: Done,
): Generator<void, void> {
  const sheet = takeCanvas({ width, height });
  const context = sheet.getContext('2d', OPAQUE);
  const painted: Uint8Array[] = [];
  for (const { index, touched } of bands) {
    const top = index * BAND;
    const pixels = groundRows(ground, table, width, top, Math.min(BAND, height - top));
    for (const columns of touched) layColumns(context, table, pixels, width, top, columns);
    painted.push(pixels);
    yield;
  }
  for (const { flat, letters } of touching(measured, bands)) {
    yield* drawItem(context, flat, letters);
    yield;
  }
  for (const [at, band] of bands.entries()) {
    const pixels = painted[at] as Uint8Array;
    if (band.touched.length > 0) readColumns(context, table, pixels, band);
    done(band, pixels);
    yield;
  }
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

/** Copies columns of a band to the sheet. */
function layColumns(
  context: Context,
  { rgba }: Table,
  pixels: Uint8Array,
  width: number,
  top: number,
  { left, right }: Columns,
): void {
  const image = bandImageOf(width);
  const colours = new Uint32Array(image.data.buffer);
  const rows = pixels.length / width;
  for (let row = 0; row < rows; row++) {
    for (let at = row * width + left, end = row * width + right; at < end; at++) {
      colours[at] = rgba[pixels[at] as number] as number;
    }
  }
  context.putImageData(image, 0, top, left, 0, right - left, rows);
}

/** The image of a band, by width, for one band after the other: V8 collects garbage the more often, the more memory is new. */
function bandImageOf(width: number): ImageData {
  const image = bandImages.get(width) ?? createImageData(width, BAND);
  bandImages.set(width, image);
  return image;
}

const bandImages = new LRUCache<number, ImageData>({ max: 4 });

/** Converts the touched columns of a band, as they are on the sheet, to palette indices. */
function readColumns(context: Context, table: Table, pixels: Uint8Array, { index, touched }: Band): void {
  const { width } = context.canvas;
  const rows = pixels.length / width;
  for (const { left, right } of touched) {
    const across = right - left;
    const { data } = context.getImageData(left, index * BAND, across, rows);
    const read = new Uint8Array(across * rows);
    table.convert(data, read);
    for (let row = 0; row < rows; row++) {
      pixels.set(read.subarray(row * across, (row + 1) * across), row * width + left);
    }
  }
}
