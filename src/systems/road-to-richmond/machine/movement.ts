import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type ActionSeries, best, type Candidate, climb, ROUNDING } from '../../../kit/machine-search.ts';
import { DryRun } from '../../../kit/order-rules.ts';
import { type Field, type Piece, STACK_LIMIT } from '../field.ts';
import { entriesOf, isDue } from '../rules/arrivals.ts';
import { next } from '../rules/legality.ts';
import { march } from '../rules/movement/move.ts';
import type { Reach } from '../rules/movement/movement-costs.ts';
import { destinationsOf, entriesFor, moversOf, overfull, reachOf } from '../rules/movement/reach.ts';
import { communicationsLine, endItems, scoreOf } from '../rules/victory-points.ts';
import { isOnMap, lastTurnOf, type State } from '../state.ts';
import { type Event, EXITS, type Order, otherSide, type Side, type Where } from '../vocabulary.ts';
import { holdingOn, outlookOf, Threat } from './battles.ts';
import { type Objectives, objectivesOf } from './objectives.ts';
import { TrialPosition } from './position.ts';

/**
 * All pieces that can move. Those that enter form columns, the strongest first. The reach of each is that of a piece
 * that enters after those before it, since these make the entry hex cost more.
 */
function moversFor(field: Field, state: State, side: Side): readonly Mover[] {
  const own = field.pieces.filter((piece) => piece.side === side);
  const onMap = own.flatMap((piece): Mover[] => {
    const from = state.where[piece.id];
    const reach: Reach = isOnMap(from) ? reachOf(field, state, piece.id) : new Map();
    return isOnMap(from) && reach.size > 0 ? [{ piece, reach, from, turn: 0 }] : [];
  });
  const waiting = own
    .filter((piece) => isDue(state, piece))
    .sort((a, b) => a.entry.join().localeCompare(b.entry.join()) || b.strength - a.strength || a.index - b.index);
  const columns: Record<HexId, number> = { ...state.columns };
  const coming: Mover[] = [];
  for (const piece of waiting) {
    const reach = reachOf(field, { ...state, columns: { ...columns } }, piece.id);
    if (reach.size === 0) continue;
    coming.push({ piece, reach, from: null, turn: coming.length + 1 });
    // A piece with two entry hexes usually takes the first.
    const [by] = entriesOf(field, state, piece);
    if (by !== undefined) columns[by] = (columns[by] ?? 0) + 1;
  }
  return [...onMap, ...coming];
}

/** A legal sequence of orders that brings the pieces to their places; moves no longer possible are left out. */
function ordersFor(field: Field, state: State, wanted: ReadonlyMap<Mover, string>): readonly Order[] {
  const run = new DryRun<State, MoveOrder, Event>(state, (before, order) => march(field, before, order));
  // Entering pieces go first, in column order, so that each pays the cost computed for it.
  let left = [...wanted].filter(([{ from }, to]) => to !== (from ?? '')).sort(([a], [b]) => a.turn - b.turn);
  for (;;) {
    const crowded = overfull(field, run.state);
    const next = left.find(([{ turn }]) => turn > 0)?.[0].turn ?? 0;
    let order: MoveOrder | null = null;
    // The column enters in order; no piece overtakes another.
    for (const [{ turn, piece }, to] of left)
      if (turn <= next && (crowded === null || run.state.where[piece.id] === crowded))
        order ??= orderOf(field, run.state, piece.id, to);
    if (!order && crowded !== null) order = wayOut(field, run.state);
    if (!order) break;
    run.give(order);
    const gone = order.unit.split('+');
    left = left.filter(([{ piece }]) => !gone.includes(piece.id));
  }
  const sure = !next(field, run.state, run.state.side, { verb: 'done' }).complete;
  return [...run.orders, sure ? { verb: 'done', sure: 'yes' } : { verb: 'done' }];
}

type MoveOrder = Extract<Order, { verb: 'move' }>;

/** `null` if the unit cannot go there now. */
function orderOf(field: Field, state: State, unit: string, to: string): MoveOrder | null {
  const entries = entriesFor(field, state, unit);
  for (const by of entries.length > 1 ? entries : [undefined])
    if (destinationsOf(field, state, unit, by).has(to))
      return { verb: 'move', unit, ...(by === undefined ? {} : { by }), to };
  return null;
}

function wayOut(field: Field, state: State): MoveOrder {
  for (const unit of moversOf(field, state)) {
    const [to] = destinationsOf(field, state, unit).keys();
    if (to !== undefined) return { verb: 'move', unit, to };
  }
  throw new Error('No unit can leave a hex that holds too many');
}

export interface PlayingStyle {
  /** Eagerness to attack, about 1. */
  readonly nerve: number;
  /** Weight of a piece's risk against the value of its place. */
  readonly caution: number;
}

/** Cost of not bringing a piece on when it is due. */
const LEFT_BEHIND = -25;

/** The orders of a movement phase; its end comes last. */
export function movementOf(field: Field, state: State, side: Side, style: PlayingStyle): readonly Order[] {
  const position = new TrialPosition(field, state);
  const { ground } = position;
  const threat = new Threat(ground, state, side);
  const objectives = objectivesOf(position, side);
  const movers = moversFor(field, state, side);
  // Every unit that can move is taken off the trial position, then put down again one by one.
  for (const { piece } of movers) position.put(piece, null);
  const prospect = { position, side, objectives, threat, caution: style.caution };
  const purposes = new Map<Mover, string>();
  const settle = (mover: Mover, feared: Threat) => {
    position.put(mover.piece, null);
    const { to } = placeFor({ ...prospect, threat: feared }, mover);
    if (isOnMap(to as Where)) position.put(mover.piece, ground.placeOf(to));
    purposes.set(mover, to);
  };
  const isTrain = ({ piece }: Mover) => piece.kind === 'train';
  for (const mover of movers.filter(isTrain)) settle(mover, threat);
  const fighters = movers.filter((mover) => !isTrain(mover));
  const elsewhere = new Map(fighters.map((mover) => [mover, placeFor(prospect, mover).value]));
  const attacks: AssaultProspect = {
    ...prospect,
    ...boldness(field, state, side, style),
    elsewhere: (mover) => elsewhere.get(mover) ?? 0,
  };
  for (const { mover, hex } of assaults(attacks, fighters)) purposes.set(mover, position.idOf(hex));
  // Units with the fewest places to choose from go first.
  const others = fighters
    .filter((mover) => !purposes.has(mover))
    .sort((a, b) => a.reach.size - b.reach.size || a.piece.index - b.piece.index);
  for (const mover of others) settle(mover, threat);
  // Places are reviewed once all units have theirs and block the enemy's way [6.2].
  const later = new Threat(ground, afterMoves(state, purposes), side);
  for (const mover of others) settle(mover, later);
  if (side === 'union' && state.turn === field.calendar.turns) bar(position, purposes);
  return ordersFor(field, state, purposes);
}

/** Turns before the end in which a side that is behind lowers its odds, as standing still would lose. */
const LATE = 3;

function boldness(field: Field, state: State, side: Side, { nerve }: PlayingStyle): Boldness {
  const points = scoreOf(field, { ...state, over: true });
  const behind = state.turn >= lastTurnOf(field, state) - LATE && points[side] <= points[otherSide(side)];
  return behind ? { nerve: 1.4 * nerve, least: 0, exposed: 0 } : { nerve, least: 0.35, exposed: 0.5 };
}

function afterMoves(state: State, purposes: ReadonlyMap<Mover, string>): State {
  const where: Record<string, Where> = { ...state.where };
  for (const [{ piece }, to] of purposes) if (to !== '') where[piece.id] = to as Where;
  return { ...state, where };
}

type Prospect = Omit<AssaultProspect, keyof Boldness | 'elsewhere'> & Pick<PlayingStyle, 'caution'>;

interface Place extends Candidate {
  readonly to: string;
}

/** The best place for a piece that does not fight; without a good one it stays or waits. */
function placeFor(prospect: Prospect, mover: Mover): Place {
  const least = mover.piece.kind === 'train' ? Number.NEGATIVE_INFINITY : LEFT_BEHIND;
  return best(placesFor(prospect, mover), least, ROUNDING) ?? { to: mover.from ?? '', value: LEFT_BEHIND };
}

/** The Train moves on while the road is safe; otherwise it stays, or waits to enter. */
function* placesFor(
  { position, side, objectives, threat, caution }: Prospect,
  { piece, reach, from }: Mover,
): Generator<Place> {
  for (const exit of EXITS) {
    const value = reach.has(`off-${exit}`) ? objectives.leaves(piece, exit) : null;
    if (value !== null) yield { to: `off-${exit}`, value };
  }
  const isTrain = piece.kind === 'train';
  for (const to of [...(from === null ? [] : [from]), ...reach.keys()]) {
    if (!isOnMap(to)) continue;
    const hex = position.ground.placeOf(to);
    const there = position.at(hex);
    if (there.length >= (isTrain ? 1 : STACK_LIMIT) || there.some(({ kind }) => kind === 'train')) continue;
    if (position.controls(otherSide(side), hex)) continue;
    const risk = threat.added(position, hex, there, piece);
    if (isTrain && from === null && (risk > objectives.venture || !objectives.inTime(hex))) continue;
    yield { to, value: objectives.stands(piece, hex) - (isTrain ? 3 : caution) * risk };
  }
}

/** In the game's last movement, Union pieces block the line of communications if the Confederates would score by it. */
function bar(position: TrialPosition, purposes: Map<Mover, string>): void {
  const { ground, state } = position;
  const standing = new Set<Mover>();
  const lineLeft = (mover?: Mover, hex?: HexId) =>
    lineAfter(ground.field, afterMoves(state, mover && hex ? new Map([...purposes, [mover, hex]]) : purposes));
  for (let line = lineLeft(); line !== null; line = lineLeft()) {
    const there = line;
    const where = Object.entries(afterMoves(state, purposes).where);
    const cuts = [...purposes.keys()]
      .filter((mover) => mover.piece.kind !== 'train' && !standing.has(mover))
      .sort((a, b) => a.piece.strength - b.piece.strength || a.piece.index - b.piece.index)
      .flatMap((mover) =>
        there.filter((hex) => mover.reach.has(hex) || mover.from === hex).map((hex) => ({ mover, hex })),
      )
      .filter(({ mover: { piece }, hex }) => {
        if (piece.kind === 'artillery' && position.controls('confederate', ground.placeOf(hex))) return false;
        return where.filter(([id, at]) => id !== piece.id && at === hex).length < STACK_LIMIT;
      });
    const cut = cuts.find(({ mover, hex }) => lineLeft(mover, hex) === null) ?? cuts[0];
    if (!cut) return;
    purposes.set(cut.mover, cut.hex);
    standing.add(cut.mover);
  }
}

/** The line by which the Confederates would score if the game ended now; `null` if they would not. */
function lineAfter(field: Field, state: State): readonly HexId[] | null {
  const end: State = { ...state, over: true };
  const theirs = endItems(field, end).some(({ why }) => why === 'single' || why === 'double');
  return theirs ? communicationsLine(field, end, 'confederate') : null;
}

/** A piece that can move, with every place it can reach. */
interface Mover {
  readonly piece: Piece;
  readonly reach: Reach;
  /** `null` while it waits to enter. */
  readonly from: HexId | null;
  /** Its position in the column that enters, counted from 1; 0 on the map. */
  readonly turn: number;
}

interface Posting {
  readonly mover: Mover;
  readonly hex: number;
}

/** After how many attackers without improvement an assault is given up. */
const PATIENCE = 3;
/** The most attackers of an assault. */
const MOST = 8;
/** Strength points by which one more attacker must improve the expected result, even of a bad attack. */
const LEAST_HELP = 0.02;
/** Pieces tried for each hex, of all that could come there. */
const TRIED = 3;

interface Boldness {
  /** Eagerness to attack, about 1. */
  readonly nerve: number;
  /** The least value for which an assault is made. */
  readonly least: number;
  /** Weight of the danger to the attackers' hexes; below 1, as their battle comes before the enemy's turn. */
  readonly exposed: number;
}

interface AssaultProspect extends Boldness {
  readonly position: TrialPosition;
  readonly side: Side;
  readonly objectives: Objectives;
  readonly threat: Threat;
  /** The value of a piece in the place it would take if it did not attack. */
  elsewhere(mover: Mover): number;
}

/** Pieces brought together against an enemy hex, one after the other. */
interface Assault extends ActionSeries {
  readonly postings: readonly Posting[];
  /** The value that its pieces give up elsewhere. */
  readonly sacrifice: number;
  /** The result expected of its battles. */
  readonly promise: number;
}

/** Chooses attacks worth making and puts their pieces into place in the position. */
function assaults(prospect: AssaultProspect, movers: readonly Mover[]): readonly Posting[] {
  const { position, side, least } = prospect;
  let free = movers;
  const worthIt = position
    .hexesOf(otherSide(side))
    .map((hex) => ({ hex, gain: assaultOn(prospect, hex, free).value }))
    .filter(({ gain }) => gain > least)
    .sort((a, b) => b.gain - a.gain || a.hex - b.hex);
  return worthIt.flatMap(({ hex }) => {
    const { postings, value } = assaultOn(prospect, hex, free);
    if (value <= least) return [];
    for (const { mover, hex: to } of postings) position.put(mover.piece, to);
    free = free.filter((mover) => postings.every((one) => one.mover !== mover));
    return postings;
  });
}

/** The best assault found on a hex; the position is left unchanged. */
function assaultOn(prospect: AssaultProspect, target: number, free: readonly Mover[]): Assault {
  const { position, side } = prospect;
  const before = outlookOf(position, side).value;
  const near = position.ground.links(target).map(({ to }) => to);
  const comers = near.map((hex) => ({ hex, movers: free.filter(({ reach }) => reach.has(position.idOf(hex))) }));
  let tried: Assault = { postings: [], value: 0, gain: 0, actions: 0, sacrifice: 0, promise: 0 };
  const limits = { budget: MOST, patience: PATIENCE, margin: ROUNDING };
  const assault = climb(
    tried,
    (made) => {
      tried = made;
      const last = made.postings.at(-1);
      if (last) position.put(last.mover.piece, last.hex);
      return comers.flatMap(({ hex, movers }) => joinedAt(prospect, made, before, hex, movers));
    },
    limits,
  );
  for (const { mover } of tried.postings) position.put(mover.piece, null);
  return assault;
}

/** The assault with one more piece in a hex; none if the battle gains nothing from it. */
function joinedAt(
  { position, side, nerve, objectives, threat, elsewhere, exposed }: AssaultProspect,
  made: Assault,
  before: number,
  hex: number,
  movers: readonly Mover[],
): readonly Assault[] {
  const { postings, actions, sacrifice, promise: promised } = made;
  if (position.at(hex).length >= STACK_LIMIT || position.holder(hex) === otherSide(side)) return [];
  const led = position.at(hex).some(({ kind }) => kind !== 'artillery');
  const able = movers
    .filter(({ piece }) => (piece.kind !== 'artillery' || led) && position.fights(piece))
    .filter((mover) => postings.every((one) => one.mover !== mover))
    .sort((a, b) => b.piece.strength - a.piece.strength || a.piece.index - b.piece.index);
  return able.slice(0, TRIED).flatMap((mover) => {
    const better = objectives.stands(mover.piece, hex) - elsewhere(mover);
    position.put(mover.piece, hex);
    const outlook = outlookOf(position, side);
    const promise = outlook.value - before;
    const fought = outlook.battles.find(({ from }) => from.includes(hex));
    // A better place counts only as far as the piece is likely to hold it after the battle.
    const cost = sacrifice - better * (better > 0 && fought ? holdingOn(fought.column) : 1);
    const hexes = new Set([...postings.map((one) => one.hex), hex]);
    let danger = 0;
    for (const one of hexes) danger += threat.danger(position, one, position.at(one));
    position.put(mover.piece, null);
    if (postings.length > 0 && promise < promised + LEAST_HELP) return [];
    const value = nerve * promise - cost - exposed * danger;
    const more = { value, gain: value - made.value, actions: actions + 1, sacrifice: cost, promise };
    return [{ postings: [...postings, { mover, hex }], ...more }];
  });
}
