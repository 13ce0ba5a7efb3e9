import { type Canvas, createCanvas } from 'canvas';
import type { Scene } from '../game/index.ts';
import { BoundedCache } from './bounded-cache.ts';

type Size = Pick<Scene, 'width' | 'height'>;

/**
 * Bytes of canvases kept for the next pictures: a new one takes half as long as the drawing. One of each size is kept, since games
 * alternate. The whole field of Road to Richmond exceeds the pool.
 */
const KEPT = 8_000_000;
const kept = new BoundedCache<Canvas>(KEPT);

/** A canvas that nobody else uses until `returnCanvas`. Its old pixels are still on it. */
export function takeCanvas(size: Size): Canvas {
  const canvas = kept.get(keyOf(size));
  kept.drop(keyOf(size));
  return canvas ?? createCanvas(size.width, size.height);
}

/** Returns a canvas whose drawing is complete: an item that throws leaves its clip set. */
export function returnCanvas(canvas: Canvas): void {
  const bytes = canvas.width * canvas.height * 4;
  if (bytes <= KEPT) kept.keep(keyOf(canvas), canvas, bytes);
}

function keyOf({ width, height }: Size): string {
  return `${width}x${height}`;
}
