import type { Item } from '../../../../game/index.ts';
import { between, minus, type Point, plus } from '../../../../kit/draw/geometry.ts';
import { CARD, INK } from '../../../../kit/draw/inks.ts';
import { type Knot, through } from '../../../../kit/draw/lines.ts';
import { sway } from '../../../../kit/draw/noise.ts';
import { type HexId, sideKey } from '../../../../kit/hex/grid.ts';
import type { Way } from '../../../../kit/hex/hex-map.ts';
import type { Field } from '../../field.ts';
import { RAIL, ROAD, ROAD_EDGE, TRAIL } from '../inks.ts';
import { directionTo, isNear, middle, type Plot, plotOf, scaleOf, sideOf, stretches } from '../plot.ts';

/** Roads between two lines, trails dashed, the railway with its ties. */
export function ways(field: Field, plot: Plot): Item[] {
  const s = scaleOf(plot);
  const of = (wanted: (way: Way) => boolean) =>
    field.ways
      .filter(wanted)
      .flatMap((way) => partsSeen(field, plot, way).map(through))
      .join(' ');
  const trails = of(({ kind, rail }) => kind === 'trail' && !rail);
  const roads = of(({ kind }) => kind === 'road');
  const rails = of(({ rail }) => rail);
  return [
    { kind: 'path', d: trails, stroke: { colour: TRAIL, width: 1.8 * s, dash: [6 * s, 3.5 * s] } },
    { kind: 'path', d: roads, stroke: { colour: ROAD_EDGE, width: 5.6 * s, cap: 'round' } },
    { kind: 'path', d: roads, stroke: { colour: ROAD, width: 3 * s, cap: 'round' } },
    { kind: 'path', d: rails, stroke: { colour: RAIL, width: 8 * s, dash: [1.6 * s, 5 * s] } },
    { kind: 'path', d: rails, stroke: { colour: RAIL, width: 2.2 * s } },
  ];
}

/** The stretches of a way that are seen. */
function partsSeen(field: Field, plot: Plot, way: Way): readonly (readonly Knot[])[] {
  const { view, x, y } = plot;
  const fixed: Plot = { ...plot, x: 0, y: 0, view: { ...view, x: view.x - x, y: view.y - y } };
  return stretches(courseAt(field, scaleOf(plot), way), fixed, ({ at }) => at).map((part) =>
    part.map(({ at, towards }) => ({ at: { x: x + at.x, y: y + at.y }, towards })),
  );
}

/** Courses at a scale, from the field's own corner: there are as many scales as close-ups and sketches have. */
const courses = new WeakMap<Way, Map<number, readonly Knot[]>>();

function courseAt(field: Field, scale: number, way: Way): readonly Knot[] {
  let scales = courses.get(way);
  if (!scales) {
    scales = new Map();
    courses.set(way, scales);
  }
  let course = scales.get(scale);
  if (!course) {
    course = knotsOf(field, plotOf(scale, { x: 0, y: 0 }, { x: 0, y: 0, width: 0, height: 0 }), way);
    scales.set(scale, course);
  }
  return course;
}

/** The course of a way: through the middles of its hexes and over the sides between them, the same for all ways that share them. */
function knotsOf(field: Field, plot: Plot, { path, leaves }: Pick<Way, 'path' | 'leaves'>): Knot[] {
  const s = scaleOf(plot);
  const at = (hex: HexId) => hexPoint(field, plot, hex);
  const edge = (hex: HexId | undefined) => leaves.find(([from]) => from === hex)?.[1];
  const knots: Knot[] = [];
  const off = (hex: HexId, side: string): Point => plus(middle(plot, hex), offMap(plot, side, s));
  for (const [index, hex] of path.entries()) {
    const [before, after] = [path[index - 1], path[index + 1]];
    const here = at(hex);
    const from = before ? at(before) : edge(hex) && index === 0 ? off(hex, edge(hex) as string) : null;
    const to = after ? at(after) : edge(hex) && index > 0 ? off(hex, edge(hex) as string) : null;
    const towards = minus(to ?? here, from ?? here);
    if (!before && from) knots.push({ at: from, towards: minus(here, from) });
    knots.push({ at: here, towards });
    if (after) {
      const over = overSide(field, plot, hex, after);
      knots.push({ at: over, towards: minus(middle(plot, after), middle(plot, hex)) });
    } else if (to) knots.push({ at: to, towards: minus(to, here) });
  }
  return knots;
}

/** Where ways meet in a hex: a little off its middle, but for places. */
function hexPoint(field: Field, plot: Plot, hex: HexId): Point {
  const { x, y } = middle(plot, hex);
  const one = field.hex.get(hex);
  const reach = one?.name || one?.terrain === 'town' ? 0 : plot.radius * 0.08;
  return { x: x + sway(hex, 21) * reach, y: y + sway(hex, 22) * reach };
}

/** Where a way goes over a hexside: a little off the middle of it, but at bridges. */
function overSide(field: Field, plot: Plot, from: HexId, to: HexId): Point {
  const [low, high] = from < to ? [from, to] : [to, from];
  const side = field.hex.get(low)?.sides.find((one) => one.to === high);
  const [a, b] = sideOf(plot, low, directionTo(low, high));
  const free = side?.crossing === null && side.redoubt === null;
  return between(a, b, 0.5 + (free ? sway(sideKey(low, high), 23) * 0.12 : 0));
}

function offMap({ radius, half }: Plot, edge: string, s: number): Point {
  const out = 9 * s;
  if (edge === 'N') return { x: 0, y: -half - out };
  if (edge === 'S') return { x: 0, y: half + out };
  return { x: (edge === 'W' ? -1 : 1) * (radius + out), y: 0 };
}

/** Houses: of a town several along its ways, elsewhere one or two. */
export function houses(field: Field, plot: Plot): Item[] {
  const s = scaleOf(plot);
  const blocks: Point[] = [];
  for (const { hex, kind } of field.places) {
    const at = middle(plot, hex);
    if (kind === 'off' || !isNear(plot, at)) continue;
    const lots = kind === 'town' ? TOWN : kind === 'place' ? PLACE : FARM;
    blocks.push(...lots.map(([x, y]) => ({ x: at.x + x * s, y: at.y + y * s })));
  }
  const d = blocks
    .map(
      ({ x, y }) =>
        `M ${x - 2.5 * s} ${y - 2.5 * s} L ${x + 2.5 * s} ${y - 2.5 * s} L ${x + 2.5 * s} ${y + 2.5 * s} L ${x - 2.5 * s} ${y + 2.5 * s} Z`,
    )
    .join(' ');
  return [{ kind: 'path', d, fill: INK, stroke: { colour: CARD, width: 0.8 * s } }];
}

const TOWN: readonly (readonly [number, number])[] = [
  [-8, -7],
  [7, -8],
  [-11, 6],
  [9, 7],
  [0, 10],
  [-1, -12],
];
const PLACE: readonly (readonly [number, number])[] = [
  [-6, -6],
  [6, -6],
  [6, 6],
];
const FARM: readonly (readonly [number, number])[] = [[6, -6]];
