import type { Colour, Palette } from '../../../game/index.ts';
import { CARD, FLASH, HAIRLINE, INK, inkOn } from '../../../kit/draw/common-colours.ts';
import type { PrintedStyle } from '../../../kit/draw/counter-items.ts';
import { LAND_BLENDS, LAND_INKS, PAPER, SHEET_FADED } from '../land/sheet-colours.ts';

/** Laid over past days. */
export const VEIL: Colour = '#fbf5e499';
/** Drawn under whatever lies on the map. */
export const SHADOW: Colour = '#2a201840';

export const US_BLUE: Colour = '#1d3a6e';
export const US_TEXT: Colour = '#ffffff';
export const CSA_GREY: Colour = '#c6b594';
export const CSA_EDGE: Colour = '#4a3a26';
export const CSA_TEXT: Colour = '#2a1d0f';

/** Counters: square corners for the US, cut ones for the CSA. */
export const SIDE_STYLES: { readonly [side in 'us' | 'csa']: PrintedStyle } = {
  us: { fill: US_BLUE, text: US_TEXT, edge: US_TEXT, shadow: SHADOW, width: 1.5, cut: 0 },
  csa: { fill: CSA_GREY, text: CSA_TEXT, edge: CSA_EDGE, shadow: SHADOW, width: 3.5, cut: 11 },
};

export const CONTESTED: Colour = '#a01d18';
export const CONTESTED_GROUND: Colour = '#f0cfc0';
export const ON_CONTESTED: Colour = '#ffffff';

/** Faint marks that show where counters are placed. */
export const PLACE: Colour = '#e8dcc0';

export const NAME_PLATE: Colour = '#e6d6b0';
export const PRIZE: Colour = '#7a1f1c';
export const WORKS: Colour = '#d9b98f';
export const ON_PRIZE: Colour = '#fdf3d8';
export const EARTHWORK: Colour = '#6b4a23';
export const ON_EARTHWORK: Colour = '#ffffff';

export const SHEET_BURST: Colour = '#e0912a';
export const DIE: Colour = '#fffdf6';
export const SHEET_ROAD: Colour = '#2a2018';
export const ROLLED: Colour = '#f3cf7a';

/** Every text colour with every background it is set on; a test checks the contrast of each. */
export const LETTERING: readonly (readonly [text: Colour, ground: Colour])[] = [
  ...inkOn(INK, PAPER, CARD, NAME_PLATE, ROLLED),
  ...inkOn(SHEET_FADED, PAPER, CARD),
  ...inkOn(US_TEXT, US_BLUE),
  ...inkOn(CSA_TEXT, CSA_GREY),
  ...inkOn(ON_CONTESTED, CONTESTED),
  ...inkOn(ON_PRIZE, PRIZE),
  ...inkOn(ON_EARTHWORK, EARTHWORK),
];

export const PALETTE: Palette = {
  inks: [
    ...new Set([
      ...[PAPER, CARD, INK, SHEET_FADED, HAIRLINE, US_BLUE, US_TEXT, CSA_GREY],
      ...[CSA_EDGE, CSA_TEXT, CONTESTED, CONTESTED_GROUND, PLACE, NAME_PLATE, PRIZE, WORKS],
      ...[ON_PRIZE, EARTHWORK, SHEET_BURST, FLASH, DIE, ROLLED],
      ...LAND_INKS,
    ]),
  ],
  blends: [
    ...LAND_BLENDS,
    ...inkOn(INK, PAPER, CARD, NAME_PLATE, ROLLED),
    ...inkOn(SHEET_FADED, PAPER),
    ...inkOn(US_TEXT, US_BLUE),
    ...inkOn(US_BLUE, CARD, PAPER),
    ...inkOn(CSA_TEXT, CSA_GREY),
    ...inkOn(CSA_EDGE, CARD, PAPER),
    ...inkOn(US_TEXT, CONTESTED),
    ...inkOn(CONTESTED, CARD, CONTESTED_GROUND, PAPER),
    ...inkOn(ON_PRIZE, PRIZE),
    ...inkOn(PRIZE, PAPER),
    ...inkOn(EARTHWORK, PAPER, US_TEXT),
    ...inkOn(SHEET_BURST, INK),
    ...inkOn(HAIRLINE, CARD),
    ...inkOn(INK, US_BLUE, PRIZE, CONTESTED),
    ...inkOn(US_BLUE, CONTESTED),
    ...inkOn(CONTESTED, CSA_GREY),
    ...inkOn(CSA_EDGE, CSA_GREY, US_TEXT),
    ...inkOn(PLACE, CARD),
    ...inkOn(INK, DIE),
  ],
};
