import { setImmediate as breath } from 'node:timers/promises';
import type { Scene } from '../game/index.ts';
import { BAND, type Band, type Cut, cut } from './bands.ts';
import { type Table, tableOf } from './encode/colour-table.ts';
import { grounds } from './ground.ts';
import { type Done, paintBands } from './paint.ts';
import { roundRobin } from './round-robin.ts';
import { inSlices } from './slices.ts';
import { registerFonts } from './text/fonts.ts';

/** A picture of at most 256 colours. Equal palettes give the same colours in the same order. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  /** r, g, b of each colour. */
  readonly palette: Uint8Array;
  /** One byte a pixel, row by row. */
  readonly pixels: Uint8Array;
}

/** A scene ready to be drawn. */
export interface Planned extends Cut {
  readonly table: Table;
}

/** Cuts a scene in bands. Rejects as `drawFrame`, except for faults of the ground, which it does not read. */
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

export function drawBands(scene: Scene, whole: Cut, bands: readonly Band[], done: Done): Promise<void> {
  return drawn(async () => {
    await inSlices(paintBands(scene, await grounds.of(scene), whole, bands, done));
  });
}

/** One picture is drawn at a time, so that each pause goes to the rest of the process and not to the next picture. */
const drawn = roundRobin();

/**
 * Draws a scene in the colours of its palette, on the palette's first ink. Rejects if the typefaces are not installed, the size is not
 * in whole pixels, a path is malformed, a group's scale is not above 0, or the palette is invalid (`coloursOf`).
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
