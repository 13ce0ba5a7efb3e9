import type { Colour, Palette } from '../../../game/index.ts';
import { CARD, FLASH, HAIRLINE, INK } from '../../../kit/draw/inks.ts';
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
} from '../../../kit/land/land-inks.ts';

/** The inks and papers of the map. */
export const PAPER: Colour = '#e9dab6';
/** Under what lies on the map. */
export const SHADOW: Colour = '#2a201848';

export const ZONE: Colour = '#8a1f2d';

export const UNION: Colour = '#1d3a6e';
export const UNION_TEXT: Colour = '#ffffff';
export const CONFEDERATE: Colour = '#dcb8a6';
export const CONFEDERATE_EDGE: Colour = '#63201a';
export const CONFEDERATE_TEXT: Colour = '#34100c';

/** Zones of control and lines, hatched over the map. */
export const UNION_LINE: Colour = '#2c5ba6';
export const CONFEDERATE_LINE: Colour = '#a3301f';

export const BATTLE: Colour = '#a01d18';
export const ON_BATTLE: Colour = '#ffffff';
export const BURST: Colour = '#e8962e';
export const REACHED: Colour = '#f0b93a';
/** The same, laid over the land: the cheaper, the denser. */
export const REACH_TINTS: readonly Colour[] = [
  '#f0b93ad8',
  '#f0b93ab8',
  '#f0b93a98',
  '#f0b93a78',
  '#f0b93a60',
  '#f0b93a48',
];
/** What cannot be seen, or not be reached. */
export const DIMMED: Colour = '#2a201858';
/** Over a hex that is looked at from afar: guns in range. */
export const IN_RANGE: Colour = '#e8962e70';
export const ZONE_TINT: Colour = '#8a1f2d20';

/** Every text colour with every ground it is set on: the contrast of each is tested. */
export const LETTERING: readonly (readonly [text: Colour, ground: Colour])[] = [
  [INK, PAPER],
  [INK, CARD],
  [INK, CLEAR],
  [INK, REACHED],
  [INK, FLASH],
  [FADED, PAPER],
  [FADED, CARD],
  [FADED, CLEAR],
  [BANK, CARD],
  [ZONE, CARD],
  [ZONE, PAPER],
  [UNION, CARD],
  [UNION, PAPER],
  [CONFEDERATE_EDGE, CARD],
  [CONFEDERATE_EDGE, PAPER],
  [UNION_TEXT, UNION],
  [CONFEDERATE_TEXT, CONFEDERATE],
  [ON_BATTLE, BATTLE],
  [BATTLE, CARD],
];

const LAND: readonly Colour[] = [CLEAR, FOREST, ROUGH, SWAMP];

/** The colours of every picture of Road to Richmond. */
export const PALETTE: Palette = {
  inks: [
    PAPER,
    CARD,
    INK,
    FADED,
    HAIRLINE,
    CLEAR,
    FOREST,
    ROUGH,
    SWAMP,
    GRID,
    TREE,
    CROWN,
    HACHURE,
    REED,
    WATER,
    BANK,
    ROAD,
    ROAD_EDGE,
    TRAIL,
    WORK,
    ZONE,
    UNION,
    UNION_TEXT,
    CONFEDERATE,
    CONFEDERATE_EDGE,
    CONFEDERATE_TEXT,
    UNION_LINE,
    CONFEDERATE_LINE,
    BATTLE,
    BURST,
    FLASH,
    REACHED,
  ],
  blends: [
    [INK, PAPER],
    [INK, CARD],
    [INK, CLEAR],
    [FADED, CLEAR],
    [FADED, PAPER],
    [UNION_TEXT, UNION],
    [UNION, CARD],
    [UNION, PAPER],
    [UNION, CLEAR],
    [CONFEDERATE_TEXT, CONFEDERATE],
    [CONFEDERATE_EDGE, CARD],
    [CONFEDERATE_EDGE, CONFEDERATE],
    [UNION_TEXT, BATTLE],
    [BATTLE, CARD],
    [BANK, WATER],
    [BANK, CARD],
    [ROAD_EDGE, CLEAR],
    [ROAD_EDGE, FOREST],
    [ROAD, ROAD_EDGE],
    [TRAIL, CLEAR],
    [TREE, FOREST],
    [TREE, CROWN],
    [REED, SWAMP],
    [HACHURE, ROUGH],
    [WORK, CLEAR],
    [ZONE, CLEAR],
    [ZONE, FOREST],
    [REACHED, INK],
    [BURST, INK],
    ...LAND.map((land): readonly [Colour, Colour] => [land, REACHED]),
    ...LAND.map((land): readonly [Colour, Colour] => [land, INK]),
    [UNION_LINE, CLEAR],
    [UNION_LINE, FOREST],
    [CONFEDERATE_LINE, CLEAR],
    [CONFEDERATE_LINE, FOREST],
    [BURST, CLEAR],
    [BURST, FOREST],
    [CLEAR, FOREST],
  ],
};
