import type { Colour } from '../../game/index.ts';
import type { PrintedStyle } from './counter-items.ts';

/** The inks of the two armies on hex maps: their counters, and what is written on those. */
export const UNION: Colour = '#1d3a6e';
export const UNION_TEXT: Colour = '#ffffff';
export const CONFEDERATE: Colour = '#dcb8a6';
export const CONFEDERATE_EDGE: Colour = '#63201a';
export const CONFEDERATE_TEXT: Colour = '#34100c';

/** Zones of control and lines, hatched over the map. */
export const UNION_LINE: Colour = '#2c5ba6';
export const CONFEDERATE_LINE: Colour = '#a3301f';

/** Under what lies on the map. */
const SHADOW: Colour = '#2a201848';

/** Counters of both armies; those of the Confederates have cut corners. */
export const SIDE_STYLES = {
  union: { fill: UNION, text: UNION_TEXT, edge: UNION_TEXT, shadow: SHADOW, width: 1.4, cut: 0 },
  confederate: {
    fill: CONFEDERATE,
    text: CONFEDERATE_TEXT,
    edge: CONFEDERATE_EDGE,
    shadow: SHADOW,
    width: 3,
    cut: 9,
  },
} as const satisfies Readonly<Record<string, PrintedStyle>>;

/** The colour of an army's marches, and of what it controls. */
export const SIDE_INKS = { union: UNION, confederate: CONFEDERATE_EDGE } as const satisfies Readonly<
  Record<string, Colour>
>;
