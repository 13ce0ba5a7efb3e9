import type { Colour, Palette, Scene } from '../../../game/index.ts';
import { BATTLE, BURST, CARD, FLASH, INK, inkOn, ON_BATTLE, REACHED, ZONE } from '../../../kit/draw/common-colours.ts';
import type { PrintedStyle } from '../../../kit/draw/counter-items.ts';
import type { HexPlot } from '../../../kit/hex/hex-plot.ts';
import { HexGrounds, type PictureSize } from '../../../kit/land/hex-ground.ts';
import { hexLand } from '../../../kit/land/hex-land.ts';
import { WATER_STROKES } from '../../../kit/land/hex-waters.ts';
import { WAY_STROKES } from '../../../kit/land/hex-ways.ts';
import {
  BANK,
  CLEAR,
  FADED,
  FOREST,
  HACHURE,
  MAP_BLENDS,
  MAP_INKS,
  RAIL,
  REED,
  ROUGH,
  SWAMP,
  TREE,
  WATER,
} from '../../../kit/land/land-colours.ts';
import type { LandStyle } from '../../../kit/land/land-style.ts';
import type { Theatre } from '../theatre.ts';
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

/** Every colour in the system's pictures, for the PNG palette, except the land's in `src/kit/land/land-colours.ts`. */
export const PALETTE: Palette = {
  inks: [PAPER, ...MAP_INKS, UNION, ON_UNION, GRAY, GRAY_EDGE, ON_GRAY, BATTLE, BURST, FLASH, REACHED],
  blends: [
    ...inkOn(INK, PAPER, CARD, CLEAR),
    ...inkOn(FADED, CLEAR, PAPER),
    ...inkOn(ON_UNION, UNION),
    ...inkOn(UNION, CARD, PAPER, CLEAR),
    ...inkOn(ON_GRAY, GRAY),
    ...inkOn(GRAY_EDGE, CARD, GRAY),
    ...inkOn(ON_BATTLE, BATTLE),
    ...MAP_BLENDS,
    ...inkOn(CLEAR, FOREST),
  ],
};

/** Major rivers are drawn broad between banks, minor ones as a line [2.1]. */
export const LAND_STYLE: LandStyle = {
  surfaces: [
    { terrains: ['mountain'], fill: ROUGH, edge: HACHURE },
    { terrains: ['woods'], fill: FOREST, edge: TREE },
    { terrains: ['swamp'], fill: SWAMP, edge: REED },
    { terrains: ['sea'], fill: WATER, edge: BANK },
  ],
  // Trees and slopes would double the file size; at this scale the colour is enough.
  cover: { fields: [], rough: [], woods: [], swamp: ['swamp'] },
  built: [],
  waters: [
    { kind: 'minor', strokes: WATER_STROKES.stream, lettering: { size: 11, ems: 0.54, above: 4, spacing: 0.3 } },
    { kind: 'major', strokes: WATER_STROKES.creek, lettering: { size: 13, ems: 0.6, above: 10, spacing: 1 } },
  ],
  ways: [
    { matches: ({ kind }) => kind === 'pass', strokes: WAY_STROKES.trail },
    { matches: ({ rail }) => rail, strokes: WAY_STROKES.railroad },
  ],
  places: { town: 'town', place: 'place', farm: 'farm', off: 'off' },
};

/** The whole map on a phone: rails without ties, waters without names. */
export const WHOLE_STYLE: LandStyle = {
  ...LAND_STYLE,
  surfaces: LAND_STYLE.surfaces.map((surface) => ({ ...surface, edge: surface.fill })),
  waters: [
    { kind: 'minor', strokes: [{ colour: WATER, width: 3, cap: 'round' }], lettering: null },
    { kind: 'major', strokes: WATER_STROKES.creek, lettering: null },
  ],
  ways: [
    { matches: ({ kind }) => kind === 'pass', strokes: WAY_STROKES.trail },
    { matches: ({ rail }) => rail, strokes: [{ colour: RAIL, width: 2.4 }] },
  ],
  places: { town: 'place', place: 'farm', farm: 'farm', off: 'off' },
};

const GROUNDS = new HexGrounds('sam-grant', (theatre: Theatre) => [
  theatre.id,
  [...theatre.hex.values()],
  theatre.places,
  theatre.ways,
  theatre.waters,
]);

/** The ground of a close-up, with hex numbers unless the picture sets them itself. */
export function closeGround(theatre: Theatre, plot: HexPlot, size: PictureSize, numbered = true): Scene['ground'] {
  const exits = theatre.places.filter(({ kind }) => kind === 'off').map(({ hex }) => hex);
  const parts = { detail: 'close', zones: [], exits: { hexes: exits, colour: ZONE }, numbered } as const;
  const style = numbered ? 'close' : 'close, not numbered';
  return GROUNDS.get(theatre, style, plot, size, (plot) => hexLand(theatre, plot, LAND_STYLE, parts));
}

export function wholeGround(theatre: Theatre, plot: HexPlot, size: PictureSize): Scene['ground'] {
  const parts = { detail: 'bare', zones: [] } as const;
  return GROUNDS.get(theatre, 'whole', plot, size, (plot) => hexLand(theatre, plot, WHOLE_STYLE, parts));
}
