import type { Colour } from '../../game/index.ts';

/** Colours of all games: the card and its ink. */
export const CARD: Colour = '#fbf5e4';
export const INK: Colour = '#2a2018';
export const HAIRLINE: Colour = '#b59f76';
/** The heart of a burst. */
export const FLASH: Colour = '#fff3cf';

/** An ink with each of the grounds that it lies on. */
export function inkOn(ink: Colour, ...grounds: readonly Colour[]): (readonly [Colour, Colour])[] {
  return grounds.map((ground) => [ink, ground]);
}

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
