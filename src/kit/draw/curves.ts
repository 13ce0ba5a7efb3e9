import { between, type Point, pair } from './geometry.ts';

/** A cubic curve: its two ends and the two points that pull it. */
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

/** The point a part (0–1) of the way along. */
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
export function partOf(along: Curve, start: number, end: number): Curve {
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
