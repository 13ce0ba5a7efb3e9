import { banked, WATER_STROKES } from '../../../kit/land/hex-waters.ts';
import { WAY_STROKES } from '../../../kit/land/hex-ways.ts';
import { BANK, FOREST, HACHURE, RAIL, ROAD, ROAD_EDGE, ROUGH, SWAMP, TREE } from '../../../kit/land/land-colours.ts';
import type { LandStyle } from '../../../kit/land/land-style.ts';

const { stream, creek, lake } = WATER_STROKES;
const { trail, road, railroad } = WAY_STROKES;

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
    { kind: 'stream', strokes: stream, lettering: { size: 11, ems: 0.54, above: 4, spacing: 0.3 } },
    { kind: 'creek', strokes: creek, lettering: { size: 15, ems: 0.66, above: 11, spacing: 1.6 } },
    { kind: 'lake', strokes: lake, lettering: null },
  ],
  ways: [
    { are: ({ kind, rail }) => kind === 'trail' && !rail, strokes: trail },
    { are: ({ kind }) => kind === 'road', strokes: road },
    { are: ({ rail }) => rail, strokes: railroad },
  ],
  places: { town: 'town', place: 'place', farm: 'farm', off: 'off' },
};

/** On the overview: no trees, no tracks, no names of brooks and bridges. Roads and rails are thin, so that blocks stand out. */
export const OVERVIEW_STYLE: LandStyle = {
  ...LAND_STYLE,
  cover: { fields: [], rough: [], woods: [], swamp: [] },
  waters: [
    { kind: 'stream', strokes: [{ colour: BANK, width: 1.4, cap: 'round' }], lettering: null },
    { kind: 'creek', strokes: banked(7, 4.6), lettering: { size: 24, ems: 0.6, above: 9, spacing: 1 } },
    { kind: 'lake', strokes: banked(9, 7), lettering: null },
  ],
  ways: [
    {
      are: ({ kind }) => kind === 'road',
      strokes: [
        { colour: ROAD_EDGE, width: 3, cap: 'round' },
        { colour: ROAD, width: 1.6, cap: 'round' },
      ],
    },
    { are: ({ rail }) => rail, strokes: [{ colour: RAIL, width: 2.4, dash: [7, 3] }] },
  ],
  crossings: false,
  places: { town: 'town', place: 'place' },
};
