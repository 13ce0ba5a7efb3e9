import type { Scene } from '../game/index.ts';
import { drawBands, planned } from './frame.ts';
import { inTurn } from './in-turn.ts';
import { Pieces } from './pieces.ts';
import { joined, type Piece, rowsOf } from './png.ts';
import type { Table } from './table.ts';

/** Bytes kept: of some hundred pictures that have nothing in common. */
const KEPT = 16_000_000;
/** Of all pictures made of late. */
export const pieces = new Pieces(KEPT);

/**
 * A scene as a PNG of its size. Drawn are only the bands of rows that no picture of late had as well. Drawing takes a few milliseconds of
 * the event loop at a time, and putting the PNG together less than one; deflating none. However many are asked for at once, two are in
 * the making. Rejects as `drawFrame` does, but for what is wrong with a ground that is not drawn.
 * @param whose who waits for it: whoever asks for many keeps nobody else waiting for theirs
 */
export function renderScene(scene: Scene, whose?: string): Promise<Buffer> {
  return made(() => rendered(scene), whose);
}

/** One is drawn while one is deflated. */
const made = inTurn(2);

async function rendered(scene: Scene): Promise<Buffer> {
  const { width, height } = scene;
  const plan = await planned(scene);
  const found = plan.bands.map(({ key }) => pieces.get(key));
  const missing = plan.bands.filter((_, index) => found[index] === undefined);
  if (missing.length > 0) {
    await drawBands(scene, plan, missing, ({ key, index }, argb) => {
      const piece = pieces.make(key, rowsOf(width, coloured(argb, plan.table)));
      // It is waited for when all are drawn; until then nobody is there to hear that it failed.
      piece.catch(() => undefined);
      found[index] = piece;
    });
  }
  return joined({ width, height, palette: plan.table.palette }, (await Promise.all(found)) as Piece[]);
}

function coloured(argb: Int32Array, table: Table): Uint8Array {
  const colours = new Uint8Array(argb.length);
  table.convert(argb, colours);
  return colours;
}
