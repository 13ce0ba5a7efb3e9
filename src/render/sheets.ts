import { type Canvas, createCanvas } from 'canvas';
import type { Scene } from '../game/index.ts';
import { BoundedCache } from './bounded-cache.ts';

type Size = Pick<Scene, 'width' | 'height'>;

/**
 * Bytes of the sheets kept to be drawn upon again, at most: new memory for one takes as long to get as half the drawing. Pictures of two
 * sizes come by turns where two games are played: of each size one is kept. The whole field of Road to Richmond is larger than all of it.
 */
const KEPT = 8_000_000;
const kept = new BoundedCache<Canvas>(KEPT);

/** A sheet of a size, with whatever is on it, to be given to `keepSheet` after use. Nobody else has it meanwhile. */
export function takeSheet(size: Size): Canvas {
  const sheet = kept.get(keyOf(size));
  kept.drop(keyOf(size));
  return sheet ?? createCanvas(size.width, size.height);
}

/** Only for a sheet that was drawn to the end: an item that threw leaves its clip behind. */
export function keepSheet(sheet: Canvas): void {
  const bytes = sheet.width * sheet.height * 4;
  if (bytes <= KEPT) kept.keep(keyOf(sheet), sheet, bytes);
}

function keyOf({ width, height }: Size): string {
  return `${width}x${height}`;
}
