import { HexGrid, type HexId } from '../../kit/hex/hex-grid.ts';
import type * as kit from '../../kit/hex/hex-map.ts';
import type { HexMap, MapKinds } from '../../kit/hex/hex-map.ts';
import type { MapFormat } from '../../kit/hex/map-file.ts';
import { type ExitId, type Kind, type PieceId, type Side, TERRAINS, type Terrain } from './vocabulary.ts';

/** Columns and rows of the field [1.2]. */
export const HEX_GRID = new HexGrid({ columns: 24, rowsOdd: 28, rowsEven: 27 });

/** The field and the pieces, out of `map.json` and `units.json`: everything that never changes. */
export interface Field extends HexMap<Kinds> {
  readonly exits: Readonly<Record<ExitId, { readonly name: string; readonly edge: string }>>;
  readonly commandZone: ReadonlySet<HexId>;
  readonly southZone: ReadonlySet<HexId>;
  /** Where a Confederate piece triggers early arrival: the south zone, and what is near the roads to the east [13.1]. */
  readonly alarms: ReadonlySet<HexId>;
  /** Roads that lead off the map for 18.4. */
  readonly lastDitch: readonly HexId[];
  /** In the order of `units.json`. */
  readonly pieces: readonly Piece[];
  readonly piece: ReadonlyMap<PieceId, Piece>;
  /** Points with which the Union begins the short game [18.6]. */
  readonly firstDayPoints: number;
  /** What its numbers are called by somebody who put their own there; null: nobody has. */
  readonly basis: string | null;
}

/** What the map of Road to Richmond is made of [1.2, 4]. */
export const FORMAT = {
  grid: HEX_GRID,
  terrains: TERRAINS,
  waters: ['creek', 'stream', 'lake'],
  barring: ['creek', 'lake'],
  links: ['road', 'trail'],
  places: ['town', 'place', 'farm', 'off'],
  rules: { grid: '1.2', crossing: '4', works: '4.3' },
} as const satisfies MapFormat<MapKinds>;

export interface Kinds {
  readonly terrain: Terrain;
  readonly water: (typeof FORMAT.waters)[number];
  readonly link: (typeof FORMAT.links)[number];
  readonly place: (typeof FORMAT.places)[number];
}
export type FieldHex = kit.Hex<Kinds>;
export type FieldHexside = kit.Hexside<Kinds>;

export interface Piece {
  readonly id: PieceId;
  /** Its place in `units.json`. */
  readonly index: number;
  readonly side: Side;
  readonly kind: Kind;
  readonly strength: number;
  /** As printed on the counter. */
  readonly designation: string;
  /** Whose it is: "Buchanan", "V Corps artillery". */
  readonly name: string;
  /** The hex it starts in; null: it arrives later. */
  readonly setup: HexId | null;
  /** The game-turn it arrives in; null: it is there at the start. */
  readonly arrives: number | null;
  readonly entry: readonly HexId[];
  /** Used where `entry` cannot be [12.7]. */
  readonly otherEntry: HexId | null;
}

export const MOVEMENT_ALLOWANCE = 6;

/** The pieces of some ids, as far as the field has them. */
export function piecesNamed(field: Pick<Field, 'piece'>, ids: readonly PieceId[]): readonly Piece[] {
  return ids.flatMap((id) => field.piece.get(id) ?? []);
}

/** The printed strength of pieces together. */
export function strengthOf(pieces: readonly Piece[]): number {
  let total = 0;
  for (const { strength } of pieces) total += strength;
  return total;
}

export function strengthOfIds(field: Pick<Field, 'piece'>, ids: readonly PieceId[]): number {
  return strengthOf(piecesNamed(field, ids));
}

/** Pieces that a hex holds at most at the end of a phase [5.1]. The data file states the same number. */
export const STACK_LIMIT = 2;
