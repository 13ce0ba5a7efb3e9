import type { Colour } from '../../game/index.ts';

/** The inks of the two armies on hex maps: their counters, and what is written on those. */
export const UNION: Colour = '#1d3a6e';
export const UNION_TEXT: Colour = '#ffffff';
export const CONFEDERATE: Colour = '#dcb8a6';
export const CONFEDERATE_EDGE: Colour = '#63201a';
export const CONFEDERATE_TEXT: Colour = '#34100c';

/** Zones of control and lines, hatched over the map. */
export const UNION_LINE: Colour = '#2c5ba6';
export const CONFEDERATE_LINE: Colour = '#a3301f';
