import type { Item } from '../../../game/index.ts';
import { type Point, pathOf } from '../../../kit/draw/geometry.ts';
import { across, evened, type Polyline } from '../../../kit/draw/lines.ts';
import { chanceAt, swayAt } from '../../../kit/draw/noise.ts';
import type { LandFile } from './land-file.ts';
import type { Projection } from './projection.ts';
import { SHEET_HACHURE } from './sheet-colours.ts';

interface Slope {
  /** The side that falls away, on the way along the line. */
  readonly side: 'left' | 'right';
  /** Pixels that a stroke runs down the slope. */
  readonly length: number;
  /** Pixels from one stroke to the next. */
  readonly every: number;
  /** Pixels from the line to where the strokes begin. */
  readonly from?: number;
  /** Sets the random lengths of the strokes. */
  readonly salt: number;
}

/** Strokes down a slope (Lehmann's hachures): broad at the brow and fine at the foot, in one path to be filled. */
export function hachures(brow: Polyline, { side, length, every, from = 0, salt }: Slope): string {
  const line = evened(brow, every);
  const sign = side === 'right' ? 1 : -1;
  const strokes = line.slice(0, -1).map((at, index) => {
    const down = across(line, index);
    const lean = swayAt(index, salt) * 0.18;
    const reach =
      length * (0.65 + 0.35 * chanceAt(index, salt + 1)) * Math.min(1, (index + 2) / 5, (line.length - index) / 5);
    const start = from + chanceAt(index, salt + 2) * 1.2;
    const to = (along: number, out: number): Point => ({
      x: at.x + down.x * sign * out + down.y * along,
      y: at.y + down.y * sign * out - down.x * along,
    });
    return pathOf([to(-0.75, start), to(0.75, start), to(lean * reach, start + reach)], true);
  });
  return strokes.join(' ');
}

/** Bluffs over the rivers, and single hills. */
export function relief({ slopes, knolls }: LandFile, projection: Projection): Item[] {
  const strokes = [
    ...slopes.map(({ brow, ...slope }) => hachures(projection.course(brow, 10), slope)),
    ...knolls.map(({ at, across, down, ...slope }) => hachures(oval(projection.project(at), across, down), slope)),
  ];
  return [{ kind: 'path', d: strokes.join(' '), fill: SHEET_HACHURE }];
}

/** The outline of an oval, walked clockwise. */
function oval({ x, y }: Point, across: number, down: number): Point[] {
  return Array.from({ length: 33 }, (_, step) => {
    const angle = (step / 32) * Math.PI * 2;
    return { x: x + Math.cos(angle) * across, y: y + Math.sin(angle) * down };
  });
}
