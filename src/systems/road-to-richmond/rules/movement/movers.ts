import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { grouped } from '../../../../kit/plain-english.ts';
import { boardOf } from '../../board.ts';
import { type Field, type Piece, STACK_LIMIT } from '../../field.ts';
import { isOnMap, type State } from '../../state.ts';
import type { PieceId } from '../../vocabulary.ts';
import { entriesOf, isDue } from '../arrivals.ts';
import type { Leg, Reach } from './movement-costs.ts';
import { openEntries, piecesOf, reachOf } from './reach.ts';

/** Units that can move now, as orders name them: on the map by hex, then those that can enter; pairs follow their pieces. */
export function moversOf(field: Field, state: State): readonly string[] {
  let found = kept.get(state);
  if (!found) {
    found = searched(field, state);
    kept.set(state, found);
  }
  return found;
}

const kept = new WeakMap<State, readonly string[]>();

/** Whether `moversOf` lists a unit, without listing all. */
export function isMover(field: Field, state: State, unit: string): boolean {
  const found = kept.get(state);
  if (found) return found.includes(unit);
  const ids = unit.split('+');
  const [first = ''] = ids;
  const where = state.where[first];
  // Pairs that enter depend on all waiting units.
  if (!isOnMap(where) && ids.length > 1) return moversOf(field, state).includes(unit);
  const crowded = overfull(field, state);
  if (crowded !== null && where !== crowded) return false;
  if (!isOnMap(where)) {
    const piece = field.piece.get(first);
    return piece !== undefined && isUnmoved(state, piece) && isDue(state, piece) && hasPlace(field, state, unit);
  }
  const there = boardOf(field, state)
    .at(where)
    .filter((piece) => isUnmoved(state, piece));
  const named = ids.length === 1 ? there.some(({ id }) => id === unit) : pairs(there).includes(unit);
  return named && hasPlace(field, state, unit);
}

function isUnmoved(state: State, { id, side }: Piece): boolean {
  return side === state.side && !(id in state.moved);
}

/** The path by which a unit can end its move in a place; `null` if it cannot. */
export function legTo(field: Field, state: State, unit: string, by: HexId | undefined, to: string): Leg | null {
  if (last?.state === state && last.unit === unit && last.by === by && last.field === field)
    return last.reach.get(to) ?? null;
  const leg = reachOf(field, state, unit, by).get(to);
  return leg && mayStop(field, state, piecesOf(field, unit), to) ? leg : null;
}

/** The places in reach that also have room for a unit [5.1]. */
export function destinationsOf(field: Field, state: State, unit: string, by?: HexId): Reach {
  const reach = reachOf(field, state, unit, by);
  const pieces = piecesOf(field, unit);
  const full = new Set<string>();
  for (const to of reach.keys()) if (!mayStop(field, state, pieces, to)) full.add(to);
  const open = full.size === 0 ? reach : new Map([...reach].filter(([to]) => !full.has(to)));
  last = { field, state, unit, by, reach: open };
  return open;
}

/** The latest list, as each of its places is looked up right after it is made. */
let last: {
  readonly field: Field;
  readonly state: State;
  readonly unit: string;
  readonly by: HexId | undefined;
  readonly reach: Reach;
} | null = null;

/** The entry hexes of a waiting unit that lead to some place. */
export function entriesFor(field: Field, state: State, unit: string): readonly HexId[] {
  return openEntries(field, state, unit).filter((by) => hasPlace(field, state, unit, by));
}

function hasPlace(field: Field, state: State, unit: string, by?: HexId): boolean {
  const pieces = piecesOf(field, unit);
  for (const to of reachOf(field, state, unit, by).keys()) if (mayStop(field, state, pieces, to)) return true;
  return false;
}

function searched(field: Field, state: State): readonly string[] {
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
  const together = companies(field, state, waiting).flatMap((group) => inColumn(group).filter(can));
  return [...onMap, ...waiting.map(({ id }) => id), ...together];
}

function pairs(pieces: readonly Piece[]): string[] {
  if (pieces.length < STACK_LIMIT) return [];
  return pieces.flatMap((one, at) => pieces.slice(at + 1).map((other) => `${one.id}+${other.id}`));
}

/** Pairs in a column: each two consecutive units. Any two others also count as a pair if they are ordered in turn [12.2]. */
function inColumn(pieces: readonly Piece[]): string[] {
  return pieces.flatMap((one, at) => {
    const other = at % 2 === 0 ? pieces[at + 1] : undefined;
    return other ? [`${one.id}+${other.id}`] : [];
  });
}

/** Waiting pieces, grouped by their entry hexes. */
function companies(field: Field, state: State, waiting: readonly Piece[]): readonly (readonly Piece[])[] {
  return grouped(waiting, (piece) => entriesOf(field, state, piece).join(' ')).map(([, pieces]) => pieces);
}

/**
 * The overfull hex during a movement phase; `null` if there is none. There is at most one, with one piece too many, and a piece in it can always move
 * on, so the phase can always end.
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

/** The work left if a movement phase ended now: pieces that could enter, and pieces that could still move. */
export interface Left {
  readonly waiting: number;
  readonly unmoved: number;
}

/** `null` if a member is unlikely to have forgotten anything. */
export function leftUndone(field: Field, state: State): Left | null {
  const single = moversOf(field, state).filter((unit) => !unit.includes('+'));
  const waiting = single.filter((id) => state.where[id] === 'waiting').length;
  const unmoved = single.length - waiting;
  const mostStay = unmoved > Object.keys(state.moved).length;
  return waiting > 0 || mostStay ? { waiting, unmoved } : null;
}
