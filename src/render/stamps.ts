import { type Canvas, createCanvas } from 'canvas';

/** Something drawn once, to be set on a sheet again and again. */
export interface Stamp {
  readonly canvas: Canvas;
  /** Its upper left corner, in whole pixels from the whole pixel it was drawn at. */
  readonly left: number;
  readonly top: number;
}

/** Pixels kept in all, 4 bytes each: the words of a dozen sheets. */
const KEPT = 3_000_000;
const stamps = new Map<string, Stamp>();
let pixels = 0;

/** The stamp of a key, drawn where the key is new; those longest unused make room for it. */
export function stampOf(key: string, draw: () => Stamp): Stamp {
  const kept = stamps.get(key);
  const stamp = kept ?? draw();
  // Taken out and put back: the map's order is then the order of last use.
  stamps.delete(key);
  stamps.set(key, stamp);
  if (!kept) pixels += sizeOf(stamp);
  for (const [oldest, unused] of stamps) {
    if (pixels <= KEPT || stamps.size === 1) break;
    stamps.delete(oldest);
    pixels -= sizeOf(unused);
  }
  return stamp;
}

/** A clear canvas over these corners, in pixels. */
export function blankStamp(corners: readonly (readonly [x: number, y: number])[]): Stamp {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [left, top] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))];
  return { canvas: createCanvas(Math.ceil(Math.max(...xs)) - left, Math.ceil(Math.max(...ys)) - top), left, top };
}

function sizeOf({ canvas }: Stamp): number {
  return canvas.width * canvas.height;
}
