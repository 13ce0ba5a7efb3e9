import { setImmediate as breath } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Scene } from '../game/index.ts';
import { BAND, type Band, type Cut, cut } from './bands.ts';
import { type Table, tableOf } from './colour-table.ts';
import { registerFonts } from './fonts.ts';
import { groundOf } from './ground.ts';
import { type Done, paintBands } from './paint.ts';
import { type Frame, filtered, joined, type Piece, pieceOf } from './png.ts';
import { inSlices, roundRobin } from './scheduling.ts';

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

export function drawBands(scene: Scene, plan: Planned, bands: readonly Band[], done: Done): Promise<void> {
  return drawn(async () => {
    await inSlices(paintBands(scene, await groundOf(scene, plan.table), plan, bands, done));
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
  await drawBands(scene, plan, plan.bands, ({ index }, rows) => pixels.set(rows, index * BAND * width));
  return { width, height, palette: plan.table.palette, pixels };
}

/** Bytes kept: enough for some sixty pictures with nothing in common. */
const KEPT = 8_000_000;
/** Estimated bytes of a cache entry beside its data and its key. */
const ASIDE = 300;

/** Caches pieces of PNGs by content, so that pictures with the same rows share them. */
const kept = new LRUCache<string, Piece>({
  maxSize: KEPT,
  sizeCalculation: ({ chunk }, key) => chunk.length + key.length + ASIDE,
});
/** Pieces that are being deflated. */
const underWay = new Map<string, Promise<Piece>>();

/** Makes a piece of a band's pixels and keeps it. */
async function makePiece(key: string, width: number, pixels: Uint8Array): Promise<Piece> {
  const making = pieceOf(filtered(width, pixels));
  underWay.set(key, making);
  try {
    const piece = await making;
    kept.set(key, piece);
    return piece;
  } finally {
    underWay.delete(key);
  }
}

/**
 * A scene as a PNG. Draws only the bands that no recent picture had. Drawing takes a few milliseconds of the event loop at a time,
 * joining the PNG less than one, deflating none. Two pictures are made at a time. Rejects as `drawFrame` does, but not for faults of a
 * ground that is not drawn.
 * @param whose owner of the request: owners take turns, so a member who asks for many pictures delays nobody else
 */
export function renderScene(scene: Scene, whose?: string): Promise<Buffer> {
  return made(() => rendered(scene), whose);
}

/** Two, so that one is drawn while the other is deflated. */
const made = roundRobin(2);

async function rendered(scene: Scene): Promise<Buffer> {
  const { width, height } = scene;
  const plan = await planned(scene);
  const found = plan.bands.map(({ key }) => kept.get(key) ?? underWay.get(key));
  const missing = plan.bands.filter((_, index) => found[index] === undefined);
  if (missing.length > 0) {
    await drawBands(scene, plan, missing, ({ key, index }, pixels) => {
      const piece = makePiece(key, width, pixels);
      // Awaited only after all are drawn; without this handler an early failure would be an unhandled rejection.
      piece.catch(() => undefined);
      found[index] = piece;
    });
  }
  return joined({ width, height, palette: plan.table.palette }, (await Promise.all(found)) as Piece[]);
}
