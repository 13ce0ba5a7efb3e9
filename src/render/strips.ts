import type { Canvas, CanvasRenderingContext2D as Context } from 'canvas';

/** A canvas without see-through pixels is the quicker to copy and to draw on. */
export const OPAQUE = { alpha: false } as const;

/** Pixels painted or read in one piece, a millisecond or two of work: a map of 1200 × 900 is one. */
const AT_ONCE = 1 << 21;

/** How many rows of a canvas are painted or read at once: all, or those of a strip. */
export function rowsAtOnce({ width, height }: Canvas): number {
  return width * height <= AT_ONCE ? height : Math.max(1, Math.floor(AT_ONCE / 4 / width));
}

/** Paints a whole canvas, strip by strip where it is large: in steps, so that it can be done in slices. */
export function* inStrips(context: Context, paint: () => void): Generator<void, void> {
  const { width, height } = context.canvas;
  const rows = rowsAtOnce(context.canvas);
  for (let top = 0; top < height; top += rows) {
    context.save();
    if (rows < height) {
      context.beginPath();
      context.rect(0, top, width, rows);
      context.clip();
    }
    paint();
    context.restore();
    yield;
  }
}
