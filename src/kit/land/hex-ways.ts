import type { Item, Stroke } from '../../game/index.ts';
import { CARD, INK } from '../draw/common-colours.ts';
import { between, minus, type Point, plus } from '../draw/geometry.ts';
import { type Knot, strokeAt, through } from '../draw/lines.ts';
import { sway } from '../draw/noise.ts';
import { type HexId, sideKey } from '../hex/hex-grid.ts';
import { type Edge, type HexMap, sideBetween, type Way } from '../hex/hex-map.ts';
import { type HexPlot, isNear, middle, plotFromCorner, sideOf, stretches } from '../hex/hex-plot.ts';
import { MemoPer } from '../memo.ts';
import { compact } from '../plain-english.ts';
import { RAIL, ROAD, ROAD_EDGE, TRAIL } from './land-colours.ts';
import type { LandStyle, PlaceRank } from './land-style.ts';

/** The strokes of ways on a whole map, in the order of drawing. */
export const WAY_STROKES = {
  trail: [{ colour: TRAIL, width: 1.8, dash: [6, 3.5] }],
  road: [
    { colour: ROAD_EDGE, width: 5.6, cap: 'round' },
    { colour: ROAD, width: 3, cap: 'round' },
  ],
  railroad: [
    { colour: RAIL, width: 8, dash: [1.6, 5] },
    { colour: RAIL, width: 2.2 },
  ],
} as const satisfies { readonly [kind: string]: readonly Stroke[] };

export function ways(map: HexMap, plot: HexPlot, style: LandStyle): Item[] {
  return style.ways.flatMap(({ matches, strokes }): Item[] => {
    const courses = map.ways.filter(matches).map((way) => courseInView(map, plot, style, way));
    const d = compact(courses.map(through)).join(' ');
    return strokes.map((stroke) => ({ kind: 'path', d, stroke: strokeAt(stroke, plot.scale) }));
  });
}

/** The whole way if a part of it is in view, so that its dashes are the same in every plot; otherwise nothing. */
function courseInView(map: HexMap, plot: HexPlot, style: LandStyle, way: Way): readonly Knot[] {
  const { x, y } = plot;
  // There are only a few scales, so the cache stays small.
  const course = courses.get(way, plot.radius, () => knotsOf(map, plotFromCorner(plot, plot.scale), style, way));
  const placed = course.map(({ at, towards }) => ({ at: { x: x + at.x, y: y + at.y }, towards }));
  return stretches(placed, plot, ({ at }) => at).length > 0 ? placed : [];
}

const courses = new MemoPer<Way, readonly Knot[]>();

/**
 * The course of a way through the middles of its hexes and over the sides between them. Ways with a hex or side in
 * common share its point.
 */
function knotsOf(map: HexMap, plot: HexPlot, style: LandStyle, { path, leaves }: Way): Knot[] {
  const at = (hex: HexId) => hexPoint(map, plot, style, hex);
  const offMap = (hex: HexId): Point | null => {
    const edge = leaves.find(([from]) => from === hex)?.[1];
    return edge ? plus(middle(plot, hex), overEdge(plot, edge)) : null;
  };
  const knots: Knot[] = [];
  for (const [index, hex] of path.entries()) {
    const [before, after] = [path[index - 1], path[index + 1]];
    const here = at(hex);
    const from = before ? at(before) : offMap(hex);
    const to = after ? at(after) : offMap(hex);
    if (!before && from) knots.push({ at: from, towards: minus(here, from) });
    knots.push({ at: here, towards: minus(to ?? here, from ?? here) });
    if (after) {
      const over = overSide(map, plot, hex, after);
      knots.push({ at: over, towards: minus(middle(plot, after), middle(plot, hex)) });
    } else if (to) knots.push({ at: to, towards: minus(to, here) });
  }
  return knots;
}

/** The point where the ways of a hex meet: a little off the middle, except at places. */
function hexPoint(map: HexMap, plot: HexPlot, { built }: LandStyle, hex: HexId): Point {
  const { x, y } = middle(plot, hex);
  const one = map.hex.get(hex);
  const isPlace = one?.name || built.includes(one?.terrain ?? '');
  const reach = isPlace ? 0 : plot.radius * 0.08;
  return { x: x + sway(hex, 21) * reach, y: y + sway(hex, 22) * reach };
}

/** The point where a way crosses a hexside: a little off its middle, except at bridges, fords and redoubts. */
function overSide(map: HexMap, plot: HexPlot, from: HexId, to: HexId): Point {
  const [low, high] = from < to ? [from, to] : [to, from];
  const side = sideBetween(map, low, high);
  const [a, b] = sideOf(plot, low, plot.grid.directionTo(low, high));
  const isOpen = side?.crossing === null && side.redoubt === null;
  return between(a, b, 0.5 + (isOpen ? sway(sideKey(low, high), 23) * 0.12 : 0));
}

/** The offset from the middle of a hex to a point beyond the edge of the map. */
function overEdge({ radius, half, scale }: HexPlot, edge: Edge): Point {
  const out = 9 * scale;
  if (edge === 'N') return { x: 0, y: -half - out };
  if (edge === 'S') return { x: 0, y: half + out };
  return { x: (edge === 'W' ? -1 : 1) * (radius + out), y: 0 };
}

/** Houses of places: several in a town, one or a few elsewhere. */
export function houses(map: HexMap, plot: HexPlot, { places }: LandStyle): Item[] {
  const s = plot.scale;
  const blocks: Point[] = [];
  for (const { hex, kind } of map.places) {
    const at = middle(plot, hex);
    const lots = LOTS[places[kind] ?? 'off'];
    if (isNear(plot, at)) blocks.push(...lots.map(([x, y]) => ({ x: at.x + x * s, y: at.y + y * s })));
  }
  const d = blocks
    .map(
      ({ x, y }) =>
        `M ${x - 2.5 * s} ${y - 2.5 * s} L ${x + 2.5 * s} ${y - 2.5 * s} L ${x + 2.5 * s} ${y + 2.5 * s} L ${x - 2.5 * s} ${y + 2.5 * s} Z`,
    )
    .join(' ');
  return [{ kind: 'path', d, fill: INK, stroke: { colour: CARD, width: 0.8 * s } }];
}

/** The houses of a place, from the middle of its hex. */
const LOTS: { readonly [rank in PlaceRank]: readonly (readonly [number, number])[] } = {
  town: [
    [-8, -7],
    [7, -8],
    [-11, 6],
    [9, 7],
    [0, 10],
    [-1, -12],
  ],
  place: [
    [-6, -6],
    [6, -6],
    [6, 6],
  ],
  farm: [[6, -6]],
  off: [],
};
