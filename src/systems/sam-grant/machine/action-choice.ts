import { type Order as AnyOrder, arranged, type Dice, isRefusal } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { controllerOf, isHeldBy, placing, stepsOf } from '../board.ts';
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

/** An order that might be given, and the position it leads to. */
interface Candidate {
  readonly order: Order;
  readonly after: State;
}

/** Blocks that an order sends to a place. */
interface Leg {
  readonly to: Destination;
  readonly blocks: readonly BlockId[];
}

type Move = Order & { readonly verb: 'move' };

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
export function actionsFor(theatre: Theatre, guess: State, side: Side, dice: Dice): readonly Order[] {
  const orders: Order[] = [];
  let state = guess;
  for (;;) {
    const left = actionsOf(state, side) - state.used;
    const best = left > 0 ? bestOf(theatre, state, side, left) : [];
    if (best.length === 0) break;
    for (const wanted of best) {
      const order = arranged(legality(theatre), state, side, wanted as AnyOrder) as Order;
      const applied = apply(theatre, state, side, order, dice);
      if (isRefusal(applied)) return [...orders, { verb: 'done' }];
      orders.push(order);
      if (applied.events.some(({ type }) => type === 'marched')) return orders;
      state = applied.state;
    }
  }
  return [...orders, { verb: 'done' }];
}

/** What brings most for each action that it takes: one order, or attacks on one hex from several. */
function bestOf(theatre: Theatre, state: State, side: Side, left: number): readonly Order[] {
  const before = worthOf(theatre, state, side);
  let [best, most]: [readonly Order[], number] = [[], LEAST];
  const gainOf = ({ after }: Pick<Candidate, 'after'>) => worthOf(theatre, after, side, state) - before;
  const consider = (orders: readonly Order[], gain: number) => {
    if (gain / orders.length > most) [best, most] = [orders, gain / orders.length];
  };
  if (!state.built) {
    const attacks = new Map<string, Candidate[]>();
    const starts: (Candidate & { readonly gain: number })[] = [];
    for (const from of startsOf(theatre, state, side)) {
      let first: (Candidate & { readonly gain: number }) | null = null;
      for (const candidate of marchesFrom(theatre, state, side, from)) {
        const gain = gainOf(candidate);
        if (gain > (first?.gain ?? Number.NEGATIVE_INFINITY)) first = { ...candidate, gain };
        const { hex, by } = readDestination((candidate.order as Move).to);
        if (by !== null) attacks.set(hex, [...(attacks.get(hex) ?? []), candidate]);
      }
      if (first) starts.push(first);
    }
    for (const { order } of starts.sort((a, b) => b.gain - a.gain).slice(0, STARTS)) {
      const { from, to, blocks } = order as Move;
      const whole = withOthers(theatre, state, side, from, [{ to, blocks }]);
      consider([whole.order], gainOf(whole));
    }
    for (const from of startsOf(theatre, state, side)) {
      const legs = fanOut(theatre, state, side, from);
      for (let many = 2; many <= legs.length; many++) {
        const whole = withOthers(theatre, state, side, from, legs.slice(0, many));
        consider([whole.order], gainOf(whole));
      }
    }
    if (left > 1)
      for (const all of attacks.values())
        for (const [orders, after] of together(theatre, state, all, left)) consider(orders, gainOf({ after }));
    for (const candidate of sendings(theatre, state, side)) consider([candidate.order], gainOf(candidate) - HQ_STEP);
  }
  for (const { order, after } of builds(theatre, state, side)) {
    const cost = BUILT * stepWorth(state) * stepsOf(after, (order as Order & { verb: 'build' }).block);
    consider([order], gainOf({ after }) - cost);
  }
  return best;
}

/** Attacks on one hex out of several, the larger first, by a hexside each. */
function* together(
  theatre: Theatre,
  state: State,
  attacks: readonly Candidate[],
  left: number,
): Generator<[readonly Order[], State]> {
  const size = ({ order }: Candidate) => (order as Move).blocks.length;
  const chosen: Move[] = [];
  let after = state;
  for (const { order } of [...attacks].sort((a, b) => size(b) - size(a))) {
    const move = order as Move;
    const { by } = readDestination(move.to);
    if (chosen.some((one) => one.from === move.from || readDestination(one.to).by === by)) continue;
    chosen.push(move);
    after = { ...marched(theatre, after, move.from, move), used: after.used + 1 };
    if (chosen.length > 1) yield [[...chosen], after];
    if (chosen.length === left) return;
  }
}

function* marchesFrom(theatre: Theatre, state: State, side: Side, from: HexId): Generator<Candidate> {
  const free = freeToLeave(theatre, state, side, from);
  for (const [to, able] of placesFrom(theatre, state, side, from)) {
    const { hex, by } = readDestination(to);
    const room = Math.min(free, able.length, by === null ? able.length : roomBy(theatre, state, side, hex, by));
    for (const blocks of selections(state, able, room)) {
      const after = { ...marched(theatre, state, from, { to, blocks }), used: state.used + 1 };
      yield { order: { verb: 'move', from, to, blocks }, after };
    }
  }
}

/**
 * Where blocks of a hex march to, and which. A forced march is for cities that are not the side's, and for blocks that it does not cost their last
 * step [5.5].
 */
function placesFrom(
  theatre: Theatre,
  state: State,
  side: Side,
  from: HexId,
): ReadonlyMap<Destination, readonly Block[]> {
  const places = new Map<Destination, Block[]>();
  const isWorthIt = (hex: HexId) =>
    (theatre.city.get(hex)?.points ?? 0) > 0 && controllerOf(theatre, state, hex) !== side;
  for (const block of unmoved(theatre, state, side, from)) {
    if (block.kind === 'hq') continue;
    for (const [to, { hex, forced }] of reachOf(theatre, state, block, from))
      if (!forced || (stepsOf(state, block.id) > 1 && isWorthIt(hex)))
        places.set(to, [...(places.get(to) ?? []), block]);
  }
  return places;
}

/** Blocks where they march to. By a forced march each loses half a step, as it can expect to, and a whole one where it has to fight [5.5]. */
function marched(theatre: Theatre, state: State, from: HexId, { to, blocks }: Leg): State {
  const { hex, by } = readDestination(to);
  const tired = blocks.filter((id) => reachOf(theatre, state, blockOf(theatre, id), from).get(to)?.forced);
  const after = arriving(state, blocks, hex, by);
  const loss = by !== null ? 1 : theatre.rules.forcedMarchLoss / 6;
  return tired.length > 0
    ? placing(
        after,
        tired.map((id) => [id, { steps: stepsOf(state, id) - loss }]),
      )
    : after;
}

/** The same action may send others of the hex elsewhere, as long as it gains by it [5.2]. */
function withOthers(theatre: Theatre, state: State, side: Side, from: HexId, first: readonly Leg[]): Candidate {
  const used = state.used + 1;
  const legs = [...first];
  let after = first.reduce((sum, leg) => marched(theatre, sum, from, leg), { ...state, used });
  while (legs.length < LEGS.length) {
    const before = worthOf(theatre, after, side, state);
    let [best, most]: [Candidate | null, number] = [null, LEAST];
    for (const candidate of marchesFrom(theatre, after, side, from)) {
      if (legs.some(({ to }) => to === (candidate.order as Move).to)) continue;
      const gain = worthOf(theatre, candidate.after, side, state) - before;
      if (gain > most) [best, most] = [candidate, gain];
    }
    if (best === null) break;
    const { to, blocks } = best.order as Move;
    legs.push({ to, blocks });
    after = { ...best.after, used };
  }
  const [{ to, blocks }, ...others] = legs as [Leg, ...Leg[]];
  const rest = others.map((leg, at) => {
    const [place, who] = LEGS[at + 1] as (typeof LEGS)[number];
    return { [place]: [leg.to], [who]: leg.blocks };
  });
  return { order: Object.assign({ verb: 'move', from, to, blocks }, ...rest) as Move, after };
}

/** The fewest blocks of a hex for each of the richest cities within reach that are not the side's. */
function fanOut(theatre: Theatre, state: State, side: Side, from: HexId): readonly Leg[] {
  const cities = [...theatre.city.values()].filter(
    ({ hex, points }) =>
      points > 0 && controllerOf(theatre, state, hex) !== side && theatre.grid.distance(from, hex) <= 4,
  );
  const legs: Leg[] = [];
  let after = state;
  for (const { hex } of cities.sort((a, b) => b.points - a.points)) {
    const leg = fewestFor(theatre, after, side, from, hex);
    if (!leg) continue;
    legs.push(leg);
    if (legs.length === LEGS.length) break;
    after = marched(theatre, after, from, leg);
  }
  return legs;
}

function fewestFor(theatre: Theatre, state: State, side: Side, from: HexId, goal: HexId): Leg | null {
  const free = freeToLeave(theatre, state, side, from);
  const enemy = isHeldBy(theatre, state, goal, otherSide(side));
  let best: Leg | null = null;
  for (const [to, able] of placesFrom(theatre, state, side, from)) {
    const { hex, by } = readDestination(to);
    if (hex !== goal) continue;
    const room = Math.min(free, by === null ? able.length : roomBy(theatre, state, side, goal, by));
    const strong = [...able].sort((a, b) => stepsOf(state, b.id) * b.hits - stepsOf(state, a.id) * a.hits);
    const order = enemy ? strong : strong.reverse();
    for (let many = 1; many <= room; many++) {
      const chosen = order.slice(0, many);
      const blocks = able.filter((block) => chosen.includes(block)).map(({ id }) => id);
      if (enemy && forecastAt(theatre, marched(theatre, state, from, { to, blocks }), goal, side, side).chance < SURE)
        continue;
      if (best === null || many < best.blocks.length) best = { to, blocks };
      break;
    }
  }
  return best;
}

/** All that have room, all but one, and the weakest alone; the strongest go first. In the order of the list. */
function selections(state: State, able: readonly Block[], room: number): readonly (readonly BlockId[])[] {
  if (room < 1) return [];
  const strong = [...able].sort((a, b) => stepsOf(state, b.id) * b.hits - stepsOf(state, a.id) * a.hits);
  const inOrder = (blocks: readonly Block[]) => able.filter((block) => blocks.includes(block)).map(({ id }) => id);
  return [
    inOrder(strong.slice(0, room)),
    ...(room > 1 && room === able.length ? [inOrder(strong.slice(0, room - 1))] : []),
    ...(able.length > 1 ? [inOrder(strong.slice(-1))] : []),
  ];
}

/** Everybody of a hex, to where there is something to gain or to guard [5.6]. */
function* sendings(theatre: Theatre, state: State, side: Side): Generator<Candidate> {
  const hq = hqOf(theatre, side);
  if (!hq) return;
  const paid = placing(state, [[hq.id, { steps: stepsOf(state, hq.id) - theatre.rules.hqActivation }]]);
  const bases = outposts(theatre, state, side);
  for (const mode of modesOpen(theatre, state, side))
    for (const from of startsBy(theatre, state, side, mode)) {
      const movers = unmoved(theatre, state, side, from).filter(({ kind }) => kind !== 'hq');
      for (const [to, room] of targetsOf(theatre, state, side, mode, from)) {
        if (mode !== 'crossing' && !bases.has(to)) continue;
        const [blocks] = selections(state, movers, Math.min(movers.length, room));
        if (!blocks) continue;
        const by = isHeldBy(theatre, state, to, otherSide(side)) ? from : null;
        const after = { ...arriving(paid, blocks, to, by), used: state.used + 1 };
        yield { order: { verb: 'strategic', mode, from, to, blocks }, after };
      }
    }
}

function* builds(theatre: Theatre, state: State, side: Side): Generator<Candidate> {
  const pool = [...buildable(theatre, state, side)].sort((a, b) => b.full * b.hits - a.full * a.hits);
  for (const block of pool.slice(0, BUILDS))
    for (const hex of sitesFor(theatre, state, block)) {
      const after = placing(state, [[block.id, { at: hex, steps: builtSteps(theatre, state, block, hex) }]]);
      yield { order: { verb: 'build', block: block.id, hex }, after: { ...after, used: state.used + 1, built: true } };
    }
}
