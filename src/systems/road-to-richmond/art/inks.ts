import type { Colour } from '../../../game/index.ts';
import { CARD, FLASH, INK } from '../../../kit/draw/inks.ts';
import { BANK, CLEAR, FADED } from '../../../kit/land/land-inks.ts';

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
