import type { Colour, Item } from '../../../game/index.ts';
import { type Point, pair } from '../../draw/geometry.ts';
import { centred } from '../../draw/text-layout.ts';
import { FADED, HACHURE, PAPER } from './engraved-colours.ts';

/** Pixels from the middle: the four winds, the four between them, the ring, and where two points meet. */
const REACH = { great: 33, small: 20, ring: 15, waist: 5 } as const;

/** A rose of eight points, each half in shade; north is up. */
export function compass(at: Point): Item[] {
  const ring = (radius: number): Item => ({
    kind: 'circle',
    x: 0,
    y: 0,
    radius,
    stroke: { colour: HACHURE, width: 1 },
  });
  const items = [
    ring(REACH.ring),
    ring(REACH.ring + 3),
    ...[1, 3, 5, 7].flatMap((eighth) => wind(eighth, REACH.small, HACHURE)),
    ...[0, 2, 4, 6].flatMap((eighth) => wind(eighth, REACH.great, FADED)),
    centred('N', 0, -REACH.great - 4, 20, FADED, 'title'),
  ];
  return [{ kind: 'group', ...at, items }];
}

/** One point of the rose, its left half light and its right half in shade. */
function wind(eighth: number, reach: number, ink: Colour): Item[] {
  const at = (turn: number, out: number): Point => {
    const angle = ((eighth + turn) * Math.PI) / 4;
    return { x: Math.sin(angle) * out, y: -Math.cos(angle) * out };
  };
  const half = (side: 1 | -1) => `M 0 0 L ${pair(at(0, reach))} L ${pair(at(side, REACH.waist))} Z`;
  const stroke = { colour: ink, width: 0.9 };
  return [
    { kind: 'path', d: half(-1), fill: PAPER, stroke },
    { kind: 'path', d: half(1), fill: ink, stroke },
  ];
}
