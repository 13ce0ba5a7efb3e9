import type { Colour } from '../../game/index.ts';
import { BATTLE, BURST, CARD, HAIRLINE, INK, inkOn, REACHED, ZONE } from '../draw/common-colours.ts';

/** The inks of the land, the same for every game. */
export const FADED: Colour = '#66563f';
export const CLEAR: Colour = '#f5ecd3';
export const FOREST: Colour = '#d3d9a9';
export const ROUGH: Colour = '#e8d0a0';
export const SWAMP: Colour = '#b3c4a0';
export const GRID: Colour = '#b7ab84';
export const TREE: Colour = '#66783f';
export const CROWN: Colour = '#a9b878';
export const HACHURE: Colour = '#94703d';
export const REED: Colour = '#3f6d74';
export const WATER: Colour = '#8fbccb';
export const BANK: Colour = '#2f6478';
export const ROAD: Colour = '#e2b06c';
export const ROAD_EDGE: Colour = '#5a3a1c';
export const TRAIL: Colour = '#6b4a26';
export const RAIL: Colour = '#2a2018';
export const WORK: Colour = '#3d2413';

const GROUNDS: readonly Colour[] = [CLEAR, FOREST, ROUGH, SWAMP];
const DRAWN: readonly Colour[] = [GRID, TREE, CROWN, HACHURE, REED, WATER, BANK, ROAD, ROAD_EDGE, TRAIL, WORK, ZONE];

/** The inks of a map of hexes and of its cards, and which of them meet: for a game's palette. */
export const MAP_INKS: readonly Colour[] = [CARD, INK, FADED, HAIRLINE, ...GROUNDS, ...DRAWN];

export const MAP_BLENDS: readonly (readonly [Colour, Colour])[] = [
  ...inkOn(BATTLE, CARD),
  ...inkOn(BANK, WATER, CARD),
  ...inkOn(ROAD_EDGE, CLEAR, FOREST),
  ...inkOn(ROAD, ROAD_EDGE),
  ...inkOn(TRAIL, CLEAR),
  ...inkOn(TREE, FOREST, CROWN),
  ...inkOn(REED, SWAMP),
  ...inkOn(HACHURE, ROUGH),
  ...inkOn(WORK, CLEAR),
  ...inkOn(ZONE, CLEAR, FOREST),
  ...inkOn(REACHED, INK),
  ...inkOn(BURST, INK),
  ...GROUNDS.flatMap((ground) => inkOn(ground, REACHED)),
  ...GROUNDS.flatMap((ground) => inkOn(ground, INK)),
];
