import { createCanvas, loadImage } from 'canvas';
import type { Scene } from '../../src/game/index.ts';
import { renderScene } from '../../src/render/index.ts';
import type { Bounds } from '../render/flat.ts';
import type { Rgb } from '../render/vision.ts';

/** The colours of a picture, pixel by pixel. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** Of each pixel, row by row: 0xrrggbb. */
  readonly colours: Uint32Array;
}

/** A scene as anybody who receives it sees it: rendered, and its PNG decoded again. */
export async function decoded(scene: Scene): Promise<Bitmap> {
  const image = await loadImage(await renderScene(scene));
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const colours = new Uint32Array(width * height);
  for (let at = 0; at < colours.length; at++) {
    const [r, g, b] = [data[at * 4], data[at * 4 + 1], data[at * 4 + 2]] as [number, number, number];
    colours[at] = (r << 16) | (g << 8) | b;
  }
  return { width, height, colours };
}

/** The places of the pixels that lie within some bounds. */
export function placesIn({ width, height }: Bitmap, { left, top, right, bottom }: Bounds): number[] {
  const places: number[] = [];
  for (let y = Math.max(0, Math.ceil(top)); y < Math.min(height, bottom); y++) {
    for (let x = Math.max(0, Math.ceil(left)); x < Math.min(width, right); x++) places.push(y * width + x);
  }
  return places;
}

/** How often each colour occurs at some places. */
function countColours({ colours }: Bitmap, places: Iterable<number>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const place of places) {
    const colour = colours[place] as number;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return counts;
}

/** The colour that most of these places have. Throws where there is none. */
export function commonest(bitmap: Bitmap, places: Iterable<number>): Rgb {
  const [most] = [...countColours(bitmap, places)].sort(([, a], [, b]) => b - a);
  if (most === undefined) throw new Error('There is no pixel here');
  return rgb(most[0]);
}

export function rgb(colour: number): Rgb {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}
