import type { Scene } from '../../../game/index.ts';
import { ZONE, ZONE_TINT } from '../../../kit/draw/mark-colours.ts';
import type { HexPlot } from '../../../kit/hex/hex-plot.ts';
import { CLOSE_UP } from '../../../kit/hex/hex-window.ts';
import { HexGrounds } from '../../../kit/land/hex-ground.ts';
import { hexLand } from '../../../kit/land/hex-land.ts';
import { destinations } from '../../../kit/land/hex-margin.ts';
import { banked, WATER_STROKES } from '../../../kit/land/hex-waters.ts';
import { WAY_STROKES } from '../../../kit/land/hex-ways.ts';
import { BANK, FOREST, HACHURE, RAIL, ROAD, ROAD_EDGE, ROUGH, SWAMP, TREE } from '../../../kit/land/land-colours.ts';
import type { LandStyle } from '../../../kit/land/land-style.ts';
import type { Field } from '../field.ts';
import { EXITS } from '../vocabulary.ts';
import { entryTags } from './entry-tags.ts';
import { OVERVIEW, OVERVIEW_PLOT } from './overview.ts';

const GROUNDS = new HexGrounds('road-to-richmond', (field: Field) => [
  [...field.hex.values()],
  field.places,
  field.ways,
  field.waters,
  field.works,
  field.pieces,
]);

const EXIT_RINGS = { hexes: EXITS, colour: ZONE };

function zonesOf(field: Field) {
  return [{ hexes: field.commandZone, colour: ZONE, tint: ZONE_TINT }];
}

/** The land of the overview, without the hex grid, which would be too small to count by. */
export function overviewGround(field: Field): Scene['ground'] {
  return GROUNDS.get(field, 'overview', OVERVIEW_PLOT, OVERVIEW, {
    land: (plot) =>
      hexLand(field, plot, OVERVIEW_STYLE, { detail: 'overview', zones: zonesOf(field), exits: EXIT_RINGS }),
  });
}

/** The land of a close-up. In small hexes the important numbers are written later, large enough for a phone. */
export function partGround(field: Field, plot: HexPlot): Scene['ground'] {
  return GROUNDS.get(field, 'close', plot, CLOSE_UP, {
    land: (plot) => hexLand(field, plot, LAND_STYLE, { detail: 'close', zones: zonesOf(field), exits: EXIT_RINGS }),
    words: () => [...destinations(field, plot, LAND_STYLE), ...entryTags(field, plot)],
    numbered: plot.scale > 1,
  });
}

const { stream, creek, lake } = WATER_STROKES;
const { trail, road, railroad } = WAY_STROKES;

export const LAND_STYLE: LandStyle = {
  // Swamp forest is drawn on top of the woods around it.
  surfaces: [
    { terrains: ['rough'], fill: ROUGH, edge: HACHURE },
    { terrains: ['forest', 'forest_rough'], fill: FOREST, edge: TREE },
    { terrains: ['forest_rough'], fill: SWAMP, edge: TREE },
  ],
  cover: { fields: ['clear'], rough: ['rough'], woods: ['forest'], swamp: ['forest_rough'] },
  built: ['town'],
  // Creeks have two banks, streams are a line, the pond is an area.
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

/** The overview has no trees, tracks, or names of brooks and bridges. Roads and rails are thin, so that blocks stand out. */
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
