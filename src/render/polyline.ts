import type { Step } from './path.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A path as straight pieces: its corners, and how far along it each lies, in pixels from the start. */
export interface Polyline {
  readonly points: readonly Point[];
  readonly distances: readonly number[];
  readonly length: number;
}

/** Pixels between the corners that stand for a curve: fewer than a letter is wide. */
const PIECE = 2;
/** Pieces of one curve, at most: those of a curve across the largest sheet. One that goes far beyond it has longer pieces. */
const MOST_PIECES = 4096;

/** A path of one piece as straight pieces some two pixels long. A second M is joined to what goes before by a line. Throws at an empty path. */
export function flatten(steps: readonly Step[]): Polyline {
  const points: Point[] = [];
  for (const { command, at } of steps) {
    const from = points.at(-1);
    if (command === 'Z') points.push(points[0] as Point);
    else if (from === undefined || at.length === 2) points.push(pointAt(at, 0));
    else points.push(...alongCurve([from, ...at.flatMap((_, index) => (index % 2 ? [] : [pointAt(at, index)]))]));
  }
  if (points.length === 0) throw new Error('Not a path: it is empty');
  const distances: number[] = [];
  let length = 0;
  points.forEach((point, index) => {
    length += index === 0 ? 0 : between(points[index - 1] as Point, point);
    distances.push(length);
  });
  return { points, distances, length };
}

function pointAt(at: readonly number[], index: number): Point {
  return { x: at[index] as number, y: at[index + 1] as number };
}

function between(a: Point, b: Point): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}

/** The points of a Bézier curve after its first, from its controls (de Casteljau). */
function alongCurve(controls: readonly Point[]): Point[] {
  const longest = controls.reduce((sum, point, index) => sum + between(controls[index - 1] ?? point, point), 0);
  const pieces = Math.min(MOST_PIECES, Math.max(1, Math.ceil(longest / PIECE)));
  return Array.from({ length: pieces }, (_, index) => onCurve(controls, (index + 1) / pieces));
}

function onCurve(controls: readonly Point[], t: number): Point {
  if (controls.length === 1) return controls[0] as Point;
  const inner = controls.slice(1).map((point, index) => mix(controls[index] as Point, point, t));
  return onCurve(inner, t);
}

function mix(a: Point, b: Point, t: number): Point {
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
}

/** The point `distance` pixels along; before the start and past the end, straight on. */
export function along({ points, distances, length }: Polyline, distance: number): Point {
  const [a, b] = pieceAt(distances, Math.min(Math.max(distance, 0), length));
  const [from, to] = [points[a] as Point, points[b] as Point];
  const [start, end] = [distances[a] as number, distances[b] as number];
  // A path that is but a point goes on to the right.
  if (end === start) return { x: from.x + distance - start, y: from.y };
  return mix(from, to, (distance - start) / (end - start));
}

/** The two corners about a distance, never at the same place unless the whole path is. */
function pieceAt(distances: readonly number[], distance: number): [number, number] {
  let low = 0;
  let high = distances.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((distances[middle] as number) <= distance) low = middle;
    else high = middle;
  }
  while (low > 0 && distances[low] === distances[high]) low--;
  while (high < distances.length - 1 && distances[low] === distances[high]) high++;
  return [low, high];
}
