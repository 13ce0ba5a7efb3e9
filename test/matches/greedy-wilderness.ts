import type { HexId } from '../../src/kit/hex/hex-grid.ts';
import { sum } from '../../src/kit/subsets.ts';
import { boardOf, type Piece } from '../../src/systems/wilderness/board.ts';
import { asked, WildernessDryRun } from '../../src/systems/wilderness/rules/legality.ts';
import { supplyIn } from '../../src/systems/wilderness/rules/supply.ts';
import type { State } from '../../src/systems/wilderness/state.ts';
import { HEX_GRID, landDistance, scenarioOf } from '../../src/systems/wilderness/theatre.ts';
import { type View, view } from '../../src/systems/wilderness/view.ts';
import { isSide, type Order, otherSide, type Side, type UnitId } from '../../src/systems/wilderness/vocabulary.ts';
import { theatre } from '../systems/wilderness/data.ts';
import type { Player } from './match.ts';

/** Attacks are made at these odds and better: 2-1. */
const LEAST = 2;

/** What it goes for, another in each game: places that score, enemy stacks, or whichever is nearer. */
const AIMS = ['places', 'enemies', 'both'] as const;

/**
 * A simple player of The Wilderness Campaign: attacks at 2-1 and better where it can, by what its view shows and the enemy's average for
 * what is face down, and otherwise marches the shortest way to its aim.
 */
export function greedyWildernessPlayer(game: number): Player {
  const aims = AIMS[game % AIMS.length] as (typeof AIMS)[number];
  return (given, seat) => {
    const state = given as State;
    if (!isSide(seat)) return [];
    const turn = new Turn(state, seat, aims);
    if (state.pending.length === 0) {
      if (state.step === 'move') return turn.marches();
      if (state.step === 'combat') return [turn.attack() ?? { verb: 'done' }];
      if (state.step === 'claim') return turn.claims();
    }
    const own = asked(theatre, state).find((one) => one.seat === seat);
    return own ? [own.defaultOrder as Order] : [];
  };
}

class Turn {
  readonly #view: View;
  readonly #side: Side;
  readonly #run: WildernessDryRun;
  readonly #goals: readonly HexId[];
  /** The enemy's average strength. */
  readonly #average: number;
  /** Units that have an attack to make. */
  readonly #engaged = new Set<UnitId>();

  constructor(state: State, side: Side, aims: (typeof AIMS)[number]) {
    this.#view = view(theatre, state, side);
    this.#side = side;
    this.#run = new WildernessDryRun(theatre, state, side);
    const { groups, held } = scenarioOf(theatre, state.scenario);
    const counters = groups.flatMap((group) => (group.side === side ? [] : group.units));
    this.#average = sum(counters.map(({ strength }) => strength)) / counters.length;
    const places = held.flatMap(({ hexes }) => hexes.filter((hex) => state.control[hex] !== side));
    const enemies = this.#enemies().map(({ hex }) => hex);
    const both = [...(aims === 'enemies' ? [] : places), ...(aims === 'places' ? [] : enemies)];
    this.#goals = both.length > 0 ? both : enemies;
  }

  marches(): readonly Order[] {
    const weakest = this.#enemies()
      .map(({ hex }) => hex)
      .sort((one, other) => this.#defence(one) - this.#defence(other));
    for (const target of weakest) this.#bringUp(target);
    for (const piece of this.#own()) if (piece.kind !== 'leader' && !this.#engaged.has(piece.unit)) this.#march(piece);
    for (const piece of this.#own()) if (piece.kind === 'leader') this.#follow(piece);
    return [...this.#run.orders, { verb: 'done' }];
  }

  attack(): Order | null {
    const targets = this.#run.values({ verb: 'attack' });
    for (const target of [...targets].sort((one, other) => this.#defence(one) - this.#defence(other))) {
      const units = this.#run.values({ verb: 'attack', target });
      const pieces = this.#own().filter(({ unit }) => units.includes(unit));
      if (this.#isGood(pieces, target)) return { verb: 'attack', target, with: units };
    }
    return null;
  }

  claims(): readonly Order[] {
    for (const hex of this.#run.values({ verb: 'claim' })) this.#run.give({ verb: 'claim', hex });
    return this.#run.isOver ? this.#run.orders : [...this.#run.orders, { verb: 'done' }];
  }

  #enemies() {
    return this.#view.stacks.filter(({ side }) => side !== this.#side);
  }

  #own(): readonly Piece[] {
    return boardOf(theatre, this.#run.state).of(this.#side);
  }

  #defence(hex: HexId): number {
    const stack = this.#enemies().find((one) => one.hex === hex);
    const foot = stack ? sum(stack.up.map(({ strength }) => strength)) + stack.down * this.#average : 0;
    const fort = boardOf(theatre, this.#run.state).fortOf(otherSide(this.#side), hex);
    return foot * (fort > 0 || theatre.hex.get(hex)?.terrain === 'pass' ? 2 : 1) + fort;
  }

  #isGood(attackers: readonly Piece[], target: HexId): boolean {
    const points = attackers.map(({ strength, hex }) => {
      const supply = supplyIn(theatre, this.#run.state, this.#side, hex);
      return supply === 'supplied' ? strength : strength / 2;
    });
    return sum(points) >= LEAST * this.#defence(target);
  }

  /** Brings up the strongest until the odds are good; where they cannot be, nobody moves. */
  #bringUp(target: HexId): void {
    const foot = this.#own().filter(({ unit, kind }) => kind === 'infantry' && !this.#engaged.has(unit));
    const attackers = foot.filter(({ hex }) => HEX_GRID.distance(hex, target) === 1);
    const going: (readonly [Piece, HexId])[] = [];
    const others = foot.filter((piece) => !attackers.includes(piece));
    for (const piece of others.sort((one, other) => other.strength - one.strength)) {
      if (this.#isGood(attackers, target)) break;
      const to = this.#within(piece).find((hex) => HEX_GRID.distance(hex, target) === 1);
      if (to === undefined) continue;
      going.push([piece, to]);
      attackers.push({ ...piece, hex: to });
    }
    if (attackers.length === 0 || !this.#isGood(attackers, target)) return;
    for (const { unit } of attackers) this.#engaged.add(unit);
    for (const [piece, to] of going) this.#give(piece, to);
  }

  #within({ unit, hex }: Piece): readonly HexId[] {
    return this.#run.values({ verb: 'move', from: hex, units: unit });
  }

  #give({ unit, hex }: Piece, to: HexId): void {
    this.#run.give({ verb: 'move', from: hex, units: unit, to });
  }

  #march(piece: Piece): void {
    const far = (hex: HexId) => Math.min(...this.#goals.map((goal) => landDistance(theatre, goal, hex)));
    const [best] = [piece.hex, ...this.#within(piece)].sort((one, other) => far(one) - far(other));
    if (best !== undefined && best !== piece.hex) this.#give(piece, best);
  }

  /** A leader goes where the most infantry is. */
  #follow(piece: Piece): void {
    const led = (to: HexId) => sum(this.#own().map(({ hex, strength }) => (hex === to ? strength : 0)));
    const [best] = [piece.hex, ...this.#within(piece)].sort((one, other) => led(other) - led(one));
    if (best !== undefined && best !== piece.hex) this.#give(piece, best);
  }
}
