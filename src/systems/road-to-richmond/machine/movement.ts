import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { best, type Candidate, ROUNDING } from '../../../kit/machine-search.ts';
import { DryRun } from '../../../kit/order-rules.ts';
import { lastTurnOf } from '../calendar.ts';
import { type Field, STACK_LIMIT } from '../field.ts';
import { entriesOf, isDue } from '../rules/arrivals.ts';
import { next } from '../rules/legality.ts';
import { march } from '../rules/movement/move.ts';
import type { Reach } from '../rules/movement/movement-costs.ts';
import { destinationsOf, entriesFor, moversOf, overfull } from '../rules/movement/movers.ts';
import { reachOf } from '../rules/movement/reach.ts';
import { endItems, lineOf, scoreOf } from '../rules/victory-points.ts';
import { isOnMap, type State } from '../state.ts';
import { type Event, EXITS, type Order, otherSide, type Side, type Where } from '../vocabulary.ts';
import { type AssaultProspect, assaults, type Boldness, type Mover } from './assaults.ts';
import { objectivesOf } from './objectives.ts';
import { TrialPosition } from './position.ts';
import { Threat } from './threat.ts';

/**
 * All pieces that can move. Those entering form a column, the strongest first, since that sets how far each gets: each reach is computed as if all
 * before it had entered.
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
export function ordersFor(field: Field, state: State, wanted: ReadonlyMap<Mover, string>): readonly Order[] {
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

/** Moves any piece out of an overfull hex. */
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

/** In the last movement of the game, a Union piece blocks the road if the Confederates would otherwise score the line of communications. */
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
  return theirs ? lineOf(field, end, 'confederate') : null;
}
