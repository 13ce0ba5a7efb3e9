import type { Scene } from '../game/index.ts';
import { BandCache } from './band-cache.ts';
import { filtered, joined, type Piece } from './encode/png.ts';
import { drawBands, planned } from './frame.ts';
import { roundRobin } from './round-robin.ts';

/** Bytes kept: enough for some sixty pictures with nothing in common. */
const KEPT = 8_000_000;
/** Pieces of all recent pictures. */
export const pieces = new BandCache(KEPT);

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
  const found = plan.bands.map(({ key }) => pieces.get(key));
  const missing = plan.bands.filter((_, index) => found[index] === undefined);
  if (missing.length > 0) {
    await drawBands(scene, plan, missing, ({ key, index }, argb) => {
      const rows = filtered(width, argb.length / width, (row, into) => {
        plan.table.convert(argb.subarray(row * width, (row + 1) * width), into);
      });
      const piece = pieces.make(key, rows);
      // Awaited only after all are drawn; without this handler an early failure would be an unhandled rejection.
      piece.catch(() => undefined);
      found[index] = piece;
    });
  }
  return joined({ width, height, palette: plan.table.palette }, (await Promise.all(found)) as Piece[]);
}
