import type { Colour } from '../../../game/index.ts';
import {
  BANK,
  FOREST,
  HACHURE,
  RAIL,
  ROAD,
  ROAD_EDGE,
  ROUGH,
  SWAMP,
  TRAIL,
  TREE,
  WATER,
} from '../../../kit/land/land-inks.ts';
import type { LandStyle } from '../../../kit/land/land-style.ts';

function banked(bank: number, water: number) {
  const stroke = (colour: Colour, width: number) => ({ colour, width, cap: 'round' as const });
  return [stroke(BANK, bank), stroke(WATER, water)];
}

/** What the land of Road to Richmond looks like. */
export const LAND_STYLE: LandStyle = {
  // Swamp forest lies within the woods about it.
  surfaces: [
    { terrains: ['rough'], fill: ROUGH, edge: HACHURE },
    { terrains: ['forest', 'forest_rough'], fill: FOREST, edge: TREE },
    { terrains: ['forest_rough'], fill: SWAMP, edge: TREE },
  ],
  cover: { fields: ['clear'], rough: ['rough'], woods: ['forest'], swamp: ['forest_rough'] },
  built: ['town'],
  // Creeks broad between their banks, streams a line, the pond a pool.
  waters: [
    { kind: 'stream', strokes: banked(3.4, 1.6), lettering: { size: 11, ems: 0.54, above: 4, spacing: 0.3 } },
    { kind: 'creek', strokes: banked(11, 8), lettering: { size: 15, ems: 0.66, above: 11, spacing: 1.6 } },
    { kind: 'lake', strokes: banked(17, 14), lettering: null },
  ],
  // Trails dashed, roads between two lines, the railway with its ties.
  ways: [
    { are: ({ kind, rail }) => kind === 'trail' && !rail, strokes: [{ colour: TRAIL, width: 1.8, dash: [6, 3.5] }] },
    {
      are: ({ kind }) => kind === 'road',
      strokes: [
        { colour: ROAD_EDGE, width: 5.6, cap: 'round' },
        { colour: ROAD, width: 3, cap: 'round' },
      ],
    },
    {
      are: ({ rail }) => rail,
      strokes: [
        { colour: RAIL, width: 8, dash: [1.6, 5] },
        { colour: RAIL, width: 2.2 },
      ],
    },
  ],
  places: { town: 'town', place: 'place', farm: 'farm', off: 'off' },
};
