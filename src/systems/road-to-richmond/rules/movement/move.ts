import type { Order as AnyOrder, Applied, SlotValue } from '../../../../game/index.ts';
import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { MemoPer } from '../../../../kit/memo.ts';
import { one } from '../../../../kit/order-rules.ts';
import { boardOf } from '../../board.ts';
import { type Field, formationsOf, HEX_GRID, idsOf, inOrder, type Piece, piecesNamed } from '../../field.ts';
import { exitOf, isNight, isOnMap, type State, zoneOpens } from '../../state.ts';
import { type Event, otherSide, type PieceId, TRAIN_EXIT, type Where } from '../../vocabulary.ts';
import { alarmed, arrivalOf, entriesOf, pairAt } from '../arrivals.ts';
import {
  closedUnless,
  type Moment,
  NOT_LISTED,
  type OrderOf,
  type Reason,
  type RuleOf,
  reason,
  type Slot,
} from '../moment.ts';
import { allowanceOf, costOf, type Leg, mayEnterZone, obstaclesOf, type Reach, wayOf } from './movement-costs.ts';
import {
  costAnyhow,
  destinationsOf,
  entriesFor,
  isMover,
  legTo,
  moversOf,
  overfull,
  piecesOf,
  reachOf,
} from './reach.ts';

const unitChoices = new MemoPer<State, readonly string[]>();

/** A piece that can move, or two of a stack that can move together [3.1]. */
const unit: Slot = {
  slot: 'unit',
  candidates: ({ field, state }) => unitChoices.get(state, '', () => unitsByUse(field, state, moversOf(field, state))),
  fault: (moment, _draft, value, order) =>
    isMover(moment.field, moment.state, value) ? null : notMoving(moment, value, order),
};

/** The entry hex of a group that may choose between two [12.7, 12.8]. */
const by: Slot = {
  slot: 'by',
  isAsked: (moment, draft) => hasChoiceOfEntry(moment, one(draft.unit)),
  candidates: ({ field, state }, draft) => entriesFor(field, state, one(draft.unit)),
  fault: (moment, draft, hex) => (draft.unit === undefined ? NO_UNIT : notEntering(moment, one(draft.unit), hex)),
};

const NO_UNIT = reason('missing', null, { slot: 'unit' });
const NO_ENTRY = reason('missing', '12.8', { slot: 'by' });

function hasChoiceOfEntry({ field, state }: Moment, unit: string): boolean {
  return entriesFor(field, state, unit).length > 1;
}

const destinationChoices = new MemoPer<Reach, readonly string[]>();

const to: Slot = {
  slot: 'to',
  candidates({ field, state }, draft) {
    const unit = one(draft.unit);
    const reach = destinationsOf(field, state, unit, entryNamed(draft.by));
    // The list can be cached with the reach, since its order depends on nothing but the enemy's places either.
    return destinationChoices.get(reach, '', () =>
      destinationsByUse(field, state, reach, unit === field.train.id).map((place) => place.to),
    );
  },
  fault: (moment, draft, value) =>
    draft.unit === undefined ? NO_UNIT : notGoing(moment, one(draft.unit), entryNamed(draft.by), value),
};

function entryNamed(value: SlotValue | undefined): HexId | undefined {
  return value === undefined ? undefined : one(value);
}

export const move: RuleOf<'move'> = {
  verb: 'move',
  closed: closedUnless('move', 'move'),
  slots: [unit, by, to],
  otherwise(moment, order) {
    if (order.unit === undefined) return NO_UNIT;
    return order.by === undefined && hasChoiceOfEntry(moment, one(order.unit)) ? NO_ENTRY : NOT_LISTED;
  },
  carry: ({ field, state }, order) => march(field, state, order),
};

/**
 * The reason that a unit which is no mover cannot move: its pieces one by one, then the unit as a whole, then where it
 * would go.
 */
function notMoving(moment: Moment, named: string, order: AnyOrder | undefined): Reason {
  const { field, state } = moment;
  const ids = named.split('+');
  const pieces = inOrder(piecesNamed(field, ids));
  if (pieces.length < ids.length) return reason('unknown-unit', null, { given: named });
  for (const piece of pieces) {
    const fault = notThatPiece(moment, piece);
    if (fault) return fault;
  }
  const unit = idsOf(pieces).join('+');
  const crowded = overfull(field, state);
  if (crowded !== null && pieces.some(({ id }) => state.where[id] !== crowded))
    return reason('overfull', '5.1', { hexes: crowded });
  const isListed = moversOf(field, state).includes(unit);
  if (pieces.length > 1 && pieces.every(({ id }) => state.where[id] === 'waiting') && !isListed)
    return reason('not-paired', '12.2', { unit });
  if (pieces.length > 1 && reachOf(field, state, unit).size === 0) return reason('not-together', '3.1', { unit });
  if (order?.to === undefined) return NOT_LISTED;
  const by = entryNamed(order.by);
  const fault = (by === undefined ? null : notEntering(moment, unit, by)) ?? notGoing(moment, unit, by, one(order.to));
  return fault ?? (isListed ? NOT_LISTED : reason('full', '5.1', { to: one(order.to) }));
}

/** The reason that a piece cannot move or enter; `null` if it can on its own. */
function notThatPiece({ field, state }: Moment, piece: Piece): Reason | null {
  const unit = piece.id;
  const where = state.where[unit];
  if (piece.side !== state.side) return reason('not-yours', '3.1', { unit, side: piece.side });
  if (where === undefined) return reason('not-in-game', '18.6', { unit });
  if (where === 'lost') return reason('lost', '7.9', { unit });
  if (exitOf(where)) return reason('left', '16.2', { unit });
  if (unit in state.moved) return reason('moved', '3.1', { unit });
  if (isOnMap(where)) {
    const isPinned = boardOf(field, state).controls(otherSide(piece.side), where);
    return isPinned ? reason('in-control', '6.3', { unit, hex: where }) : null;
  }
  const turn = arrivalOf(state, piece);
  if (turn !== null && turn > state.turn) return reason('not-arrived', '12.1', { unit, turn });
  if (reachOf(field, state, unit).size > 0) return null;
  const [hex = '', ...others] = entriesOf(field, state, piece);
  const pair = pairAt(state, hex);
  if (pair > allowanceOf(state, piece)) return reason('column-full', '12.2', { hex, pair });
  return reason('entry-closed', '12.4', others.length > 0 ? {} : { hex });
}

/** The reason that a unit cannot choose an entry hex; `null` if it can. */
function notEntering({ field, state }: Moment, unit: string, hex: HexId): Reason | null {
  const entries = entriesFor(field, state, unit);
  const [only] = entries;
  if (only !== undefined && entries.length === 1)
    return only === hex ? reason('entry-needless', '12.4', { hex }) : reason('entry-other', '12.7', { hex: only });
  return entries.includes(hex) ? null : reason('entry-closed', '12.4', { hex });
}

/** The reason that a unit able to move cannot end its move in a place; `null` if it can. */
function notGoing(moment: Moment, unit: string, by: HexId | undefined, to: string): Reason | null {
  const { field, state } = moment;
  if (legTo(field, state, unit, by, to)) return null;
  if (by === undefined && hasChoiceOfEntry(moment, unit)) return NO_ENTRY;
  if (reachOf(field, state, unit, by).has(to)) return reason('full', '5.1', { to });
  const exit = exitOf(to as Where);
  if (exit === null) return notInto(moment, unit, by, to);
  if (boardOf(field, state).controls(otherSide(state.side), exit))
    return reason('exit-controlled', '16.1', { hex: exit });
  const [piece] = piecesOf(field, unit);
  return reason('too-far', '16.1', { unit, to, points: allowanceOf(state, piece as Piece) });
}

/** The reason that a unit cannot end its move in a hex that it does not reach. */
function notInto({ field, state }: Moment, unit: string, by: HexId | undefined, to: HexId): Reason {
  const board = boardOf(field, state);
  const enemy = otherSide(state.side);
  const [piece] = piecesOf(field, unit) as readonly [Piece];
  const where = state.where[piece.id];
  const isTrain = piece.kind === 'train';
  const points = allowanceOf(state, piece);
  if (!field.hex.has(to)) return reason('unknown-hex', null, { given: to });
  if (where === to) return reason('already-there', '3.1', { unit, to });
  if (board.holder(to) === enemy) return reason('enemy-there', '3.3', { to });
  if (!mayEnterZone(field, state, state.side, to)) {
    const opens = zoneOpens(state);
    return reason('zone-closed', '14.2', opens === null ? { to } : { to, opens });
  }
  if (board.isBarredByTrain(to, isTrain)) return reason('train-alone', '15.4', { to });
  if (isTrain && !field.hex.get(to)?.hasWay) return reason('train-way', '15.1', { to });
  if (board.controls(enemy, to)) {
    if (isNight(field, state.turn)) return reason('night-control', '10.2', { to });
    const ineffective = unit.split('+').filter((id) => state.ineffective.includes(id));
    if (ineffective.length > 0) return reason('ineffective-control', '11.1', { unit: ineffective.join('+'), to });
  }
  if (isOnMap(where) && HEX_GRID.distance(where, to) === 1 && costOf(field, where, to) === null)
    return reason('no-crossing', '4', { from: where, to });
  const cost = costAnyhow(field, state, unit, to, by);
  if (cost === null) return reason('too-far', '3.2', { unit, to, points });
  // Only the limit of the first turn keeps it from a hex that it could pay for.
  if (cost <= points) return reason('first-turn-control', '12.6', { unit, to });
  return reason('too-far', '3.2', { unit, to, cost, points });
}

export function march(field: Field, state: State, order: OrderOf<'move'>): Applied<State, Event> {
  const leg = legTo(field, state, order.unit, order.by, order.to);
  if (!leg) throw new Error(`${order.unit} cannot move to ${order.to}`);
  const { cost, entry } = leg;
  const way = wayOf(field, leg);
  const to = order.to as Where;
  const pieces = piecesOf(field, order.unit);
  const ids = idsOf(pieces);
  const start = state.where[ids[0] as PieceId];
  const from: HexId | null = isOnMap(start) ? start : null;
  const facts = { side: state.side, pieces: ids, from, way };
  const exit = exitOf(to);
  const events: Event[] = [exit ? { type: 'left', ...facts, by: exit } : { type: 'moved', ...facts, cost }];
  const where: Record<PieceId, Where> = { ...state.where };
  const moved: Record<PieceId, HexId | null> = { ...state.moved };
  for (const id of ids) {
    where[id] = to;
    moved[id] = from;
  }
  const after: State = {
    ...state,
    where,
    moved,
    columns:
      entry === null ? state.columns : { ...state.columns, [entry]: (state.columns[entry] ?? 0) + pieces.length },
  };
  const afterAlarm = alarmed(field, after, ids[0] as PieceId, way, events);
  return { state: withZoneOpening(field, afterAlarm, pieces, events), events };
}

/** Records the opening of the command control zone, if these pieces caused it [14.2]. */
function withZoneOpening(field: Field, state: State, moved: readonly Piece[], events: Event[]): State {
  const left = moved.includes(field.train) && exitOf(state.where[field.train.id]) === TRAIN_EXIT;
  const came =
    state.corpsCame === null &&
    moved.some(isLastCorps) &&
    field.pieces.every((piece) => !isLastCorps(piece) || state.where[piece.id] !== 'waiting');
  if (!left && !came) return state;
  const known: State = {
    ...state,
    trainLeft: left ? state.turn : state.trainLeft,
    corpsCame: came ? state.turn : state.corpsCame,
  };
  const opens = zoneOpens(known);
  if (opens !== null && opens !== zoneOpens(state)) events.push({ type: 'zone', opens, why: left ? 'train' : 'corps' });
  return known;
}

/** The Union pieces printed for turn 14. The zone opens once all of them have come. */
function isLastCorps({ side, arrives }: Piece): boolean {
  return side === 'union' && arrives === 14;
}

// Choices are listed with the likeliest first. No rule depends on this order.

/** Hexes to the nearest enemy; 99 without any. */
function distanceToEnemy(field: Field, state: State, hex: HexId): number {
  return obstaclesOf(field, state, false).front().get(hex)?.steps ?? 99;
}

/** A unit no farther than this from the enemy is at the front. */
const NEAR = 3;

/**
 * Units in the order in which they are offered. First come those near the enemy or able to reach one, the nearest
 * first. Then come units that can enter, pairs first, and the Train; then all others by corps and division. Units of
 * one hex stay together.
 * @param units as `moversOf` lists them
 */
export function unitsByUse(field: Field, state: State, units: readonly string[]): readonly string[] {
  const formations = formationsOf(field, state.side);
  const places = new Map<PieceId, number>();
  for (const { pieces } of formations) for (const { id } of pieces) places.set(id, places.size);
  const ofHex = new Map<HexId, Use>();
  const useOf = (unit: string): Use => {
    const [first = ''] = unit.split('+');
    const hex = state.where[first];
    if (!isOnMap(hex)) return { rank: COMING, within: unit.includes('+') ? 0 : 1 };
    const use = ofHex.get(hex) ?? useOnMap(field, state, first, hex, places.get(first) ?? 0);
    ofHex.set(hex, use);
    return use;
  };
  return units
    .map((unit) => ({ unit, use: useOf(unit) }))
    .sort((a, b) => a.use.rank - b.use.rank || a.use.within - b.use.within)
    .map(({ unit }) => unit);
}

/** The place of a unit in that order: by rank, then by `within`. */
interface Use {
  readonly rank: number;
  readonly within: number;
}
const [FRONT, COMING, REST] = [0, 1, 2];

function useOnMap(field: Field, state: State, id: PieceId, hex: HexId, place: number): Use {
  if (id === field.train.id) return { rank: COMING, within: 2 };
  const distance = distanceToEnemy(field, state, hex);
  const isAtFront = distance <= NEAR || meetsEnemy(field, state, reachOf(field, state, id));
  return isAtFront ? { rank: FRONT, within: distance } : { rank: REST, within: place };
}

const meetings = new MemoPer<Reach, boolean>();

/**
 * Whether a reach has a hex next to the enemy. It can be cached, since a reach belongs to one set of enemy positions.
 */
function meetsEnemy(field: Field, state: State, reach: Reach): boolean {
  return meetings.get(reach, '', () => {
    const board = boardOf(field, state);
    const enemy = otherSide(state.side);
    return [...reach.keys()].some((to) => isOnMap(to) && board.controls(enemy, to));
  });
}

/** A move of so few points is a mere step. */
const A_STEP = 2;

/** The groups in which destinations are offered. Exits come last, as leaving the map is final. */
const [FIRST, IS_NAMED, IS_FAR, IS_A_STEP, IS_EXIT] = [0, 1, 2, 3, 4];

/**
 * Destinations in the order in which they are offered: hexes next to the enemy, named places, others, mere steps,
 * exits. Within a group the nearest to the enemy comes first. The Train's list begins with the hexes nearest to its
 * exit.
 */
export function destinationsByUse(field: Field, state: State, reach: Reach, forTrain: boolean) {
  const board = boardOf(field, state);
  const enemy = otherSide(state.side);
  let least = Number.POSITIVE_INFINITY;
  for (const { cost } of reach.values()) if (cost < least) least = cost;
  // The cost of entering the map is no progress: `least` is the cost of the entry hex, and is counted as 1.
  const isStep = ({ cost, entry }: Leg) => cost - (entry === null ? 0 : least - 1) <= A_STEP;
  const ranked = [...reach].map(([to, leg]) => {
    if (!isOnMap(to)) return { to, leg, rank: IS_EXIT, distance: 0 };
    if (forTrain) return { to, leg, rank: FIRST, distance: HEX_GRID.distance(to, TRAIN_EXIT) };
    if (board.controls(enemy, to)) return { to, leg, rank: FIRST, distance: 0 };
    const rank = field.hex.get(to)?.name ? IS_NAMED : isStep(leg) ? IS_A_STEP : IS_FAR;
    return { to, leg, rank, distance: distanceToEnemy(field, state, to) };
  });
  return ranked.sort(
    (a, b) => a.rank - b.rank || a.distance - b.distance || a.leg.cost - b.leg.cost || (a.to < b.to ? -1 : 1),
  );
}
