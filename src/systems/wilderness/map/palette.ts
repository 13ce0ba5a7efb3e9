import type { Colour, Palette } from '../../../game/index.ts';
import { CARD, FLASH, INK, inkOn } from '../../../kit/draw/common-colours.ts';
import { BATTLE, BURST, REACHED } from '../../../kit/draw/mark-colours.ts';
import { CONFEDERATE, CONFEDERATE_EDGE, CONFEDERATE_TEXT, UNION, UNION_TEXT } from '../../../kit/draw/side-colours.ts';
import { BANK, CLEAR, FADED, ROUGH, WATER } from '../../../kit/land/land-colours.ts';
import { MAP_BLENDS, MAP_INKS } from '../../../kit/land/map-palette.ts';

/** The paper about the map. */
export const PAPER: Colour = '#e9dab6';

/** The colours of every picture of The Wilderness Campaign, for its file. What the land is drawn in: src/kit/land/land-colours.ts. */
export const PALETTE: Palette = {
  inks: [
    PAPER,
    ...MAP_INKS,
    ...[UNION, UNION_TEXT, CONFEDERATE, CONFEDERATE_EDGE, CONFEDERATE_TEXT, BATTLE, BURST, FLASH, REACHED],
  ],
  blends: [
    ...inkOn(INK, PAPER, CARD, CLEAR, WATER),
    ...inkOn(FADED, CLEAR, PAPER),
    ...inkOn(UNION_TEXT, UNION, BATTLE),
    ...inkOn(UNION, CARD, PAPER, CLEAR),
    ...inkOn(CONFEDERATE_TEXT, CONFEDERATE),
    ...inkOn(CONFEDERATE_EDGE, CARD, CONFEDERATE, CLEAR),
    ...MAP_BLENDS,
    ...inkOn(BANK, CLEAR),
    ...inkOn(WATER, CLEAR),
    ...inkOn(BURST, CLEAR),
    ...inkOn(CLEAR, ROUGH),
  ],
};
