import { setImmediate as breath } from 'node:timers/promises';
import type { Scene } from '../game/index.ts';
import { BAND, type Band, type Cut, cut } from './bands.ts';
import { type Table, tableOf } from './encode/colour-table.ts';
import { grounds } from './ground.ts';
import { type Done, paintBands } from './paint.ts';
import { roundRobin } from './round-robin.ts';
import { inSlices } from './slices.ts';
import { registerFonts } from './text/fonts.ts';

/** A picture of at most 256 colours. Frames of palettes that say the same have the same colours in the same order. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  /** r, g, b of each colour. */
  readonly palette: Uint8Array;
  /** One byte a pixel, row by row. */
  readonly pixels: Uint8Array;
}

/** A scene that is about to be drawn. */
export interface Planned extends Cut {
  readonly table: Table;
}

/** Cuts a scene in bands. Rejects as `drawFrame`, but for what is wrong with its ground. */
export async function planned(scene: Scene): Promise<Planned> {
  const { width, height } = scene;
  for (const side of [width, height]) {
    if (!Number.isInteger(side) || side < 1) throw new Error(`Not a size in pixels: ${width} × ${height}`);
  }
  registerFonts();
  const table = tableOf(scene.palette);
  // The first picture of a palette takes some milliseconds to mix its colours.
  await breath();
  return { table, ...((await inSlices(cut(scene, table))) as Cut) };
}

/** Draws some bands of a scene. */
export function drawBands(scene: Scene, whole: Cut, bands: readonly Band[], done: Done): Promise<void> {
  return drawn(async () => {
    await inSlices(paintBands(scene, await grounds.of(scene), whole, bands, done));
  });
}

/** Of many pictures asked for at once, each breath then lets the rest of the process in, and not the next picture. */
const drawn = roundRobin();

/**
 * Draws a scene in the colours of its palette. Where nothing covers the sheet it is the palette's first ink. Rejects where the
 * typefaces are not installed, a size is not of whole pixels, a path is malformed, a group's scale is not above 0, or the palette is
 * none (`coloursOf`).
 */
export async function drawFrame(scene: Scene): Promise<Frame> {
  const plan = await planned(scene);
  const { width, height } = scene;
  const pixels = new Uint8Array(width * height);
  await drawBands(scene, plan, plan.bands, ({ index }, argb) => {
    const start = index * BAND * width;
    plan.table.convert(argb, pixels.subarray(start, start + argb.length));
  });
  return { width, height, palette: plan.table.palette, pixels };
}
