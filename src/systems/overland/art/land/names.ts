import type { Item } from '../../../../game/index.ts';
import type { Point } from '../../../../kit/draw/geometry.ts';
import { beside, curveThrough, evened, nearest } from '../../../../kit/draw/lines.ts';
import { PAPER } from '../inks.ts';
import type { Place } from './geography.ts';
import { RIVER_NAME } from './inks.ts';
import { project } from './projection.ts';
import { STEP, type Stream } from './water.ts';

interface RiverName {
  readonly river: string;
  readonly text: string;
  readonly size: number;
  readonly spacing: number;
  /** The place on the river that the middle of the name is beside. */
  readonly at: Place;
  /** Pixels from the river's middle to the baseline, to the right of the stream (downwards where it flows east). */
  readonly aside: number;
}

const NAMES: readonly RiverName[] = [
  { river: 'Rapidan', text: 'Rapidan', size: 12, spacing: 0, at: [38.361, -77.6875], aside: 17 },
  { river: 'Rappahannock', text: 'Rappahannock', size: 13, spacing: 0, at: [38.318, -77.488], aside: 16 },
  { river: 'North Anna', text: 'North Anna', size: 13, spacing: 0.5, at: [37.95, -77.635], aside: -7 },
  { river: 'South Anna', text: 'S. Anna', size: 13, spacing: 0, at: [37.78, -77.581], aside: -7 },
  { river: 'Mattaponi', text: 'Mattaponi', size: 15, spacing: 1.5, at: [37.775, -77.1], aside: 19 },
  { river: 'Pamunkey', text: 'Pamunkey', size: 17, spacing: 3, at: [37.735, -77.285], aside: -13 },
  { river: 'Totopotomoy', text: 'Totopotomoy Cr.', size: 13, spacing: 0.5, at: [37.657, -77.362], aside: -8 },
  { river: 'Chickahominy', text: 'Chickahominy', size: 13, spacing: 1, at: [37.646, -77.435], aside: 21 },
  { river: 'James', text: 'James River', size: 18, spacing: 1.5, at: [37.398, -77.322], aside: 26 },
];

/** Each river’s name along its course. */
export function riverNames(streams: readonly Stream[]): Item[] {
  return NAMES.map((name) => {
    const stream = streams.find(({ river }) => river.name === name.river);
    if (!stream) throw new Error(`No river ${name.river}`);
    return {
      kind: 'lettering',
      ...baseline(stream.line, project(name.at), name.aside, name.text.length * (name.size * 0.62 + name.spacing)),
      text: name.text,
      face: 'italic',
      size: name.size,
      fill: RIVER_NAME,
      spacing: name.spacing,
      halo: { colour: PAPER, width: 4 },
    };
  });
}

/** Pixels between the points a baseline is smoothed from: longer than a river's own bends. */
const STRIDE = 36;

/** A calm line beside the stream about a point, so many pixels long. */
function baseline(line: readonly Point[], about: Point, aside: number, length: number): { readonly d: string } {
  const middle = nearest(line, about);
  const part = Math.ceil((length / 2 + STRIDE) / STEP);
  const near = evened(line.slice(Math.max(0, middle - part), middle + part + 1), STRIDE);
  return { d: curveThrough(beside(near, () => aside)) };
}
