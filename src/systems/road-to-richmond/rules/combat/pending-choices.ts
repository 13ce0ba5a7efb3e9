import type { Applied } from '../../../../game/index.ts';
import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../../../kit/hex/hex-map.ts';
import { grouped } from '../../../../kit/plain-english.ts';
import { sum } from '../../../../kit/subsets.ts';
import { boardOf, pieceOf } from '../../board.ts';
import { type Field, idsOf, type Piece, STACK_LIMIT } from '../../field.ts';
import type { Pending, PendingOf, State } from '../../state.ts';
import { type Event, otherSide, type PieceId, type Withdrawal } from '../../vocabulary.ts';
import { alarmed } from '../arrivals.ts';
import { mayEnterZone } from '../movement/movement-costs.ts';
import { pointsFor } from '../victory-points.ts';
import { hexOf, touches } from './contact.ts';

/** A hex that a piece may retreat into, and the pieces that could make room there; none if it has room. */
export interface RetreatWay {
  readonly to: HexId;
  readonly displacing: readonly PieceId[];
}

/** The part of a position that retreats depend on. */
type Ground = Pick<State, 'where' | 'turn' | 'trainLeft' | 'corpsCame'>;

/**
 * The hexes that a piece may retreat into [8.1, 15.5]: those with room or, if there are none, full ones in which a
 * piece of its side can make room [8.2]. A piece without any is eliminated.
 * @param chain the pieces of the chain of displacements that made this one retreat, itself included; empty if none did
 */
export function retreatWaysOf(
  field: Field,
  ground: Ground,
  id: PieceId,
  chain: readonly PieceId[] = [],
): readonly RetreatWay[] {
  const piece = pieceOf(field, id);
  const from = hexOf(ground, id);
  if (from === null) return [];
  const open = neighboursFor(field, ground, piece, from);
  const roomy = open.filter((hex) => hasRoom(field, ground, piece, hex));
  if (roomy.length > 0) return roomy.map((to) => ({ to, displacing: [] }));
  return open.flatMap((to) => {
    const after = entered(ground, id, to);
    const displacing = displaceable(field, ground, piece, to).filter(
      (other) =>
        !chain.includes(other.id) &&
        getsAway(field, after, other, { hexes: new Set([to]), chain: new Set([...chain, id]) }),
    );
    return displacing.length > 0 ? [{ to, displacing: idsOf(displacing) }] : [];
  });
}

/** Adjacent hexes not barred by terrain, the enemy or the closed zone, whether or not they have room. */
function neighboursFor(field: Field, ground: Ground, { side, kind }: Piece, from: HexId): readonly HexId[] {
  const board = boardOf(field, ground);
  const enemy = otherSide(side);
  return sidesOf(field, from).flatMap(({ to, barred }) => {
    const isClosed =
      barred || board.holder(to) === enemy || board.controls(enemy, to) || !mayEnterZone(field, ground, side, to);
    return isClosed || (kind === 'train' && !field.hex.get(to)?.hasWay) ? [] : [to];
  });
}

/** The Train stands alone [5.2]; other units stand at most two to a hex [5.1]. */
function hasRoom(field: Field, ground: Ground, { kind }: Piece, hex: HexId): boolean {
  const board = boardOf(field, ground);
  return board.at(hex).length < STACK_LIMIT && !board.isBarredByTrain(hex, kind === 'train');
}

/** Pieces in a full hex, any of which would make room by leaving. */
function displaceable(field: Field, ground: Ground, { kind }: Piece, hex: HexId): readonly Piece[] {
  const there = boardOf(field, ground).at(hex);
  // The Train shares its hex with no unit, so it cannot enter one that holds more than one [15.5].
  return kind === 'train' && there.length > 1 ? [] : there;
}

/** The position after a piece has entered a hex, which may now be overfull. */
function entered(ground: Ground, id: PieceId, to: HexId): Ground {
  return { ...ground, where: { ...ground.where, [id]: to } };
}

/** The progress of a search for a way out: hexes already searched, and pieces not to be displaced again. */
interface Seen {
  readonly hexes: Set<HexId>;
  readonly chain: Set<PieceId>;
}

/**
 * Whether a displaced piece can get away, if need be by displacing another.
 * All pieces of a hex except the Train have the same retreats, so each hex is searched once.
 */
function getsAway(field: Field, ground: Ground, piece: Piece, seen: Seen): boolean {
  seen.chain.add(piece.id);
  const open = neighboursFor(field, ground, piece, hexOf(ground, piece.id) as HexId);
  if (open.some((hex) => hasRoom(field, ground, piece, hex))) return true;
  for (const hex of open) {
    if (seen.hexes.has(hex)) continue;
    const there = displaceable(field, ground, piece, hex).filter(({ id }) => !seen.chain.has(id));
    if (there.length > 0) seen.hexes.add(hex);
    for (const other of there) if (getsAway(field, entered(ground, piece.id, hex), other, seen)) return true;
  }
  return false;
}

/** Pieces that can retreat now, with their hexes. A piece that can't is lost only once no other piece can retreat. */
export function retreats(
  field: Field,
  state: State,
  { pieces, chain }: Pick<PendingOf<'retreat'>, 'pieces' | 'chain'>,
): ReadonlyMap<PieceId, readonly RetreatWay[]> {
  const found = new Map<PieceId, readonly RetreatWay[]>();
  for (const id of pieces) {
    const ways = retreatWaysOf(field, state, id, chain);
    if (ways.length > 0) found.set(id, ways);
  }
  return found;
}

/** Guns that may share an attack's retreat and have a hex to retreat to [9.1]. */
export function sharers(field: Field, state: State): ReadonlyMap<PieceId, readonly RetreatWay[]> {
  return retreats(field, state, { pieces: state.mayShare, chain: [] });
}

/** Candidates for losses in an exchange, the strongest first. */
export function losable(field: Field, state: State, { among }: PendingOf<'lose'>): readonly Piece[] {
  return among
    .filter((id) => hexOf(state, id) !== null)
    .map((id) => pieceOf(field, id))
    .sort((a, b) => b.strength - a.strength || a.index - b.index);
}

/** The least number of pieces whose strengths reach the need. @param pieces the strongest first */
export function fewest(pieces: readonly Piece[], need: number): number {
  let reached = 0;
  const at = pieces.findIndex(({ strength }) => {
    reached += strength;
    return reached >= need;
  });
  return at < 0 ? pieces.length : at + 1;
}

/** Whether all pieces are lost: without the weakest, the others would not reach the need. */
function areAllNeeded(pieces: readonly Piece[], need: number): boolean {
  const strengths = pieces.map(({ strength }) => strength);
  return sum(strengths) - Math.min(...strengths) < need;
}

/** Pieces that may advance, and the vacated hexes they may enter, ignoring enemy control [8.5]. */
export function advances(
  field: Field,
  state: State,
  pending: PendingOf<'advance'>,
): ReadonlyMap<PieceId, readonly HexId[]> {
  const { side, pieces, into } = pending;
  const board = boardOf(field, state);
  const found = new Map<PieceId, readonly HexId[]>();
  for (const id of pieces) {
    const from = hexOf(state, id);
    if (from === null) continue;
    const open = into.filter(
      (hex) =>
        board.holder(hex) === null &&
        touches(field, from, hex) &&
        mayEnterZone(field, state, side, hex) &&
        // An ineffective piece does not enter enemy control [11.1].
        !(state.ineffective.includes(id) && board.controls(otherSide(side), hex)),
    );
    if (open.length > 0) found.set(id, open);
  }
  return found;
}

/** Carries out pending effects that need no decision, up to the first that does. */
export function settle(course: CombatProgress): void {
  for (;;) {
    const [pending] = course.state.pending;
    if (pending === undefined || !settleOne(course, pending)) return;
  }
}

/** @returns `false` if a side must choose; then nothing has changed */
function settleOne(course: CombatProgress, pending: Pending): boolean {
  switch (pending.kind) {
    case 'retreat':
      return settleRetreat(course, pending);
    case 'lose': {
      const pieces = losable(course.field, course.state, pending);
      if (pieces.length > 0 && pending.need > 0 && !areAllNeeded(pieces, pending.need)) return false;
      course.answered();
      if (pending.need > 0) course.eliminate(pieces, 'exchange');
      return true;
    }
    case 'advance':
      if (advances(course.field, course.state, pending).size > 0) return false;
      course.answered();
      return true;
    default:
      return pending satisfies never;
  }
}

function settleRetreat(course: CombatProgress, pending: PendingOf<'retreat'>): boolean {
  const { field, state } = course;
  const ways = retreats(field, state, pending);
  if (ways.size === 0) {
    course.answered();
    const pieces = pending.pieces.map((id) => pieceOf(field, id));
    for (const piece of pieces) course.eliminate([piece], piece.kind === 'train' ? 'train' : 'no-way');
    return true;
  }
  const single = onlyWays(ways);
  if (single === null || (ways.size > 1 && !haveRoomForAll(course, single))) return false;
  const [[id, way]] = [...single] as [[PieceId, RetreatWay]];
  retreatPiece(course, pending, id, way.to, way.displacing[0] ?? null);
  return true;
}

export function retreatPiece(
  course: CombatProgress,
  pending: PendingOf<'retreat'>,
  id: PieceId,
  to: HexId,
  displacing: PieceId | null,
): void {
  const others = pending.pieces.filter((other) => other !== id);
  if (others.length > 0) course.instead({ ...pending, pieces: others });
  else course.answered();
  course.goBack(id, to, displacing, pending.why, pending.chain);
}

/** Each piece's retreat if none has a choice; `null` if one has. */
function onlyWays(ways: ReadonlyMap<PieceId, readonly RetreatWay[]>): ReadonlyMap<PieceId, RetreatWay> | null {
  const single = new Map<PieceId, RetreatWay>();
  for (const [id, [way, another]] of ways) {
    if (way === undefined || another !== undefined || way.displacing.length > 1) return null;
    single.set(id, way);
  }
  return single;
}

/** Whether all pieces can retreat as they must, so that their order does not matter. */
function haveRoomForAll({ field, state }: CombatProgress, single: ReadonlyMap<PieceId, RetreatWay>): boolean {
  const board = boardOf(field, state);
  const coming = new Map<HexId, number>();
  for (const [id, { to, displacing }] of single) {
    if (displacing.length > 0 || pieceOf(field, id).kind === 'train') return false;
    coming.set(to, (coming.get(to) ?? 0) + 1);
  }
  return [...coming].every(([hex, more]) => board.at(hex).length + more <= STACK_LIMIT);
}

type Loss = Extract<Event, { type: 'lost' }>['why'];

/** An order that is being carried out: the position so far, and the order's events. */
export class CombatProgress {
  readonly field: Field;
  readonly #events: Event[];
  #state: State;

  constructor(field: Field, state: State, events: readonly Event[] = []) {
    this.field = field;
    this.#state = state;
    this.#events = [...events];
  }

  get state(): State {
    return this.#state;
  }

  get events(): readonly Event[] {
    return this.#events;
  }

  end(): Applied<State, Event> {
    return { state: this.#state, events: this.#events };
  }

  tell(event: Event): void {
    this.#events.push(event);
  }

  set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
  }

  /** Puts choices before all that are pending. */
  ask(...choices: readonly Pending[]): void {
    this.set({ pending: [...choices, ...this.#state.pending] });
  }

  /** Removes the first pending choice. */
  answered(): void {
    this.set({ pending: this.#state.pending.slice(1) });
  }

  /** Replaces the first pending choice. */
  instead(choice: Pending): void {
    this.answered();
    this.ask(choice);
  }

  /** Eliminates pieces, hex by hex. */
  eliminate(pieces: readonly Piece[], why: Loss): void {
    const before = this.#state;
    const onMap = pieces.filter(({ id }) => hexOf(before, id) !== null);
    const where = { ...before.where };
    for (const { id } of onMap) where[id] = 'lost';
    this.set({ where });
    for (const [from, lost] of grouped(onMap, ({ id }) => hexOf(before, id) as HexId)) {
      const [{ side }] = lost as [Piece];
      const points = sum(lost.map((piece) => pointsFor(this.field, piece)));
      this.tell({ type: 'lost', side, pieces: idsOf(lost), from, why, points });
    }
  }

  /** A piece retreats one hex; if that is full, another piece there makes room [8.1, 8.2]. */
  goBack(id: PieceId, to: HexId, displacing: PieceId | null, why: Withdrawal, chain: readonly PieceId[]): void {
    const { side, kind } = pieceOf(this.field, id);
    const { where, shaken, fought } = this.#state;
    const from = hexOf(this.#state, id) as HexId;
    // Guns that are displaced before they have fired don't fire in this phase [8.3].
    const unfired = why === 'displaced' && kind === 'artillery' && !fought.pieces.includes(id);
    this.set({
      where: { ...where, [id]: to },
      shaken: {
        retreated: added(shaken.retreated, id),
        displaced: unfired ? added(shaken.displaced, id) : shaken.displaced,
      },
    });
    this.tell({ type: 'retreated', side, piece: id, from, to, why, displacing });
    this.#alarm(id, to);
    if (displacing === null) return;
    const passed = [...added(chain, id), displacing];
    this.ask({ kind: 'retreat', side, pieces: [displacing], why: 'displaced', chain: passed });
  }

  /** A piece of the winning side enters a vacated hex [8.5]. */
  advance(id: PieceId, to: HexId): void {
    const { side } = pieceOf(this.field, id);
    const { where, advanced } = this.#state;
    const from = hexOf(this.#state, id) as HexId;
    this.set({ where: { ...where, [id]: to }, advanced: [...advanced, id] });
    this.tell({ type: 'advanced', side, piece: id, from, to });
    this.#alarm(id, to);
  }

  #alarm(id: PieceId, hex: HexId): void {
    this.#state = alarmed(this.field, this.#state, id, [hex], this.#events);
  }
}

function added(list: readonly PieceId[], id: PieceId): readonly PieceId[] {
  return list.includes(id) ? list : [...list, id];
}
