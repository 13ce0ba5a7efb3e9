import type { Colour, Palette } from '../../../game/index.ts';
import { CARD, FLASH, HAIRLINE, INK } from '../../../kit/draw/inks.ts';
import { FADED, LAND_BLENDS, LAND_INKS, PAPER } from '../../../kit/land/engraved/engraved-inks.ts';

/** The inks and papers of the map. */
/** Over what is past. */
export const VEIL: Colour = '#fbf5e499';
/** Under what lies on the map. */
export const SHADOW: Colour = '#2a201840';

export const US_BLUE: Colour = '#1d3a6e';
export const US_TEXT: Colour = '#ffffff';
export const CSA_GREY: Colour = '#c6b594';
export const CSA_EDGE: Colour = '#4a3a26';
export const CSA_TEXT: Colour = '#2a1d0f';

export const CONTESTED: Colour = '#a01d18';
export const CONTESTED_GROUND: Colour = '#f0cfc0';
export const ON_CONTESTED: Colour = '#ffffff';

/** The marks printed where counters stand, faint. */
export const PLACE: Colour = '#e8dcc0';

export const NAME_PLATE: Colour = '#e6d6b0';
export const PRIZE: Colour = '#7a1f1c';
/** Turned earth before Richmond. */
export const WORKS: Colour = '#d9b98f';
export const ON_PRIZE: Colour = '#fdf3d8';
export const EARTHWORK: Colour = '#6b4a23';
export const ON_EARTHWORK: Colour = '#ffffff';

export const BURST: Colour = '#e0912a';
export const DIE: Colour = '#fffdf6';
export const ROAD: Colour = '#2a2018';
export const ROLLED: Colour = '#f3cf7a';

/** Every text colour with every ground it is set on: the contrast of each is tested. */
export const LETTERING: readonly (readonly [text: Colour, ground: Colour])[] = [
  [INK, PAPER],
  [INK, CARD],
  [INK, NAME_PLATE],
  [INK, ROLLED],
  [FADED, PAPER],
  [FADED, CARD],
  [US_TEXT, US_BLUE],
  [CSA_TEXT, CSA_GREY],
  [ON_CONTESTED, CONTESTED],
  [ON_PRIZE, PRIZE],
  [ON_EARTHWORK, EARTHWORK],
];

/** The colours of every picture of Overland. */
export const PALETTE: Palette = {
  inks: [
    ...new Set([
      PAPER,
      CARD,
      INK,
      FADED,
      HAIRLINE,
      US_BLUE,
      US_TEXT,
      CSA_GREY,
      CSA_EDGE,
      CSA_TEXT,
      CONTESTED,
      CONTESTED_GROUND,
      PLACE,
      NAME_PLATE,
      PRIZE,
      WORKS,
      ON_PRIZE,
      EARTHWORK,
      BURST,
      FLASH,
      DIE,
      ROLLED,
      ...LAND_INKS,
    ]),
  ],
  blends: [
    ...LAND_BLENDS,
    [INK, PAPER],
    [INK, CARD],
    [INK, NAME_PLATE],
    [INK, ROLLED],
    [FADED, PAPER],
    [US_TEXT, US_BLUE],
    [US_BLUE, CARD],
    [US_BLUE, PAPER],
    [CSA_TEXT, CSA_GREY],
    [CSA_EDGE, CARD],
    [CSA_EDGE, PAPER],
    [US_TEXT, CONTESTED],
    [CONTESTED, CARD],
    [CONTESTED, CONTESTED_GROUND],
    [CONTESTED, PAPER],
    [ON_PRIZE, PRIZE],
    [PRIZE, PAPER],
    [EARTHWORK, PAPER],
    [EARTHWORK, US_TEXT],
    [BURST, INK],
    [HAIRLINE, CARD],
    [INK, US_BLUE],
    [INK, PRIZE],
    [INK, CONTESTED],
    [US_BLUE, CONTESTED],
    [CONTESTED, CSA_GREY],
    [CSA_EDGE, CSA_GREY],
    [CSA_EDGE, US_TEXT],
    [PLACE, CARD],
    [INK, DIE],
  ],
};
