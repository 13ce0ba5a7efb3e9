import { BAND_ROWS } from '../../src/render/frame.ts';
import { joinPieces, pngPieceOf } from '../../src/render/png.ts';
import type { Frame } from './draw-frame.ts';

/** A frame as a PNG, byte for byte as `renderScene` makes it of a picture that is no close-up. */
export function pngOf(frame: Frame): Buffer {
  const { width, height, pixels } = frame;
  const bands = Array.from({ length: Math.ceil(height / BAND_ROWS) }, (_, index) => {
    const rows = Array.from({ length: Math.min(BAND_ROWS, height - index * BAND_ROWS) }, (_, row) => {
      const from = (index * BAND_ROWS + row) * width;
      return [0, ...pixels.subarray(from, from + width)];
    });
    return pngPieceOf(Uint8Array.from(rows.flat()), 6);
  });
  return joinPieces(frame, bands);
}

/** One pixel. */
export const BLANK_PNG = pngOf({ width: 1, height: 1, palette: new Uint8Array(3), pixels: new Uint8Array(1) });
