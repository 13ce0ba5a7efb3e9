import { createCanvas, loadImage } from 'canvas';

/**
 * A PNG made so many pixels wide, in full colour: each pixel is the mean of the area it covers, as picture hosts shrink them for a
 * phone. `width` is at most the picture's own.
 */
export async function shrunk(png: Buffer, width: number): Promise<Buffer> {
  const image = await loadImage(png);
  const canvas = createCanvas(width, Math.round((image.height * width) / image.width));
  const context = canvas.getContext('2d');
  // Cairo's word for a box filter.
  context.quality = 'good';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toBuffer('image/png');
}
