import type { Colour } from '../../../game/index.ts';
import { CARD, INK } from '../../../kit/draw/inks.ts';
import { FADED, PAPER } from '../../../kit/land/engraved/engraved-inks.ts';

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
