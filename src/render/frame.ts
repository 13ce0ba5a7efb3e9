import { type Canvas, createCanvas } from 'canvas';
import type { Scene } from '../game/index.ts';
import { drawItems } from './draw.ts';
import { groundOf, OPAQUE } from './ground.ts';
import { tableOf } from './table.ts';

/** A picture of at most 256 colours. Frames of one palette's key have the same colours in the same order. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  /** r, g, b of each colour. */
  readonly palette: Uint8Array;
  /** One byte a pixel, row by row. */
  readonly pixels: Uint8Array;
}

/**
 * Draws a scene in the colours of its palette. Where nothing covers the sheet it is the palette's first ink. Rejects where the
 * typefaces are not installed, a path of the scene is malformed, or the palette is none (`coloursOf`).
 */
export async function drawFrame(scene: Scene): Promise<Frame> {
  const { width, height } = scene;
  const table = tableOf(scene.palette);
  const ground = await groundOf(scene);
  const pixels = new Uint8Array(width * height);
  table.convert(drawOver(ground, scene), pixels);
  return { width, height, palette: table.palette, pixels };
}

/** The scene's pixels, 0xaarrggbb. */
function drawOver(ground: Canvas, { width, height, items }: Scene): Uint32Array {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d', OPAQUE);
  context.drawImage(ground, 0, 0);
  for (const _ of drawItems(context, items));
  const raw = canvas.toBuffer('raw');
  return new Uint32Array(raw.buffer, raw.byteOffset, raw.length / 4);
}
