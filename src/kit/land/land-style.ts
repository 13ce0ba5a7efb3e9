import type { Colour, Stroke } from '../../game/index.ts';
import type { HexId } from '../hex/hex-grid.ts';
import type { HexMap, Way } from '../hex/hex-map.ts';

/** Maps a game's terrain words to the way they are drawn. Sizes are pixels of the whole map. */
export interface LandStyle {
  /** Laid over clear ground, lower ones first. */
  readonly surfaces: readonly Surface[];
  /** On which terrains something grows, or is ploughed. */
  readonly cover: { readonly [cover in Cover]: readonly string[] };
  /** Terrains in whose hexes ways meet in the very middle, as they do at a place with a name. */
  readonly built: readonly string[];
  /** Lower ones first. */
  readonly waters: readonly WaterStyle[];
  /** Lower ones first. */
  readonly ways: readonly { readonly are: (way: Way) => boolean; readonly strokes: readonly Stroke[] }[];
  /** Whether bridges and fords have their names; absent: they do. */
  readonly crossings?: false;
  /** Places by their kind in the map's file. */
  readonly places: { readonly [kind: string]: PlaceRank };
}

export interface Surface {
  readonly terrains: readonly string[];
  readonly fill: Colour;
  readonly edge: Colour;
}

export type Cover = 'fields' | 'rough' | 'woods' | 'swamp';

export interface WaterStyle {
  readonly kind: string;
  /** One above the other. */
  readonly strokes: readonly Stroke[];
  /** Lettering of its name; null for no name. */
  readonly lettering: WaterLettering | null;
}

export interface WaterLettering {
  readonly size: number;
  /** Parts of the size that a letter takes, about. */
  readonly ems: number;
  readonly above: number;
  readonly spacing: number;
}

/** How much of a place there is; `off`: words at the edge of the map about where a way leads. */
export type PlaceRank = 'town' | 'place' | 'farm' | 'off';

export function hexesOf(map: HexMap, hexes: readonly HexId[], terrains: readonly string[]): readonly HexId[] {
  return hexes.filter((hex) => terrains.includes(map.hex.get(hex)?.terrain ?? ''));
}

/** A stroke as it is on a picture drawn so many times larger. */
export function strokeAt({ colour, width, dash, cap }: Stroke, scale: number): Stroke {
  return {
    colour,
    width: width * scale,
    ...(dash ? { dash: dash.map((part) => part * scale) } : {}),
    ...(cap ? { cap } : {}),
  };
}
