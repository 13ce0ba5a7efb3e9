import type { Colour, Item } from '../../game/index.ts';
import type { HexId } from '../hex/hex-grid.ts';
import type { HexMap } from '../hex/hex-map.ts';
import { type HexPlot, hexesSeen } from '../hex/hex-plot.ts';
import { cover } from './hex-cover.ts';
import { destinations } from './hex-margin.ts';
import { numbers } from './hex-numbers.ts';
import { grid, terrain } from './hex-terrain.ts';
import { crossings, waters } from './hex-waters.ts';
import { houses, ways } from './hex-ways.ts';
import { rings, works, type Zone, zone } from './hex-works.ts';
import type { LandStyle } from './land-style.ts';
import { waterNames } from './water-names.ts';

/** Options of a picture of the land. */
export interface LandParts {
  /** Draws the numbers of the hexes. */
  readonly numbered: boolean;
  /** Leaves out the names of waters, which are drawn above, clear of counters (`clearWaterNames`). */
  readonly unlettered?: true;
  /** So small that nobody counts its hexes: without their sides, and without words at its edges. */
  readonly overview?: true;
  readonly zones: readonly Zone[];
  /** Hexes that lead off the map. */
  readonly exits: { readonly hexes: readonly HexId[]; readonly colour: Colour };
}

/** A map as it never changes, as far as a plot shows it. Names of places come over the counters: `placeNames`. */
export function hexLand(map: HexMap, plot: HexPlot, style: LandStyle, parts: LandParts): Item[] {
  const hexes = hexesSeen(plot);
  const layers: Item[] = [
    ...terrain(map, plot, style, hexes),
    ...parts.zones.flatMap((one) => zone(plot, hexes, one)),
    ...cover(map, plot, style, hexes),
    ...(parts.overview ? [] : grid(plot, hexes)),
    ...waters(map, plot, style),
    ...ways(map, plot, style),
    ...crossings(map, plot, hexes),
    ...works(map, plot, hexes),
    ...houses(map, plot, style),
    ...rings(plot, parts.exits.hexes, parts.exits.colour),
    ...(parts.numbered ? numbers(plot, hexes) : []),
    ...(parts.unlettered ? [] : waterNames(map, plot, style)),
    ...(parts.overview ? [] : destinations(map, plot, style)),
  ];
  return layers.filter(isSeen);
}

/** A whole map on a phone: surfaces, zones, waters and ways alone; hexes are too small there to be counted. */
export function wholeLand(map: HexMap, plot: HexPlot, style: LandStyle, zones: readonly Zone[]): Item[] {
  const hexes = hexesSeen(plot);
  const layers: Item[] = [
    ...terrain(map, plot, style, hexes),
    ...zones.flatMap((one) => zone(plot, hexes, one)),
    ...waters(map, plot, style),
    ...ways(map, plot, style),
  ];
  return layers.filter(isSeen);
}

/** A kind that a part of the map lacks has an empty path. */
function isSeen(item: Item): boolean {
  return item.kind !== 'path' || item.d !== '';
}
