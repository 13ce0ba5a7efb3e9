import type { Scene } from '../game/index.ts';
import { BandCache } from './band-cache.ts';
import { filtered, joined, type Piece } from './encode/png.ts';
import { drawBands, planned } from './frame.ts';
import { roundRobin } from './round-robin.ts';

/** Bytes kept: of some sixty pictures that have nothing in common. */
const KEPT = 8_000_000;
/** Of all pictures made of late. */
export const pieces = new BandCache(KEPT);

/**
 * A scene as a PNG of its size. It draws only the bands of rows that no recent picture had. Drawing takes a few milliseconds of the event
 * loop at a time, putting the PNG together less than one, and deflating none. Two pictures are made at a time, however many are asked for.
 * Rejects as `drawFrame` does, but not for faults of a ground that is not drawn.
 * @param whose who asked for it: a member who asks for many delays nobody else's
 */
export function renderScene(scene: Scene, whose?: string): Promise<Buffer> {
  return made(() => rendered(scene), whose);
}

/** One is drawn while one is deflated. */
const made = roundRobin(2);

async function rendered(scene: Scene): Promise<Buffer> {
  const { width, height } = scene;
  const plan = await planned(scene);
  const found = plan.bands.map(({ key }) => pieces.get(key));
  const missing = plan.bands.filter((_, index) => found[index] === undefined);
  if (missing.length > 0) {
    await drawBands(scene, plan, missing, ({ key, index }, argb) => {
      const rows = filtered(width, argb.length / width, (row, into) => {
        plan.table.convert(argb.subarray(row * width, (row + 1) * width), into);
      });
      const piece = pieces.make(key, rows);
      // It is waited for when all are drawn; until then nobody is there to hear that it failed.
      piece.catch(() => undefined);
      found[index] = piece;
    });
  }
  return joined({ width, height, palette: plan.table.palette }, (await Promise.all(found)) as Piece[]);
}
