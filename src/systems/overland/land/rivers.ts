import type { Item } from '../../../game/index.ts';
import type { Point } from '../../../kit/draw/geometry.ts';
import { bandPath, beside, curveThrough, evened, nearest, squarePath } from '../../../kit/draw/lines.ts';
import { chanceAt } from '../../../kit/draw/noise.ts';
import type { LandFile, RiverEntry } from './land-file.ts';
import type { Projection } from './projection.ts';
import { PAPER, RIVER_NAME, SHEET_BANK, WATER_BODY, WATER_LINING } from './sheet-colours.ts';

/** Pixels between the points of a river on the sheet. */
const STEP = 6;
/** Steps from one place of a course to the next, before its line is evened out. */
const BENDS = 8;

/** A river as it runs on the sheet: the part of its course that shows. */
export interface Stream {
  readonly river: RiverEntry;
  readonly line: readonly Point[];
  /** Pixels wide at each point of the line. */
  readonly widths: readonly number[];
  /** The first point with tide; the line's length where there is none. */
  readonly tide: number;
}

export function streamOf(projection: Projection, river: RiverEntry, salt: number): Stream {
  const bends = projection.course(river.course, BENDS);
  const whole = evened(bends, STEP);
  const tidal = river.tidal === undefined ? null : (bends[river.tidal * BENDS] as Point);
  const [source, mouth] = river.width;
  const widthAt = (index: number) => source + (mouth - source) * (index / Math.max(1, whole.length - 1)) ** 0.8;
  const winding = beside(whole, (index) => wind(index, whole.length, salt));
  const [start, end] = projection.shown(winding);
  const line = winding.slice(start, end);
  const tide = tidal === null ? whole.length : nearest(whole, tidal);
  return { river, line, widths: line.map((_, index) => widthAt(start + index)), tide: Math.max(0, tide - start) };
}

/** A small bend, in pixels to the right. Bends die out at both ends, where a river meets others. */
function wind(index: number, count: number, salt: number): number {
  const phase = (wave: number) => chanceAt(salt, wave) * Math.PI * 2;
  const along = index * STEP;
  const ends = Math.min(1, along / 24, ((count - 1 - index) * STEP) / 24);
  const long = 1.5 * Math.sin(along / 19 + phase(1));
  const short = 1.1 * Math.sin(along / 11.3 + phase(2)) * Math.sin(along / 47 + phase(3));
  return ends * (long + short);
}

/** The most pixels that a stream is wide if it is drawn as a single line, without water between its banks. */
const LINE = 2.8;

/** All banks come before all water, so that no bank crosses a confluence. */
export function rivers(streams: readonly Stream[]): Item[] {
  const all = streams.filter(({ line }) => line.length > 3);
  const bank = (width: number) => width + Math.min(0.8, Math.max(0.3, width - 2));
  return [
    ...all.map(
      ({ line, widths }): Item => ({
        kind: 'path',
        d: bandPath(line, (at) => bank(widths[at] as number)),
        fill: SHEET_BANK,
      }),
    ),
    ...all.flatMap(waterOf),
    ...all.flatMap(lining),
  ];
}

function waterOf({ line, widths }: Stream): Item[] {
  const start = widths.findIndex((width) => width > LINE);
  const broad = start < 0 ? [] : line.slice(start);
  if (broad.length < 4) return [];
  const width = (at: number) => {
    const banks = widths[start + at] as number;
    return Math.min(banks - 1.2, (banks - LINE) * 3);
  };
  return [{ kind: 'path', d: bandPath(broad, width), fill: WATER_BODY }];
}

/** Lines along the banks of tidal water, as engravers drew the sea. */
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

/** Pixels between the points of a name's baseline: more than between the river's bends, so that it is calm. */
const STRIDE = 36;

/** Each river's name along its course, on a calm line beside the stream. */
export function riverNames({ riverNames }: LandFile, streams: readonly Stream[], projection: Projection): Item[] {
  return riverNames.flatMap(({ river, at, aside, text, size, spacing }): Item[] => {
    const line = streams.find((stream) => stream.river.name === river)?.line ?? [];
    const middle = nearest(line, projection.project(at));
    const part = Math.ceil(((text.length * (size * 0.62 + spacing)) / 2 + STRIDE) / STEP);
    const near = evened(line.slice(Math.max(0, middle - part), middle + part + 1), STRIDE);
    // A river off the sheet has no name on it.
    if (near.length < 2) return [];
    const d = curveThrough(beside(near, () => aside));
    const halo = { colour: PAPER, width: 4 };
    return [{ kind: 'lettering', d, text, face: 'italic', size, fill: RIVER_NAME, spacing, halo }];
  });
}
