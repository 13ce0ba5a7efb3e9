import { setImmediate as breath } from 'node:timers/promises';
import type { Canvas } from 'canvas';
import type { Scene } from '../game/index.ts';
import { inTurn } from './in-turn.ts';
import { drawSheet, keepSheet, pixelsOf } from './sheet.ts';
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
  const sheet = await drawSheet(scene);
  const pixels = new Uint8Array(width * height);
  await inSlices(indexed(sheet, table, pixels));
  keepSheet(sheet);
  return { width, height, palette: table.palette, pixels };
}

/** Pixels given their colours at a time. */
const BAND = 1 << 16;

function* indexed(sheet: Canvas, table: Table, pixels: Uint8Array): Generator<void, void> {
  let done = 0;
  for (const argb of pixelsOf(sheet)) {
    yield;
    for (let at = 0; at < argb.length; at += BAND) {
      const band = argb.subarray(at, at + BAND);
      table.convert(band, pixels.subarray(done, done + band.length));
      done += band.length;
      yield;
    }
  }
}
