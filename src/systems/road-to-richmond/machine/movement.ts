import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { best, type Candidate, ROUNDING } from '../../../kit/machine-search.ts';
import { type Field, STACK_LIMIT } from '../field.ts';
import { endItems, lineOf, scoreOf } from '../rules/victory-points.ts';
import { isOnMap, lastTurnOf, type State } from '../state.ts';
import { EXITS, LAST_TURN, type Order, otherSide, type Side, type Where } from '../vocabulary.ts';
import { type AssaultProspect, assaults, type Boldness } from './assaults.ts';
import { type Mover, moversFor, ordersFor } from './movers.ts';
import { objectivesOf } from './objectives.ts';
import { TrialPosition } from './position.ts';
import { Threat } from './threat.ts';

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
  if (side === 'union' && state.turn === LAST_TURN) bar(position, purposes);
  return ordersFor(field, state, purposes);
}

/** Turns before the end in which a side that is behind lowers its odds, as standing still would lose. */
const LATE = 3;

function boldness(field: Field, state: State, side: Side, { nerve }: PlayingStyle): Boldness {
  const points = scoreOf(field, { ...state, over: true });
  const behind = state.turn >= lastTurnOf(state) - LATE && points[side] <= points[otherSide(side)];
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
