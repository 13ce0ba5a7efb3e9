import type { Item, Scene } from '../../../game/index.ts';
import type { Box, Point } from '../../../kit/draw/geometry.ts';
import { ZONE, ZONE_TINT } from '../../../kit/draw/mark-inks.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type HexPlot, hexesSeen, hexPlot } from '../../../kit/hex/hex-plot.ts';
import { HexWindow } from '../../../kit/hex/hex-window.ts';
import { HexGrounds, partOf } from '../../../kit/land/hex-ground.ts';
import { hexLand } from '../../../kit/land/hex-land.ts';
import { terrain } from '../../../kit/land/hex-terrain.ts';
import { waters } from '../../../kit/land/hex-waters.ts';
import { ways } from '../../../kit/land/hex-ways.ts';
import { zone } from '../../../kit/land/hex-works.ts';
import { BANK, HACHURE, RAIL, ROUGH, WATER } from '../../../kit/land/land-inks.ts';
import type { LandStyle } from '../../../kit/land/land-style.ts';
import { waterNames } from '../../../kit/land/water-names.ts';
import { HEX_GRID, type Theatre } from '../theatre.ts';
import { PAPER } from './palette.ts';

/** A hex at scale 1, in pixels; the whole theatre is drawn at less than half of it, so that it fits a phone. */
const SIZE = { radius: 36, half: 31 } as const;
const WHOLE_SCALE = 4 / 9;
const CLOSE_SCALE = 1.5;

/** Pictures as they are sent, in pixels. */
export const WHOLE = { width: 1500, height: 2050 } as const;
export const CLOSE_UP = { width: 800, height: 856 } as const;
export const HEADER = { whole: 118, close: 96 } as const;

/** What the land looks like. */
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
      are: () => true,
      strokes: [
        { colour: RAIL, width: 7, dash: [1.8, 5] },
        { colour: RAIL, width: 2 },
      ],
    },
  ],
  places: { city: 'town', town: 'place', station: 'farm', site: 'farm', pass: 'farm' },
};

/** On the whole theatre rails are lines without ties: its file would be a tenth larger. */
const WHOLE_STYLE: LandStyle = {
  ...LAND_STYLE,
  ways: [{ are: () => true, strokes: [{ colour: RAIL, width: 4.4 }] }],
};

const WINDOW = new HexWindow({
  grid: HEX_GRID,
  size: SIZE,
  view: { x: 0, y: HEADER.close, width: CLOSE_UP.width, height: CLOSE_UP.height - HEADER.close },
  scale: CLOSE_SCALE,
  beyond: 40,
  margin: { width: 120, height: 120 },
});

export function closePlot(hexes: readonly HexId[]): HexPlot {
  return WINDOW.plot(hexes);
}

export function fitsClose(hexes: readonly HexId[]): boolean {
  return WINDOW.fits(hexes);
}

export function wholePlot(): HexPlot {
  const corner: Point = { x: 14, y: HEADER.whole + 8 };
  const view: Box = { x: 0, y: HEADER.whole, width: WHOLE.width, height: WHOLE.height - HEADER.whole };
  return hexPlot(HEX_GRID, SIZE, WHOLE_SCALE, corner, view);
}

const GROUNDS = new HexGrounds('wilderness', PAPER, (theatre: Theatre) => [
  [...theatre.hex.values()],
  theatre.places,
  theatre.ways,
  theatre.waters,
  [...theatre.zones.security, ...theatre.zones.command],
]);

function zonesOf({ zones }: Theatre) {
  return [zones.security, zones.command].map((hexes) => ({ hexes, colour: ZONE, tint: ZONE_TINT }));
}

/** The whole theatre as it never changes: without hexes, which are too small there to be counted. */
export function wholeGround(theatre: Theatre, plot: HexPlot): Scene['ground'] {
  return GROUNDS.get(theatre, 'whole', WHOLE, () => {
    const hexes = hexesSeen(plot);
    const layers: Item[] = [
      ...terrain(theatre, plot, WHOLE_STYLE, hexes),
      ...zonesOf(theatre).flatMap((one) => zone(plot, hexes, one)),
      ...waters(theatre, plot, WHOLE_STYLE),
      ...ways(theatre, plot, WHOLE_STYLE),
      ...waterNames(theatre, plot, WHOLE_STYLE),
    ];
    return layers.filter((item) => item.kind !== 'path' || item.d !== '');
  });
}

/** A part of it, with the numbers of its hexes. */
export function closeGround(theatre: Theatre, plot: HexPlot): Scene['ground'] {
  return GROUNDS.get(theatre, partOf(plot), CLOSE_UP, () =>
    hexLand(theatre, plot, LAND_STYLE, {
      numbered: true,
      zones: zonesOf(theatre),
      exits: { hexes: theatre.exits, colour: ZONE },
    }),
  );
}
