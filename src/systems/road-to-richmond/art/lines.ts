import { between, type Point, r } from './plot.ts';

/** A curve that touches the middles of a line's pieces: no corner is left. Open lines keep their ends. */
export function softened(points: readonly Point[], closed: boolean): string {
  const [first] = points;
  if (first === undefined) return '';
  const count = points.length;
  const at = (index: number) => points[((index % count) + count) % count] as Point;
  const parts: string[] = [];
  const start = closed ? between(at(-1), first) : first;
  parts.push(`M ${r(start.x)} ${r(start.y)}`);
  for (let index = closed ? 0 : 1; index < (closed ? count : count - 1); index++) {
    const bend = at(index);
    const to = !closed && index === count - 2 ? at(count - 1) : between(bend, at(index + 1));
    parts.push(`Q ${r(bend.x)} ${r(bend.y)} ${r(to.x)} ${r(to.y)}`);
  }
  if (!closed && count === 2) parts.push(`L ${r(at(1).x)} ${r(at(1).y)}`);
  return closed ? `${parts.join(' ')} Z` : parts.join(' ');
}

/** A point of a curve and which way it runs there, as a vector. */
export interface Knot {
  readonly at: Point;
  readonly towards: Point;
}

/** A curve through knots, each passed in its direction. */
export function through(knots: readonly Knot[]): string {
  const [first] = knots;
  if (first === undefined) return '';
  const parts = [`M ${r(first.at.x)} ${r(first.at.y)}`];
  for (const [index, knot] of knots.entries()) {
    const next = knots[index + 1];
    if (!next) break;
    const third = Math.hypot(next.at.x - knot.at.x, next.at.y - knot.at.y) / 3;
    const [a, b] = [scaled(knot.towards, third), scaled(next.towards, third)];
    parts.push(
      `C ${r(knot.at.x + a.x)} ${r(knot.at.y + a.y)} ${r(next.at.x - b.x)} ${r(next.at.y - b.y)} ${r(next.at.x)} ${r(next.at.y)}`,
    );
  }
  return parts.join(' ');
}

/** A vector made so long. */
export function scaled({ x, y }: Point, length: number): Point {
  const own = Math.hypot(x, y);
  return own === 0 ? { x: 0, y: 0 } : { x: (x / own) * length, y: (y / own) * length };
}

export function minus(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y };
}

export function plus(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y };
}

/** How far a point is from the line between two. */
export function distanceToSegment(point: Point, a: Point, b: Point): number {
  const along = minus(b, a);
  const length = along.x ** 2 + along.y ** 2;
  const part = length === 0 ? 0 : ((point.x - a.x) * along.x + (point.y - a.y) * along.y) / length;
  const foot = between(a, b, Math.min(1, Math.max(0, part)));
  return Math.hypot(point.x - foot.x, point.y - foot.y);
}

/** A line so many pixels to the left of where it runs, that is above it. */
export function raised(line: readonly Point[], by: number): Point[] {
  return line.map((point, index) => {
    const [before, after] = [
      line[Math.max(0, index - 2)] as Point,
      line[Math.min(line.length - 1, index + 2)] as Point,
    ];
    const length = Math.hypot(after.x - before.x, after.y - before.y) || 1;
    return { x: point.x + ((after.y - before.y) / length) * by, y: point.y - ((after.x - before.x) / length) * by };
  });
}
