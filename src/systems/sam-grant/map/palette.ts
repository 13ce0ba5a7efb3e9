import type { Colour } from '../../../game/index.ts';
import { inkOn } from '../../../kit/draw/common-colours.ts';
import type { PrintedStyle } from '../../../kit/draw/counter-items.ts';
import { gamePalette } from '../../../kit/land/game-palette.ts';
import { CLEAR, FOREST } from '../../../kit/land/land-colours.ts';
import type { Side } from '../vocabulary.ts';

export const PAPER: Colour = '#e6dcc3';
const SHADOW: Colour = '#2a201848';
const UNION: Colour = '#23406f';
const ON_UNION: Colour = '#ffffff';
const GRAY: Colour = '#c9c4b4';
const GRAY_EDGE: Colour = '#4c4234';
const ON_GRAY: Colour = '#241c12';

/** Union blocks are blue and square, Confederate ones gray with cut corners, so that shape tells them apart too. */
export const SIDE_STYLES: { readonly [side in Side]: PrintedStyle } = {
  usa: { fill: UNION, text: ON_UNION, edge: ON_UNION, shadow: SHADOW, width: 1.4, cut: 0 },
  csa: { fill: GRAY, text: ON_GRAY, edge: GRAY_EDGE, shadow: SHADOW, width: 2.4, cut: 8 },
};
export const SIDE_LINES: { readonly [side in Side]: Colour } = { usa: UNION, csa: GRAY_EDGE };

export const PALETTE = gamePalette(PAPER, SIDE_STYLES.usa, SIDE_STYLES.csa, { blends: inkOn(CLEAR, FOREST) });
