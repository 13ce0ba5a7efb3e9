import type { Colour, Stroke } from '../../game/index.ts';
import type { HexId } from '../hex/hex-grid.ts';
import type { HexMap, Way } from '../hex/hex-map.ts';

/** Says how a game's terrains, waters, ways and places are drawn. Sizes are pixels of the whole map. */
export interface LandStyle {
  /** Drawn over clear ground, in this order. */
  readonly surfaces: readonly Surface[];
  /** The terrains on which something grows, or which are ploughed. */
  readonly cover: { readonly [cover in Cover]: readonly string[] };
  /** The terrains in which ways meet in the very middle of a hex, as they do at a place with a name. */
  readonly built: readonly string[];
  /** Lower ones first. */
  readonly waters: readonly WaterStyle[];
  /** Lower ones first. */
  readonly ways: readonly { readonly matches: (way: Way) => boolean; readonly strokes: readonly Stroke[] }[];
  /** Present if the names of bridges and fords are left out. */
  readonly crossings?: false;
  /** The rank of each kind of place in the map's file. */
  readonly places: { readonly [kind: string]: PlaceRank };
}

interface Surface {
  readonly terrains: readonly string[];
  readonly fill: Colour;
  readonly edge: Colour;
}

export type Cover = 'fields' | 'rough' | 'woods' | 'swamp';

interface WaterStyle {
  readonly kind: string;
  /** In the order of drawing. */
  readonly strokes: readonly Stroke[];
  /** Lettering of its name; null for no name. */
  readonly lettering: WaterLettering | null;
}

export interface WaterLettering {
  readonly size: number;
  /** The average width of a letter, in parts of the size. */
  readonly ems: number;
  readonly above: number;
  readonly spacing: number;
}

/** The rank of a place. `off` is no place, but words at the edge of the map about the destination of a way. */
export type PlaceRank = 'town' | 'place' | 'farm' | 'off';

export function hexesWithTerrain(map: HexMap, hexes: readonly HexId[], terrains: readonly string[]): readonly HexId[] {
  return hexes.filter((hex) => terrains.includes(map.hex.get(hex)?.terrain ?? ''));
}
