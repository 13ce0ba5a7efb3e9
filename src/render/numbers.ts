import { createCanvas } from 'canvas';
import { LRUCache } from 'lru-cache';
import type { Colour, Face, LandNumbers } from '../game/index.ts';
import type { Table } from './colour-table.ts';
import { channelsOf, rgbOf } from './colours.ts';
import { fontOf, settingOf } from './fonts.ts';

/** How much of each pixel a figure covers, 0 to 255, row by row. Its origin lies `baselineOf` pixels below the top, `MARGIN` from the left. */
type Mask = Uint8Array;

const MARGIN = 2;

/** Masks by face, size and figure: canvas draws each figure of a style once. */
const masks = new LRUCache<string, Mask>({ max: 100 });

/** Palettes with an ink mixed into them, by cover: the palette index of each colour under so much of the ink. */
const mixtures = new LRUCache<string, Uint8Array[]>({ max: 8 });

/**
 * Writes numbers over some rows of a picture, given as palette indices.
 * @param top the first of the rows
 */
export function drawNumbers(
  { face, size, fill, at }: LandNumbers,
  table: Table,
  pixels: Uint8Array,
  width: number,
  top: number,
): void {
  const key = `${table.number} ${fill}`;
  const mixture = mixtures.get(key) ?? [];
  mixtures.set(key, mixture);
  const rows = pixels.length / width;
  for (const { text, x, y } of at) {
    const first = y - baselineOf(size) - top;
    if (first >= rows || first + heightOf(size) <= 0) continue;
    for (const { letter, x: from } of settingOf(face, size, text).letters) {
      const mask = maskOf(face, size, letter);
      const across = mask.length / heightOf(size);
      const left = x + Math.round(from) - MARGIN;
      for (let row = Math.max(0, first); row < Math.min(rows, first + heightOf(size)); row++) {
        for (let column = Math.max(0, -left); column < Math.min(across, width - left); column++) {
          const cover = mask[(row - first) * across + column] as number;
          if (cover === 0) continue;
          mixture[cover] ??= mixed(table, fill, cover);
          const pixel = row * width + left + column;
          pixels[pixel] = mixture[cover][pixels[pixel] as number] as number;
        }
      }
    }
  }
}

/** Rows of a mask: figures of old style reach below their baseline. */
function heightOf(size: number): number {
  return Math.ceil(size * 1.4);
}

function baselineOf(size: number): number {
  return Math.ceil(size);
}

function maskOf(face: Face, size: number, figure: string): Mask {
  const key = `${face} ${size} ${figure}`;
  let mask = masks.get(key);
  if (mask === undefined) {
    const canvas = createCanvas(Math.ceil(settingOf(face, size, figure).width) + 2 * MARGIN, heightOf(size));
    const context = canvas.getContext('2d');
    context.font = fontOf(face, size);
    context.fillText(figure, MARGIN, baselineOf(size));
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    mask = Uint8Array.from({ length: data.length / 4 }, (_, at) => data[at * 4 + 3] as number);
    masks.set(key, mask);
  }
  return mask;
}

function mixed(table: Table, fill: Colour, cover: number): Uint8Array {
  const ink = channelsOf(rgbOf(fill));
  const rgba = new Uint8ClampedArray(table.rgba.slice().buffer).map((under, at) => {
    const channel = ink[at & 3] ?? 255;
    return Math.round((channel * cover + under * (255 - cover)) / 255);
  });
  const indices = new Uint8Array(table.rgba.length);
  table.convert(rgba, indices);
  return indices;
}
