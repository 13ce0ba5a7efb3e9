import type { Colour } from '../game/index.ts';

/** What the host's own charts are drawn with; maps have the inks of their game. */
export const PAPER: Colour = '#fbf5e4';
export const INK: Colour = '#2a2018';
export const FADED: Colour = '#6a5a45';
