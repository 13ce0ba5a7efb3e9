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
