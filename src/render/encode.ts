import { Canvas } from 'canvas';

/**
 * A canvas as a PNG. Compression runs off the event loop. No filters: the maps are flat colours, which they make larger and slower.
 */
export function encodePng(canvas: Canvas): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    canvas.toBuffer((error, png) => (error ? reject(error) : resolve(png)), 'image/png', {
      compressionLevel: 6,
      filters: Canvas.PNG_FILTER_NONE,
    });
  });
}
