export { MissingTypeface, registerFonts } from './fonts.ts';
export { drawFrame, type Frame } from './frame.ts';
export { renderGif, type Shown } from './gif.ts';
export { widthOf } from './measure-text.ts';
export { renderScene } from './picture.ts';
export { encodePng } from './png.ts';
export { inSlices } from './slices.ts';
