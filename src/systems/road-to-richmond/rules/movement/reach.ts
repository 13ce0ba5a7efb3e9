import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { FAR } from '../../../../kit/hex/search.ts';
import { boardOf, pieceOf } from '../../board.ts';
import { isNight } from '../../calendar.ts';
import { type Field, HEX_GRID, MOVEMENT_ALLOWANCE, type Piece } from '../../field.ts';
import { isOnMap, type State } from '../../state.ts';
import { EXITS, otherSide, type PieceId, type Side } from '../../vocabulary.ts';
import { entriesOf, isDue, opensPair, pairAt } from '../arrivals.ts';
import { cheapestWays, type SearchResult, wayTo } from './cheapest-ways.ts';
import { allowanceOf, type Leg, mayEnterZone, movementGraphOf, obstaclesOf, type Reach } from './movement-costs.ts';

const NOWHERE: Reach = new Map();

/** The pieces of an order's unit, `a` or `a+b`. */
export function piecesOf(field: Field, unit: string): readonly Piece[] {
  return unit.split('+').map((id) => pieceOf(field, id));
}

/**
 * Everywhere a unit could go, ignoring its own side's stacks, as stacking applies at the end of a phase [5.1]. It is empty for a unit that has moved,
 * stands in enemy control or is not due, and for a pair that cannot go together. Each place has the cheapest path that does not trigger early arrival
 * or, if all do, the cheapest. Without `by`, the better entry hex counts.
 */
export function reachOf(field: Field, state: State, unit: string, by?: HexId): Reach {
  const ways = startsOf(field, state, unit)
    .filter(({ entry }) => by === undefined || entry === by)
    .map((start) => fromStart(field, state, start));
  const [only = NOWHERE, ...others] = ways;
  if (others.length === 0) return only;
  const best = new Map(only);
  for (const reach of others)
    for (const [to, leg] of reach) if (leg.cost < (best.get(to)?.cost ?? Number.POSITIVE_INFINITY)) best.set(to, leg);
  return best;
}

/** The cost of the cheapest path to a hex, for any number of points; `null` without a path. Refusals mention it. */
export function costAnyhow(field: Field, state: State, unit: string, to: HexId, by?: HexId): number | null {
  const grid = movementGraphOf(field);
  const costs = startsOf(field, state, unit).flatMap(({ hex, entry, spent, train, controlLimit }) => {
    if (by !== undefined && entry !== by) return [];
    const { closed, controlled } = obstaclesOf(field, state, train);
    const start = HEX_GRID.index.get(hex) as number;
    const far = { start, spent, allowance: FAR, byWay: train, closed, controlled, avoid: null };
    const cost = cheapestWays(grid, { ...far, controlLimit: controlLimit < 0 ? -1 : FAR }).cost[
      HEX_GRID.index.get(to) ?? -1
    ];
    return cost === undefined || cost < 0 ? [] : [cost];
  });
  return costs.length > 0 ? Math.min(...costs) : null;
}

/** The entry hexes open to a waiting unit. */
export function openEntries(field: Field, state: State, unit: string): readonly HexId[] {
  return startsOf(field, state, unit).flatMap((start) =>
    start.entry !== null && fromStart(field, state, start).size > 0 ? [start.entry] : [],
  );
}

/** A unit's start, and all that limits its reach. */
interface Start {
  readonly side: Side;
  readonly hex: HexId;
  readonly entry: HexId | null;
  readonly spent: number;
  readonly allowance: number;
  readonly train: boolean;
  readonly controlLimit: number;
}

function startsOf(field: Field, state: State, unit: string): readonly Start[] {
  const each = unit.split('+').map((id) => startsOfPiece(field, state, id));
  const [one = [], other] = each;
  if (!other) return one;
  if (each.length > 2) return [];
  return one.flatMap((start) => {
    const twin = other.find(
      (of) => of.hex === start.hex && of.entry === start.entry && of.allowance === start.allowance,
    );
    // A pair that enters must be one pair of the column, or its pieces would pay different costs.
    if (!twin || start.train || (start.entry !== null && !opensPair(state, start.entry))) return [];
    return [{ ...start, controlLimit: Math.min(start.controlLimit, twin.controlLimit) }];
  });
}

function startsOfPiece(field: Field, state: State, id: PieceId): readonly Start[] {
  const piece = field.piece.get(id);
  if (!piece || piece.side !== state.side || id in state.moved) return [];
  const board = boardOf(field, state);
  const enemy = otherSide(piece.side);
  const train = piece.kind === 'train';
  const timid = isNight(field, state.turn) || state.ineffective.includes(id);
  const allowance = allowanceOf(state, piece);
  const rest = { side: piece.side, allowance, train, controlLimit: timid ? -1 : MOVEMENT_ALLOWANCE };
  const where = state.where[id];
  if (isOnMap(where)) {
    if (board.controls(enemy, where)) return [];
    return [{ ...rest, hex: where, entry: null, spent: 0 }];
  }
  if (!isDue(state, piece)) return [];
  return entriesOf(field, state, piece).flatMap((hex) => {
    const spent = pairAt(state, hex);
    const crowded = train ? board.at(hex).length > 0 : board.at(hex).some(({ kind }) => kind === 'train');
    if (spent > allowance || crowded || board.holder(hex) === enemy) return [];
    if (!mayEnterZone(field, state, piece.side, hex)) return [];
    if (board.controls(enemy, hex) && spent > rest.controlLimit) return [];
    return [{ ...rest, hex, entry: hex, spent }];
  });
}

/** Pieces in one hex usually share a reach, which stays the same while the enemy does not move. */
function fromStart(field: Field, state: State, start: Start): Reach {
  const { hex, entry, spent, allowance, train, controlLimit } = start;
  const ground = obstaclesOf(field, state, train);
  const key = `${hex} ${entry !== null} ${spent} ${allowance} ${controlLimit}`;
  let reach = ground.reaches.get(key);
  if (!reach) {
    reach = searched(field, state, start);
    ground.reaches.set(key, reach);
  }
  return reach;
}

function searched(
  field: Field,
  state: State,
  { side, hex, entry, spent, allowance, train, controlLimit }: Start,
): Reach {
  const grid = movementGraphOf(field);
  const { closed, controlled } = obstaclesOf(field, state, train);
  const start = HEX_GRID.index.get(hex) as number;
  const terms = { start, spent, allowance, byWay: train, closed, controlled, controlLimit };
  const wide = cheapestWays(grid, { ...terms, avoid: null });
  const wary = side === 'confederate' && state.alarm === null;
  const quiet = wary && !grid.alarm[start] ? cheapestWays(grid, { ...terms, avoid: grid.alarm }) : wide;
  const reach = new Map<string, Leg>();
  const leg = (to: number, cost: number, by: SearchResult) =>
    new Searched(field, by, to, { cost, allowance, entry, alarms: wary && by === wide });
  for (let to = 0; to < field.hexes.length; to++) {
    const by = (quiet.cost[to] as number) >= 0 ? quiet : wide;
    const cost = by.cost[to] as number;
    if (cost >= 0 && (to !== start || entry !== null)) reach.set(field.hexes[to] as HexId, leg(to, cost, by));
  }
  for (const exit of EXITS) {
    const to = HEX_GRID.index.get(exit) as number;
    const by = (quiet.cost[to] as number) >= 0 ? quiet : wide;
    const cost = by.cost[to] as number;
    if (cost >= 0 && cost < allowance && !controlled[to]) reach.set(`off-${exit}`, leg(to, cost + 1, by));
  }
  return reach;
}

/** A leg that lists its hexes only when asked. */
class Searched implements Leg {
  readonly cost: number;
  readonly allowance: number;
  readonly entry: HexId | null;
  readonly alarms: boolean;
  readonly #field: Field;
  readonly #by: SearchResult;
  readonly #to: number;

  constructor(field: Field, by: SearchResult, to: number, { cost, allowance, entry, alarms }: Omit<Leg, 'way'>) {
    this.#field = field;
    this.#by = by;
    this.#to = to;
    this.cost = cost;
    this.allowance = allowance;
    this.entry = entry;
    this.alarms = alarms;
  }

  get way(): readonly HexId[] {
    const way = wayTo(this.#by, this.#to).map((hex) => this.#field.hexes[hex] as HexId);
    return this.entry === null ? way.slice(1) : way;
  }
}
