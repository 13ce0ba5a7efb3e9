import type { Colour, Palette } from '../../../game/index.ts';
import { CARD, FLASH, INK, inkOn } from '../../../kit/draw/common-colours.ts';
import { BATTLE, BURST, ON_BATTLE, REACHED, ZONE } from '../../../kit/draw/mark-colours.ts';
import {
  CONFEDERATE,
  CONFEDERATE_EDGE,
  CONFEDERATE_LINE,
  CONFEDERATE_TEXT,
  UNION,
  UNION_LINE,
  UNION_TEXT,
} from '../../../kit/draw/side-colours.ts';
import { BANK, CLEAR, FADED, FOREST } from '../../../kit/land/land-colours.ts';
import { MAP_BLENDS, MAP_INKS } from '../../../kit/land/map-palette.ts';

/** The paper around the map. */
export const PAPER: Colour = '#e9dab6';

/** Every text colour with every background it is set on; a test checks the contrast of each. */
export const LETTERING: readonly (readonly [text: Colour, ground: Colour])[] = [
  ...inkOn(INK, PAPER, CARD, CLEAR, REACHED, FLASH),
  ...inkOn(FADED, PAPER, CARD, CLEAR),
  ...inkOn(BANK, CARD),
  ...inkOn(ZONE, CARD, PAPER),
  ...inkOn(UNION, CARD, PAPER),
  ...inkOn(CONFEDERATE_EDGE, CARD, PAPER),
  ...inkOn(UNION_TEXT, UNION),
  ...inkOn(CONFEDERATE_TEXT, CONFEDERATE),
  ...inkOn(ON_BATTLE, BATTLE),
  ...inkOn(BATTLE, CARD),
];

/** The colours of Road to Richmond's image files, except those of the land. */
export const PALETTE: Palette = {
  inks: [
    PAPER,
    ...MAP_INKS,
    ...[UNION, UNION_TEXT, CONFEDERATE, CONFEDERATE_EDGE, CONFEDERATE_TEXT, UNION_LINE, CONFEDERATE_LINE],
    ...[BATTLE, BURST, FLASH, REACHED],
  ],
  blends: [
    ...inkOn(INK, PAPER, CARD, CLEAR),
    ...inkOn(FADED, CLEAR, PAPER),
    ...inkOn(UNION_TEXT, UNION),
    ...inkOn(UNION, CARD, PAPER, CLEAR),
    ...inkOn(CONFEDERATE_TEXT, CONFEDERATE),
    ...inkOn(CONFEDERATE_EDGE, CARD, CONFEDERATE),
    ...inkOn(UNION_TEXT, BATTLE),
    ...MAP_BLENDS,
    ...inkOn(UNION_LINE, CLEAR, FOREST),
    ...inkOn(CONFEDERATE_LINE, CLEAR, FOREST),
    ...inkOn(BURST, CLEAR, FOREST),
    ...inkOn(CLEAR, FOREST),
  ],
};
