import { LRUCache } from 'lru-cache';
import type { Circle, Item, Path, Rect } from '../game/index.ts';
import { lettersOf } from './draw.ts';
import { type FlatItem, flattenGroups, type Matrix } from './flatten-groups.ts';
import { parsePath } from './path.ts';
import type { SetLetters } from './text.ts';

/** An ungrouped item with the rows that it may touch, known before it is drawn. */
export interface MeasuredItem extends Extent {
  readonly flat: FlatItem;
  readonly letters: SetLetters | null;
  /** Items with the same id look the same on every canvas. */
  readonly id: string;
}

/** Characters of serialized items kept: enough for about fifteen different pictures. */
const KEPT = 500_000;
const kept = new LRUCache<string, readonly MeasuredItem[]>({
  maxSize: KEPT,
  sizeCalculation: (_, form) => form.length,
});
const numberOf = contentIds(KEPT);
/** By object, since items are immutable. */
const known = new WeakMap<Item, readonly MeasuredItem[]>();

/** The ungrouped items that an item draws, lowest first. Throws if a path is malformed or a scale is not above 0. */
export function measuredItems(item: Item): readonly MeasuredItem[] {
  let measured = known.get(item);
  if (measured === undefined) {
    const form = formOf(item);
    measured = kept.get(form) ?? measuredParts(item, numberOf(form));
    kept.set(form, measured);
    known.set(item, measured);
  }
  return measured;
}

function measuredParts(whole: Item, number: number): readonly MeasuredItem[] {
  return Array.from(flattenGroups([whole]), (flat, part) => {
    const letters = lettersOf(flat);
    return { flat, letters, id: `${number}.${part}`, ...extentOf(flat, letters) };
  });
}

/**
 * Gives ids to strings: equal strings share an id while it is remembered, and no id is used for two.
 * @param most characters of the strings remembered, in all
 */
export function contentIds(most: number): (form: string) => number {
  let last = 0;
  const known = new LRUCache<string, number>({
    maxSize: most,
    sizeCalculation: (_, form) => form.length,
    memoMethod: () => ++last,
  });
  return (form) => known.memo(form);
}

/** Serializes plain data: equal strings mean equal values. `undefined` counts as left out. */
export function formOf(value: object): string {
  const form = JSON.stringify(value);
  // JSON turns Infinity and NaN into null.
  return form.includes('null') ? JSON.stringify(value, spelled) : form;
}

function spelled(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value;
}

/** A box of whole pixels that something may touch, without `right` and `bottom`. Never too small; larger is allowed. */
export interface Extent {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const EVERYWHERE: Extent = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
/** Pixels around a shape: one for its antialiased edge, one for rounding. */
const EDGE = 2;

/** @param letters the item's, if any. Throws if a path is malformed. */
export function extentOf({ item, place, clips }: FlatItem, letters: SetLetters | null): Extent {
  let extent =
    item.kind === 'text' || item.kind === 'lettering' ? extentOfLetters(letters) : extentOfShape(item, place);
  for (const { place, width, height } of clips) {
    const seen = around([0, 0, width, 0, 0, height, width, height], place, 0);
    extent = {
      left: Math.max(extent.left, seen.left),
      top: Math.max(extent.top, seen.top),
      right: Math.min(extent.right, seen.right),
      bottom: Math.min(extent.bottom, seen.bottom),
    };
  }
  return extent;
}

/** The extent of very large letters is unknown, so they may touch everything. */
function extentOfLetters(letters: SetLetters | null): Extent {
  if (letters === null) return { left: 0, top: 0, right: 0, bottom: 0 };
  const { box } = letters;
  if (box === null) return EVERYWHERE;
  const [left, top] = [letters.left + box.left, letters.top + box.top];
  return { left, top, right: left + box.width, bottom: top + box.height };
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

/** The box within `reach` of some points, transformed. Control points bound a curve, so they will do for one. */
function around(points: readonly number[], [a, b, c, d, e, f]: Matrix, reach: number): Extent {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < points.length; at += 2) {
    const x = a * (points[at] as number) + c * (points[at + 1] as number) + e;
    const y = b * (points[at] as number) + d * (points[at + 1] as number) + f;
    if (Number.isNaN(x) || Number.isNaN(y)) return EVERYWHERE;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  const spread = Math.abs(reach) * Math.hypot(a, b) + EDGE;
  if (Number.isNaN(spread)) return EVERYWHERE;
  return {
    left: Math.floor(left - spread),
    top: Math.floor(top - spread),
    right: Math.ceil(right + spread),
    bottom: Math.ceil(bottom + spread),
  };
}
