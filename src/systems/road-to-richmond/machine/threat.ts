import { lastTurnOf } from '../calendar.ts';
import { type Piece, STACK_LIMIT, strengthOf } from '../field.ts';
import { CRT } from '../rules/combat/battle-odds.ts';
import { reachOf } from '../rules/movement/reach.ts';
import { isOnMap, type State } from '../state.ts';
import { otherSide, type Side } from '../vocabulary.ts';
import { isDoubled, TRAIN } from './battles.ts';
import type { MachineLink, MachineMap, TrialPosition } from './position.ts';

/** Weight of an attack that is merely possible: the enemy cannot make all of them. */
const LIKELY = 0.55;
/** Cost of an exchange compared with a plain loss, and of a retreat. */
const EXCHANGED = 0.4;
const PUSHED = 0.1;

/** The enemy's possible attacks in its next turn. */
export class Threat {
  readonly #side: Side;
  /** For each hex, the pieces that could stand there after the enemy's next movement, the strongest first. */
  readonly #comers: readonly (readonly Piece[])[];
  readonly #known = new Map<string, number>();

  constructor(ground: MachineMap, state: State, side: Side) {
    const enemy = otherSide(side);
    const turn = enemy === 'confederate' ? Math.min(ground.field.calendar.turns, state.turn + 1) : state.turn;
    // They start from the present position, although whatever pins a piece now may be gone by then.
    const later: State = { ...state, turn, side: enemy, step: 'move', moved: {}, columns: {}, pending: [] };
    // After the Union's last turn no enemy turn follows.
    const isLast = side === 'union' && state.turn === lastTurnOf(ground.field, state);
    const comers: Piece[][] = ground.field.hexes.map(() => []);
    for (const piece of isLast ? [] : ground.field.pieces) {
      if (piece.side !== enemy || piece.kind === 'train') continue;
      const hex = state.where[piece.id];
      for (const to of [...(isOnMap(hex) ? [hex] : []), ...reachOf(ground.field, later, piece.id).keys()])
        comers[ground.placeOf(to)]?.push(piece);
    }
    for (const pieces of comers) pieces.sort((a, b) => b.strength - a.strength || a.index - b.index);
    this.#side = side;
    this.#comers = comers;
  }

  /** The expected loss, in strength points, of pieces in a hex. */
  danger(position: TrialPosition, hex: number, pieces: readonly Piece[]): number {
    if (pieces.length === 0) return 0;
    const key = `${hex} ${pieces.map(({ index }) => index).join()}`;
    const loss = this.#known.get(key) ?? this.#loss(position, hex, pieces);
    this.#known.set(key, loss);
    return loss;
  }

  /** The danger that a piece adds to a hex in which others stand. */
  added(position: TrialPosition, hex: number, there: readonly Piece[], piece: Piece): number {
    return this.danger(position, hex, [...there, piece]) - this.danger(position, hex, there);
  }

  #loss(position: TrialPosition, hex: number, pieces: readonly Piece[]): number {
    const { strength, from } = this.#onslaught(position, hex);
    if (strength === 0) return 0;
    const own = strengthOf(pieces);
    const defence = Math.max(1, isDoubled(position, hex, from) ? 2 * own : own);
    const all = own + pieces.length + (pieces.some(({ kind }) => kind === 'train') ? TRAIN : 0);
    // Pieces attacked from several sides may have no retreat.
    const caught = Math.max(0, pieces.length - this.#waysBack(position, hex, from)) / pieces.length;
    const lost = { De: 1, Ex: EXCHANGED, Dr: caught + PUSHED * (1 - caught), Ar: 0, Ae: 0 };
    let loss = 0;
    for (const [result, faces] of CRT.resultsOf(CRT.oddsOf(strength, defence))) loss += faces * all * lost[result];
    return (LIKELY * loss) / CRT.faces;
  }

  /** The strongest possible attack on a hex and its origin hexes: the two strongest in each adjacent hex, each piece used once. */
  #onslaught(position: TrialPosition, hex: number) {
    const used = new Set<Piece>();
    const from: MachineLink[] = [];
    let strength = 0;
    for (const link of position.ground.links(hex)) {
      if (position.holder(link.to) === this.#side) continue;
      const coming = (this.#comers[link.to] ?? []).filter((piece) => !used.has(piece)).slice(0, 2);
      for (const piece of coming) used.add(piece);
      strength += strengthOf(coming);
      if (coming.length > 0) from.push(link);
    }
    return { strength, from };
  }

  /** The number of pieces with a retreat that attackers from some hexes do not control [8.1]. */
  #waysBack(position: TrialPosition, hex: number, from: readonly MachineLink[]): number {
    const near = new Set(from.flatMap(({ to }) => [to, ...position.ground.links(to).map((link) => link.to)]));
    let ways = 0;
    for (const { to } of position.ground.links(hex)) {
      const there = position.at(to);
      if (near.has(to) || there.some(({ side, kind }) => side !== this.#side || kind === 'train')) continue;
      ways += Math.max(0, STACK_LIMIT - there.length);
    }
    return ways;
  }
}
