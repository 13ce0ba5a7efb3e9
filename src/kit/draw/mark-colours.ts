import type { Colour } from '../../game/index.ts';

/** The inks of marks on hexes, the same for every game. */
export const BATTLE: Colour = '#a01d18';
export const ON_BATTLE: Colour = '#ffffff';
export const BURST: Colour = '#e8962e';
/** Hexes within reach, and laid over their land, which is seen through it. */
export const REACHED: Colour = '#f0b93a';
export const REACH_TINT: Colour = '#f0b93a58';
/** Over hexes that are out of sight. */
export const DIMMED: Colour = '#2a201858';
/** Over a hex that is looked at from afar: guns in range. */
export const IN_RANGE: Colour = '#e8962e70';
/** Zones, exits, and the part of a map that is seen. */
export const ZONE: Colour = '#8a1f2d';
export const ZONE_TINT: Colour = '#8a1f2d20';
