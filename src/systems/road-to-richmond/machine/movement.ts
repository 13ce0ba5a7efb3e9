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

/** A piece that can move, with every place it can reach. */
interface Mover {
  readonly piece: Piece;
  readonly reach: Reach;
  /** `null` while it waits to enter. */
  readonly from: HexId | null;
  /** Its position among those that enter, counted from 1; 0 on the map. */
  readonly inColumn: number;
}

/**
 * All pieces that can move. Those that enter form columns, the strongest first. The reach of each is that of a piece
 * that enters after those before it, since these make the entry hex cost more.
 */
function moversFor(field: Field, state: State, side: Side): readonly Mover[] {
  const own = field.pieces.filter((piece) => piece.side === side);
  const onMap = own.flatMap((piece): Mover[] => {
    const from = state.where[piece.id];
    if (!isOnMap(from)) return [];
    const reach = reachOf(field, state, piece.id);
    return reach.size > 0 ? [{ piece, reach, from, inColumn: 0 }] : [];
  });
  const waiting = own
    .filter((piece) => isDue(state, piece))
    .sort((a, b) => a.entry.join().localeCompare(b.entry.join()) || b.strength - a.strength || a.index - b.index);
  const columns: Record<HexId, number> = { ...state.columns };
  const coming: Mover[] = [];
  for (const piece of waiting) {
    const reach = reachOf(field, { ...state, columns: { ...columns } }, piece.id);
    if (reach.size === 0) continue;
    coming.push({ piece, reach, from: null, inColumn: coming.length + 1 });
    // A piece with two entry hexes usually takes the first.
    const [by] = entriesOf(field, state, piece);
    if (by !== undefined) columns[by] = (columns[by] ?? 0) + 1;
  }
  return [...onMap, ...coming];
}

/** The destination of each piece: a hex, an exit, or `OFF_MAP` for one that waits to enter and doesn't. */
type Places = Map<Mover, string>;
const OFF_MAP = '';

/** A legal sequence of orders that brings the pieces to their places; moves no longer possible are left out. */
function ordersFor(field: Field, state: State, places: Places): readonly Order[] {
  const run = new DryRun<State, MoveOrder, Event>(state, (before, order) => march(field, before, order));
  // Entering pieces go first, in column order, so that each pays the cost computed for it.
  let unmoved = [...places]
    .filter(([{ from }, to]) => to !== (from ?? OFF_MAP))
    .sort(([a], [b]) => a.inColumn - b.inColumn);
  for (;;) {
    const crowded = overfull(field, run.state);
    const next = unmoved.find(([{ inColumn }]) => inColumn > 0)?.[0].inColumn ?? 0;
    let order: MoveOrder | null = null;
    // The column enters in order; no piece overtakes another.
    for (const [{ inColumn, piece }, to] of unmoved)
      if (inColumn <= next && (crowded === null || run.state.where[piece.id] === crowded))
        order ??= orderOf(field, run.state, piece.id, to);
    if (!order && crowded !== null) order = wayOut(field, run.state);
    if (!order) break;
    run.give(order);
    const gone = order.unit.split('+');
    unmoved = unmoved.filter(([{ piece }]) => !gone.includes(piece.id));
  }
  const isWarned = !next(field, run.state, run.state.side, { verb: 'done' }).complete;
  return [...run.orders, isWarned ? { verb: 'done', sure: 'yes' } : { verb: 'done' }];
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

/** Any move out of the overfull hex. */
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

const TRAIN_CAUTION = 3;
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
  const prospect: Prospect = { position, side, objectives, threat, caution: style.caution };
  const places: Places = new Map();
  const settle = (mover: Mover, by: Prospect) => {
    position.put(mover.piece, null);
    const { to } = bestPlace(by, mover);
    if (isOnMap(to as Where)) position.put(mover.piece, ground.placeOf(to));
    places.set(mover, to);
  };
  for (const mover of movers) if (mover.piece === field.train) settle(mover, prospect);
  const fighters = movers.filter(({ piece }) => piece !== field.train);
  const elsewhere = new Map(fighters.map((mover) => [mover, bestPlace(prospect, mover).value]));
  const attacks: AssaultProspect = {
    ...prospect,
    ...boldness(field, state, side, style),
    elsewhere: (mover) => elsewhere.get(mover) ?? 0,
  };
  for (const { mover, hex } of assaults(attacks, fighters)) places.set(mover, position.idOf(hex));
  // Units with the fewest places to choose from go first.
  const others = fighters
    .filter((mover) => !places.has(mover))
    .sort((a, b) => a.reach.size - b.reach.size || a.piece.index - b.piece.index);
  for (const mover of others) settle(mover, prospect);
  // Places are reviewed once all units have theirs and block the enemy's way [6.2].
  const reviewed = { ...prospect, threat: new Threat(ground, afterMoves(state, places), side) };
  for (const mover of others) settle(mover, reviewed);
  if (side === 'union' && state.turn === field.calendar.turns) blockLine(position, places);
  return ordersFor(field, state, places);
}

/** Turns before the end in which a side that is behind lowers its odds, as standing still would lose. */
const LATE = 3;

function boldness(field: Field, state: State, side: Side, { nerve }: PlayingStyle): Boldness {
  const points = scoreOf(field, { ...state, over: true });
  const behind = state.turn >= lastTurnOf(field, state) - LATE && points[side] <= points[otherSide(side)];
  return behind ? { nerve: 1.4 * nerve, least: 0, exposed: 0 } : { nerve, least: 0.35, exposed: 0.5 };
}

function afterMoves(state: State, places: Places): State {
  const where: Record<string, Where> = { ...state.where };
  for (const [{ piece }, to] of places) if (to !== OFF_MAP) where[piece.id] = to as Where;
  return { ...state, where };
}

/** All on which the choice of a piece's place depends. */
interface Prospect extends Pick<PlayingStyle, 'caution'> {
  readonly position: TrialPosition;
  readonly side: Side;
  readonly objectives: Objectives;
  readonly threat: Threat;
}

interface Place extends Candidate {
  readonly to: string;
}

/** The best place for a piece that does not fight; without a good one it stays or waits. */
function bestPlace(prospect: Prospect, mover: Mover): Place {
  const least = mover.piece.kind === 'train' ? Number.NEGATIVE_INFINITY : LEFT_BEHIND;
  return best(placesFor(prospect, mover), least, ROUNDING) ?? { to: mover.from ?? OFF_MAP, value: LEFT_BEHIND };
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
    if (there.length >= (isTrain ? 1 : STACK_LIMIT) || position.hasTrain(hex)) continue;
    if (position.controls(otherSide(side), hex)) continue;
    const risk = threat.added(position, hex, there, piece);
    if (isTrain && from === null && (risk > objectives.venture || !objectives.inTime(hex))) continue;
    yield { to, value: objectives.stands(piece, hex) - (isTrain ? TRAIN_CAUTION : caution) * risk };
  }
}

/** In the game's last movement, Union pieces block the line of communications if the Confederates would score by it. */
function blockLine(position: TrialPosition, places: Places): void {
  const { ground, state } = position;
  const blockers = new Set<Mover>();
  const lineWith = (wanted: Places) => scoringLine(ground.field, afterMoves(state, wanted));
  for (;;) {
    const line = lineWith(places);
    if (line === null) return;
    const where = Object.entries(afterMoves(state, places).where);
    const blocks = [...places.keys()]
      .filter((mover) => mover.piece.kind !== 'train' && !blockers.has(mover))
      .sort((a, b) => a.piece.strength - b.piece.strength || a.piece.index - b.piece.index)
      .flatMap((mover) =>
        line.filter((hex) => mover.reach.has(hex) || mover.from === hex).map((hex) => ({ mover, hex })),
      )
      .filter(({ mover: { piece }, hex }) => {
        if (piece.kind === 'artillery' && position.controls('confederate', ground.placeOf(hex))) return false;
        return where.filter(([id, at]) => id !== piece.id && at === hex).length < STACK_LIMIT;
      });
    const block = blocks.find(({ mover, hex }) => lineWith(new Map([...places, [mover, hex]])) === null) ?? blocks[0];
    if (!block) return;
    places.set(block.mover, block.hex);
    blockers.add(block.mover);
  }
}

/** The line by which the Confederates would score if the game ended now; `null` if they would not. */
function scoringLine(field: Field, state: State): readonly HexId[] | null {
  const end: State = { ...state, over: true };
  const scores = endItems(field, end).some(({ why }) => why === 'single' || why === 'double');
  return scores ? communicationsLine(field, end, 'confederate') : null;
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

interface AssaultProspect extends Prospect, Boldness {
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
  const targets = position
    .hexesOf(otherSide(side))
    .map((hex) => ({ hex, gain: assaultOn(prospect, hex, free).value }))
    .filter(({ gain }) => gain > least)
    .sort((a, b) => b.gain - a.gain || a.hex - b.hex);
  return targets.flatMap(({ hex }) => {
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
  // Guns join only where another unit stands.
  const isLed = position.at(hex).some(({ kind }) => kind !== 'artillery');
  const able = movers
    .filter(({ piece }) => (piece.kind !== 'artillery' || isLed) && position.fights(piece))
    .filter((mover) => postings.every((one) => one.mover !== mover))
    .sort((a, b) => b.piece.strength - a.piece.strength || a.piece.index - b.piece.index);
  return able.slice(0, TRIED).flatMap((mover) => {
    const gain = objectives.stands(mover.piece, hex) - elsewhere(mover);
    position.put(mover.piece, hex);
    const outlook = outlookOf(position, side);
    const promise = outlook.value - before;
    const fought = outlook.battles.find(({ from }) => from.includes(hex));
    // A better place counts only as far as the piece is likely to hold it after the battle.
    const cost = sacrifice - gain * (gain > 0 && fought ? holdingOn(fought.column) : 1);
    const hexes = new Set([...postings.map((one) => one.hex), hex]);
    let danger = 0;
    for (const one of hexes) danger += threat.danger(position, one, position.at(one));
    position.put(mover.piece, null);
    if (postings.length > 0 && promise < promised + LEAST_HELP) return [];
    const value = nerve * promise - cost - exposed * danger;
    const joined = [...postings, { mover, hex }];
    return [{ postings: joined, value, gain: value - made.value, actions: actions + 1, sacrifice: cost, promise }];
  });
}
