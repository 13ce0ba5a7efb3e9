import type { ExitId, HexId, Kind, PieceId, Side, Terrain } from './vocabulary.ts';

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
const COLUMNS_OF_FIELD = 24;
function rowsIn(column: number): number {
  return column % 2 === 1 ? 28 : 27;
}

export function hexId(column: number, row: number): HexId {
  return `${String(column).padStart(2, '0')}${String(row).padStart(2, '0')}`;
}

// Four figures, read one by one: nothing is asked as often.
export function columnOf(hex: HexId): number {
  return hex.charCodeAt(0) * 10 + hex.charCodeAt(1) - TWO_ZEROS;
}
export function rowOf(hex: HexId): number {
  return hex.charCodeAt(2) * 10 + hex.charCodeAt(3) - TWO_ZEROS;
}
const TWO_ZEROS = '0'.charCodeAt(0) * 11;

export function onField(column: number, row: number): boolean {
  return column >= 1 && column <= COLUMNS_OF_FIELD && row >= 1 && row <= rowsIn(column);
}

/** The hex next to one in a direction, 0 north and on clockwise; null: it is off the field. */
export function neighbour(hex: HexId, direction: number): HexId | null {
  return NEIGHBOURS.get(hex)?.[direction] ?? null;
}

/** Even columns lie half a hex lower [1.2]. */
function beside(hex: HexId, direction: number): HexId | null {
  const column = columnOf(hex);
  const row = rowOf(hex);
  const lower = column % 2 === 0 ? 1 : 0;
  const [across, down] = [
    [0, -1],
    [1, lower - 1],
    [1, lower],
    [0, 1],
    [-1, lower],
    [-1, lower - 1],
  ][direction] as [number, number];
  return onField(column + across, row + down) ? hexId(column + across, row + down) : null;
}

const NEIGHBOURS: ReadonlyMap<HexId, readonly (HexId | null)[]> = new Map(
  everyHex().map((hex) => [hex, [0, 1, 2, 3, 4, 5].map((direction) => beside(hex, direction))]),
);

function everyHex(): HexId[] {
  const hexes: HexId[] = [];
  for (let column = 1; column <= COLUMNS_OF_FIELD; column++)
    for (let row = 1; row <= rowsIn(column); row++) hexes.push(hexId(column, row));
  return hexes;
}

/** How many hexes apart two are, the last counted and not the first. */
export function distance(one: HexId, other: HexId): number {
  const [from, to] = [columnOf(one) - 1, columnOf(other) - 1];
  // As steps along two of a hex's three axes; along the third it is their sum.
  const across = from - to;
  const along = rowOf(one) - Math.floor(from / 2) - rowOf(other) + Math.floor(to / 2);
  return Math.max(Math.abs(across), Math.abs(along), Math.abs(across + along));
}

/** `a|b`, the smaller id first: how `map.json` names a hexside. */
export function sideKey(one: HexId, other: HexId): string {
  return one < other ? `${one}|${other}` : `${other}|${one}`;
}

/**
 * The middle of a hex, in units of its radius (from the middle to a corner): flat-topped hexes, columns 1.5 apart. The field's own
 * left upper corner is 0, 0.
 */
export function centre(hex: HexId): { readonly x: number; readonly y: number } {
  const column = columnOf(hex);
  const half = column % 2 === 0 ? 0.5 : 0;
  return { x: 1 + 1.5 * (column - 1), y: Math.sqrt(3) * (rowOf(hex) - 0.5 + half) };
}
