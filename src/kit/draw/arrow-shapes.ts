import type { Colour, Item, Stroke } from '../../game/index.ts';
import { CARD } from './common-colours.ts';
import { type Box, between, grown, minus, type Point, pathOf, plus, scaled } from './geometry.ts';
import { evened, type Polyline, softPath } from './lines.ts';

/**
 * An arrow along points, with its head at the last one and a pale edge.
 * @param s the scale, 1 on a whole map
 */
export function arrowAlong(points: readonly Point[], colour: Colour, s: number, dashed = false): Item[] {
  const [last, before] = [points.at(-1), points.at(-2)];
  if (!last || !before) return [];
  const back = scaled(minus(before, last), 13 * s);
  const d = softPath([...points.slice(0, -1), plus(last, back)]);
  const head = headAt(last, { x: -back.x, y: -back.y }, 8.5 * s);
  const dash = dashed ? { dash: [7 * s, 4 * s] } : {};
  return [
    { kind: 'path', d, stroke: { colour: CARD, width: 7.6 * s, cap: 'round' } },
    { kind: 'path', d: head, stroke: { colour: CARD, width: 3 * s, cap: 'round' } },
    { kind: 'path', d, stroke: { colour, width: 4.6 * s, ...dash } },
    { kind: 'path', d: head, fill: colour },
  ];
}

/**
 * The head of an arrow.
 * @param along a vector from the foot of the head to its tip
 * @param wide half of its width
 */
export function headAt(tip: Point, along: Point, wide: number): string {
  const side = scaled({ x: -along.y, y: along.x }, wide);
  const foot = minus(tip, along);
  return pathOf([tip, plus(foot, side), minus(foot, side)], true);
}

/** Shortens a line, so that its arrow stops before the thing at its end. */
export function stoppingShort(points: readonly Point[], by: number): Point[] {
  const [last, before] = [points.at(-1), points.at(-2)];
  if (!last || !before) return [...points];
  const length = Math.hypot(last.x - before.x, last.y - before.y);
  return [...points.slice(0, -1), between(before, last, Math.max(0.35, 1 - by / length))];
}

/**
 * A line with a pale edge, so that it stands out on any land.
 * @param width of line and edge together
 */
export function edgedLine(d: string, stroke: Stroke, width: number, cap?: Stroke['cap']): Item[] {
  return [
    { kind: 'path', d, stroke: { colour: CARD, width, ...(cap ? { cap } : {}) } },
    { kind: 'path', d, stroke },
  ];
}

/**
 * Boxes along a line, of which names and cards are placed clear.
 * @param step pixels from one box to the next
 * @param half half the side of a box
 */
export function boxesAlong(line: Polyline, step: number, half: number): Box[] {
  return evened(line, step).map((at) => grown({ ...at, width: 0, height: 0 }, half));
}
