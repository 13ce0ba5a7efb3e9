import type { Colour, Item } from '../../game/index.ts';
import type { HexId } from '../hex/hex-grid.ts';
import type { HexMap } from '../hex/hex-map.ts';
import { type HexPlot, hexesSeen } from '../hex/hex-plot.ts';
import { cover } from './hex-cover.ts';
import { destinations } from './hex-margin.ts';
import { grid, hexNumbers, terrain } from './hex-terrain.ts';
import { crossings, waters } from './hex-waters.ts';
import { houses, ways } from './hex-ways.ts';
import { rings, works, type Zone, zone } from './hex-works.ts';
import type { LandStyle } from './land-style.ts';
import { waterNames } from './water-names.ts';

/** Options of a picture of the land. */
export interface LandParts {
  /**
   * `close`: with all that stands on it and where its roads lead. `overview`: so small that nobody counts its hexes, without their sides.
   * `bare`: surfaces, zones, waters and ways alone.
   */
  readonly detail: 'close' | 'overview' | 'bare';
  readonly numbered?: boolean;
  readonly zones: readonly Zone[];
  /** Hexes that lead off the map. */
  readonly exits?: { readonly hexes: readonly HexId[]; readonly colour: Colour };
}

/**
 * The part of a map that a plot shows, without anything that changes; laid out layer by layer. It looks the same in every plot of a scale.
 * Names of places come over the counters: `placeNames`.
 */
export function* hexLand(
  map: HexMap,
  plot: HexPlot,
  style: LandStyle,
  { detail, numbered = false, zones, exits }: LandParts,
): Generator<Item, void> {
  const hexes = hexesSeen(plot);
  yield* terrain(map, plot, style, hexes).filter(isDrawn);
  for (const one of zones) yield* zone(plot, hexes, one);
  if (detail !== 'bare') yield* cover(map, plot, style, hexes).filter(isDrawn);
  if (detail === 'close') yield* grid(plot, hexes);
  yield* waters(map, plot, style).filter(isDrawn);
  yield* ways(map, plot, style).filter(isDrawn);
  if (detail === 'bare') return;
  yield* crossings(map, plot, hexes);
  yield* works(map, plot, hexes).filter(isDrawn);
  yield* houses(map, plot, style).filter(isDrawn);
  if (exits) yield* rings(plot, exits.hexes, exits.colour);
  if (numbered) yield* hexNumbers(plot, hexes);
  yield* waterNames(map, plot, style);
  if (detail === 'close') yield* destinations(map, plot, style);
}

/** A kind that a part of the map lacks has an empty path. */
function isDrawn(item: Item): boolean {
  return item.kind !== 'path' || item.d !== '';
}
