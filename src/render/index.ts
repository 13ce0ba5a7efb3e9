import type { Scene } from '../game/index.ts';
import { drawFrame } from './frame.ts';
import { encodePng } from './png.ts';

export { drawFrame, type Frame } from './frame.ts';
export { encodePng } from './png.ts';

/**
 * A scene as a PNG of its size. Drawing takes a few milliseconds of the event loop at a time; encoding none. Rejects as `drawFrame`
 * does.
 */
export async function renderScene(scene: Scene): Promise<Buffer> {
  return encodePng(await drawFrame(scene));
}
