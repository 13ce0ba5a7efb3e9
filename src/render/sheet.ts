import { type Canvas, type CanvasRenderingContext2D as Context, createCanvas } from 'canvas';
import type { Scene } from '../game/index.ts';
import { drawItems } from './draw.ts';
import { groundOf } from './ground.ts';
import { inSlices } from './slices.ts';
import { inStrips, OPAQUE, rowsAtOnce } from './strips.ts';

/** A scene's ground and items on a canvas of its size, which is to be given to `keepSheet` after use. Rejects where they cannot be drawn. */
export async function drawSheet(scene: Scene): Promise<Canvas> {
  const ground = await groundOf(scene);
  const canvas = takeSheet(scene);
  const context = canvas.getContext('2d', OPAQUE);
  await inSlices(drawn(context, ground, scene));
  return canvas;
}

function* drawn(context: Context, ground: Canvas, { items }: Scene): Generator<void, void> {
  yield* inStrips(context, () => context.drawImage(ground, 0, 0));
  yield* drawItems(context, items);
}

/** The pixels of a sheet, 0xaarrggbb, row by row: some rows at a time, from the top, each good until the next. */
export function* pixelsOf(sheet: Canvas): Generator<Int32Array, void> {
  const { width, height } = sheet;
  const rows = rowsAtOnce(sheet);
  if (rows === height) {
    yield rawOf(sheet);
    return;
  }
  const band = createCanvas(width, rows);
  const context = band.getContext('2d', OPAQUE);
  for (let top = 0; top < height; top += rows) {
    context.drawImage(sheet, 0, -top);
    yield rawOf(band).subarray(0, width * (height - top));
  }
}

function rawOf(canvas: Canvas): Int32Array {
  const raw = canvas.toBuffer('raw');
  return new Int32Array(raw.buffer, raw.byteOffset, raw.length / 4);
}

/** Bytes of the sheet kept to be drawn upon again, at most: new memory for one takes as long to get as half the drawing. */
const KEPT = 8_000_000;
let kept: Canvas | null = null;

function takeSheet({ width, height }: Scene): Canvas {
  const sheet = kept;
  kept = null;
  return sheet?.width === width && sheet.height === height ? sheet : createCanvas(width, height);
}

/** Only for a sheet that was drawn to the end: an item that threw leaves its group's place behind. */
export function keepSheet(sheet: Canvas): void {
  if (sheet.width * sheet.height * 4 <= KEPT) kept = sheet;
}
