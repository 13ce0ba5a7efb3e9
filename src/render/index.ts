export { renderScene } from './frame.ts';
export { renderGif, type Shown } from './gif.ts';
export { drawLand, readLandFrom } from './ground.ts';
export { inSlices } from './scheduling.ts';
export { MissingTypeface, registerFonts, textWidth as widthOf } from './text.ts';
