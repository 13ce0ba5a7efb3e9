import type { Colour } from '../../game/index.ts';

/** The colours of cards and their text in every game. */
export const CARD: Colour = '#fbf5e4';
export const INK: Colour = '#2a2018';
export const HAIRLINE: Colour = '#b59f76';
/** The middle of a burst. */
export const FLASH: Colour = '#fff3cf';

/** Pairs of an ink and each of the grounds on which it is drawn. */
export function inkOn(ink: Colour, ...grounds: readonly Colour[]): (readonly [Colour, Colour])[] {
  return grounds.map((ground) => [ink, ground]);
}

/** The inks of marks on hexes, the same for every game. */
export const BATTLE: Colour = '#a01d18';
export const ON_BATTLE: Colour = '#ffffff';
export const BURST: Colour = '#e8962e';
/** Hexes within reach. */
export const REACHED: Colour = '#f0b93a';
export const REACH_TINT: Colour = '#f0b93a58';
/** Covers hexes that are out of sight. */
export const DIMMED: Colour = '#2a201858';
/** Covers a hex that guns can bombard. */
export const IN_RANGE: Colour = '#e8962e70';
/** Zones, exits, and the part of a map that is seen. */
export const ZONE: Colour = '#8a1f2d';
export const ZONE_TINT: Colour = '#8a1f2d20';
