import type { Scene } from '../game/index.ts';
import { drawFrame } from './frame.ts';
import { inTurn } from './in-turn.ts';
import { encodePng } from './png.ts';

export { MissingTypeface, registerFonts } from './fonts.ts';
export { drawFrame, type Frame } from './frame.ts';
export { renderGif, type Shown } from './gif.ts';
export { widthOf } from './measure.ts';
export { encodePng } from './png.ts';
export { inSlices } from './slices.ts';

/**
 * A scene as a PNG of its size. Drawing takes a few milliseconds of the event loop at a time, and putting the PNG together one or
 * two; deflating none. However many are asked for at once, two are in the making. Rejects as `drawFrame` does.
 * @param whose who waits for it: whoever asks for many keeps nobody else waiting for theirs
 */
export function renderScene(scene: Scene, whose?: string): Promise<Buffer> {
  return made(async () => encodePng(await drawFrame(scene)), whose);
}

/** One is drawn while one is deflated. Of more, frames would pile up before the deflater, a megabyte each. */
const made = inTurn(2);
