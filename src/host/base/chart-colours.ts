import type { Colour } from '../../game/index.ts';

/** What the host's own charts are drawn with; maps have the inks of their game. */
export const CHART_PAPER: Colour = '#fbf5e4';
export const CHART_INK: Colour = '#2a2018';
export const CHART_FADED: Colour = '#6a5a45';
