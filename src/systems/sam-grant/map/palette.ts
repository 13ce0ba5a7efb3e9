import type { Colour, Palette } from '../../../game/index.ts';
import { CARD, FLASH, INK, inkOn } from '../../../kit/draw/common-colours.ts';
import type { PrintedStyle } from '../../../kit/draw/counter-items.ts';
import { BATTLE, BURST, ON_BATTLE, REACHED } from '../../../kit/draw/mark-colours.ts';
import { CLEAR, FADED, FOREST } from '../../../kit/land/land-colours.ts';
import { MAP_BLENDS, MAP_INKS } from '../../../kit/land/map-palette.ts';
import type { Side } from '../vocabulary.ts';

export const PAPER: Colour = '#e6dcc3';
const SHADOW: Colour = '#2a201848';
const UNION: Colour = '#23406f';
const ON_UNION: Colour = '#ffffff';
const GRAY: Colour = '#c9c4b4';
const GRAY_EDGE: Colour = '#4c4234';
const ON_GRAY: Colour = '#241c12';

/** Union blocks are blue and square, Confederate ones gray with cut corners, so that shape tells them apart too. */
export const SIDE_STYLES: { readonly [side in Side]: PrintedStyle } = {
  usa: { fill: UNION, text: ON_UNION, edge: ON_UNION, shadow: SHADOW, width: 1.4, cut: 0 },
  csa: { fill: GRAY, text: ON_GRAY, edge: GRAY_EDGE, shadow: SHADOW, width: 2.4, cut: 8 },
};
export const SIDE_LINES: { readonly [side in Side]: Colour } = { usa: UNION, csa: GRAY_EDGE };

/** Every colour in the system's pictures, for the PNG palette, except the land's in `src/kit/land/land-colours.ts`. */
export const PALETTE: Palette = {
  inks: [PAPER, ...MAP_INKS, UNION, ON_UNION, GRAY, GRAY_EDGE, ON_GRAY, BATTLE, BURST, FLASH, REACHED],
  blends: [
    ...inkOn(INK, PAPER, CARD, CLEAR),
    ...inkOn(FADED, CLEAR, PAPER),
    ...inkOn(ON_UNION, UNION),
    ...inkOn(UNION, CARD, PAPER, CLEAR),
    ...inkOn(ON_GRAY, GRAY),
    ...inkOn(GRAY_EDGE, CARD, GRAY),
    ...inkOn(ON_BATTLE, BATTLE),
    ...MAP_BLENDS,
    ...inkOn(CLEAR, FOREST),
  ],
};
