import type { HexGrid, HexId } from './hex-grid.ts';

/** The words of a map for its terrains, waters, ways and places. */
export interface MapKinds {
  readonly terrain: string;
  readonly water: string;
  readonly link: string;
  readonly place: string;
}

/** Everything on a map that never changes in a game. */
export interface HexMap<K extends MapKinds = MapKinds> {
  readonly title: string;
  readonly grid: HexGrid;
  /** In the order of the grid. */
  readonly hexes: readonly HexId[];
  readonly hex: ReadonlyMap<HexId, Hex<K>>;
  readonly places: readonly Place<K>[];
  readonly ways: readonly Way<K>[];
  readonly waters: readonly Water<K>[];
  readonly works: readonly { readonly name: string; readonly sides: readonly string[] }[];
}

export interface Hex<K extends MapKinds = MapKinds> {
  readonly id: HexId;
  readonly column: number;
  readonly row: number;
  readonly terrain: K['terrain'];
  readonly name: string | null;
  /** The sides to neighbours on the grid, clockwise from the north. */
  readonly sides: readonly Hexside<K>[];
  /** Whether a road or another way passes through the hex. */
  readonly hasWay: boolean;
}

export interface Hexside<K extends MapKinds = MapKinds> {
  readonly to: HexId;
  /** As `DIRECTIONS` of the grid. */
  readonly direction: number;
  readonly water: K['water'] | null;
  readonly waterName: string | null;
  readonly crossing: Crossing | null;
  readonly crossingName: string | null;
  readonly link: K['link'] | null;
  /** `out`: this hex is behind the redoubt, and its neighbour on the enemy face. `in`: the other way round. */
  readonly redoubt: 'out' | 'in' | null;
  /** Whether units can neither enter nor control across it, because of water without a bridge or ford. */
  readonly barred: boolean;
}

export const CROSSINGS = ['bridge', 'ford'] as const;
type Crossing = (typeof CROSSINGS)[number];

interface Place<K extends MapKinds = MapKinds> {
  readonly hex: HexId;
  readonly name: string;
  readonly kind: K['place'];
}

export const EDGES = ['N', 'E', 'S', 'W'] as const;
export type Edge = (typeof EDGES)[number];

export interface Way<K extends MapKinds = MapKinds> {
  readonly name: string;
  readonly kind: K['link'];
  readonly rail: boolean;
  readonly path: readonly HexId[];
  /** The ends of the way that leave the map, each with its hex and the map's edge. */
  readonly leaves: readonly (readonly [HexId, Edge])[];
}

export interface Water<K extends MapKinds = MapKinds> {
  readonly name: string;
  readonly kind: K['water'];
  /** Hexsides in order, `a|b` the smaller id first. */
  readonly sides: readonly string[];
}

interface WithSides<S> {
  readonly hex: ReadonlyMap<HexId, { readonly sides: readonly S[] }>;
}

export function sidesOf<S>({ hex: hexes }: WithSides<S>, hex: HexId): readonly S[] {
  return hexes.get(hex)?.sides ?? [];
}

/** The hexside between two hexes as seen from the first; null if they are not adjacent. */
export function sideBetween<S extends Hexside>(map: WithSides<S>, one: HexId, other: HexId): S | null {
  return sidesOf(map, one).find(({ to }) => to === other) ?? null;
}
