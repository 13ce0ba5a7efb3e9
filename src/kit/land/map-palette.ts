import type { Colour } from '../../game/index.ts';
import { CARD, HAIRLINE, INK, inkOn } from '../draw/common-colours.ts';
import { BATTLE, BURST, REACHED, ZONE } from '../draw/mark-colours.ts';
import {
  BANK,
  CLEAR,
  CROWN,
  FADED,
  FOREST,
  GRID,
  HACHURE,
  REED,
  ROAD,
  ROAD_EDGE,
  ROUGH,
  SWAMP,
  TRAIL,
  TREE,
  WATER,
  WORK,
} from './land-colours.ts';

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
