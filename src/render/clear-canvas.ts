import type { CanvasRenderingContext2D as Context } from 'canvas';

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
