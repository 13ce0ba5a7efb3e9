import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../../kit/hex/hex-map.ts';
import { FAR } from '../../../kit/hex/search.ts';
import { MemoPer, oncePer } from '../../../kit/memo.ts';
import { allMeant, meantBy, placesMeant, stackIn } from '../../../kit/plans/plan-text.ts';
import { nameKey } from '../../../kit/typed-names.ts';
import { boardOf, pieceOf } from '../board.ts';
import { divisionOf, type Field, formationsOf, idsOf, MOVEMENT_ALLOWANCE, type Piece, STACK_LIMIT } from '../field.ts';
import { type MovementPoints, machineMapOf } from '../machine/position.ts';
import { entriesOf, isDue } from '../rules/arrivals.ts';
import type { RichmondDryRun } from '../rules/legality.ts';
import { type Leg, type Obstacles, obstaclesOf, wayOf } from '../rules/movement/movement-costs.ts';
import { destinationsOf, entriesFor, moversOf, reachOf } from '../rules/movement/reach.ts';
import { exitOf, isOnMap, type State } from '../state.ts';
import { EXITS, otherSide, type PieceId, type Side, type Where } from '../vocabulary.ts';
import { AREAS, findDestination, unitsByName } from '../words/names.ts';
import type { Marched } from '../words/plan-words.ts';

/** A group marches to a place: each unit gets as near as it can by the shortest path, with at most two in a hex. */

export interface MarchTerms {
  /** A hex, or `off-0117`, `off-1528`. */
  readonly to: string;
  /** Whether the march may trigger early arrival [13.1]. */
  readonly early: boolean;
}

const knownPoints = new MemoPer<Obstacles, MovementPoints>(40);

/**
 * Points from every hex to a goal around the enemy; FAR if there is no way.
 * @param wary whether to avoid enemy control except at the goal
 */
function pointsTo(field: Field, state: State, goal: HexId, forTrain: boolean, wary: boolean): MovementPoints {
  const obstacles = obstaclesOf(field, state, forTrain);
  const { closed, controlled } = obstacles;
  const map = machineMapOf(field);
  const end = map.placeOf(goal);
  const toll = (hex: number) => (hex !== end && (closed[hex] || (wary && controlled[hex])) ? FAR : 0);
  return knownPoints.get(obstacles, `${goal} ${forTrain} ${wary}`, () => map.pointsTo([end], toll, forTrain));
}

/** A unit's distance from each hex to a goal, around enemy control if possible. */
function distances(field: Field, state: State, id: PieceId, goal: HexId): (hex: HexId) => number {
  const map = machineMapOf(field);
  const distanceIf = (wary: boolean) => {
    const points = pointsTo(field, state, goal, id === field.train.id, wary);
    return (hex: HexId) => points(map.placeOf(hex));
  };
  const waryDistance = distanceIf(true);
  return startsOf(field, state, id).some((hex) => waryDistance(hex) < FAR) ? waryDistance : distanceIf(false);
}

export function hasWay(field: Field, state: State, id: PieceId, to: string): boolean {
  const away = distances(field, state, id, exitOf(to as Where) ?? to);
  return startsOf(field, state, id).some((hex) => away(hex) < FAR);
}

/** Orders each unit, the nearest first, so that none blocks the others. */
export function marchTogether(run: RichmondDryRun, ids: readonly PieceId[], terms: MarchTerms): readonly Marched[] {
  const { field } = run;
  const goal = exitOf(terms.to as Where) ?? terms.to;
  const nearestFirst = ids
    .map((id) => {
      const [hex] = startsOf(field, run.state, id);
      return { id, points: hex === undefined ? FAR : distances(field, run.state, id, goal)(hex) };
    })
    .sort((a, b) => a.points - b.points);
  return nearestFirst.map(({ id }) => marchOne(run, id, goal, terms));
}

function startsOf(field: Field, state: State, id: PieceId): readonly HexId[] {
  const where = state.where[id];
  return isOnMap(where) ? [where] : entriesOf(field, state, pieceOf(field, id));
}

/** A possible move. Lower ranks are better. */
interface RankedWay {
  readonly to: string;
  readonly by: HexId | undefined;
  readonly leg: Leg;
  readonly rank: number;
}

/**
 * The best move of a unit, the cheapest in a tie.
 * @param rankOf `null` for a move that is out of the question
 */
function bestWay(
  { field, state }: RichmondDryRun,
  id: PieceId,
  rankOf: (to: string, leg: Leg) => number | null,
): RankedWay | null {
  const entries = entriesFor(field, state, id);
  let best: RankedWay | null = null;
  for (const by of entries.length > 1 ? entries : [undefined])
    for (const [to, leg] of destinationsOf(field, state, id, by)) {
      const rank = rankOf(to, leg);
      if (rank === null || (best && (rank > best.rank || (rank === best.rank && leg.cost >= best.leg.cost)))) continue;
      best = { to, by, leg, rank };
    }
  return best;
}

/** Orders a unit's move, unless there is none or it cannot be made. */
function sent(
  run: RichmondDryRun,
  id: PieceId,
  way: RankedWay | null,
  turnsLeft: number | null,
  heldBack: boolean,
): Marched {
  const stays = { id, to: null, leg: null, turnsLeft };
  if (!way) return { ...stays, heldBack };
  const { to, by, leg } = way;
  const refusal = run.give({ verb: 'move', unit: id, ...(by === undefined ? {} : { by }), to });
  return refusal ? { ...stays, heldBack: false } : { id, to, leg, turnsLeft, heldBack };
}

function marchOne(run: RichmondDryRun, id: PieceId, goal: HexId, terms: MarchTerms): Marched {
  const { field, state } = run;
  const away = distances(field, state, id, goal);
  const here = state.where[id];
  let nearest = FAR;
  const best = bestWay(run, id, (to, leg) => {
    if (!fits(field, state, to, terms.to)) return null;
    const distance = isOnMap(to) ? away(to) : to === terms.to ? -1 : FAR;
    if (distance >= FAR && isOnMap(here)) return null;
    nearest = Math.min(nearest, distance);
    return leg.alarms && !terms.early ? null : distance;
  });
  // The march is over once every nearer hex is full.
  const bestRank = best?.rank ?? FAR;
  const crowded = [...reachOf(field, state, id).keys()].some(
    (to) => isOnMap(to) && away(to) < bestRank && !fits(field, state, to, terms.to),
  );
  // It goes only if that brings it nearer.
  const before = isOnMap(here) ? away(here) : FAR;
  const way = best !== null && !(isOnMap(here) && best.rank >= before) ? best : null;
  const after = way ? way.rank : before;
  const turnsLeft = after >= FAR ? null : crowded ? 0 : Math.ceil(Math.max(0, after) / MOVEMENT_ALLOWANCE);
  return sent(run, id, way, turnsLeft, nearest < after);
}

/** Whether the hex has room and, unless it is the goal itself, no adjacent enemy. */
function fits(field: Field, state: State, to: string, goal: string): boolean {
  if (!isOnMap(to)) return to === goal;
  const board = boardOf(field, state);
  if (board.at(to).length >= STACK_LIMIT) return false;
  return to === goal || !board.controls(otherSide(state.side), to);
}

/**
 * Brings on a unit of a column: as far along the road towards the enemy as it can go or, if the road is full, beside
 * it.
 */
export function bringOn(run: RichmondDryRun, id: PieceId): Marched {
  const onRoad = broughtOn(run, id, true);
  return onRoad.to === null ? broughtOn(run, id, false) : onRoad;
}

function broughtOn(run: RichmondDryRun, id: PieceId, byRoad: boolean): Marched {
  const { field, state } = run;
  const front = obstaclesOf(field, state, false).front();
  const way = bestWay(run, id, (to, leg) => {
    if (!isOnMap(to) || leg.alarms || !fits(field, state, to, '') || (byRoad && !isByWay(field, wayOf(field, leg))))
      return null;
    // With no enemy ahead, it goes as far as the road leads.
    const far = front.get(to)?.steps ?? FAR;
    return far >= FAR ? -leg.cost : far;
  });
  return sent(run, id, way, way && 0, false);
}

function isByWay(field: Field, way: readonly HexId[]): boolean {
  return way.every((hex, at) => {
    const before = way[at - 1];
    return before === undefined || sidesOf(field, before).some(({ to, link }) => to === hex && link !== null);
  });
}

/** Units by name, or a group: a corps, a division, a stack, a column. */
export interface Company {
  readonly ids: readonly PieceId[];
  /** Two units joined with a plus; one order moves both. */
  readonly pair: boolean;
  /** Each unit finds its own hex. */
  readonly group: boolean;
}

/**
 * The units of a side in the order a text names them; `null` if part of it names none of theirs, or could mean several.
 */
export function companyOf(field: Field, state: State, side: Side, text: string): Company | null {
  let group = false;
  /** Units or a group whose name matches exactly. */
  const called = (name: string): readonly PieceId[] | null => {
    const exactly = unitsByName(field)[side].get(nameKey(name));
    if (exactly !== undefined) return [exactly];
    const several = groupOf(field, state, side, name);
    group ||= several !== null;
    return several;
  };
  const ids =
    called(text) ??
    allMeant(text, (name) => {
      const exactly = called(name);
      const meant = exactly ? [] : meantBy(unitsByName(field)[side], name);
      return exactly ?? (meant.length === 1 ? meant : null);
    });
  return ids && { ids, pair: text.includes('+') && ids.length === 2, group };
}

/** A group's name follows words like these. */
const GROUP_NAME = /^(?:the |all |everyone |everybody |units? )*(.*?)$/i;

/** A corps, a division, the units of a hex, a waiting column, or all units; `null` for an unknown or empty group. */
function groupOf(field: Field, state: State, side: Side, text: string): readonly PieceId[] | null {
  const own = field.pieces.filter((piece) => piece.side === side);
  const [, name = ''] = GROUP_NAME.exec(text.trim()) ?? [];
  if (/^\s*(all|everyone|everybody|every unit)\s*$/i.test(text))
    return idsIfAny(own.filter(({ id }) => moversOf(field, state).includes(id)));
  const [, at] = /^(?:column|reinforcements|arrivals)(?:\s+(?:at|by|from))?\s*(\d{4})?$/i.exec(name) ?? [];
  const enters = (piece: Piece) => at === undefined || entriesOf(field, state, piece).includes(at);
  if (/^(column|reinforcements|arrivals)/i.test(name))
    return idsIfAny(own.filter((piece) => isDue(state, piece) && enters(piece)));
  const hex = stackIn(name);
  if (hex !== null) return idsIfAny(own.filter(({ id }) => state.where[id] === hex));
  const [names, wanted] = [groupNamesOf(field)[side], nameKey(name)];
  return names.get(wanted) ?? names.get(wanted.replace(/(division|corps|div|command)$/, '')) ?? null;
}

function idsIfAny(pieces: readonly Piece[]): readonly PieceId[] | null {
  return pieces.length > 0 ? idsOf(pieces) : null;
}

/** Corps and divisions by compact names: "vcorps", "2v", "aphill". */
const groupNamesOf = oncePer((field: Field): { readonly [side in Side]: ReadonlyMap<string, readonly PieceId[]> } => ({
  confederate: namedGroups(field, 'confederate'),
  union: namedGroups(field, 'union'),
}));

function namedGroups(field: Field, side: Side): ReadonlyMap<string, readonly PieceId[]> {
  const names = new Map<string, readonly PieceId[]>();
  for (const { name, pieces } of formationsOf(field, side)) {
    const ids = pieces.map(({ id }) => id);
    names.set(nameKey(name), ids);
    names.set(nameKey(name.replace(/(’s|'s) division$/i, '')), ids);
    for (const piece of pieces) {
      const division = divisionOf(piece)?.division;
      if (division === undefined) continue;
      const key = nameKey(division);
      names.set(key, [...(names.get(key) ?? []), piece.id]);
    }
  }
  return names;
}

const OFF = /^(?:off|exit|leave)(?:\s+(?:the\s+)?map)?(?:\s+(?:by|at|from))?\s*(0117|1528)?\b/i;

/** The destination that a text names: a hex, `off-0117` or `off-1528`; `null` if there is none. */
export function goalOf(field: Field, text: string): string | null {
  const typed = text.trim();
  const [leaves, exit = EXITS[1]] = OFF.exec(typed) ?? [];
  if (leaves !== undefined) return `off-${exit}`;
  const exactly = findDestination(field, typed) ?? areas.get(nameKey(typed));
  if (exactly !== undefined) return exactly;
  const [only = null, ...others] = placesMeant(field, typed);
  return others.length > 0 ? null : only;
}

const areas = new Map(AREAS.map(({ name, round }) => [nameKey(name), round[0] ?? '']));
