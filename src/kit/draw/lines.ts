import type { Stroke } from '../../game/index.ts';
import { between, minus, type Point, pair, plus, scaled } from './geometry.ts';

/** A stroke at a scale, 1 on a whole map. */
export function strokeAt({ colour, width, dash, cap }: Stroke, scale: number): Stroke {
  return {
    colour,
    width: width * scale,
    ...(dash ? { dash: dash.map((part) => part * scale) } : {}),
    ...(cap ? { cap } : {}),
  };
}

/** A polyline: points in pixels, in order. */
export type Polyline = readonly Point[];

export function distance(a: Point, b: Point): number {
  return Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);
}

/**
 * Whether the distance of two points is less than `reach`. It avoids a square root, because it is called for every tree
 * and every point of a bank.
 */
export function near(a: Point, b: Point, reach: number): boolean {
  const [x, y] = [a.x - b.x, a.y - b.y];
  return x < reach && x > -reach && x * x + y * y < reach * reach;
}

/** The index of the point of a line that is nearest to another. */
export function nearest(line: Polyline, to: Point): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  line.forEach((point, index) => {
    const away = distance(point, to);
    if (away < least) [best, least] = [index, away];
  });
  return best;
}

/** The distance of a point from the straight line between two others. */
export function distanceToSegment(point: Point, a: Point, b: Point): number {
  const along = minus(b, a);
  const length = along.x ** 2 + along.y ** 2;
  const part = length === 0 ? 0 : ((point.x - a.x) * along.x + (point.y - a.y) * along.y) / length;
  const foot = between(a, b, Math.min(1, Math.max(0, part)));
  return Math.hypot(point.x - foot.x, point.y - foot.y);
}

/** The point at an index. An index before the first or after the last gives that one. */
function clamped(line: Polyline, index: number): Point {
  return line[Math.max(0, Math.min(line.length - 1, index))] as Point;
}

/** A curve through all points (Catmull-Rom), with so many steps between two of them. */
export function rounded(points: Polyline, steps: number): Point[] {
  const line = points.slice(1).flatMap((to, index) => {
    const from = points[index] as Point;
    const [before, after] = [clamped(points, index - 1), clamped(points, index + 2)];
    return Array.from({ length: steps }, (_, step) => ({
      x: catmullRom(before.x, from.x, to.x, after.x, step / steps),
      y: catmullRom(before.y, from.y, to.y, after.y, step / steps),
    }));
  });
  return [...line, ...points.slice(-1)];
}

function catmullRom(a: number, b: number, c: number, d: number, t: number): number {
  return (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2 + (3 * b - a - 3 * c + d) * t ** 3) / 2;
}

/** A line with points at equal distances of so many pixels along it. Only the last distance may be shorter. */
export function evened(line: Polyline, step: number): Point[] {
  const points: Point[] = [];
  // The length of the pieces before, and where the next point is to stand, both along the line.
  let walked = 0;
  let next = 0;
  for (let index = 1; index < line.length; index++) {
    const [from, to] = [line[index - 1] as Point, line[index] as Point];
    const length = distance(from, to);
    for (; next <= walked + length && length > 0; next += step)
      points.push(between(from, to, (next - walked) / length));
    walked += length;
  }
  return [...points, ...line.slice(-1)];
}

/** The unit vector to the right of a line at a point, by the course from `reach` points before to `reach` after it. */
export function across(line: Polyline, index: number, reach = 1): Point {
  const [before, after] = [clamped(line, index - reach), clamped(line, index + reach)];
  const length = distance(before, after) || 1;
  return { x: -(after.y - before.y) / length, y: (after.x - before.x) / length };
}

/** Moves every point across the line, to the right by so many pixels. */
export function beside(line: Polyline, by: (index: number) => number, reach = 1): Point[] {
  return line.map((point, index) => {
    const side = across(line, index, reach);
    const shift = by(index);
    return { x: point.x + side.x * shift, y: point.y + side.y * shift };
  });
}

/** A path through the middles of a line's pieces, without corners. An open one keeps its ends. */
export function softPath(points: Polyline, closed = false): string {
  const [first] = points;
  if (first === undefined) return '';
  const count = points.length;
  const at = (index: number) => points[((index % count) + count) % count] as Point;
  const parts = [`M ${pair(closed ? between(at(-1), first) : first)}`];
  for (let index = closed ? 0 : 1; index < (closed ? count : count - 1); index++) {
    const to = !closed && index === count - 2 ? at(-1) : between(at(index), at(index + 1));
    parts.push(`Q ${pair(at(index))} ${pair(to)}`);
  }
  if (!closed && count === 2) parts.push(`L ${pair(at(1))}`);
  return closed ? `${parts.join(' ')} Z` : parts.join(' ');
}

/** A soft path whose last half piece is straight, so that a band along it has a square end. */
export function squarePath(points: Polyline): string {
  const [last, before] = [points.at(-1), points.at(-2)];
  if (!last || !before) return '';
  if (points.length === 2) return softPath(points);
  return `${softPath([...points.slice(0, -1), between(before, last)])} L ${pair(last)}`;
}

/** The outline of a band of changing width about a line. */
export function bandPath(line: Polyline, width: (index: number) => number): string {
  const right = beside(line, (index) => width(index) / 2);
  const left = beside(line, (index) => -width(index) / 2).reverse();
  return `${squarePath(right)} ${squarePath(left).replace('M', 'L')} Z`;
}

/** A point of a curve, and a vector in its direction there. */
export interface Knot {
  readonly at: Point;
  readonly towards: Point;
}

/** A curve through knots, which it passes in their directions. */
export function through(knots: readonly Knot[]): string {
  const [first] = knots;
  if (first === undefined) return '';
  const bends = knots.slice(1).map(({ at, towards }, index) => {
    const from = knots[index] as Knot;
    const third = Math.hypot(at.x - from.at.x, at.y - from.at.y) / 3;
    const [pull, rein] = [plus(from.at, scaled(from.towards, third)), minus(at, scaled(towards, third))];
    return `C ${pair(pull)} ${pair(rein)} ${pair(at)}`;
  });
  return [`M ${pair(first.at)}`, ...bends].join(' ');
}

/** A path through all its points (Catmull-Rom as Bézier curves). */
export function curveThrough(points: Polyline): string {
  const bends = points.slice(1).map((to, index) => {
    const from = points[index] as Point;
    const [before, after] = [clamped(points, index - 1), clamped(points, index + 2)];
    const pull = { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 };
    const rein = { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 };
    return `C ${pair(pull)} ${pair(rein)} ${pair(to)}`;
  });
  return [`M ${pair(clamped(points, 0))}`, ...bends].join(' ');
}

/** The number of straight pieces that replace a curve of a path. */
const PIECES = 8;
const COORDINATES = { M: 2, L: 2, Q: 4, C: 6, Z: 0 } as const;

/** Every point that stands in a path: its corners, and the control points of its curves. */
export function pointsIn(d: string): Point[] {
  const numbers = d.match(/[-.\d]+/g) ?? [];
  const points: Point[] = [];
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    points.push({ x: Number(numbers[index]), y: Number(numbers[index + 1]) });
  }
  return points;
}

/** The corners of each piece of a path. Curves are replaced by straight pieces. A closed piece ends where it began. */
export function outlines(d: string): Point[][] {
  const tokens = d.match(/[MLQCZ]|-?[\d.]+/g) ?? [];
  const pieces: Point[][] = [];
  let piece: Point[] = [];
  let command: keyof typeof COORDINATES = 'M';
  for (let next = 0; next < tokens.length; ) {
    const token = tokens[next] as string;
    if (token in COORDINATES) {
      command = token as keyof typeof COORDINATES;
      next++;
    }
    const count = COORDINATES[command];
    const at: Point[] = [];
    for (let index = next; index < next + count; index += 2)
      at.push({ x: Number(tokens[index]), y: Number(tokens[index + 1]) });
    next += count;
    if (command === 'M') {
      piece = at;
      pieces.push(piece);
    } else if (command === 'L') piece.push(...at);
    else if (command === 'Z') piece.push(piece[0] as Point);
    else piece.push(...pointsAlong([piece.at(-1) as Point, ...at]));
  }
  return pieces;
}

/** The points of a Bézier curve after its first, from its control points (de Casteljau). */
function pointsAlong(controls: readonly Point[]): Point[] {
  return Array.from({ length: PIECES }, (_, piece) => {
    const t = (piece + 1) / PIECES;
    let rest = controls;
    while (rest.length > 1) {
      const [from, ...others] = rest as [Point, ...Point[]];
      let before = from;
      rest = others.map((to) => {
        const mixed = { x: before.x + (to.x - before.x) * t, y: before.y + (to.y - before.y) * t };
        before = to;
        return mixed;
      });
    }
    return rest[0] as Point;
  });
}

/** A cubic curve: its ends and the two control points. */
export interface Curve {
  readonly from: Point;
  readonly pullFrom: Point;
  readonly pullTo: Point;
  readonly to: Point;
}

export function curve(...at: readonly [number, number, number, number, number, number, number, number]): Curve {
  const [a, b, c, d, e, f, g, h] = at;
  return { from: { x: a, y: b }, pullFrom: { x: c, y: d }, pullTo: { x: e, y: f }, to: { x: g, y: h } };
}

export function straight(from: Point, to: Point): Curve {
  return { from, pullFrom: between(from, to, 1 / 3), pullTo: between(from, to, 2 / 3), to };
}

export function reversed({ from, pullFrom, pullTo, to }: Curve): Curve {
  return { from: to, pullFrom: pullTo, pullTo: pullFrom, to: from };
}

/** The point at a part (0 to 1) of a curve. */
export function pointOn({ from, pullFrom, pullTo, to }: Curve, part: number): Point {
  const rest = 1 - part;
  const [rests, parts] = [rest ** 2, part ** 2];
  const [first, last] = [rest ** 3, part ** 3];
  return {
    x: from.x * first + 3 * pullFrom.x * rests * part + 3 * pullTo.x * rest * parts + to.x * last,
    y: from.y * first + 3 * pullFrom.y * rests * part + 3 * pullTo.y * rest * parts + to.y * last,
  };
}

/** A point beside the curve: `aside` pixels to the right of its course (negative: left). */
export function pointBeside(along: Curve, part: number, aside: number): Point {
  const before = pointOn(along, Math.max(0, part - 0.01));
  const after = pointOn(along, Math.min(1, part + 0.01));
  const at = pointOn(along, part);
  const length = Math.hypot(after.x - before.x, after.y - before.y) || 1;
  return { x: at.x - ((after.y - before.y) / length) * aside, y: at.y + ((after.x - before.x) / length) * aside };
}

export function curvePath({ from, pullFrom, pullTo, to }: Curve): string {
  return `M ${pair(from)} C ${pair(pullFrom)} ${pair(pullTo)} ${pair(to)}`;
}

/** The part of a curve between two parts of its length (de Casteljau). */
export function curvePart(along: Curve, start: number, end: number): Curve {
  const rest = split(along, start).after;
  return start >= 1 ? rest : split(rest, (end - start) / (1 - start)).before;
}

function split({ from, pullFrom, pullTo, to }: Curve, part: number): { readonly before: Curve; readonly after: Curve } {
  const [ab, bc, cd] = [between(from, pullFrom, part), between(pullFrom, pullTo, part), between(pullTo, to, part)];
  const [abc, bcd] = [between(ab, bc, part), between(bc, cd, part)];
  const middle = between(abc, bcd, part);
  return {
    before: { from, pullFrom: ab, pullTo: abc, to: middle },
    after: { from: middle, pullFrom: bcd, pullTo: cd, to },
  };
}
