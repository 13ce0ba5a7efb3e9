import type { Colour } from '../../game/index.ts';

/** Colours of the host's own charts; maps use their game's inks. */
export const CHART_PAPER: Colour = '#fbf5e4';
export const CHART_INK: Colour = '#2a2018';
export const CHART_FADED: Colour = '#6a5a45';
