import type { Point } from '../../../../kit/draw/geometry.ts';
import type { Line } from '../../../../kit/draw/lines.ts';
import { SHEET } from '../../layout.ts';

/** Pixels over the edge of the sheet that a line is still followed: the frame hides its end. */
const BEYOND = 8;

/** The part of a line that shows, with a point or two over the edge: from the first index, up to but not with the second. */
export function shownPart(line: Line): readonly [start: number, end: number] {
  const first = line.findIndex(onSheet);
  return first < 0 ? [0, 0] : [Math.max(0, first - 2), line.findLastIndex(onSheet) + 3];
}

function onSheet({ x, y }: Point): boolean {
  return x > -BEYOND && x < SHEET.width + BEYOND && y > -BEYOND && y < SHEET.height + BEYOND;
}
