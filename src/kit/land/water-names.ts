import type { Item } from '../../game/index.ts';
import { between, type Point } from '../draw/geometry.ts';
import { beside, softPath } from '../draw/lines.ts';
import { typeset } from '../draw/text-layout.ts';
import { endsOfSide } from '../hex/hex-grid.ts';
import { type HexMap, sideBetween } from '../hex/hex-map.ts';
import { type HexPlot, isNear } from '../hex/hex-plot.ts';
import { courseOf } from './hex-waters.ts';
import { BANK, CLEAR } from './land-inks.ts';
import type { LandStyle } from './land-style.ts';

/** Names of waters along them, up to a comma; long ones several times. One in brackets is not written. */
export function waterNames(map: HexMap, plot: HexPlot, style: LandStyle): Item[] {
  const s = plot.scale;
  return map.waters.flatMap((water): Item[] => {
    const lettering = style.waters.find(({ kind }) => kind === water.kind)?.lettering;
    if (!lettering || water.name.includes('(')) return [];
    const course = smooth(courseOf(plot, water));
    const size = lettering.size * s;
    const text = typeset(water.name.replace(/,.*$/, ''));
    const need = Math.ceil((text.length * size * lettering.ems) / (plot.radius * 0.86));
    const every = s > 1 ? 9 : 16;
    const bridged = water.sides.flatMap((side, index) => (isCrossed(map, side) ? [index] : []));
    const isFree = (start: number) => bridged.every((at) => at < start - 1 || at > start + need);
    const starts = startsOf(course.length, need, every, isFree);
    return starts.flatMap((start): Item[] => {
      const part = course.slice(start, start + need + 1);
      if (!part.some((point) => isNear(plot, point, 0))) return [];
      const line = (part[0]?.x ?? 0) > (part.at(-1)?.x ?? 0) ? part.toReversed() : part;
      const item: Item = {
        kind: 'lettering',
        d: softPath(beside(line, () => -lettering.above * s, 2)),
        text,
        face: 'italic',
        size,
        fill: BANK,
        halo: { colour: CLEAR, width: size / 5, cap: 'round' },
        spacing: lettering.spacing * s,
      };
      return [item];
    });
  });
}

/** Where along a course its name begins: as often as it is long, clear of bridges where it can be. */
function startsOf(length: number, need: number, every: number, isFree: (start: number) => boolean): number[] {
  const last = length - need - 1;
  if (last < 0) return [];
  const found: number[] = [];
  const about = length < every * 2 ? [Math.floor(last / 2)] : [];
  for (let at = 1; about.length === 0 && at <= last; at++) {
    if (!isFree(at)) continue;
    found.push(at);
    at += need + every;
  }
  const [middle] = about;
  if (middle === undefined) return found;
  const near = Array.from({ length: last + 1 }, (_, at) => at).sort(
    (a, b) => Math.abs(a - middle) - Math.abs(b - middle),
  );
  return [near.find(isFree) ?? middle];
}

function isCrossed(map: HexMap, side: string): boolean {
  return (sideBetween(map, ...endsOfSide(side))?.crossing ?? null) !== null;
}

/** A course from hexside to hexside without the corners. */
function smooth(course: readonly Point[]): Point[] {
  return course.slice(1).map((point, index) => between(course[index] as Point, point));
}
