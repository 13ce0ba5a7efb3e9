import { LRUCache } from 'lru-cache';
import type { Circle, Item, Path, Rect } from '../game/index.ts';
import { type FlatItem, flattenGroups, type Matrix } from './flatten-groups.ts';
import { parsePath } from './path.ts';
import { lettersIn } from './text.ts';

/** An item and the box that it may touch, known before it is drawn. */
export interface MeasuredItem {
  /** The item moved to the origin by the whole pixels `x` and `y`. */
  readonly item: Item;
  readonly x: number;
  readonly y: number;
  /** Items with the same number are the same but for whole pixels. */
  readonly number: number;
  /** What the moved item may touch. */
  readonly box: Extent;
}

/** Characters of serialized items kept: enough for about fifteen different pictures. */
const KEPT = 500_000;
const kept = new LRUCache<string, MeasuredItem>({
  maxSize: KEPT,
  sizeCalculation: (_, form) => form.length,
});
const numberOf = contentIds(KEPT);
/** By object, since items are immutable. */
const known = new WeakMap<Item, MeasuredItem>();

/** Throws if a path is malformed or a scale is not above 0. */
export function measuredItem(whole: Item): MeasuredItem {
  let measured = known.get(whole);
  if (measured === undefined) {
    const form = formOf(whole);
    measured = kept.get(form) ?? measure(whole);
    kept.set(form, measured);
    known.set(whole, measured);
  }
  return measured;
}

function measure(whole: Item): MeasuredItem {
  const moved = fromWholePixel(whole);
  const boxes = Array.from(flattenGroups([moved.item]), extentOf);
  const seen = boxes.filter(({ left, top, right, bottom }) => left < right && top < bottom);
  return { ...moved, number: numberOf(formOf(moved.item)), box: seen.reduce(enclosing, seen[0] ?? NOTHING) };
}

const NOTHING: Extent = { left: 0, top: 0, right: 0, bottom: 0 };

/** The smallest box around two. */
function enclosing(one: Extent, other: Extent): Extent {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** Items with coordinates beyond this are not moved. The coordinates of the others are rounded to 1/FAR of a pixel. */
const FAR = 1e6;

/** Moves an item by whole pixels to near the origin, so that the same item in another window of a map has the same stamp. */
function fromWholePixel(item: Item): { readonly item: Item; readonly x: number; readonly y: number } {
  if (item.kind === 'path' || item.kind === 'lettering') {
    const steps = parsePath(item.d);
    const [x = 0, y = 0] = (steps[0]?.at ?? []).map(Math.floor);
    if (steps.some(({ at }) => at.some((value) => Math.abs(value) > FAR))) return { item, x: 0, y: 0 };
    const back = (value: number, index: number) => fixed(value - (index % 2 ? y : x));
    const d = steps.map(({ command, at }) => `${command} ${at.map(back).join(' ')}`).join(' ');
    return { item: { ...item, d }, x, y };
  }
  if (!(Math.abs(item.x) <= FAR && Math.abs(item.y) <= FAR)) return { item, x: 0, y: 0 };
  const [x, y] = [Math.floor(item.x), Math.floor(item.y)];
  return { item: { ...item, x: fixed(item.x - x), y: fixed(item.y - y) }, x, y };
}

/** Without the noise of sums of decimals, which would keep equal items from sharing a stamp. */
function fixed(pixels: number): number {
  return Math.round(pixels * FAR) / FAR;
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

/** A box of whole pixels that something may touch; `right` and `bottom` are exclusive. Never too small; larger is allowed. */
export interface Extent {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const EVERYWHERE: Extent = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
/** Pixels around a shape: one for its antialiased edge, one for rounding. */
const EDGE = 2;

/** The part that both have; it is empty if a side lies beyond its opposite. */
export function intersection(one: Extent, other: Extent): Extent {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
}

/** Throws if a path is malformed. */
function extentOf({ item, place, clips }: FlatItem): Extent {
  let extent: Extent;
  if (item.kind === 'text' || item.kind === 'lettering') {
    const corners = lettersIn(item, place)?.corners ?? [];
    extent = around(corners.flat(), place, 0);
  } else extent = extentOfShape(item, place);
  for (const { place, width, height } of clips) {
    extent = intersection(extent, around([0, 0, width, 0, 0, height, width, height], place, 0));
  }
  return extent;
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
