import type { Item, Lettering } from '../../game/index.ts';
import { type Box, between, movedBy, type Point, plus } from '../draw/geometry.ts';
import { beside, softPath } from '../draw/lines.ts';
import { letteringBounds, typeset } from '../draw/text-layout.ts';
import { endsOfSide } from '../hex/hex-grid.ts';
import { type HexMap, sideBetween, type Water } from '../hex/hex-map.ts';
import { type HexPlot, isNear, middle, plotFromCorner } from '../hex/hex-plot.ts';
import { MemoPer, once } from '../memo.ts';
import { waterCourse } from './hex-waters.ts';
import { BANK, CLEAR } from './land-colours.ts';
import type { LandStyle, WaterLettering } from './land-style.ts';

/**
 * Names along waters, in the same places of every picture. A long water has its name several times. Of a name with a
 * comma, the first part is written; a name in brackets is not.
 */
export function waterNames(map: HexMap, plot: HexPlot, style: LandStyle): Item[] {
  return seenIn(map, plot, style).map(({ item }) => ({ kind: 'group', x: plot.x, y: plot.y, items: [item] }));
}

/** The boxes that the names of waters cover in a picture. */
export function waterNameBoxes(map: HexMap, plot: HexPlot, style: LandStyle): Box[] {
  return seenIn(map, plot, style).flatMap(({ boxes }) => boxes().map((box) => movedBy(box, plot)));
}

function seenIn(map: HexMap, plot: HexPlot, style: LandStyle): readonly WaterName[] {
  return namesOf(map, plot, style).filter(({ line, size }) =>
    line.some((point) => isNear(plot, plus(plot, point), size)),
  );
}

/** A name along a water. Its points and boxes are in pixels from the map's corner. */
interface WaterName {
  readonly size: number;
  readonly line: readonly Point[];
  readonly item: Lettering;
  readonly boxes: () => readonly Box[];
}

/** Names of a map's waters by scale and style. */
const names = new MemoPer<HexMap, readonly WaterName[]>();

/** The smallest size that is legible on a phone. */
const LEAST = 20;

function namesOf(map: HexMap, plot: HexPlot, style: LandStyle): readonly WaterName[] {
  const letterings = style.waters.map(({ kind, lettering }) => ({ kind, lettering }));
  const key = `${plot.radius} ${plot.forPhone} ${JSON.stringify(letterings)}`;
  return names.get(map, key, () =>
    map.waters.flatMap((water) => {
      const lettering = letterings.find(({ kind }) => kind === water.kind)?.lettering;
      if (!lettering || water.name.includes('(')) return [];
      const isLegible = !plot.forPhone || lettering.size * plot.scale >= LEAST;
      return isLegible ? namesAlong(map, plotFromCorner(plot, plot.scale), water, lettering) : [];
    }),
  );
}

/** Hexsides between two points where a name may begin. */
const STEP = 2;
/** Hexsides from the end of a name to its repetition. */
const APART = 9;

/** Half the space of a place with its name and its counters, in radii of a hex. */
const ROOM = { across: 1.9, down: 1 };

/** The names along one water: by the fewest bridges, and there where the fewest places are near. */
function namesAlong(map: HexMap, plot: HexPlot, water: Water, lettering: WaterLettering): WaterName[] {
  const size = lettering.size * plot.scale;
  const course = smooth(waterCourse(plot, water), Math.round((BENDS * size) / plot.radius));
  const text = typeset(water.name.replace(/,.*$/, ''));
  /** The length of the name in hexsides. */
  const length = Math.ceil((text.length * size * lettering.ems) / (plot.radius * 0.86));
  const count = Math.max(0, Math.ceil((course.length - length) / STEP));
  const starts = Array.from({ length: count }, (_, index) => index * STEP);
  const lineAt = (start: number) => course.slice(start, start + length + 1);
  const bridged = water.sides.flatMap((side, index) => (isCrossed(map, side) ? [index] : []));
  const bridges = (start: number) => bridged.filter((at) => at >= start - 1 && at <= start + length).length;
  const places = map.places.map(({ hex }) => middle(plot, hex));
  const isNearPlace = (point: Point) =>
    places.some(
      ({ x, y }) =>
        Math.abs(x - point.x) <= ROOM.across * plot.radius && Math.abs(y - point.y) <= ROOM.down * plot.radius,
    );
  const best = leastBy(leastBy(starts, bridges), (start) => lineAt(start).filter(isNearPlace).length);
  let next = 0;
  return best.flatMap((start) => {
    if (start < next) return [];
    next = start + length + APART;
    const line = lineAt(start);
    const item = nameAlong(line, text, size, lettering, plot.scale);
    return [{ size, line, item, boxes: once(() => letteringBounds(item)) }];
  });
}

/** The things of the least worth, which may be several. */
function leastBy<T>(things: readonly T[], worth: (thing: T) => number): readonly T[] {
  const worths = things.map(worth);
  const least = Math.min(...worths);
  return things.filter((_, index) => worths[index] === least);
}

function nameAlong(
  line: readonly Point[],
  text: string,
  size: number,
  { above, spacing }: WaterLettering,
  scale: number,
): Lettering {
  const runsWest = (line[0]?.x ?? 0) > (line.at(-1)?.x ?? 0);
  const eastward = runsWest ? line.toReversed() : line;
  return {
    kind: 'lettering',
    d: softPath(beside(eastward, () => -above * scale, 2)),
    text,
    face: 'italic',
    size,
    fill: BANK,
    halo: { colour: CLEAR, width: size / 5, cap: 'round' },
    spacing: spacing * scale,
  };
}

function isCrossed(map: HexMap, side: string): boolean {
  return (sideBetween(map, ...endsOfSide(side))?.crossing ?? null) !== null;
}

/** How often bends are smoothed for letters as large as a hexside. In sharper bends, letters would overlap. */
const BENDS = 3;

/** The course of a water without corners, its bends smoothed so many times. */
function smooth(course: readonly Point[], times: number): Point[] {
  let line = course.slice(1).map((point, index) => between(course[index] as Point, point));
  for (let time = 0; time < times; time++) {
    const now = line;
    line = now.map((point, index) => {
      const [before, after] = [now[index - 1], now[index + 1]];
      return before && after ? between(point, between(before, after)) : point;
    });
  }
  return line;
}
