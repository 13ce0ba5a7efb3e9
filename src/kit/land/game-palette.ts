import type { Colour, Palette } from '../../game/index.ts';
import { CARD, FLASH, INK, inkOn } from '../draw/common-colours.ts';
import type { PrintedStyle } from '../draw/counter-items.ts';
import { BATTLE, BURST, ON_BATTLE, REACHED } from '../draw/mark-colours.ts';
import { CLEAR, FADED } from './land-colours.ts';
import { MAP_BLENDS, MAP_INKS } from './map-palette.ts';

/**
 * The palette of a game on a map of hexes: its paper, the map's inks, the counters of both sides, the marks.
 * @param own inks and blends that this game alone has
 */
export function gamePalette(
  paper: Colour,
  dark: PrintedStyle,
  light: PrintedStyle,
  own: { readonly inks?: readonly Colour[]; readonly blends: Palette['blends'] },
): Palette {
  return {
    inks: [
      paper,
      ...MAP_INKS,
      ...[dark.fill, dark.text, light.fill, light.edge, light.text, ...(own.inks ?? [])],
      ...[BATTLE, BURST, FLASH, REACHED],
    ],
    blends: [
      ...inkOn(INK, paper, CARD, CLEAR),
      ...inkOn(FADED, CLEAR, paper),
      ...inkOn(dark.text, dark.fill),
      ...inkOn(dark.fill, CARD, paper, CLEAR),
      ...inkOn(light.text, light.fill),
      ...inkOn(light.edge, CARD, light.fill),
      ...inkOn(ON_BATTLE, BATTLE),
      ...MAP_BLENDS,
      ...own.blends,
    ],
  };
}
