import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { costsFromNearest, FAR, trace } from '../../../kit/hex/search.ts';
import { once, oncePer } from '../../../kit/memo.ts';
import { boardOf } from '../board.ts';
import type { State } from '../state.ts';
import { HEX_GRID, isLand, type Theatre } from '../theatre.ts';
import { eachSide, otherSide, type Side } from '../vocabulary.ts';

export type Supply = 'supplied' | 'unsupplied' | 'isolated';

/** Longest supply path, in hexes [8.2]. */
export const SUPPLY_RANGE = 8;

/** Each side's distances from supply in a position, computed on demand. */
const traces = oncePer((theatre: Theatre) =>
  oncePer((state: State) => eachSide((side) => once(() => tracesOf(theatre, state, side)))),
);

/** Supply of a side's infantry in a hex [8.2], from public facts only. */
export function supplyIn(theatre: Theatre, state: State, side: Side, hex: HexId): Supply {
  const { toSource, toValley } = traces(theatre)(state)[side]();
  const at = HEX_GRID.index.get(hex) as number;
  const [steps, valleySteps] = [toSource[at] as number, toValley[at] as number];
  if (steps <= SUPPLY_RANGE || (valleySteps < FAR && theatre.zones.valley.has(hex))) return 'supplied';
  return steps < FAR || valleySteps < FAR ? 'unsupplied' : 'isolated';
}

/**
 * The length of a hex's supply path, and the source nearest to it; FAR and `null` if there is none.
 * The Valley’s own supply is left out.
 */
export function supplyWay(theatre: Theatre, state: State, side: Side, hex: HexId) {
  const { sources, toSource } = traces(theatre)(state)[side]();
  const steps = toSource[HEX_GRID.index.get(hex) as number] as number;
  const [nearest = null] = sources.toSorted(
    (one, other) => HEX_GRID.distance(hex, one) - HEX_GRID.distance(hex, other),
  );
  return { steps, source: steps >= FAR ? null : nearest };
}

const beside = once(() =>
  HEX_GRID.ids.map((id) => HEX_GRID.neighbours(id).map((hex) => ({ to: HEX_GRID.index.get(hex) as number }))),
);

/** The hexes that supply a side, and how far each hex is from them and from the Valley's supply; FAR without a path. */
function tracesOf(theatre: Theatre, state: State, side: Side) {
  const enemy = otherSide(side);
  const open = openTo(theatre, state, side);
  // Sources occupied or claimed by the enemy don't count [8.3].
  const counts = (hex: HexId) => open(hex) && state.control[hex] !== enemy;
  const ports = side === 'union' ? [...theatre.ports].filter((hex) => state.control[hex] === 'union') : [];
  const own = [...theatre.sources[side], ...ports].filter(counts);
  const exits = side === 'confederate' ? theatre.exits.filter((hex) => open(hex) && state.control[hex] === side) : [];
  const valley = side === 'confederate' ? [...theatre.zones.valleySource].filter(counts) : [];
  const entering = HEX_GRID.ids.map((hex) => (open(hex) ? 1 : FAR));
  const stepsFrom = (hexes: readonly HexId[]) =>
    costsFromNearest(
      beside(),
      hexes.map((hex) => HEX_GRID.index.get(hex) as number),
      ({ to }) => entering[to] as number,
    );
  const sources = [...own, ...railTrace(theatre, state, side, [...own, ...exits])];
  return { sources, toSource: stepsFrom(sources), toValley: stepsFrom(valley) };
}

/** Land open to supply paths: no enemy there, and no enemy zone of control unless a friendly counter is there [8.2]. */
function openTo(theatre: Theatre, state: State, side: Side): (hex: HexId) => boolean {
  const board = boardOf(theatre, state);
  const enemy = otherSide(side);
  return (hex) =>
    (!board.isInZone(enemy, hex) || board.isHeld(side, hex)) && !board.isHeld(enemy, hex) && isLand(theatre, hex);
}

/** Whether a side may use the rails in a hex [3.6, 8.2]. */
export function isRailOpen(theatre: Theatre, state: State, side: Side, hex: HexId): boolean {
  return state.control[hex] === side && openTo(theatre, state, side)(hex);
}

/** Rail hexes connected to any of `from` by a side's own open rails, including `from`. */
function railTrace(theatre: Theatre, state: State, side: Side, from: readonly HexId[]): readonly HexId[] {
  const usable = (hex: HexId) => isRailOpen(theatre, state, side, hex);
  const starts = from.filter((hex) => theatre.rails.has(hex) && usable(hex));
  return [...trace(starts, (hex) => (theatre.rails.get(hex) ?? []).filter(usable)).keys()];
}
