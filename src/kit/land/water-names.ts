import type { Item } from '../../game/index.ts';
import { type Box, between, overlap, type Point, plus } from '../draw/geometry.ts';
import { type MapLabel, mapLabel } from '../draw/item-bounds.ts';
import { beside, softPath } from '../draw/lines.ts';
import { typeset } from '../draw/text-layout.ts';
import { endsOfSide } from '../hex/hex-grid.ts';
import { type HexMap, sideBetween, type Water } from '../hex/hex-map.ts';
import { type HexPlot, isNear, plotFromCorner } from '../hex/hex-plot.ts';
import { MemoPer, once } from '../memo.ts';
import { courseOf } from './hex-waters.ts';
import { BANK, CLEAR } from './land-colours.ts';
import type { LandStyle, WaterLettering } from './land-style.ts';

/** Names along waters, up to a comma, in the same places of every picture; of a long water several times. One in brackets is not written. */
export function waterNames(map: HexMap, plot: HexPlot, style: LandStyle): Item[] {
  return namesOf(map, plot, style).flatMap(({ size, need, spots }) => {
    const middle = Math.floor(spots.length / 2);
    const free = spots.filter(({ isFree }) => isFree);
    let next = 0;
    return (free.length > 0 ? free : spots.slice(middle, middle + 1)).flatMap(({ start, line, label }): Item[] => {
      if (start < next) return [];
      next = start + need + APART;
      return line.some((point) => isNear(plot, plus(plot, point), size)) ? [placed(plot, label())] : [];
    });
  });
}

/** Hexsides from the end of a name to its repetition. */
const APART = 9;

/** Names of waters, each once, whole and clear of taken boxes, nearest to the middle of the water in view; without such a spot none. */
export function clearWaterNames(map: HexMap, plot: HexPlot, style: LandStyle, taken: readonly Box[]): Item[] {
  const boxes = [...taken];
  return namesOf(map, plot, style).flatMap(({ size, spots }) => {
    const whole = spots.filter(({ line }) => line.every((point) => isNear(plot, plus(plot, point), -size)));
    const middle = ((whole[0]?.start ?? 0) + (whole.at(-1)?.start ?? 0)) / 2;
    const far = ({ start, isFree }: Spot) => Math.abs(start - middle) + (isFree ? 0 : FAR);
    for (const { label } of whole.sort((a, b) => far(a) - far(b))) {
      const own = label().boxes.map((box) => ({ ...box, ...plus(plot, box) }));
      if (own.some((box) => boxes.some((other) => overlap(box, other)))) continue;
      boxes.push(...own);
      return [placed(plot, label())];
    }
    return [];
  });
}

/** More hexsides than a water has. */
const FAR = 1000;

/** At whole pixels of its map, so that a name looks the same in every picture and is drawn once for all. */
function placed({ x, y }: HexPlot, { items }: MapLabel): Item {
  return { kind: 'group', x, y, items };
}

/** A name's possible places along its water, from the source on. */
interface AlongWater {
  readonly size: number;
  /** Hexsides that the name takes. */
  readonly need: number;
  readonly spots: readonly Spot[];
}

/** All of it in pixels from the map's corner. */
interface Spot {
  /** The hexside of its water at which it begins. */
  readonly start: number;
  /** Whether it is clear of bridges. */
  readonly isFree: boolean;
  readonly line: readonly Point[];
  readonly label: () => MapLabel;
}

/** Names of a map's waters by scale and style; there are as many as close-ups and sketches have. */
const names = new MemoPer<HexMap, readonly AlongWater[]>();

/** Smaller letters nobody reads on a phone. */
const LEAST = 20;

function namesOf(map: HexMap, plot: HexPlot, style: LandStyle): readonly AlongWater[] {
  const letterings = style.waters.map(({ kind, lettering }) => ({ kind, lettering }));
  const key = `${plot.radius} ${plot.forPhone} ${JSON.stringify(letterings)}`;
  return names.get(map, key, () =>
    map.waters.flatMap((water) => {
      const lettering = letterings.find(({ kind }) => kind === water.kind)?.lettering;
      if (!lettering || water.name.includes('(')) return [];
      const isLegible = !plot.forPhone || lettering.size * plot.scale >= LEAST;
      return isLegible ? [alongWater(map, plotFromCorner(plot, plot.scale), water, lettering)] : [];
    }),
  );
}

/** Hexsides between two places at which a name may begin. */
const STEP = 2;

function alongWater(map: HexMap, plot: HexPlot, water: Water, lettering: WaterLettering): AlongWater {
  const size = lettering.size * plot.scale;
  const course = smooth(courseOf(plot, water), Math.round((BENDS * size) / plot.radius));
  const text = typeset(water.name.replace(/,.*$/, ''));
  const need = Math.ceil((text.length * size * lettering.ems) / (plot.radius * 0.86));
  const bridged = water.sides.flatMap((side, index) => (isCrossed(map, side) ? [index] : []));
  const count = Math.max(0, Math.ceil((course.length - need) / STEP));
  const spots = Array.from({ length: count }, (_, index): Spot => {
    const start = index * STEP;
    const line = course.slice(start, start + need + 1);
    const isFree = bridged.every((at) => at < start - 1 || at > start + need);
    return { start, isFree, line, label: once(() => mapLabel([nameAlong(line, text, size, lettering, plot.scale)])) };
  });
  return { size, need, spots };
}

function nameAlong(
  line: readonly Point[],
  text: string,
  size: number,
  { above, spacing }: WaterLettering,
  scale: number,
): Item {
  const eastward = (line[0]?.x ?? 0) > (line.at(-1)?.x ?? 0) ? line.toReversed() : line;
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

/** How often bends are evened out for letters as large as a hexside: in sharper ones they would stand upon each other. */
const BENDS = 3;

/** A course from hexside to hexside without the corners, its bends evened out so many times. */
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
