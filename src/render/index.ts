import type { Scene } from '../game/index.ts';
import { drawScene } from './draw.ts';
import { encodePng } from './encode.ts';

/**
 * A scene as a PNG of its size. Drawing takes some milliseconds of the event loop; encoding none. Rejects where the typefaces are
 * not installed or a path of the scene is malformed.
 */
export async function renderScene(scene: Scene): Promise<Buffer> {
  return encodePng(drawScene(scene));
}
