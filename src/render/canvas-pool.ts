import { type Canvas, createCanvas } from 'canvas';
import type { Scene } from '../game/index.ts';
import { BoundedCache } from './bounded-cache.ts';

type Size = Pick<Scene, 'width' | 'height'>;

/**
 * Bytes of canvases kept for later pictures: making a new one takes half as long as drawing on it. One of each size is kept, since games
 * alternate. The whole map of Road to Richmond exceeds the pool.
 */
const KEPT = 8_000_000;
const kept = new BoundedCache<Canvas>(KEPT);

/** A canvas for one user until `returnCanvas`. It still has its old pixels. */
export function takeCanvas(size: Size): Canvas {
  const canvas = kept.get(keyOf(size));
  kept.drop(keyOf(size));
  return canvas ?? createCanvas(size.width, size.height);
}

/** Returns a canvas to the pool. Don't return one after an error: an item that throws leaves its clip set. */
export function returnCanvas(canvas: Canvas): void {
  const bytes = canvas.width * canvas.height * 4;
  if (bytes <= KEPT) kept.keep(keyOf(canvas), canvas, bytes);
}

function keyOf({ width, height }: Size): string {
  return `${width}x${height}`;
}
