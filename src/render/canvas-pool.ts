import { type Canvas, type CanvasRenderingContext2D as Context, createCanvas } from 'canvas';
import { LRUCache } from 'lru-cache';
import type { Scene } from '../game/index.ts';

type Size = Pick<Scene, 'width' | 'height'>;

/**
 * Bytes of canvases kept for later pictures: making a new one takes half as long as drawing on it. One of each size is kept, since games
 * alternate. The whole map of Road to Richmond exceeds the pool.
 */
const KEPT = 8_000_000;
const kept = new LRUCache<string, Canvas>({
  maxSize: KEPT,
  sizeCalculation: ({ width, height }) => width * height * 4,
});

/** A canvas for one user until `returnCanvas`. It still has its old pixels. */
export function takeCanvas(size: Size): Canvas {
  const canvas = kept.get(keyOf(size));
  kept.delete(keyOf(size));
  return canvas ?? createCanvas(size.width, size.height);
}

/** Returns a canvas to the pool. Don't return one after an error: an item that throws leaves its clip set. */
export function returnCanvas(canvas: Canvas): void {
  kept.set(keyOf(canvas), canvas);
}

function keyOf({ width, height }: Size): string {
  return `${width}x${height}`;
}

/** An opaque canvas is faster to copy and to draw on. */
export const OPAQUE = { alpha: false } as const;

/** Pixels painted in one step, a millisecond or two of work: a map of 1200 × 900 takes one step. */
const AT_ONCE = 1 << 21;

/** Fills a canvas with a colour. Each step is one strip of a large canvas. */
export function* clearCanvas(context: Context, colour: string): Generator<void, void> {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = 1;
  context.fillStyle = colour;
  const { width, height } = context.canvas;
  const rows = width * height <= AT_ONCE ? height : Math.max(1, Math.floor(AT_ONCE / 4 / width));
  for (let top = 0; top < height; top += rows) {
    context.fillRect(0, top, width, rows);
    yield;
  }
}
