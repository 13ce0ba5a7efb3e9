import type { Colour, Palette } from '../../../game/index.ts';
import type { PrintedStyle } from '../../../kit/draw/counter-items.ts';
import { CARD, FLASH, INK, inkOn } from '../../../kit/draw/house-inks.ts';
import { BATTLE, BURST, REACHED } from '../../../kit/draw/mark-inks.ts';
import { BANK, CLEAR, FADED, ROUGH, WATER } from '../../../kit/land/land-inks.ts';
import { MAP_BLENDS, MAP_INKS } from '../../../kit/land/map-palette.ts';
import type { Side } from '../vocabulary.ts';

/** The paper about the map. */
export const PAPER: Colour = '#e9dab6';
const SHADOW: Colour = '#2a201848';
const UNION: Colour = '#1d3a6e';
const WHITE: Colour = '#ffffff';
const CONFEDERATE: Colour = '#dcb8a6';
const CONFEDERATE_EDGE: Colour = '#63201a';
const CONFEDERATE_TEXT: Colour = '#34100c';

/** What a side's counters look like. */
export const SIDE_STYLES: { readonly [side in Side]: PrintedStyle } = {
  union: { fill: UNION, text: WHITE, edge: WHITE, shadow: SHADOW, width: 1.4, cut: 0 },
  confederate: {
    fill: CONFEDERATE,
    text: CONFEDERATE_TEXT,
    edge: CONFEDERATE_EDGE,
    shadow: SHADOW,
    width: 3,
    cut: 9,
  },
};

/** The colour of a side's marches, and of what it controls. */
export const SIDE_INKS: { readonly [side in Side]: Colour } = { union: UNION, confederate: CONFEDERATE_EDGE };

/** The colours of every picture of The Wilderness Campaign. */
export const PALETTE: Palette = {
  inks: [
    PAPER,
    ...MAP_INKS,
    ...[UNION, WHITE, CONFEDERATE, CONFEDERATE_EDGE, CONFEDERATE_TEXT, BATTLE, BURST, FLASH, REACHED],
  ],
  blends: [
    ...inkOn(INK, PAPER, CARD, CLEAR, WATER),
    ...inkOn(FADED, CLEAR, PAPER),
    ...inkOn(WHITE, UNION, BATTLE),
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
