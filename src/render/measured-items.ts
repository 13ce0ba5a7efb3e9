import { LRUCache } from 'lru-cache';
import type { Item, Rect } from '../game/index.ts';
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
  /** The box of pixels that the moved item may touch. */
  readonly box: Box;
}

/** Characters of serialized items measured: enough for about fifteen different pictures. */
const MOST_CHARACTERS = 500_000;
const measured = new LRUCache<string, MeasuredItem, { readonly item: Item }>({
  maxSize: MOST_CHARACTERS,
  sizeCalculation: (_, form) => form.length,
  memoMethod: (_form, _stale, { context }) => measure(context.item),
});
const numberOf = contentIds(MOST_CHARACTERS);

/** Throws if a path is malformed or a scale is not above 0. */
export function measuredItem(item: Item): MeasuredItem {
  return measured.memo(JSON.stringify(item), { context: { item } });
}

function measure(item: Item): MeasuredItem {
  const moved = movedToOrigin(item);
  const boxes = Array.from(flattenGroups([moved.item]), boxOf);
  const visible = boxes.filter(({ left, top, right, bottom }) => left < right && top < bottom);
  const box = visible.reduce(enclosing, visible[0] ?? NOTHING);
  return { ...moved, number: numberOf(JSON.stringify(moved.item)), box };
}

const NOTHING: Box = { left: 0, top: 0, right: 0, bottom: 0 };

/** The smallest box around two. */
function enclosing(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** Moves an item by whole pixels to near the origin: equal items in two windows of a map then share a stamp. */
function movedToOrigin(item: Item): Pick<MeasuredItem, 'item' | 'x' | 'y'> {
  if (item.kind !== 'path' && item.kind !== 'lettering') {
    const [x, y] = [Math.floor(item.x), Math.floor(item.y)];
    return { item: { ...item, x: rounded(item.x - x), y: rounded(item.y - y) }, x, y };
  }
  const steps = parsePath(item.d);
  const [x = 0, y = 0] = (steps[0]?.at ?? []).map(Math.floor);
  const back = (value: number, index: number) => rounded(value - (index % 2 ? y : x));
  const d = steps.map(({ command, at }) => `${command} ${at.map(back).join(' ')}`).join(' ');
  return { item: { ...item, d }, x, y };
}

/** Drops the noise of sums of decimals, which would keep equal items from sharing a stamp. */
function rounded(pixels: number): number {
  return Math.round(pixels * 1e6) / 1e6;
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

/** A box of whole pixels that something may touch, or a larger one; `right` and `bottom` are exclusive. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The part that two boxes share; it is empty if a side lies beyond its opposite. */
export function intersection(one: Box, other: Box): Box {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
}

/** The largest distance of a line's edge from its path, in half widths: at a square cap, at canvas's miter limit. */
const CAP = Math.SQRT2;
const MITER = 10;

/** Throws if a path is malformed. */
function boxOf({ item, place, clips }: FlatItem): Box {
  const [points, reach] = outlineOf(item, place);
  return clips.reduce(
    (box, clip) => intersection(box, around(cornersOf({ x: 0, y: 0, ...clip }), clip.place, 0)),
    around(points, place, reach),
  );
}

/** Points around which an item is drawn, x and y by turns, and how far from them it may reach. */
function outlineOf(item: FlatItem['item'], place: Matrix): [points: readonly number[], reach: number] {
  if (item.kind === 'text' || item.kind === 'lettering') return [lettersIn(item, place)?.corners.flat() ?? [], 0];
  const half = (item.stroke?.width ?? 0) / 2;
  if (item.kind === 'circle') return [[item.x, item.y], item.radius + half * CAP];
  if (item.kind === 'path')
    return [parsePath(item.d).flatMap(({ at }) => at), half * (item.stroke?.cap === 'round' ? CAP : MITER)];
  return [cornersOf(item), half * CAP];
}

function cornersOf({ x, y, width, height }: Omit<Rect, 'kind'>): readonly number[] {
  return [x, y, x + width, y, x, y + height, x + width, y + height];
}

/** Pixels around a shape: one for its antialiased edge, one for rounding. */
const EDGE = 2;

/** The box within `reach` of some points, transformed. The control points of a curve will do: it lies between them. */
function around(points: readonly number[], [a, b, c, d, e, f]: Matrix, reach: number): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < points.length; at += 2) {
    const x = a * (points[at] as number) + c * (points[at + 1] as number) + e;
    const y = b * (points[at] as number) + d * (points[at + 1] as number) + f;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  const spread = Math.abs(reach) * Math.hypot(a, b) + EDGE;
  return {
    left: Math.floor(left - spread),
    top: Math.floor(top - spread),
    right: Math.ceil(right + spread),
    bottom: Math.ceil(bottom + spread),
  };
}
