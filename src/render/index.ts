export { MissingTypeface, registerFonts, textWidth as widthOf } from './fonts.ts';
export { drawFrame, renderScene } from './frame.ts';
export { renderGif, type Shown } from './gif.ts';
export { drawLand, readLandFrom } from './ground.ts';
export type { Frame } from './png.ts';
export { inSlices } from './scheduling.ts';
