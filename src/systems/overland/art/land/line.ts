import { type Point, pair } from '../../curve.ts';

/** Polylines: points in pixels, in the order of walking. */
export type Line = readonly Point[];

/** The line through all points, rounded (Catmull-Rom), with so many steps from each point to the next. */
export function rounded(points: Line, steps: number): Point[] {
  const at = (index: number) => points[Math.max(0, Math.min(points.length - 1, index))] as Point;
  const line: Point[] = [];
  for (let index = 0; index < points.length - 1; index++) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    for (let step = 0; step < steps; step++) {
      const t = step / steps;
      line.push({
        x: catmullRom(before.x, from.x, to.x, after.x, t),
        y: catmullRom(before.y, from.y, to.y, after.y, t),
      });
    }
  }
  return [...line, at(points.length - 1)];
}

function catmullRom(a: number, b: number, c: number, d: number, t: number): number {
  return (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2 + (3 * b - a - 3 * c + d) * t ** 3) / 2;
}

export function distance(a: Point, b: Point): number {
  return Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);
}

/** Whether two points are less than so far apart. Asked of every tree about every bank: no root is drawn. */
export function near(a: Point, b: Point, reach: number): boolean {
  const [x, y] = [a.x - b.x, a.y - b.y];
  return x < reach && x > -reach && x * x + y * y < reach * reach;
}

/** The index of the point of a line that is nearest to another. */
export function nearest(line: Line, to: Point): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  line.forEach((point, index) => {
    const away = distance(point, to);
    if (away < least) [best, least] = [index, away];
  });
  return best;
}

/** The same line with its points so many pixels apart; the last step may be shorter. */
export function evened(line: Line, step: number): Point[] {
  const points: Point[] = [];
  let next = 0;
  let walked = 0;
  for (let index = 1; index < line.length; index++) {
    const [from, to] = [line[index - 1] as Point, line[index] as Point];
    const length = distance(from, to);
    while (next <= walked + length && length > 0) {
      const part = (next - walked) / length;
      points.push({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
      next += step;
    }
    walked += length;
  }
  const last = line.at(-1);
  if (last) points.push(last);
  return points;
}

/** The unit vector across the line at a point, to the right of whoever walks it. */
export function across(line: Line, index: number): Point {
  const before = line[Math.max(0, index - 1)] as Point;
  const after = line[Math.min(line.length - 1, index + 1)] as Point;
  const length = distance(before, after) || 1;
  return { x: -(after.y - before.y) / length, y: (after.x - before.x) / length };
}

/** Every point moved across the line, to the right by what `by` says (pixels). */
export function beside(line: Line, by: (index: number) => number): Point[] {
  return line.map((point, index) => {
    const side = across(line, index);
    const shift = by(index);
    return { x: point.x + side.x * shift, y: point.y + side.y * shift };
  });
}

/** A path through the points with its corners rounded off. */
export function softPath(points: Line): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (!first || !last) return '';
  const bends = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] as Point;
    return `Q ${pair(point)} ${pair({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 })}`;
  });
  return [`M ${pair(first)}`, ...bends, `L ${pair(last)}`].join(' ');
}

/** The outline of a band of changing width about a line. */
export function bandPath(line: Line, width: (index: number) => number): string {
  const right = beside(line, (index) => width(index) / 2);
  const left = beside(line, (index) => -width(index) / 2).reverse();
  return `${softPath(right)} ${softPath(left).replace('M', 'L')} Z`;
}

/** A closed path round the points, all corners rounded off. */
export function closedPath(points: Line): string {
  const middle = (index: number) => {
    const [a, b] = [points[index % points.length] as Point, points[(index + 1) % points.length] as Point];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };
  const bends = points.map(
    (_, index) => `Q ${pair(points[(index + 1) % points.length] as Point)} ${pair(middle(index + 1))}`,
  );
  return `M ${pair(middle(0))} ${bends.join(' ')} Z`;
}
