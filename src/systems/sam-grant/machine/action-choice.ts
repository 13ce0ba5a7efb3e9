import { type Order as AnyOrder, arranged } from '../../../game/index.ts';
import { DryRun } from '../../../kit/dry-run.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { best, bestBy, type Candidate, climb, type Series } from '../../../kit/machine-search.ts';
import { controllerOf, isHeldBy, placing, stepsOf } from '../board.ts';
import type { Event } from '../events.ts';
import { apply } from '../rules/apply.ts';
import { actionsOf } from '../rules/cards.ts';
import { legality } from '../rules/legality.ts';
import { arriving, startsOf, unmoved } from '../rules/movement/group-move.ts';
import { freeToLeave, reachOf, readDestination, roomBy } from '../rules/movement/reach.ts';
import { hqOf, modesOpen, startsBy, targetsOf } from '../rules/movement/strategic-move.ts';
import { buildable, builtSteps, sitesFor } from '../rules/supply/builds.ts';
import type { State } from '../state.ts';
import { type Block, blockOf, type Theatre } from '../theatre.ts';
import { type BlockId, type Destination, LEGS, type Order, otherSide, type Side } from '../vocabulary.ts';
import { forecastAt } from './battle-forecast.ts';
import { outposts, stepWorth, worthOf } from './position-value.ts';

/** What a step of the Supreme HQ is worth more than others; and what an action has to bring. */
const HQ_STEP = 0.12;
const LEAST = 0.01;
/** Part of a block's strength that does not count where it is built: it could be built later. */
const BUILT = 0.75;
/** How likely an attack on a city has to be won for no more blocks to be sent. */
const SURE = 0.75;
/** Hexes whose blocks are sent to several places, to see what it brings: those from which one march brings most. */
const STARTS = 4;
/** Blocks of the pool that are looked at for a build. */
const BUILDS = 3;

/** Actions of a side, the best one after the other, up to one that rolls dice, a forced march, or to the end, and then done [5.1]. */
export function actionsFor(theatre: Theatre, guess: State, side: Side): readonly Order[] {
  const run = new DryRun<State, Order, Event>(guess, (before, order, dice) =>
    apply(theatre, before, side, order, dice),
  );
  for (;;) {
    const left = actionsOf(run.state, side) - run.state.used;
    const chosen = left > 0 ? best(new ActionSearch(theatre, run.state, side).candidates(left), LEAST) : null;
    for (const wanted of chosen?.orders ?? []) {
      const refused = run.give(arranged(legality(theatre), run.state, side, wanted as AnyOrder) as Order);
      if (run.isOver) return run.orders;
      if (refused) return [...run.orders, { verb: 'done' }];
    }
    if (!chosen) return [...run.orders, { verb: 'done' }];
  }
}

/** Orders to be given together, with what each of them gains. */
interface Actions extends Candidate {
  readonly orders: readonly Order[];
}

/** Blocks that an order sends to a place. */
interface Leg {
  readonly to: Destination;
  readonly blocks: readonly BlockId[];
}

/** A group move: an action for each leg that it grows by, though one pays for all. */
interface March extends Series {
  readonly from: HexId;
  readonly legs: readonly Leg[];
  readonly after: State;
}

/** What a side can do with its actions in a position, and what that gains. */
class ActionSearch {
  readonly #theatre: Theatre;
  readonly #state: State;
  readonly #side: Side;
  readonly #before: number;

  constructor(theatre: Theatre, state: State, side: Side) {
    this.#theatre = theatre;
    this.#state = state;
    this.#side = side;
    this.#before = worthOf(theatre, state, side);
  }

  *candidates(left: number): Generator<Actions> {
    if (!this.#state.built) {
      yield* this.#moves(left);
      yield* this.#sendings();
    }
    yield* this.#builds();
  }

  #gain(after: State): number {
    return worthOf(this.#theatre, after, this.#side, this.#state) - this.#before;
  }

  /** Group moves out of one hex, and attacks on one hex from several. */
  *#moves(left: number): Generator<Actions> {
    const attacks = new Map<HexId, March[]>();
    const starts = startsOf(this.#theatre, this.#state, this.#side);
    const firsts = starts.flatMap((from) => {
      const marches = [...this.#longer({ from, legs: [], after: this.#state, value: 0, actions: 0 })];
      for (const march of marches) {
        const { hex, by } = readDestination((march.legs[0] as Leg).to);
        if (by !== null) attacks.set(hex, [...(attacks.get(hex) ?? []), march]);
      }
      return best(marches) ?? [];
    });
    for (const march of firsts.sort((a, b) => b.value - a.value).slice(0, STARTS)) yield this.#withOthers(march);
    for (const from of starts) {
      const legs = this.#fanOut(from);
      for (let many = 2; many <= legs.length; many++) yield this.#withOthers(this.#marching(from, legs.slice(0, many)));
    }
    if (left > 1) for (const all of attacks.values()) yield* this.#together(all, left);
  }

  /** A march that sends others of the hex elsewhere as well, as long as it gains by it [5.2]. */
  #withOthers(first: March): Actions {
    const { from, legs, value } = climb(first, (march) => this.#longer(march), { budget: LEGS.length, least: LEAST });
    return { orders: [moveOrder(from, legs)], value };
  }

  /** A march with each further leg that is open to it. */
  *#longer({ from, legs, after }: March): Generator<March> {
    for (const [to, { able, room }] of this.#placesFrom(after, from)) {
      if (legs.some((leg) => leg.to === to)) continue;
      for (const blocks of selections(after, able, room)) yield this.#marching(from, [...legs, { to, blocks }], after);
    }
  }

  #marching(from: HexId, legs: readonly Leg[], before?: State): March {
    const after = before
      ? this.#marched(before, from, legs.at(-1) as Leg)
      : legs.reduce((state, leg) => this.#marched(state, from, leg), this.#state);
    return { from, legs, after, value: this.#gain(after), actions: legs.length };
  }

  /** Blocks where they march to. By a forced march each loses half a step, as it can expect to, and a whole one where it has to fight [5.5]. */
  #marched(state: State, from: HexId, { to, blocks }: Leg): State {
    const { hex, by } = readDestination(to);
    const tired = blocks.filter(
      (id) => reachOf(this.#theatre, state, blockOf(this.#theatre, id), from).get(to)?.forced,
    );
    const loss = by !== null ? 1 : this.#theatre.rules.forcedMarchLoss / 6;
    const after = arriving(state, blocks, hex, by);
    return placing(
      after,
      tired.map((id) => [id, { steps: stepsOf(state, id) - loss }]),
    );
  }

  /**
   * Where blocks of a hex march to, which, and how many. A forced march is for cities that are not the side's, and for blocks that it does not
   * cost their last step [5.5].
   */
  #placesFrom(state: State, from: HexId) {
    const [theatre, side] = [this.#theatre, this.#side];
    const free = freeToLeave(theatre, state, side, from);
    const places = new Map<Destination, { readonly able: Block[]; readonly room: number }>();
    for (const block of unmoved(theatre, state, side, from)) {
      if (block.kind === 'hq') continue;
      for (const [to, { hex, by, forced }] of reachOf(theatre, state, block, from)) {
        if (forced && (stepsOf(state, block.id) <= 1 || this.#pointsOf(hex, state) === 0)) continue;
        const room = by === null ? free : Math.min(free, roomBy(theatre, state, side, hex, by));
        const place = places.get(to) ?? { able: [], room };
        place.able.push(block);
        places.set(to, place);
      }
    }
    return places;
  }

  /** What a city is worth that is not the side's. */
  #pointsOf(hex: HexId, state: State): number {
    return controllerOf(this.#theatre, state, hex) === this.#side ? 0 : (this.#theatre.city.get(hex)?.points ?? 0);
  }

  /** The fewest blocks of a hex for each of the richest cities within reach that are not the side's. */
  #fanOut(from: HexId): readonly Leg[] {
    const near = [...this.#theatre.city.values()].filter(
      ({ hex }) => this.#pointsOf(hex, this.#state) > 0 && this.#theatre.grid.distance(from, hex) <= 4,
    );
    const legs: Leg[] = [];
    let after = this.#state;
    for (const { hex } of near.sort((a, b) => b.points - a.points)) {
      const leg = this.#fewestFor(after, from, hex);
      if (!leg) continue;
      legs.push(leg);
      if (legs.length === LEGS.length) break;
      after = this.#marched(after, from, leg);
    }
    return legs;
  }

  #fewestFor(state: State, from: HexId, goal: HexId): Leg | null {
    const enemy = isHeldBy(this.#theatre, state, goal, otherSide(this.#side));
    const isSure = (leg: Leg) =>
      !enemy || forecastAt(this.#theatre, this.#marched(state, from, leg), goal, this.#side, this.#side).chance >= SURE;
    const legs = [...this.#placesFrom(state, from)].flatMap(([to, { able, room }]) => {
      if (readDestination(to).hex !== goal) return [];
      const order = strongestFirst(state, able);
      if (!enemy) order.reverse();
      for (let many = 1; many <= Math.min(room, able.length); many++) {
        const leg = { to, blocks: listed(able, order.slice(0, many)) };
        if (isSure(leg)) return [leg];
      }
      return [];
    });
    return bestBy(legs, ({ blocks }) => -blocks.length);
  }

  /** Attacks on one hex out of several, the larger first, by a hexside each. */
  *#together(attacks: readonly March[], left: number): Generator<Actions> {
    const size = ({ legs: [leg] }: March) => leg?.blocks.length ?? 0;
    const chosen: { readonly from: HexId; readonly leg: Leg }[] = [];
    let after = this.#state;
    for (const { from, legs } of [...attacks].sort((a, b) => size(b) - size(a))) {
      const leg = legs[0] as Leg;
      const { by } = readDestination(leg.to);
      if (chosen.some((one) => one.from === from || readDestination(one.leg.to).by === by)) continue;
      chosen.push({ from, leg });
      after = this.#marched(after, from, leg);
      if (chosen.length > 1)
        yield {
          orders: chosen.map((one) => moveOrder(one.from, [one.leg])),
          value: this.#gain(after) / chosen.length,
        };
      if (chosen.length === left) return;
    }
  }

  /** Everybody of a hex, to where there is something to gain or to guard [5.6]. */
  *#sendings(): Generator<Actions> {
    const [theatre, state, side] = [this.#theatre, this.#state, this.#side];
    const hq = hqOf(theatre, side);
    if (!hq) return;
    const paid = placing(state, [[hq.id, { steps: stepsOf(state, hq.id) - theatre.rules.hqActivation }]]);
    const bases = outposts(theatre, state, side);
    for (const mode of modesOpen(theatre, state, side))
      for (const from of startsBy(theatre, state, side, mode)) {
        const movers = unmoved(theatre, state, side, from).filter(({ kind }) => kind !== 'hq');
        for (const [to, room] of targetsOf(theatre, state, side, mode, from)) {
          if (mode !== 'crossing' && !bases.has(to)) continue;
          const [blocks] = selections(state, movers, room);
          if (!blocks) continue;
          const by = isHeldBy(theatre, state, to, otherSide(side)) ? from : null;
          const value = this.#gain(arriving(paid, blocks, to, by)) - HQ_STEP;
          yield { orders: [{ verb: 'strategic', mode, from, to, blocks }], value };
        }
      }
  }

  *#builds(): Generator<Actions> {
    const [theatre, state, side] = [this.#theatre, this.#state, this.#side];
    const pool = [...buildable(theatre, state, side)].sort((a, b) => b.full * b.hits - a.full * a.hits);
    for (const block of pool.slice(0, BUILDS))
      for (const hex of sitesFor(theatre, state, block)) {
        const steps = builtSteps(theatre, state, block, hex);
        const gain = this.#gain(placing(state, [[block.id, { at: hex, steps }]]));
        yield { orders: [{ verb: 'build', block: block.id, hex }], value: gain - BUILT * stepWorth(state) * steps };
      }
  }
}

function moveOrder(from: HexId, legs: readonly Leg[]): Order {
  const slots = legs.map(({ to, blocks }, at) => {
    const [place, who] = LEGS[at] as (typeof LEGS)[number];
    return { [place]: at === 0 ? to : [to], [who]: blocks };
  });
  return Object.assign({ verb: 'move', from }, ...slots) as Order;
}

/** All that have room, all but one, and the weakest alone; the strongest go first. In the order of the list. */
function selections(state: State, able: readonly Block[], most: number): readonly (readonly BlockId[])[] {
  const room = Math.min(most, able.length);
  if (room < 1) return [];
  const strong = strongestFirst(state, able);
  return [
    listed(able, strong.slice(0, room)),
    ...(room > 1 && room === able.length ? [listed(able, strong.slice(0, room - 1))] : []),
    ...(able.length > 1 ? [listed(able, strong.slice(-1))] : []),
  ];
}

function strongestFirst(state: State, blocks: readonly Block[]): Block[] {
  return [...blocks].sort((a, b) => stepsOf(state, b.id) * b.hits - stepsOf(state, a.id) * a.hits);
}

function listed(all: readonly Block[], some: readonly Block[]): readonly BlockId[] {
  return all.filter((block) => some.includes(block)).map(({ id }) => id);
}
