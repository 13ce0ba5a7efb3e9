import type { Item } from '../../../../game/index.ts';
import { between, minus, type Point, pair, plus, scaled } from '../../../../kit/draw/geometry.ts';
import { CARD, INK } from '../../../../kit/draw/inks.ts';
import { softPath } from '../../../../kit/draw/lines.ts';
import type { HexId } from '../../../../kit/hex/grid.ts';
import type { Water } from '../../../../kit/hex/hex-map.ts';
import type { Field } from '../../field.ts';
import { BANK, WATER } from '../inks.ts';
import { directionTo, middle, type Plot, scaleOf, sideOf, stretches } from '../plot.ts';

/** Creeks broad between their banks, streams a line, the pond a pool. */
export function waters(field: Field, plot: Plot): Item[] {
  const s = scaleOf(plot);
  const of = (kind: Water['kind']) =>
    field.waters
      .filter((water) => water.kind === kind)
      .flatMap((water) => stretches(courseOf(plot, water), plot, (point) => point));
  const path = (courses: readonly (readonly Point[])[]) => courses.map((course) => softPath(course)).join(' ');
  const [streams, creeks, lakes] = [path(of('stream')), path(of('creek')), path(of('lake'))];
  return [
    { kind: 'path', d: streams, stroke: { colour: BANK, width: 3.4 * s, cap: 'round' } },
    { kind: 'path', d: streams, stroke: { colour: WATER, width: 1.6 * s, cap: 'round' } },
    { kind: 'path', d: creeks, stroke: { colour: BANK, width: 11 * s, cap: 'round' } },
    { kind: 'path', d: creeks, stroke: { colour: WATER, width: 8 * s, cap: 'round' } },
    { kind: 'path', d: lakes, stroke: { colour: BANK, width: 17 * s, cap: 'round' } },
    { kind: 'path', d: lakes, stroke: { colour: WATER, width: 14 * s, cap: 'round' } },
  ];
}

/** The corners a water runs along, in order. */
export function courseOf(plot: Plot, { sides }: Pick<Water, 'sides'>): Point[] {
  const pieces = namedSides(sides).map(([hex, direction]) => sideOf(plot, hex, direction));
  const [first, second] = pieces;
  if (!first) return [];
  if (!second) return [...first];
  const start = second.some((point) => same(point, first[0])) ? first[1] : first[0];
  const course = [start];
  for (const [a, b] of pieces) course.push(same(a, course.at(-1) as Point) ? b : a);
  return course;
}

/** Hexsides as `map.json` names them, read once: each as the side of a hex in a direction. */
const known = new WeakMap<Water['sides'], readonly (readonly [HexId, number])[]>();

function namedSides(sides: Water['sides']): readonly (readonly [HexId, number])[] {
  let named = known.get(sides);
  if (!named) {
    named = sides.map((side) => {
      const [a, b] = side.split('|') as [HexId, HexId];
      return [a, directionTo(a, b)] as const;
    });
    known.set(sides, named);
  }
  return named;
}

function same(a: Point, b: Point): boolean {
  return Math.abs(a.x - b.x) < 0.5 && Math.abs(a.y - b.y) < 0.5;
}

/** Bridges and the ford, over the water and under what marches. */
export function crossings(field: Field, plot: Plot, hexes: readonly HexId[]): Item[] {
  const s = scaleOf(plot);
  return hexes.flatMap((hex) =>
    (field.hex.get(hex)?.sides ?? []).flatMap(({ to, direction, crossing }): Item[] => {
      if (crossing === null || to < hex) return [];
      const [a, b] = sideOf(plot, hex, direction);
      const at = between(a, b);
      const over = scaled(minus(middle(plot, to), middle(plot, hex)), 1);
      return crossing === 'bridge' ? bridge(at, over, s) : ford(at, over, s);
    }),
  );
}

function bridge(at: Point, over: Point, s: number): Item[] {
  const across = { x: -over.y, y: over.x };
  const place = (out: number, aside: number) =>
    plus(at, { x: (over.x * out + across.x * aside) * s, y: (over.y * out + across.y * aside) * s });
  const rail = (side: number) => {
    const [a, b, c, d] = [place(-11, 7 * side), place(-8, 4.2 * side), place(8, 4.2 * side), place(11, 7 * side)];
    return `M ${pair(a)} L ${pair(b)} L ${pair(c)} L ${pair(d)}`;
  };
  const deck = [place(-8, -4.2), place(8, -4.2), place(8, 4.2), place(-8, 4.2)];
  return [
    { kind: 'path', d: `M ${deck.map(pair).join(' L ')} Z`, fill: CARD },
    {
      kind: 'path',
      d: `${rail(1)} ${rail(-1)}`,
      stroke: { colour: INK, width: 2 * s },
    },
  ];
}

function ford(at: Point, over: Point, s: number): Item[] {
  const across = { x: -over.y, y: over.x };
  const lines = [-5, 0, 5].map((aside) => {
    const [a, b] = [-8, 8].map((out) =>
      plus(at, { x: (over.x * out + across.x * aside) * s, y: (over.y * out + across.y * aside) * s }),
    ) as [Point, Point];
    return `M ${pair(a)} L ${pair(b)}`;
  });
  return [
    { kind: 'path', d: lines.join(' '), stroke: { colour: CARD, width: 3.4 * s } },
    { kind: 'path', d: lines.join(' '), stroke: { colour: INK, width: 1.4 * s, dash: [2.5 * s, 2 * s] } },
  ];
}
