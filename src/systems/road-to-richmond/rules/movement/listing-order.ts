import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { MemoPer } from '../../../../kit/memo.ts';
import { boardOf, pieceOf } from '../../board.ts';
import { type Field, HEX_GRID } from '../../field.ts';
import { formationsOf } from '../../formations.ts';
import { isOnMap, type State } from '../../state.ts';
import { otherSide, type PieceId, TRAIN_EXIT } from '../../vocabulary.ts';
import { obstaclesOf } from './barriers-and-stops.ts';
import type { Leg, Reach } from './movement-costs.ts';
import { reachOf } from './reach.ts';

/** What is listed first: what a member most likely looks for. No rule depends on it. */

/** How far a hex is from the enemy; 99 where there is none. */
function toFront(field: Field, state: State, hex: HexId): number {
  return obstaclesOf(field, state, false).front().get(hex)?.steps ?? 99;
}

/** A unit no farther than this from the enemy is at the front. */
const NEAR = 3;

/**
 * Units in the order in which they are offered: those at the front or that can go next to the enemy, the nearest first; those that can
 * enter, pairs first, and the Train; the rest by corps and division. What stands in one hex stays together.
 * @param units as `moversOf` lists them
 */
export function unitsByUse(field: Field, state: State, units: readonly string[]): readonly string[] {
  const formations = formationsOf(field, state.side);
  const places = new Map<PieceId, number>();
  for (const { pieces } of formations) for (const { id } of pieces) places.set(id, places.size);
  const ofHex = new Map<HexId, Use>();
  const uses = units.map((unit): Use => {
    const [first = ''] = unit.split('+');
    const hex = state.where[first];
    if (!isOnMap(hex)) return { rank: COMING, within: unit.includes('+') ? 0 : 1 };
    let use = ofHex.get(hex);
    if (!use) {
      use = onMap(field, state, first, hex, places.get(first) ?? 0);
      ofHex.set(hex, use);
    }
    return use;
  });
  return units
    .map((unit, index) => ({ unit, use: uses[index] as Use }))
    .sort((a, b) => a.use.rank - b.use.rank || a.use.within - b.use.within)
    .map(({ unit }) => unit);
}

interface Use {
  readonly rank: number;
  readonly within: number;
}
const [FRONT, COMING, REST] = [0, 1, 2];

function onMap(field: Field, state: State, id: PieceId, hex: HexId, place: number): Use {
  if (pieceOf(field, id).kind === 'train') return { rank: COMING, within: 2 };
  const far = toFront(field, state, hex);
  const atFront = far <= NEAR || meetsEnemy(field, state, reachOf(field, state, id));
  return atFront ? { rank: FRONT, within: far } : { rank: REST, within: place };
}

const meetings = new MemoPer<Reach, boolean>();

/** Whether it goes as far as a hex next to the enemy. What is reached belongs to one ground, and with it to where the enemy stands. */
function meetsEnemy(field: Field, state: State, reach: Reach): boolean {
  return meetings.get(reach, '', () => {
    const board = boardOf(field, state);
    const enemy = otherSide(state.side);
    return [...reach.keys()].some((to) => isOnMap(to) && board.controls(enemy, to));
  });
}

/** A destination, and whether it is next to the enemy. */
export interface Destination {
  readonly to: string;
  readonly leg: Leg;
  readonly meets: boolean;
}

/** Points that hardly take a unit anywhere. */
const A_STEP = 2;

/**
 * Destinations in the order in which they are offered: hexes next to the enemy with the cheapest first, places with a name, the rest,
 * each time the nearest to the enemy first, then what is no more than a step away, and at the very end what takes a unit off the map for
 * good. Of the Train what is nearest to its exit first.
 */
export function destinationsByUse(field: Field, state: State, reach: Reach, train: boolean): readonly Destination[] {
  const board = boardOf(field, state);
  const enemy = otherSide(state.side);
  let least = Number.POSITIVE_INFINITY;
  for (const { cost } of reach.values()) if (cost < least) least = cost;
  const ranked = [...reach].map(([to, leg]) => {
    const hex = isOnMap(to);
    const meets = hex && board.controls(enemy, to);
    // What coming on costs takes nobody anywhere.
    const step = leg.cost - (leg.entry === null ? 0 : least - 1) <= A_STEP;
    const rank = !hex ? 5 : train ? 1 : meets ? 1 : field.hex.get(to)?.name ? 2 : step ? 4 : 3;
    const far = !hex || (meets && !train) ? 0 : train ? HEX_GRID.distance(to, TRAIN_EXIT) : toFront(field, state, to);
    return { to, leg, meets, rank, far };
  });
  return ranked.sort((a, b) => a.rank - b.rank || a.far - b.far || a.leg.cost - b.leg.cost || (a.to < b.to ? -1 : 1));
}
