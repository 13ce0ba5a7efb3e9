import type { Colour, Item, Stroke } from '../../game/index.ts';
import { CARD, INK } from '../draw/common-colours.ts';
import { between, minus, type Point, pathOf, plus, scaled } from '../draw/geometry.ts';
import { softPath, strokeAt } from '../draw/lines.ts';
import { endsOfSide, type HexId } from '../hex/hex-grid.ts';
import { type HexMap, sidesOf, type Water } from '../hex/hex-map.ts';
import { type HexPlot, middle, plotFromCorner, sideOf, stretches } from '../hex/hex-plot.ts';
import { MemoPer } from '../memo.ts';
import { BANK, WATER } from './land-colours.ts';
import type { LandStyle } from './land-style.ts';

/** The strokes of waters on a whole map, in the order of drawing. */
export const WATER_STROKES = {
  stream: banked(3.4, 1.6),
  creek: banked(11, 8),
  lake: banked(17, 14),
} as const satisfies { readonly [kind: string]: readonly Stroke[] };

export function banked(bank: number, water: number): readonly Stroke[] {
  const stroke = (colour: Colour, width: number) => ({ colour, width, cap: 'round' as const });
  return [stroke(BANK, bank), stroke(WATER, water)];
}

/** Rivers with their banks, brooks as lines, and ponds. */
export function waters(map: HexMap, plot: HexPlot, style: LandStyle): Item[] {
  return style.waters.flatMap(({ kind, strokes }): Item[] => {
    const courses = map.waters
      .filter((water) => water.kind === kind)
      .flatMap((water) => stretches(waterCourse(plot, water), plot, (point) => point));
    const d = courses.map((course) => softPath(course)).join(' ');
    return strokes.map((stroke) => ({ kind: 'path', d, stroke: strokeAt(stroke, plot.scale) }));
  });
}

/** The corners of hexes along which a water runs, in order. */
export function waterCourse(plot: HexPlot, water: Water): Point[] {
  const { x, y } = plot;
  // There are only a few scales, so the cache stays small.
  const course = courses.get(water, plot.radius, () => cornersAlong(plotFromCorner(plot, plot.scale), water));
  return course.map((corner) => ({ x: x + corner.x, y: y + corner.y }));
}

const courses = new MemoPer<Water, readonly Point[]>();

function cornersAlong(plot: HexPlot, { sides }: Water): readonly Point[] {
  const pieces = sides.map((side) => {
    const [one, other] = endsOfSide(side);
    return sideOf(plot, one, plot.grid.directionTo(one, other));
  });
  const [first, second] = pieces;
  if (!first) return [];
  if (!second) return first;
  const start = second.some((point) => same(point, first[0])) ? first[1] : first[0];
  const course = [start];
  for (const [a, b] of pieces) course.push(same(a, course.at(-1) as Point) ? b : a);
  return course;
}

function same(a: Point, b: Point): boolean {
  return Math.abs(a.x - b.x) < 0.5 && Math.abs(a.y - b.y) < 0.5;
}

export function crossings(map: HexMap, plot: HexPlot, hexes: readonly HexId[]): Item[] {
  const s = plot.scale;
  return hexes.flatMap((hex) =>
    sidesOf(map, hex).flatMap(({ to, direction, crossing }): Item[] => {
      if (crossing === null || to < hex) return [];
      const at = between(...sideOf(plot, hex, direction));
      const over = scaled(minus(middle(plot, to), middle(plot, hex)), s);
      const place: Placing = (out, aside) =>
        plus(at, { x: over.x * out - over.y * aside, y: over.y * out + over.x * aside });
      return crossing === 'bridge' ? bridge(place, s) : ford(place, s);
    }),
  );
}

/** Places a point of a crossing: `out` over the water and `aside` along it, from the middle of the hexside. */
type Placing = (out: number, aside: number) => Point;

function bridge(place: Placing, s: number): Item[] {
  const rail = (side: 1 | -1) =>
    pathOf([place(-11, 7 * side), place(-8, 4.2 * side), place(8, 4.2 * side), place(11, 7 * side)]);
  const deck = [place(-8, -4.2), place(8, -4.2), place(8, 4.2), place(-8, 4.2)];
  return [
    { kind: 'path', d: pathOf(deck, true), fill: CARD },
    { kind: 'path', d: `${rail(1)} ${rail(-1)}`, stroke: { colour: INK, width: 2 * s } },
  ];
}

function ford(place: Placing, s: number): Item[] {
  const d = [-5, 0, 5].map((aside) => pathOf([place(-8, aside), place(8, aside)])).join(' ');
  return [
    { kind: 'path', d, stroke: { colour: CARD, width: 3.4 * s } },
    { kind: 'path', d, stroke: { colour: INK, width: 1.4 * s, dash: [2.5 * s, 2 * s] } },
  ];
}
