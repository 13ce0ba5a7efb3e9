import type { Colour, Stroke } from '../../game/index.ts';
import { BANK, RAIL, ROAD, ROAD_EDGE, TRAIL, WATER } from './land-inks.ts';

function banked(bank: number, water: number): readonly Stroke[] {
  const stroke = (colour: Colour, width: number) => ({ colour, width, cap: 'round' as const });
  return [stroke(BANK, bank), stroke(WATER, water)];
}

/** How ways and waters are drawn on a whole map, one stroke above the other: trails dashed, roads between two lines, railroads with ties. */
export const WAY_STROKES = {
  trail: [{ colour: TRAIL, width: 1.8, dash: [6, 3.5] }],
  road: [
    { colour: ROAD_EDGE, width: 5.6, cap: 'round' },
    { colour: ROAD, width: 3, cap: 'round' },
  ],
  railroad: [
    { colour: RAIL, width: 8, dash: [1.6, 5] },
    { colour: RAIL, width: 2.2 },
  ],
  stream: banked(3.4, 1.6),
  creek: banked(11, 8),
  lake: banked(17, 14),
} as const satisfies { readonly [kind: string]: readonly Stroke[] };
