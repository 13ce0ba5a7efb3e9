import { setImmediate as breath } from 'node:timers/promises';
import { type Canvas, createCanvas } from 'canvas';
import type { Scene } from '../game/index.ts';
import { drawItems } from './draw.ts';
import { groundOf, OPAQUE } from './ground.ts';
import { inTurn } from './in-turn.ts';
import { inSlices } from './slices.ts';
import { type Table, tableOf } from './table.ts';

/** A picture of at most 256 colours. Frames of palettes that say the same have the same colours in the same order. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  /** r, g, b of each colour. */
  readonly palette: Uint8Array;
  /** One byte a pixel, row by row. */
  readonly pixels: Uint8Array;
}

/**
 * Draws a scene in the colours of its palette. Where nothing covers the sheet it is the palette's first ink. Rejects where the
 * typefaces are not installed, a size is not of whole pixels, a path is malformed, a group's scale is not above 0, or the palette is
 * none (`coloursOf`).
 */
export function drawFrame(scene: Scene): Promise<Frame> {
  return drawn(() => drawNow(scene));
}

/** Of many frames asked for at once, each breath then lets the rest of the process in, and not the next frame. */
const drawn = inTurn();

async function drawNow(scene: Scene): Promise<Frame> {
  const { width, height } = scene;
  for (const side of [width, height]) {
    if (!Number.isInteger(side) || side < 1) throw new Error(`Not a size in pixels: ${width} × ${height}`);
  }
  const table = tableOf(scene.palette);
  // The first picture of a palette takes some milliseconds to mix its colours.
  await breath();
  const argb = await drawPixels(scene);
  await breath();
  const pixels = new Uint8Array(width * height);
  await inSlices(inBands(table, argb, pixels));
  return { width, height, palette: table.palette, pixels };
}

/** Pixels given their colours at a time. */
const BAND = 1 << 16;

function* inBands(table: Table, argb: Int32Array, pixels: Uint8Array): Generator<void, void> {
  for (let at = 0; at < argb.length; at += BAND) {
    yield table.convert(argb.subarray(at, at + BAND), pixels.subarray(at, at + BAND));
  }
}

/** A scene's pixels before they are given the colours of its palette: 0xaarrggbb, row by row. */
export async function drawPixels(scene: Scene): Promise<Int32Array> {
  const ground = await groundOf(scene);
  const canvas = takeSheet(scene);
  const context = canvas.getContext('2d', OPAQUE);
  context.drawImage(ground, 0, 0);
  await inSlices(drawItems(context, scene.items));
  // Only a sheet that was drawn to the end is used again: an item that threw leaves its group's place behind.
  if (scene.width * scene.height * 4 <= SHEET_KEPT) sheet = canvas;
  const raw = canvas.toBuffer('raw');
  return new Int32Array(raw.buffer, raw.byteOffset, raw.length / 4);
}

/** Bytes of the sheet kept to be drawn upon again, at most: new memory for one takes as long to get as half the drawing. */
const SHEET_KEPT = 8_000_000;
let sheet: Canvas | null = null;

function takeSheet({ width, height }: Scene): Canvas {
  const kept = sheet;
  sheet = null;
  return kept?.width === width && kept.height === height ? kept : createCanvas(width, height);
}
