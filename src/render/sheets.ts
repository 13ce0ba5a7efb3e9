import { type Canvas, createCanvas } from 'canvas';
import type { Scene } from '../game/index.ts';

/** Bytes of the sheet kept to be drawn upon again, at most: new memory for one takes as long to get as half the drawing. */
const KEPT = 16_000_000;
let kept: Canvas | null = null;

/** A sheet of a size, with whatever is on it, to be given to `keepSheet` after use. Nobody else has it meanwhile. */
export function takeSheet({ width, height }: Pick<Scene, 'width' | 'height'>): Canvas {
  const sheet = kept;
  kept = null;
  return sheet?.width === width && sheet.height === height ? sheet : createCanvas(width, height);
}

/** Only for a sheet that was drawn to the end: an item that threw leaves its clip behind. */
export function keepSheet(sheet: Canvas): void {
  if (sheet.width * sheet.height * 4 <= KEPT) kept = sheet;
}
