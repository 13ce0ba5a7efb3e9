import { boardOf } from '../board.ts';
import { type Field, type Piece, STACK_LIMIT } from '../field.ts';
import { endItems, lineOf, scoreOf } from '../rules/victory-points.ts';
import { lastTurnOf, type State } from '../state.ts';
import { EXITS, LAST_TURN, type Order, otherSide, type Side, type Where } from '../vocabulary.ts';
import { assaults, type Boldness } from './attack-choice.ts';
import { type Threat, threatOf } from './enemy-threat.ts';
import { machineMapOf } from './machine-map.ts';
import { type Mover, moversFor } from './machine-movers.ts';
import { ordersFor, type Purpose } from './march-orders.ts';
import { type Objectives, objectivesOf } from './objectives.ts';
import type { PlayingStyle } from './playing-style.ts';
import { TrialPosition } from './trial-position.ts';

/** A piece that is not brought on at its time is of no use. */
const LEFT_BEHIND = -25;

/** The orders of a movement phase, its end the last of them. */
export function movementOf(field: Field, state: State, side: Side, style: PlayingStyle): readonly Order[] {
  const ground = machineMapOf(field);
  const position = new TrialPosition(ground, state);
  const threat = threatOf(ground, state, side);
  const objectives = objectivesOf(ground, state, position, side);
  const movers = moversFor(state, side, field.pieces, field);
  // Takes up every unit that can move, and puts it down where it is wanted.
  for (const { piece } of movers) position.put(piece, null);
  const { caution } = style;
  const settler = new Settler(position, side, objectives, threat, caution);
  const purposes = new Map<Mover, string>();
  for (const mover of movers.filter(({ piece }) => piece.kind === 'train')) purposes.set(mover, settler.train(mover));
  const fighters = movers.filter(({ piece }) => piece.kind !== 'train');
  const elsewhere = new Map(fighters.map((mover) => [mover, settler.best(mover).worth]));
  const prospect = {
    position,
    side,
    objectives,
    threat,
    ...boldness(field, state, side, style),
    elsewhere: (mover: Mover) => elsewhere.get(mover) ?? 0,
  };
  for (const { mover, hex } of assaults(prospect, fighters)) purposes.set(mover, position.idOf(hex));
  const others = fighters.filter((mover) => !purposes.has(mover));
  // Those with the fewest places to choose from first.
  for (const mover of others.sort((a, b) => a.reach.size - b.reach.size || a.piece.index - b.piece.index))
    purposes.set(mover, settler.settle(mover));
  const later = threatOf(ground, afterMoves(state, purposes), side);
  resettle(new Settler(position, side, objectives, later, caution), others, purposes);
  if (side === 'union' && state.turn === LAST_TURN) bar(field, state, purposes);
  const wanted = [...purposes].flatMap(([mover, to]): Purpose[] => (to === (mover.from ?? '') ? [] : [{ mover, to }]));
  return ordersFor(field, state, wanted);
}

/** So many turns before the end a side that is behind attacks at odds that it would leave alone otherwise: standing still it loses. */
const LATE = 3;

function boldness(field: Field, state: State, side: Side, { nerve }: PlayingStyle): Boldness {
  const points = scoreOf(field, { ...state, over: true });
  const behind = state.turn >= lastTurnOf(state) - LATE && points[side] <= points[otherSide(side)];
  return behind ? { nerve: 1.4 * nerve, least: 0, exposed: 0 } : { nerve, least: 0.35, exposed: 0.5 };
}

/** Looks again at who was settled first, now that all have places and close the way to the enemy [6.2]. */
function resettle(settler: Settler, others: readonly Mover[], purposes: Map<Mover, string>): void {
  for (const mover of others) {
    settler.lift(mover);
    purposes.set(mover, settler.settle(mover));
  }
}

function afterMoves(state: State, purposes: ReadonlyMap<Mover, string>): State {
  const where: Record<string, Where> = { ...state.where };
  for (const [{ piece }, to] of purposes) if (to !== '') where[piece.id] = to as Where;
  return { ...state, where };
}

interface Place {
  readonly to: string;
  readonly worth: number;
}

/** Finds places for pieces that do not attack. */
class Settler {
  readonly #position: TrialPosition;
  readonly #side: Side;
  readonly #objectives: Objectives;
  readonly #threat: Threat;
  readonly #caution: number;

  constructor(position: TrialPosition, side: Side, objectives: Objectives, threat: Threat, caution: number) {
    this.#position = position;
    this.#side = side;
    this.#objectives = objectives;
    this.#threat = threat;
    this.#caution = caution;
  }

  /** The best place for a piece where it fights nobody. `''`: it waits on. */
  best({ piece, reach, from }: Mover): Place {
    const position = this.#position;
    let best: Place = { to: '', worth: LEFT_BEHIND };
    for (const exit of EXITS) {
      const worth = reach.has(`off-${exit}`) ? this.#objectives.leaves(piece, exit) : null;
      if (worth !== null && worth > best.worth) best = { to: `off-${exit}`, worth };
    }
    const hexes = [...(from === null ? [] : [from]), ...reach.keys()];
    for (const to of hexes) {
      const hex = position.ground.place.get(to as never);
      if (hex === undefined) continue;
      const there = position.at(hex);
      if (there.length >= STACK_LIMIT || there.some(({ kind }) => kind === 'train')) continue;
      if (position.controls(otherSide(this.#side), hex)) continue;
      const worth = this.#objectives.stands(piece, hex) - this.#caution * this.#risk(piece, hex, there);
      if (worth > best.worth + 1e-9) best = { to, worth };
    }
    return best;
  }

  lift({ piece }: Mover): void {
    this.#position.put(piece, null);
  }

  settle(mover: Mover): string {
    const { to } = this.best(mover);
    const hex = position(this.#position, to === '' ? (mover.from ?? '') : to);
    if (hex !== null) this.#position.put(mover.piece, hex);
    return to;
  }

  /** What standing there with others puts at risk, beyond what was at risk there before. */
  #risk(piece: Piece, hex: number, there: readonly Piece[]): number {
    return (
      this.#threat.danger(this.#position, hex, [...there, piece]) - this.#threat.danger(this.#position, hex, there)
    );
  }

  /** The Train goes on as long as the road is safe; where it is not, it stays, or waits to be brought on. */
  train(mover: Mover): string {
    const { piece, reach, from } = mover;
    if (reach.has('off-1528')) return 'off-1528';
    let best: Place = { to: from ?? '', worth: Number.NEGATIVE_INFINITY };
    for (const to of [...(from === null ? [] : [from]), ...reach.keys()]) {
      const hex = position(this.#position, to);
      if (hex === null || this.#position.at(hex).length > 0) continue;
      if (this.#position.controls(otherSide(this.#side), hex)) continue;
      const risk = this.#threat.danger(this.#position, hex, [piece]);
      if (from === null && (risk > this.#objectives.venture || !this.#objectives.inTime(hex))) continue;
      const worth = this.#objectives.stands(piece, hex) - 3 * risk;
      if (worth > best.worth) best = { to, worth };
    }
    const hex = position(this.#position, best.to);
    if (hex !== null) this.#position.put(piece, hex);
    return best.to;
  }
}

function position(there: TrialPosition, to: string): number | null {
  return there.ground.place.get(to as never) ?? null;
}

/** In the last movement of the game: somebody stands on the road where the Confederates would have the line of communications. */
function bar(field: Field, state: State, purposes: Map<Mover, string>): void {
  const standing = new Set<Mover>();
  const board = boardOf(field, state);
  const lineWith = (mover: Mover | null, hex: string) => lineLeft(field, state, purposes, mover, hex);
  for (let line = lineWith(null, ''); line !== null; line = lineWith(null, '')) {
    const there = line;
    const cuts = [...purposes.keys()]
      .filter((mover) => mover.piece.kind !== 'train' && !standing.has(mover))
      .sort((a, b) => a.piece.strength - b.piece.strength || a.piece.index - b.piece.index)
      .flatMap((mover) =>
        there.filter((hex) => mover.reach.has(hex) || mover.from === hex).map((hex) => ({ mover, hex })),
      )
      .filter(({ mover, hex }) => mover.piece.kind !== 'artillery' || !board.controls('confederate', hex))
      .filter(({ mover, hex }) => crowd(state, purposes, mover, hex) < STACK_LIMIT);
    const cut = cuts.find(({ mover, hex }) => lineWith(mover, hex) === null) ?? cuts[0];
    if (!cut) return;
    purposes.set(cut.mover, cut.hex);
    standing.add(cut.mover);
  }
}

/** The line the Confederates would score by, if it ended so and one piece stood elsewhere; null: they would score nothing. */
function lineLeft(
  field: Field,
  state: State,
  purposes: ReadonlyMap<Mover, string>,
  mover: Mover | null,
  hex: string,
): readonly string[] | null {
  const { where } = afterMoves(state, purposes);
  const moved = mover ? { ...where, [mover.piece.id]: hex } : where;
  const end: State = { ...state, where: moved, over: true };
  const theirs = endItems(field, end).some(({ why }) => why === 'single' || why === 'double');
  return theirs ? lineOf(field, end, 'confederate') : null;
}

/** How many others will be in a hex. */
function crowd(state: State, purposes: ReadonlyMap<Mover, string>, mover: Mover, hex: string): number {
  const going = new Map([...purposes].map(([one, to]) => [one.piece.id, to === '' ? (one.from ?? '') : to]));
  return Object.entries(state.where).filter(([id, at]) => id !== mover.piece.id && (going.get(id) ?? at) === hex)
    .length;
}
