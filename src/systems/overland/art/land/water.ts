import type { Item } from '../../../../game/index.ts';
import type { Point } from '../../../../kit/draw/geometry.ts';
import { bandPath, beside, evened, nearest, rounded, squarePath } from '../../../../kit/draw/lines.ts';
import { chance } from './chance.ts';
import { RIVERS, type River } from './geography.ts';
import { BANK, WATER_BODY, WATER_LINING } from './inks.ts';
import { bend, kilometres } from './projection.ts';
import { shownPart } from './shown.ts';

/** Pixels between the points of a river on the sheet. */
export const STEP = 6;
/** Steps from one place of a course to the next, before its line is evened out. */
const BENDS = 8;

/** A river as it runs on the sheet: the part of its course that shows. */
export interface Stream {
  readonly river: River;
  readonly line: readonly Point[];
  /** Pixels wide at each point of the line. */
  readonly widths: readonly number[];
  /** The first point with tide; the line's length where there is none. */
  readonly tide: number;
}

export function streams(): readonly Stream[] {
  return RIVERS.map(stream);
}

function stream(river: River, salt: number): Stream {
  const bends = rounded(river.course.map(kilometres), BENDS).map(bend);
  const whole = evened(bends, STEP);
  const tidal = river.tidal === undefined ? null : (bends[river.tidal * BENDS] as Point);
  const [source, mouth] = river.width;
  const widthAt = (index: number) => source + (mouth - source) * (index / Math.max(1, whole.length - 1)) ** 0.8;
  const winding = beside(whole, (index) => wind(index, whole.length, salt));
  const [start, end] = shownPart(winding);
  const line = winding.slice(start, end);
  const reached = tidal === null ? whole.length : nearest(whole, tidal);
  return { river, line, widths: line.map((_, index) => widthAt(start + index)), tide: Math.max(0, reached - start) };
}

/** Small bends of its own, none at the ends, where it meets other rivers. Pixels to the right. */
function wind(index: number, count: number, salt: number): number {
  const phase = (part: number) => chance(salt, part) * Math.PI * 2;
  const along = index * STEP;
  const ends = Math.min(1, along / 24, ((count - 1 - index) * STEP) / 24);
  return (
    ends *
    (1.5 * Math.sin(along / 19 + phase(1)) + 1.1 * Math.sin(along / 11.3 + phase(2)) * Math.sin(along / 47 + phase(3)))
  );
}

/** Narrower than this, in pixels, a stream is a single line. */
const LINE = 2.8;

/** Banks first, then the water of all: where rivers meet, no bank parts them. */
export function water(streams: readonly Stream[]): Item[] {
  const all = streams.filter(({ line }) => line.length > 3);
  return [
    ...all.map(
      ({ line, widths }): Item => ({
        kind: 'path',
        d: bandPath(line, (at) => bankWidth(widths[at] as number)),
        fill: BANK,
      }),
    ),
    ...all.flatMap(between),
    ...all.flatMap(lining),
  ];
}

function bankWidth(width: number): number {
  return width + Math.min(0.8, Math.max(0.3, width - 2));
}

/** The water between the banks. */
function between({ line, widths }: Stream): Item[] {
  const start = widths.findIndex((width) => width > LINE);
  const broad = start < 0 ? [] : line.slice(start);
  if (broad.length < 4) return [];
  const width = (at: number) => {
    const whole = widths[start + at] as number;
    return Math.min(whole - 1.2, (whole - LINE) * 3);
  };
  return [{ kind: 'path', d: bandPath(broad, width), fill: WATER_BODY }];
}

/** Tidal water is lined along its banks, as engravers did the sea. */
function lining({ line, widths, tide }: Stream): Item[] {
  const broad = line.slice(tide);
  if (broad.length < 4) return [];
  const half = (at: number) => (widths[tide + at] as number) / 2;
  return [0.62, 0.28].flatMap((part): Item[] =>
    [1, -1].map((side) => ({
      kind: 'path',
      d: squarePath(beside(broad, (at) => side * Math.max(0, half(at) * part))),
      stroke: { colour: WATER_LINING, width: 0.9 },
    })),
  );
}
