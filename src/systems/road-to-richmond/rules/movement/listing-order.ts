import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { MemoPer } from '../../../../kit/memo.ts';
import { boardOf, pieceOf } from '../../board.ts';
import { type Field, HEX_GRID } from '../../field.ts';
import { formationsOf } from '../../formations.ts';
import { isOnMap, type State } from '../../state.ts';
import { otherSide, type PieceId, TRAIN_EXIT } from '../../vocabulary.ts';
import { type Leg, obstaclesOf, type Reach } from './movement-costs.ts';
import { reachOf } from './reach.ts';

/** Members find the likeliest choices first. No rule depends on this order. */

/** Hexes to the nearest enemy; 99 without any. */
function toFront(field: Field, state: State, hex: HexId): number {
  return obstaclesOf(field, state, false).front().get(hex)?.steps ?? 99;
}

/** A unit no farther than this from the enemy is at the front. */
const NEAR = 3;

/**
 * The order in which units are offered: those at the front or able to reach the enemy, the nearest first; units that can enter, pairs first, and the
 * Train; the rest by corps and division. Units of one hex stay together.
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

/** Whether it reaches a hex next to the enemy. A reach belongs to one ground, and so to one set of enemy positions. */
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

/** Movement points too few to take a unit anywhere. */
const A_STEP = 2;

/**
 * The order in which destinations are offered: hexes next to the enemy, the cheapest first; named places; other hexes; hexes a step away; exits, as
 * leaving is final. Within a group the nearest to the enemy comes first. The Train's list begins nearest to its exit.
 */
export function destinationsByUse(field: Field, state: State, reach: Reach, train: boolean): readonly Destination[] {
  const board = boardOf(field, state);
  const enemy = otherSide(state.side);
  let least = Number.POSITIVE_INFINITY;
  for (const { cost } of reach.values()) if (cost < least) least = cost;
  const ranked = [...reach].map(([to, leg]) => {
    const hex = isOnMap(to);
    const meets = hex && board.controls(enemy, to);
    // The cost of entering the map is no progress.
    const step = leg.cost - (leg.entry === null ? 0 : least - 1) <= A_STEP;
    const rank = !hex ? 5 : train ? 1 : meets ? 1 : field.hex.get(to)?.name ? 2 : step ? 4 : 3;
    const far = !hex || (meets && !train) ? 0 : train ? HEX_GRID.distance(to, TRAIN_EXIT) : toFront(field, state, to);
    return { to, leg, meets, rank, far };
  });
  return ranked.sort((a, b) => a.rank - b.rank || a.far - b.far || a.leg.cost - b.leg.cost || (a.to < b.to ? -1 : 1));
}
