export { renderGif, type Shown } from './encode/gif.ts';
export { encodePng } from './encode/png.ts';
export { drawFrame, type Frame } from './frame.ts';
export { renderScene } from './picture.ts';
export { inSlices } from './slices.ts';
export { MissingTypeface, registerFonts } from './text/fonts.ts';
export { widthOf } from './text/measure-text.ts';
