import { HexGrid, type HexId } from '../../kit/hex/grid.ts';
import type { ExitId, Kind, PieceId, Side, Terrain } from './vocabulary.ts';

/** The field and the pieces, out of `map.json` and `units.json`: everything that never changes. */
export interface Field {
  readonly title: string;
  /** In the order of their ids: column by column from the left, each from the top. */
  readonly hexes: readonly HexId[];
  readonly hex: ReadonlyMap<HexId, Hex>;
  readonly places: readonly Place[];
  readonly ways: readonly Way[];
  readonly waters: readonly Water[];
  readonly works: readonly { readonly name: string; readonly sides: readonly string[] }[];
  readonly exits: Readonly<Record<ExitId, { readonly name: string; readonly edge: string }>>;
  readonly commandZone: ReadonlySet<HexId>;
  readonly southZone: ReadonlySet<HexId>;
  /** Where a Confederate piece sets off early arrival: the south zone, and what is near the roads to the east [13.1]. */
  readonly alarms: ReadonlySet<HexId>;
  /** Roads that lead off the map for 18.4. */
  readonly lastDitch: readonly HexId[];
  /** In the order of `units.json`. */
  readonly pieces: readonly Piece[];
  readonly piece: ReadonlyMap<PieceId, Piece>;
}

export interface Hex {
  readonly id: HexId;
  readonly column: number;
  readonly row: number;
  readonly terrain: Terrain;
  readonly name: string | null;
  /** Clockwise from the north, as far as there are any [case 1]. */
  readonly sides: readonly Hexside[];
  /** A road or trail passes through it. */
  readonly hasWay: boolean;
}

/** A hexside as seen from one of its hexes. */
export interface Hexside {
  readonly to: HexId;
  /** 0 north, 1 north-east, 2 south-east, 3 south, 4 south-west, 5 north-west. */
  readonly direction: number;
  readonly water: 'creek' | 'stream' | 'lake' | null;
  readonly waterName: string | null;
  readonly crossing: 'bridge' | 'ford' | null;
  readonly crossingName: string | null;
  readonly link: 'road' | 'trail' | null;
  /** `out`: this hex is the one behind the redoubt, its neighbour on the enemy face; `in`: the other way round. */
  readonly redoubt: 'out' | 'in' | null;
  /** Neither entered nor controlled across: a creek or a lake without a bridge or ford [4, 6.1]. */
  readonly barred: boolean;
}

export interface Place {
  readonly hex: HexId;
  readonly name: string;
  readonly kind: string;
}

export interface Way {
  readonly name: string;
  readonly kind: 'road' | 'trail';
  readonly rail: boolean;
  readonly path: readonly HexId[];
  /** Where it runs off the map, and over which edge. */
  readonly leaves: readonly (readonly [HexId, string])[];
}

export interface Water {
  readonly name: string;
  readonly kind: 'creek' | 'stream' | 'lake';
  /** Hexsides in order, `a|b` the smaller id first. */
  readonly sides: readonly string[];
}

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
export const STACK_LIMIT = 2;

/** Columns and rows of the field [1.2]. */
export const HEX_GRID = new HexGrid({ columns: 24, rowsOdd: 28, rowsEven: 27 });
