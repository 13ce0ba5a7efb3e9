import type { Colour, Item } from '../../../game/index.ts';
import { between, minus, type Point, pathOf, plus, scaled } from '../../../kit/draw/geometry.ts';
import { softPath } from '../../../kit/draw/lines.ts';
import type { Side } from '../vocabulary.ts';
import { CARD, CONFEDERATE_EDGE, UNION } from './inks.ts';

/** The colour of a side's marches. */
export function marchColour(side: Side): Colour {
  return side === 'union' ? UNION : CONFEDERATE_EDGE;
}

/** An arrow along points, in so many times the pixels of the whole field, with its head at the last of them. */
export function arrowAlong(points: readonly Point[], colour: Colour, s: number, dashed = false): Item[] {
  const [last, before] = [points.at(-1), points.at(-2)];
  if (!last || !before) return [];
  const back = scaled(minus(before, last), 13 * s);
  const neck = { x: last.x + back.x, y: last.y + back.y };
  const d = softPath([...points.slice(0, -1), neck]);
  const head = headAt(last, { x: -back.x, y: -back.y }, 8.5 * s);
  const dash = dashed ? { dash: [7 * s, 4 * s] } : {};
  return [
    { kind: 'path', d, stroke: { colour: CARD, width: 7.6 * s, cap: 'round' } },
    { kind: 'path', d: head, stroke: { colour: CARD, width: 3 * s, cap: 'round' } },
    { kind: 'path', d, stroke: { colour, width: 4.6 * s, ...dash } },
    { kind: 'path', d: head, fill: colour },
  ];
}

/** The head of an arrow with its tip at a point, pointing along a vector that is as long as it; so wide to either hand. */
export function headAt(tip: Point, along: Point, wide: number): string {
  const side = scaled({ x: -along.y, y: along.x }, wide);
  const foot = minus(tip, along);
  return pathOf([tip, plus(foot, side), minus(foot, side)], true);
}

/** A line of points shortened at its end, so that its arrow stops before what stands there. */
export function stoppingShort(points: readonly Point[], by: number): Point[] {
  const [last, before] = [points.at(-1), points.at(-2)];
  if (!last || !before) return [...points];
  const length = Math.hypot(last.x - before.x, last.y - before.y);
  return [...points.slice(0, -1), between(before, last, Math.max(0.35, 1 - by / length))];
}
