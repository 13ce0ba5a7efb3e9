import type { Colour, Land, Palette, Scene } from '../../../game/index.ts';
import { BATTLE, BURST, CARD, FLASH, INK, inkOn, REACHED, ZONE, ZONE_TINT } from '../../../kit/draw/common-colours.ts';
import { CONFEDERATE, CONFEDERATE_EDGE, CONFEDERATE_TEXT, UNION, UNION_TEXT } from '../../../kit/draw/counter-items.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import type { HexPlot } from '../../../kit/hex/hex-plot.ts';
import { CLOSE_UP, HexWindow } from '../../../kit/hex/hex-window.ts';
import { HEADER } from '../../../kit/hex/picture-header.ts';
import { HexGrounds, type PictureSize, wholeLand } from '../../../kit/land/hex-ground.ts';
import { hexLand } from '../../../kit/land/hex-land.ts';
import {
  BANK,
  CLEAR,
  FADED,
  HACHURE,
  MAP_BLENDS,
  MAP_INKS,
  RAIL,
  ROUGH,
  WATER,
} from '../../../kit/land/land-colours.ts';
import type { LandStyle } from '../../../kit/land/land-style.ts';
import { HEX_GRID, type Theatre } from '../theatre.ts';

export const PAPER: Colour = '#e9dab6';

/** Every colour in the system's pictures, for the PNG palette, except the land's in `src/kit/land/land-colours.ts`. */
export const PALETTE: Palette = {
  inks: [
    PAPER,
    ...MAP_INKS,
    ...[UNION, UNION_TEXT, CONFEDERATE, CONFEDERATE_EDGE, CONFEDERATE_TEXT, BATTLE, BURST, FLASH, REACHED],
  ],
  blends: [
    ...inkOn(INK, PAPER, CARD, CLEAR, WATER),
    ...inkOn(FADED, CLEAR, PAPER),
    ...inkOn(UNION_TEXT, UNION, BATTLE),
    ...inkOn(UNION, CARD, PAPER, CLEAR),
    ...inkOn(CONFEDERATE_TEXT, CONFEDERATE),
    ...inkOn(CONFEDERATE_EDGE, CARD, CONFEDERATE, CLEAR),
    ...MAP_BLENDS,
    ...inkOn(BANK, CLEAR),
    ...inkOn(WATER, CLEAR),
    ...inkOn(BURST, CLEAR),
    ...inkOn(CLEAR, ROUGH),
  ],
};

/** A hex at scale 1, in pixels; the whole theatre is drawn at less than a quarter of it, so that it fits a phone. */
const SIZE = { radius: 36, half: 31 } as const;
const WHOLE_SCALE = 8.5 / 36;
/** Scales for parts of the theatre, largest first. There are few of them, so that grounds can be cached. */
const PART_SCALES = [36, 27, 22, 18, 15, 12.5, 10].map((radius) => radius / SIZE.radius);
const CLOSE_SCALE = 1.5;
/** Scale of pictures of hexes in reach, smaller than a close-up to show more of them. */
const REACH_SCALE = 1.1;

/** Size of a picture of the theatre or a part of it, in pixels. */
export const WHOLE = { width: 800, height: 1190 } as const;
export const FOOT = 86;

export const LAND_STYLE: LandStyle = {
  surfaces: [
    { terrains: ['mountain'], fill: ROUGH, edge: HACHURE },
    { terrains: ['estuary', 'sea'], fill: WATER, edge: BANK },
  ],
  cover: { fields: [], rough: ['mountain'], woods: [], swamp: [] },
  built: [],
  waters: [
    {
      kind: 'river',
      strokes: [
        { colour: BANK, width: 5.4, cap: 'round' },
        { colour: WATER, width: 3.4, cap: 'round' },
      ],
      lettering: { size: 15, ems: 0.6, above: 7, spacing: 1 },
    },
  ],
  ways: [
    {
      matches: () => true,
      strokes: [
        { colour: RAIL, width: 7, dash: [1.8, 5] },
        { colour: RAIL, width: 2 },
      ],
    },
  ],
  places: { city: 'town', town: 'place', station: 'farm', site: 'farm', pass: 'farm' },
};

/** The whole theatre: rails without ties, rivers without names, the names of the largest places. */
export const WHOLE_STYLE: LandStyle = {
  ...LAND_STYLE,
  waters: [
    {
      kind: 'river',
      strokes: [
        { colour: BANK, width: 12, cap: 'round' },
        { colour: WATER, width: 7.5, cap: 'round' },
      ],
      lettering: null,
    },
  ],
  ways: [{ matches: () => true, strokes: [{ colour: RAIL, width: 6 }] }],
  places: { city: 'place', town: 'farm', station: 'farm', site: 'farm', pass: 'farm' },
};

const WINDOW = new HexWindow({
  grid: HEX_GRID,
  size: SIZE,
  view: { x: 0, y: HEADER, width: CLOSE_UP.width, height: CLOSE_UP.height - HEADER },
  scale: CLOSE_SCALE,
  beyond: 40,
  margin: { width: 120, height: 120 },
});

/** Windows start at every third hex, so that grounds can be cached. */
const STEP = 3;

export function closePlot(hexes: readonly HexId[]): HexPlot {
  return WINDOW.plotInSteps(hexes, hexes[0] as HexId, CLOSE_SCALE, STEP);
}

export function reachPlot(hexes: readonly HexId[], home: HexId): HexPlot {
  return WINDOW.plotInSteps(hexes, home, REACH_SCALE, STEP);
}

export function fitsClose(hexes: readonly HexId[]): boolean {
  return WINDOW.fits(hexes);
}

const OVERVIEW_WINDOW = new HexWindow({
  grid: HEX_GRID,
  size: SIZE,
  view: { x: 0, y: HEADER, width: WHOLE.width, height: WHOLE.height - HEADER - FOOT },
  scale: WHOLE_SCALE,
  beyond: 9,
  // Room for the blocks of those that stand farthest out.
  margin: { width: 48, height: 48 },
});

/** The part of the theatre in which some hexes lie, as large as all of them fit. */
export function overviewPlot(hexes: readonly HexId[]): HexPlot {
  const scale = PART_SCALES.find((one) => OVERVIEW_WINDOW.fits(hexes, one)) ?? WHOLE_SCALE;
  return { ...OVERVIEW_WINDOW.plotInSteps(hexes, hexes[0] as HexId, scale, STEP), forPhone: true };
}

const GROUNDS = new HexGrounds('wilderness', (theatre: Theatre) => [
  [...theatre.hex.values()],
  theatre.places,
  theatre.ways,
  theatre.waters,
  [...theatre.zones.security],
  [...theatre.zones.command],
  theatre.exits,
]);

function zonesOf({ zones }: Theatre) {
  return [zones.security, zones.command].map((hexes) => ({ hexes, colour: ZONE, tint: ZONE_TINT }));
}

/** The theatre, or a part of it without its hexes, as it never changes. */
export function overviewGround(theatre: Theatre, plot: HexPlot, size: PictureSize = WHOLE): Scene['ground'] {
  const parts = { detail: 'bare', zones: zonesOf(theatre) } as const;
  return GROUNDS.get(theatre, 'overview', plot, size, (plot) => hexLand(theatre, plot, WHOLE_STYLE, parts));
}

/** A close-up of a part, with the numbers of its hexes, but for the scale at which pictures set them themselves. */
export function closeGround(theatre: Theatre, plot: HexPlot, size: PictureSize = CLOSE_UP): Scene['ground'] {
  const exits = { hexes: theatre.exits, colour: ZONE };
  const numbered = plot.scale !== REACH_SCALE;
  const parts = { detail: 'close', zones: zonesOf(theatre), exits, numbered } as const;
  return GROUNDS.get(theatre, 'close', plot, size, (plot) => hexLand(theatre, plot, LAND_STYLE, parts));
}

/** The land of overviews at all scales, of close-ups, and of pictures of hexes in reach. */
export function lands(theatre: Theatre): readonly Land[] {
  const hex = HEX_GRID.ids[0] as HexId;
  const overview = overviewPlot(HEX_GRID.ids);
  const overviews = [WHOLE_SCALE, ...PART_SCALES].map((scale) => ({
    ...overview,
    ...OVERVIEW_WINDOW.plot([hex], scale),
  }));
  return [
    ...overviews.map((plot) => wholeLand(plot, PALETTE, (whole, size) => overviewGround(theatre, whole, size))),
    ...[closePlot([hex]), reachPlot([hex], hex)].map((plot) =>
      wholeLand(plot, PALETTE, (whole, size) => closeGround(theatre, whole, size)),
    ),
  ];
}
