import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../../../kit/hex/hex-map.ts';
import { type SearchGraph, searchGraph } from '../../../../kit/hex/search.ts';
import { oncePer } from '../../../../kit/memo.ts';
import { type Field, type FieldHexside, HEX_GRID, MOVEMENT_ALLOWANCE, type Piece } from '../../field.ts';
import type { State } from '../../state.ts';
import type { Terrain } from '../../vocabulary.ts';

/** The field as searches read it; hexes are indexes in `Field.hexes`. */
export interface MovementGraph extends SearchGraph {
  /** 1 for a hex in which a Confederate piece triggers early arrival [13.1]. */
  readonly alarm: Uint8Array;
}

export const movementGraphOf = oncePer((field: Field): MovementGraph => {
  const open = field.hexes.map((id) => sidesOf(field, id).filter(({ barred }) => !barred));
  const graph = searchGraph(
    open.map((sides) =>
      sides.map((side) => ({
        to: HEX_GRID.index.get(side.to) as number,
        cost: crossing(field, side),
        link: side.link !== null,
      })),
    ),
  );
  return { ...graph, alarm: Uint8Array.from(field.hexes, (id) => (field.alarms.has(id) ? 1 : 0)) };
});

/** Points to step from a hex into an adjacent one [3.4–3.6, 4]; `null` if there is no crossing or they are not adjacent. */
export function costOf(field: Field, from: HexId, to: HexId): number | null {
  const side = sidesOf(field, from).find((one) => one.to === to);
  return side && !side.barred ? crossing(field, side) : null;
}

function crossing(field: Field, { to, link, water, crossing: by }: FieldHexside): number {
  // A road bridges streams and creeks [3.4].
  if (link === 'road') return 1;
  const terrain = field.hex.get(to)?.terrain ?? 'clear';
  const ground = link === 'trail' ? TO_ENTER_BY_TRAIL[terrain] : TO_ENTER[terrain];
  return ground + (water === 'stream' || by === 'ford' ? 1 : 0);
}

/** [4] */
export const TO_ENTER: Readonly<Record<Terrain, number>> = { clear: 1, town: 1, forest: 3, rough: 3, forest_rough: 6 };
/** [3.5] */
export const TO_ENTER_BY_TRAIL: Readonly<Record<Terrain, number>> = {
  clear: 1,
  town: 1,
  forest: 2,
  rough: 2,
  forest_rough: 2,
};

/** A piece's movement allowance, doubled for Confederates that enter in the first turn [12.6]. */
export function allowanceOf({ turn }: State, { side, arrives }: Piece): number {
  return turn === 1 && side === 'confederate' && arrives === 1 ? 2 * MOVEMENT_ALLOWANCE : MOVEMENT_ALLOWANCE;
}

/** A unit's path to one of the places it can reach. */
export interface Leg {
  readonly cost: number;
  /** The movement points that the cost is paid from. */
  readonly allowance: number;
  /** Every hex entered, from the entry hex if any to the last, which is the exit hex for a move off the map. */
  readonly way: readonly HexId[];
  /** The entry hex; `null` for a unit on the map. */
  readonly entry: HexId | null;
  /** Going there triggers early arrival [13.1]. */
  readonly alarms: boolean;
}

/** Keys are hexes, `off-0117` and `off-1528`. */
export type Reach = ReadonlyMap<string, Leg>;
