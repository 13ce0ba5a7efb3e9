import type { Colour } from '../../../game/index.ts';
import { CARD, FLASH, INK, inkOn } from '../../../kit/draw/common-colours.ts';
import { BATTLE, BURST, ON_BATTLE, REACHED, ZONE } from '../../../kit/draw/mark-colours.ts';
import {
  CONFEDERATE,
  CONFEDERATE_EDGE,
  CONFEDERATE_LINE,
  CONFEDERATE_TEXT,
  SIDE_STYLES,
  UNION,
  UNION_LINE,
  UNION_TEXT,
} from '../../../kit/draw/side-colours.ts';
import { gamePalette } from '../../../kit/land/game-palette.ts';
import { BANK, CLEAR, FADED, FOREST } from '../../../kit/land/land-colours.ts';

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

export const PALETTE = gamePalette(PAPER, SIDE_STYLES.union, SIDE_STYLES.confederate, {
  inks: [UNION_LINE, CONFEDERATE_LINE],
  blends: [
    ...inkOn(UNION_LINE, CLEAR, FOREST),
    ...inkOn(CONFEDERATE_LINE, CLEAR, FOREST),
    ...inkOn(BURST, CLEAR, FOREST),
    ...inkOn(CLEAR, FOREST),
  ],
});
