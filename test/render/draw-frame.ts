import type { Scene } from '../../src/game/index.ts';
import { drawBands, planned } from '../../src/render/frame.ts';

/** A picture of at most 256 colours. Equal palettes give the same colours in the same order. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  /** r, g, b of each colour. */
  readonly palette: Uint8Array;
  /** One byte a pixel, row by row. */
  readonly pixels: Uint8Array;
}

/** A scene's pixels, as a GIF has them. Rejects as `renderScene` does. */
export async function drawFrame(scene: Scene): Promise<Frame> {
  const plan = await planned(scene);
  const { width, height } = scene;
  const pixels = new Uint8Array(width * height);
  await drawBands(scene, plan, [...plan.keys.keys()], pixels);
  return { width, height, palette: plan.table.palette, pixels };
}
