import { type Canvas, type CanvasRenderingContext2D as Context, createCanvas, createImageData } from 'canvas';
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
    const pixels = groundRows(ground, width, top, Math.min(BAND, height - top));
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
    if (band.touched.length > 0) readColumns(sheet, table, pixels, band);
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
  const across = right - left;
  const rows = pixels.length / width;
  const colours = new Uint32Array(across * rows);
  for (let row = 0, to = 0; row < rows; row++) {
    for (let at = row * width + left, end = at + across; at < end; at++) {
      colours[to++] = rgba[pixels[at] as number] as number;
    }
  }
  context.putImageData(createImageData(new Uint8ClampedArray(colours.buffer), across, rows), left, top);
}

/** Converts the touched columns of a band, as they are on the sheet, to palette indices. */
function readColumns(sheet: Canvas, table: Table, pixels: Uint8Array, { index, touched }: Band): void {
  const { width } = sheet;
  const canvas = readers.get(width) ?? createCanvas(width, BAND);
  readers.set(width, canvas);
  canvas.getContext('2d', OPAQUE).drawImage(sheet, 0, -index * BAND);
  const raw = canvas.toBuffer('raw');
  const argb = new Int32Array(raw.buffer, raw.byteOffset, pixels.length);
  for (const { left, right } of touched) {
    for (let start = 0; start < pixels.length; start += width) {
      table.convert(argb.subarray(start + left, start + right), pixels.subarray(start + left, start + right));
    }
  }
}

/** Canvases of one band's size, by width. A band is copied here first: canvas reads part of a sheet more slowly, in another order. */
const readers = new LRUCache<number, Canvas>({ max: 4 });
