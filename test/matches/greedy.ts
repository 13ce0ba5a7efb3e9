import { boardOf, pieceOf } from '../../src/systems/road-to-richmond/board.ts';
import { HEX_GRID, STACK_LIMIT, strengthOf } from '../../src/systems/road-to-richmond/field.ts';
import { machineMapOf } from '../../src/systems/road-to-richmond/machine/position.ts';
import { reckon } from '../../src/systems/road-to-richmond/rules/combat/battle-odds.ts';
import { touches } from '../../src/systems/road-to-richmond/rules/combat/contact.ts';
import { advances } from '../../src/systems/road-to-richmond/rules/combat/pending-choices.ts';
import { defaultOrderOf } from '../../src/systems/road-to-richmond/rules/legality.ts';
import { march } from '../../src/systems/road-to-richmond/rules/movement/move.ts';
import {
  destinationsOf,
  entriesFor,
  leftUndone,
  moversOf,
} from '../../src/systems/road-to-richmond/rules/movement/reach.ts';
import { isNight, isOnMap, type State } from '../../src/systems/road-to-richmond/state.ts';
import {
  COLUMNS,
  isSide,
  type Order,
  otherSide,
  type PieceId,
  type Side,
} from '../../src/systems/road-to-richmond/vocabulary.ts';
import { field } from '../systems/road-to-richmond/data.ts';
import type { Player } from './match.ts';

/** Attacks are made at these odds and better. */
const LEAST = COLUMNS.indexOf('2-1');
/** Confederates leave by White Oak Bridge from this turn on. */
const LEAVES = 18;

/** The first turn in which the aim is White Oak Bridge, and no longer the nearest enemy: another in each game. */
const UNTIL = [14, 7, 21, 1] as const;

/**
 * A simple player of Road to Richmond: attacks at 2-1 and better where it can, and otherwise moves the shortest way to its aim and out of
 * zones of control.
 */
export function greedyPlayer(game: number): Player {
  const until = UNTIL[game % UNTIL.length] as number;
  return (given, seat) => {
    if (!isSide(seat)) return [];
    // What is worked out about a position is kept with it, and the game that is played has a field of its own.
    const state = structuredClone(given) as State;
    if (state.step === 'move' && state.pending.length === 0) return new Phase(state, seat, until).orders();
    return [advance(state, seat, until) ?? (defaultOrderOf(field, state) as Order)];
  };
}

function advance(state: State, side: Side, until: number): Order | null {
  const [pending] = state.pending;
  if (pending?.kind !== 'advance') return null;
  const far = wayTo(state, side, until);
  for (const [unit, hexes] of advances(field, state, pending))
    for (const to of hexes)
      if (far(to) < far(state.where[unit] as string))
        return { verb: 'advance', unit, ...(hexes.length > 1 ? { to } : {}) };
  return null;
}

/** Points from a hex to the aim. */
function wayTo({ where, turn }: State, side: Side, until: number): (hex: string) => number {
  const map = machineMapOf(field);
  const enemies = field.pieces.flatMap((piece) => (piece.side === side ? [] : [where[piece.id]])).filter(isOnMap);
  const goals = turn < until && enemies.length > 0 ? enemies : ['1528'];
  const points = map.pointsTo(goals.map(placeOf));
  return (hex) => points(placeOf(hex));
}

function placeOf(hex: string): number {
  return HEX_GRID.index.get(hex) as number;
}

class Phase {
  #state: State;
  readonly #side: Side;
  readonly #until: number;
  readonly #orders: Order[] = [];
  /** Pieces that have an attack to make. */
  readonly #engaged = new Set<PieceId>();

  constructor(state: State, side: Side, until: number) {
    this.#state = state;
    this.#side = side;
    this.#until = until;
  }

  orders(): readonly Order[] {
    const board = boardOf(field, this.#state);
    const hexes = field.hexes.filter((hex) => board.holder(hex) === otherSide(this.#side));
    const weakest = hexes.sort((a, b) => strengthOf(board.at(a)) - strengthOf(board.at(b)));
    if (!isNight(field, this.#state.turn)) for (const hex of weakest) this.#attack(hex);
    const far = wayTo(this.#state, this.#side, this.#until);
    const road = wayTo(this.#state, this.#side, 0);
    for (const unit of this.#movers()) this.#march(unit, pieceOf(field, unit).kind === 'train' ? road : far);
    return [...this.#orders, leftUndone(field, this.#state) ? { verb: 'done', sure: 'yes' } : { verb: 'done' }];
  }

  #movers(): readonly PieceId[] {
    return moversOf(field, this.#state).filter((unit) => !unit.includes('+') && !this.#engaged.has(unit));
  }

  #give(unit: PieceId, to: string): void {
    const entries = entriesFor(field, this.#state, unit);
    const by =
      entries.length > 1 ? entries.find((one) => destinationsOf(field, this.#state, unit, one).has(to)) : undefined;
    const order = { verb: 'move' as const, unit, ...(by === undefined ? {} : { by }), to };
    this.#state = march(field, this.#state, order).state;
    this.#orders.push(order);
  }

  /** Brings up the strongest until the odds are good; where they cannot be, nobody moves. */
  #attack(target: string): void {
    const beside = HEX_GRID.neighbours(target).filter((hex) => touches(field, hex, target));
    const board = boardOf(field, this.#state);
    const there = beside.flatMap((hex) =>
      board
        .at(hex)
        .filter(({ side }) => side === this.#side)
        .map(({ id }) => id),
    );
    const attackers = there.filter((id) => !this.#engaged.has(id) && pieceOf(field, id).kind !== 'train');
    const going: [PieceId, string][] = [];
    let now = this.#state;
    const isGood = () => COLUMNS.indexOf(reckon(field, now, { hexes: [target], attackers }).odds) >= LEAST;
    const units = this.#movers().filter((id) => pieceOf(field, id).kind !== 'train' && !attackers.includes(id));
    for (const unit of units.sort((a, b) => pieceOf(field, b).strength - pieceOf(field, a).strength)) {
      if (attackers.length > 0 && isGood()) break;
      const can = destinationsOf(field, this.#state, unit);
      const to = beside.find((hex) => can.has(hex) && boardOf(field, now).at(hex).length < STACK_LIMIT);
      if (to === undefined) continue;
      now = { ...now, where: { ...now.where, [unit]: to } };
      attackers.push(unit);
      going.push([unit, to]);
    }
    if (attackers.length === 0 || !isGood()) return;
    for (const id of attackers) this.#engaged.add(id);
    for (const [unit, to] of going) if (destinationsOf(field, this.#state, unit).has(to)) this.#give(unit, to);
  }

  #march(unit: PieceId, far: (hex: string) => number): void {
    const { turn, where } = this.#state;
    const can = destinationsOf(field, this.#state, unit);
    const leaves = this.#side === 'confederate' ? turn >= LEAVES : turn >= this.#until;
    if (can.has('off-1528') && (leaves || pieceOf(field, unit).kind === 'train')) {
      this.#give(unit, 'off-1528');
      return;
    }
    const board = boardOf(field, this.#state);
    const from = where[unit];
    let best = isOnMap(from) ? { to: from, points: far(from) } : null;
    for (const to of can.keys()) {
      if (!isOnMap(to) || board.at(to).length >= STACK_LIMIT || board.controls(otherSide(this.#side), to)) continue;
      if (!best || far(to) < best.points) best = { to, points: far(to) };
    }
    if (best && best.to !== from) this.#give(unit, best.to);
  }
}
