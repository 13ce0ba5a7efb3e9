export { MissingTypeface, registerFonts, textWidth as widthOf } from './fonts.ts';
export { renderScene } from './frame.ts';
export { renderGif, type Shown } from './gif.ts';
export { drawLand, readLandFrom } from './ground.ts';
export { inSlices } from './scheduling.ts';
