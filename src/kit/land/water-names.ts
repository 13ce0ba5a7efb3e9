import type { Item } from '../../game/index.ts';
import { type Box, between, overlap, type Point } from '../draw/geometry.ts';
import { beside, softPath } from '../draw/lines.ts';
import { type MapLabel, mapLabel } from '../draw/map-labels.ts';
import { typeset } from '../draw/text-layout.ts';
import { endsOfSide } from '../hex/hex-grid.ts';
import { type HexMap, sideBetween, type Water } from '../hex/hex-map.ts';
import { type HexPlot, isNear } from '../hex/hex-plot.ts';
import { MemoPer, once } from '../memo.ts';
import { courseOf } from './hex-waters.ts';
import { BANK, CLEAR } from './land-colours.ts';
import type { LandStyle, WaterLettering } from './land-style.ts';

/** Names of waters along them, up to a comma; long ones several times. One in brackets is not written. */
export function waterNames(map: HexMap, plot: HexPlot, style: LandStyle): Item[] {
  return map.waters.flatMap((water) => {
    const name = nameOf(map, plot, style, water);
    if (!name) return [];
    return startsOf(name, plot.scale > 1 ? 9 : 16).map((start) => itemOf(plot, name, start));
  });
}

/** Names of waters, each once, clear of taken boxes; a name without such a spot is left out. */
export function clearWaterNames(map: HexMap, plot: HexPlot, style: LandStyle, taken: readonly Box[]): Item[] {
  const boxes = [...taken];
  return map.waters.flatMap((water) => {
    const name = nameOf(map, plot, style, water);
    if (!name) return [];
    for (const start of name.wholeStarts().slice(0, MOST_TRIED)) {
      const key = `${plot.scale} ${plot.x} ${plot.y} ${start}`;
      const label = labels.get(water, key, () => mapLabel([itemOf(plot, name, start)]));
      if (label.boxes.some((box) => boxes.some((other) => overlap(box, other)))) continue;
      boxes.push(...label.boxes);
      return label.items;
    }
    return [];
  });
}

const MOST_TRIED = 12;
/** Names of plots seen last. */
const labels = new MemoPer<Water, MapLabel>(100);

/** A name that stands along a course, and how many stretches of that it takes. */
interface AlongWater {
  readonly course: readonly Point[];
  readonly text: string;
  readonly size: number;
  readonly lettering: WaterLettering;
  readonly need: number;
  /** Whether it is clear of bridges, and whether all of it is seen, where it begins at a point of its course. */
  isFree(start: number): boolean;
  isWhole(start: number): boolean;
  /** Places at which it can begin and be seen whole: those clear of bridges first, then nearest to the middle of the part in view. */
  wholeStarts(): readonly number[];
}

/** Names along the waters of recent plots, since pictures show the same parts of a map again and again. */
const names = new MemoPer<Water, AlongWater>(20);

/** Smaller letters nobody reads on a phone. */
const LEAST = 20;

function nameOf(map: HexMap, plot: HexPlot, style: LandStyle, water: Water): AlongWater | null {
  const lettering = style.waters.find(({ kind }) => kind === water.kind)?.lettering;
  if (!lettering || water.name.includes('(')) return null;
  const size = lettering.size * plot.scale;
  if (plot.forPhone && size < LEAST) return null;
  const { x, y, view } = plot;
  const key = [plot.scale, x, y, ...Object.values(view), ...Object.values(lettering)].join(' ');
  return names.get(water, key, () => alongWater(map, plot, water, lettering, size));
}

function alongWater(map: HexMap, plot: HexPlot, water: Water, lettering: WaterLettering, size: number): AlongWater {
  const course = smooth(courseOf(plot, water), Math.round((BENDS * size) / plot.radius));
  const text = typeset(water.name.replace(/,.*$/, ''));
  const need = Math.ceil((text.length * size * lettering.ems) / (plot.radius * 0.86));
  const bridged = water.sides.flatMap((side, index) => (isCrossed(map, side) ? [index] : []));
  const isFree = (start: number) => bridged.every((at) => at < start - 1 || at > start + need);
  const isWhole = (start: number) => course.slice(start, start + need + 1).every((point) => isNear(plot, point, -size));
  const wholeStarts = once(() => {
    const whole = Array.from({ length: Math.max(0, course.length - need) }, (_, at) => at).filter(isWhole);
    const middle = ((whole[0] ?? 0) + (whole.at(-1) ?? 0)) / 2;
    const far = (start: number) => Math.abs(start - middle) + (isFree(start) ? 0 : course.length);
    return whole.sort((a, b) => far(a) - far(b));
  });
  return { course, text, size, lettering, need, isFree, isWhole, wholeStarts };
}

function itemOf(plot: HexPlot, { course, text, size, lettering, need }: AlongWater, start: number): Item {
  const part = course.slice(start, start + need + 1);
  const line = (part[0]?.x ?? 0) > (part.at(-1)?.x ?? 0) ? part.toReversed() : part;
  return {
    kind: 'lettering',
    d: softPath(beside(line, () => -lettering.above * plot.scale, 2)),
    text,
    face: 'italic',
    size,
    fill: BANK,
    halo: { colour: CLEAR, width: size / 5, cap: 'round' },
    spacing: lettering.spacing * plot.scale,
  };
}

/** Starting points of a name along its course, repeated every so far, clear of bridges where possible. */
function startsOf(name: AlongWater, every: number): number[] {
  const last = name.course.length - name.need - 1;
  if (name.course.length < every * 2) return name.wholeStarts().slice(0, 1);
  const found: number[] = [];
  for (let at = 1; at <= last; at++) {
    if (!name.isFree(at) || !name.isWhole(at)) continue;
    found.push(at);
    at += name.need + every;
  }
  return found;
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
