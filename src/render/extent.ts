import type { Circle, Path, Rect } from '../game/index.ts';
import type { FlatItem } from './flatten-groups.ts';
import type { Matrix } from './matrix.ts';
import { parsePath } from './path.ts';
import type { SetLetters } from './text/letter-stamps.ts';

/** Rows that something may touch: from `top` up to, but without, `bottom`. Never too few; too many are allowed. */
export interface Extent {
  readonly top: number;
  readonly bottom: number;
}

const EVERYWHERE: Extent = { top: -Infinity, bottom: Infinity };
/** Pixels around a shape: one for its antialiased edge, one for rounding. */
const EDGE = 2;

/** @param letters the item's, if any. Throws if a path is malformed. */
export function extentOf({ item, place, clips }: FlatItem, letters: SetLetters | null): Extent {
  let extent =
    item.kind === 'text' || item.kind === 'lettering' ? extentOfLetters(letters) : extentOfShape(item, place);
  for (const { place, width, height } of clips) {
    const seen = around([0, 0, width, 0, 0, height, width, height], place, 0);
    extent = { top: Math.max(extent.top, seen.top), bottom: Math.min(extent.bottom, seen.bottom) };
  }
  return extent;
}

/** The extent of very large letters is unknown, so they may touch everything. */
function extentOfLetters(letters: SetLetters | null): Extent {
  if (letters === null) return { top: 0, bottom: 0 };
  const { box, top } = letters;
  return box === null ? EVERYWHERE : { top: top + box.top, bottom: top + box.top + box.height };
}

/** The largest distance of a line's edge from its path, in half widths: at a square cap, and at a miter (canvas's limit). */
const CAP = Math.SQRT2;
const MITER = 10;

function extentOfShape(item: Rect | Circle | Path, place: Matrix): Extent {
  const half = (item.stroke?.width ?? 0) / 2;
  switch (item.kind) {
    case 'rect': {
      const { x, y, width, height } = item;
      return around([x, y, x + width, y, x, y + height, x + width, y + height], place, half * CAP);
    }
    case 'circle':
      return around([item.x, item.y], place, item.radius + half * CAP);
    case 'path': {
      const points = parsePath(item.d).flatMap(({ at }) => at);
      return around(points, place, half * (item.stroke?.cap === 'round' ? CAP : MITER));
    }
    default:
      return item satisfies never;
  }
}

/** The rows within `reach` of some points, transformed. Control points bound a curve, so they will do for one. */
function around(points: readonly number[], [a, b, , d, , f]: Matrix, reach: number): Extent {
  let [top, bottom] = [Infinity, -Infinity];
  for (let at = 0; at < points.length; at += 2) {
    const y = b * (points[at] as number) + d * (points[at + 1] as number) + f;
    if (Number.isNaN(y)) return EVERYWHERE;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  const spread = Math.abs(reach) * Math.hypot(a, b) + EDGE;
  if (Number.isNaN(spread)) return EVERYWHERE;
  return { top: Math.floor(top - spread), bottom: Math.ceil(bottom + spread) };
}
