import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { FAR } from '../../../../kit/hex/search.ts';
import { MemoPer } from '../../../../kit/memo.ts';
import { grouped } from '../../../../kit/plain-english.ts';
import { boardOf, pieceOf } from '../../board.ts';
import { type Field, HEX_GRID, MOVEMENT_ALLOWANCE, type Piece, STACK_LIMIT } from '../../field.ts';
import { isNight, isOnMap, type State } from '../../state.ts';
import { EXITS, otherSide, type PieceId, type Side } from '../../vocabulary.ts';
import { entriesOf, isDue, opensPair, pairAt } from '../arrivals.ts';
import {
  allowanceOf,
  cheapestWays,
  type Leg,
  mayEnterZone,
  movementGraphOf,
  obstaclesOf,
  type Reach,
} from './movement-costs.ts';

const NOWHERE: Reach = new Map();

/** The pieces of an order's unit, `a` or `a+b`. */
export function piecesOf(field: Field, unit: string): readonly Piece[] {
  return unit.split('+').map((id) => pieceOf(field, id));
}

/**
 * Everywhere a unit could go. Stacks of its own side don't matter, since stacking applies at the end of a phase [5.1].
 * It is empty for a unit that has moved, is in enemy control or is not due, and for a pair that can't go together.
 * Each place has the cheapest path that does not trigger early arrival or, if all do, the cheapest.
 * @param by the entry hex; without it the better one counts
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
  const goal = HEX_GRID.index.get(to);
  if (goal === undefined) return null;
  const costs = startsOf(field, state, unit)
    .filter(({ entry }) => by === undefined || entry === by)
    .map((start) => {
      const controlLimit = start.controlLimit < 0 ? -1 : FAR;
      return searchFrom(field, state, { ...start, allowance: FAR, controlLimit }).cost[goal] as number;
    })
    .filter((cost) => cost >= 0);
  return costs.length > 0 ? Math.min(...costs) : null;
}

/** The cheapest ways from a start, clear of the hexes to `avoid`. */
function searchFrom(field: Field, state: State, start: Start, avoid: Uint8Array | null = null) {
  const { hex, spent, allowance, isTrain, controlLimit } = start;
  const { closed, controlled } = obstaclesOf(field, state, isTrain);
  const at = HEX_GRID.index.get(hex) as number;
  const terms = { start: at, spent, allowance, byWay: isTrain, closed, controlled, controlLimit, avoid };
  return cheapestWays(movementGraphOf(field), terms);
}

/** A hex from which a unit could move now, and what limits its move. */
interface Start {
  readonly side: Side;
  readonly hex: HexId;
  readonly entry: HexId | null;
  readonly spent: number;
  readonly allowance: number;
  readonly isTrain: boolean;
  readonly controlLimit: number;
}

function startsOf(field: Field, state: State, unit: string): readonly Start[] {
  const each = unit.split('+').map((id) => startsOfPiece(field, state, id));
  const [first = [], second] = each;
  if (!second) return first;
  if (each.length > 2) return [];
  return first.flatMap((start) => {
    const twin = second.find(
      (of) => of.hex === start.hex && of.entry === start.entry && of.allowance === start.allowance,
    );
    // A pair that enters must be one pair of the column, or its pieces would pay different costs.
    if (!twin || start.isTrain || (start.entry !== null && !opensPair(state, start.entry))) return [];
    return [{ ...start, controlLimit: Math.min(start.controlLimit, twin.controlLimit) }];
  });
}

function startsOfPiece(field: Field, state: State, id: PieceId): readonly Start[] {
  const piece = field.piece.get(id);
  if (!piece || piece.side !== state.side || id in state.moved) return [];
  const board = boardOf(field, state);
  const enemy = otherSide(piece.side);
  const isTrain = piece.kind === 'train';
  const keepsOff = isNight(field, state.turn) || state.ineffective.includes(id);
  const allowance = allowanceOf(state, piece);
  const limits = { side: piece.side, allowance, isTrain, controlLimit: keepsOff ? -1 : MOVEMENT_ALLOWANCE };
  const where = state.where[id];
  if (isOnMap(where)) {
    if (board.controls(enemy, where)) return [];
    return [{ ...limits, hex: where, entry: null, spent: 0 }];
  }
  if (!isDue(state, piece)) return [];
  return entriesOf(field, state, piece).flatMap((hex) => {
    const spent = pairAt(state, hex);
    if (spent > allowance || board.isBarredByTrain(hex, isTrain) || board.holder(hex) === enemy) return [];
    if (!mayEnterZone(field, state, piece.side, hex)) return [];
    if (board.controls(enemy, hex) && spent > limits.controlLimit) return [];
    return [{ ...limits, hex, entry: hex, spent }];
  });
}

/** Pieces in one hex usually share a reach, which stays the same while the enemy does not move. */
function fromStart(field: Field, state: State, start: Start): Reach {
  const { hex, entry, spent, allowance, isTrain, controlLimit } = start;
  const { reaches } = obstaclesOf(field, state, isTrain);
  const key = `${hex} ${entry !== null} ${spent} ${allowance} ${controlLimit}`;
  let reach = reaches.get(key);
  if (!reach) {
    reach = searched(field, state, start);
    reaches.set(key, reach);
  }
  return reach;
}

function searched(field: Field, state: State, start: Start): Reach {
  const { side, hex, entry, allowance, isTrain } = start;
  const { alarm } = movementGraphOf(field);
  const { controlled } = obstaclesOf(field, state, isTrain);
  const home = HEX_GRID.index.get(hex) as number;
  const anyWay = searchFrom(field, state, start);
  const canAlarm = side === 'confederate' && state.alarm === null;
  const quietWay = canAlarm && !alarm[home] ? searchFrom(field, state, start, alarm) : anyWay;
  const reach = new Map<string, Leg>();
  const legFor = (to: number): Leg => {
    const search = (quietWay.cost[to] as number) >= 0 ? quietWay : anyWay;
    return { cost: search.cost[to] as number, allowance, entry, alarms: canAlarm && search === anyWay, search, to };
  };
  for (let to = 0; to < field.hexes.length; to++) {
    const leg = legFor(to);
    if (leg.cost >= 0 && (to !== home || entry !== null)) reach.set(field.hexes[to] as HexId, leg);
  }
  for (const exit of EXITS) {
    const leg = legFor(HEX_GRID.index.get(exit) as number);
    const canLeave = leg.cost >= 0 && leg.cost < allowance && !controlled[leg.to];
    if (canLeave) reach.set(`off-${exit}`, { ...leg, cost: leg.cost + 1 });
  }
  return reach;
}

const movers = new MemoPer<State, readonly string[]>();

/**
 * Units that can move now, as orders name them: on the map by hex, then those that can enter; pairs follow their
 * pieces.
 */
export function moversOf(field: Field, state: State): readonly string[] {
  return movers.get(state, '', () => allMovers(field, state));
}

/** Whether `moversOf` lists a unit, without listing all: replays ask it of every march. */
export function isMover(field: Field, state: State, unit: string): boolean {
  const ids = unit.split('+');
  const [first = ''] = ids;
  const where = state.where[first];
  if (!isOnMap(where)) {
    // Pairs that enter depend on all waiting units.
    if (ids.length > 1) return moversOf(field, state).includes(unit);
    const piece = field.piece.get(first);
    const canEnter = piece !== undefined && isUnmoved(state, piece) && isDue(state, piece);
    return canEnter && overfull(field, state) === null && hasPlace(field, state, unit);
  }
  const there = boardOf(field, state)
    .at(where)
    .filter((piece) => isUnmoved(state, piece));
  const isNamed = ids.length === 1 ? there.some(({ id }) => id === unit) : pairs(there).includes(unit);
  return isNamed && where === (overfull(field, state) ?? where) && hasPlace(field, state, unit);
}

function isUnmoved(state: State, { id, side }: Piece): boolean {
  return side === state.side && !(id in state.moved);
}

/** The path by which a unit can end its move in a place; `null` if it cannot. */
export function legTo(field: Field, state: State, unit: string, by: HexId | undefined, to: string): Leg | null {
  const leg = reachOf(field, state, unit, by).get(to);
  return leg && mayStop(field, state, piecesOf(field, unit), to) ? leg : null;
}

/** The places in reach that also have room for a unit [5.1]. */
export function destinationsOf(field: Field, state: State, unit: string, by?: HexId): Reach {
  const reach = reachOf(field, state, unit, by);
  const pieces = piecesOf(field, unit);
  const full = new Set<string>();
  for (const to of reach.keys()) if (!mayStop(field, state, pieces, to)) full.add(to);
  return full.size === 0 ? reach : new Map([...reach].filter(([to]) => !full.has(to)));
}

/** The entry hexes of a waiting unit that lead to some place. */
export function entriesFor(field: Field, state: State, unit: string): readonly HexId[] {
  const entries = startsOf(field, state, unit).flatMap(({ entry }) => entry ?? []);
  return entries.filter((by) => hasPlace(field, state, unit, by));
}

function hasPlace(field: Field, state: State, unit: string, by?: HexId): boolean {
  const pieces = piecesOf(field, unit);
  for (const to of reachOf(field, state, unit, by).keys()) if (mayStop(field, state, pieces, to)) return true;
  return false;
}

function allMovers(field: Field, state: State): readonly string[] {
  const board = boardOf(field, state);
  const crowded = overfull(field, state);
  const mine = field.pieces.filter((piece) => isUnmoved(state, piece));
  const can = (unit: string) => hasPlace(field, state, unit);
  // An overfull hex is cleared first, so that no other unit takes the room its pieces need.
  const hexes = new Set(mine.map(({ id }) => state.where[id]).filter(isOnMap));
  const onMap = (crowded === null ? [...hexes] : [crowded]).flatMap((hex) => {
    const there = board.at(hex).filter((piece) => isUnmoved(state, piece));
    return [...there.map(({ id }) => id), ...pairs(there)].filter(can);
  });
  if (crowded !== null) return onMap;
  const waiting = mine.filter((piece) => isDue(state, piece) && can(piece.id));
  const columns = grouped(waiting, (piece) => entriesOf(field, state, piece).join(' '));
  // Only units next to each other in a column are listed as pairs. Any two become a pair if they enter in turn [12.2].
  const together = columns.flatMap(([, column]) =>
    column.flatMap((one, at) => {
      const other = at % 2 === 0 ? column[at + 1] : undefined;
      return other ? [`${one.id}+${other.id}`] : [];
    }),
  );
  return [...onMap, ...waiting.map(({ id }) => id), ...together.filter(can)];
}

function pairs(pieces: readonly Piece[]): string[] {
  if (pieces.length < STACK_LIMIT) return [];
  return pieces.flatMap((one, at) => pieces.slice(at + 1).map((other) => `${one.id}+${other.id}`));
}

/**
 * The hex that holds too many pieces during a movement phase; `null` if none does.
 * There is at most one, with one piece too many, and a piece in it can always move on. So the phase can always end.
 */
export function overfull(field: Field, state: State): HexId | null {
  return boardOf(field, state).crowded;
}

/** Whether a unit's pieces may end their move in a place: it has room, or a piece there can still make room [5.1]. */
function mayStop(field: Field, state: State, unit: readonly Piece[], to: string): boolean {
  if (!isOnMap(to)) return true;
  const board = boardOf(field, state);
  const excess = board.at(to).length + unit.length - STACK_LIMIT;
  if (excess <= 0) return true;
  if (excess > 1) return false;
  const going = new Set(unit.map(({ id }) => id));
  return board.at(to).some((piece) => !going.has(piece.id) && canClear(field, state, piece, going));
}

/** Whether a piece can still move to a hex with room after others have left. */
function canClear(field: Field, state: State, piece: Piece, going: ReadonlySet<PieceId>): boolean {
  const board = boardOf(field, state);
  const staying = (hex: HexId) => board.at(hex).filter(({ id }) => !going.has(id)).length;
  for (const to of reachOf(field, state, piece.id).keys()) if (!isOnMap(to) || staying(to) < STACK_LIMIT) return true;
  return false;
}

/** How many pieces could still enter and how many still move if a movement phase ended now. */
export interface MovesLeft {
  readonly waiting: number;
  readonly unmoved: number;
}

/** The moves left undone; `null` if a member is unlikely to have forgotten any. */
export function leftUndone(field: Field, state: State): MovesLeft | null {
  const single = moversOf(field, state).filter((unit) => !unit.includes('+'));
  const waiting = single.filter((id) => state.where[id] === 'waiting').length;
  const unmoved = single.length - waiting;
  const mostStay = unmoved > Object.keys(state.moved).length;
  return waiting > 0 || mostStay ? { waiting, unmoved } : null;
}
