import { sum } from '../subsets.ts';

/** Pixels, y downwards. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** The point at a part (0 to 1) of the way from one point to another. */
export function between(a: Point, b: Point, part = 0.5): Point {
  return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part };
}

export function plus(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y };
}

export function minus(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y };
}

/** A vector of the same direction with a given length. */
export function scaled({ x, y }: Point, length: number): Point {
  const own = Math.hypot(x, y);
  return own === 0 ? { x: 0, y: 0 } : { x: (x / own) * length, y: (y / own) * length };
}

export function centre({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

export function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Square pixels that two boxes share. */
export function sharedArea(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}

/** Square pixels of other boxes that a box covers. Those that several of them share count several times. */
export function coveredArea(box: Box, others: readonly Box[]): number {
  return sum(others.map((other) => sharedArea(box, other)));
}

/** The place that covers least; the earlier one in a tie. */
export function leastCovering<Place>(places: readonly Place[], covered: (place: Place) => number): Place | undefined {
  const all = places.map(covered);
  return places[all.indexOf(Math.min(...all))];
}

/** Whether two boxes overlap once each is enlarged by so many pixels. */
export function areNear(a: Box, b: Box, by: number): boolean {
  return overlap(grown(a, by), grown(b, by));
}

/** Rounds to tenths of a pixel. Nobody sees less. */
export function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A point as it stands in a path: "12.5 40". */
export function pair({ x, y }: Point): string {
  return `${tenth(x)} ${tenth(y)}`;
}

export function pathOf(points: readonly Point[], closed = false): string {
  return `${points.map((point, index) => `${index === 0 ? 'M' : 'L'} ${pair(point)}`).join(' ')}${closed ? ' Z' : ''}`;
}

/** The smallest box with all points. */
export function around(points: readonly Point[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export function enclosing(boxes: readonly Box[]): Box {
  return around(
    boxes.flatMap(({ x, y, width, height }) => [
      { x, y },
      { x: x + width, y: y + height },
    ]),
  );
}

/** A box enlarged by so many pixels on every side. */
export function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + by * 2, height: height + by * 2 };
}

/** The corners of a box, clockwise from the upper left one. */
export function cornersOf({ x, y, width, height }: Box): readonly Point[] {
  const [right, bottom] = [x + width, y + height];
  return [
    { x, y },
    { x: right, y },
    { x: right, y: bottom },
    { x, y: bottom },
  ];
}

/** Whether a box lies within another. Their edges may touch. */
export function contains(outer: Box, { x, y, width, height }: Box): boolean {
  return x >= outer.x && y >= outer.y && x + width <= outer.x + outer.width && y + height <= outer.y + outer.height;
}

export function movedBy({ x, y, width, height }: Box, by: Point): Box {
  return { x: x + by.x, y: y + by.y, width, height };
}

/** A box moved as far as needed to lie within another. */
export function movedInto(outer: Box, { x, y, width, height }: Box): Box {
  const within = (at: number, size: number, from: number, room: number) =>
    Math.max(from, Math.min(at, from + room - size));
  return { x: within(x, width, outer.x, outer.width), y: within(y, height, outer.y, outer.height), width, height };
}

/** Moves a box to whole pixels. Equal items on whole pixels look the same, so they are drawn once. */
export function onWholePixels({ x, y, width, height }: Box): Box {
  return { x: Math.round(x), y: Math.round(y), width, height };
}

/** Whether a point lies within a box, not on its edge. */
export function holds({ x, y, width, height }: Box, at: Point): boolean {
  return at.x > x && at.x < x + width && at.y > y && at.y < y + height;
}

/**
 * The first free box of a size. The search begins at the upper right corner of `within` and moves in steps of so many
 * pixels; null if there is none.
 */
export function freeBox(
  within: Box,
  size: Pick<Box, 'width' | 'height'>,
  step: number,
  taken: readonly Box[],
): Box | null {
  for (let x = within.x + within.width - size.width; x >= within.x; x -= step) {
    for (let y = within.y; y + size.height <= within.y + within.height; y += step) {
      const box = { x, y, ...size };
      if (!taken.some((other) => overlap(box, other))) return box;
    }
  }
  return null;
}
