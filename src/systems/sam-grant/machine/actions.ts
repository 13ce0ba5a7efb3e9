import { type Order as AnyOrder, arranged, type Dice, isRefusal } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { isHeldBy, placing, stepsOf } from '../board.ts';
import { apply } from '../rules/apply.ts';
import { actionsOf } from '../rules/cards.ts';
import { legality } from '../rules/legality.ts';
import { arriving, startsOf, unmoved } from '../rules/movement/group-move.ts';
import { freeToLeave, reachOf, readDestination, roomBy } from '../rules/movement/reach.ts';
import { hqOf, modesOpen, startsBy, targetsOf } from '../rules/movement/strategic-move.ts';
import { buildable, builtSteps, sitesFor } from '../rules/supply/builds.ts';
import type { State } from '../state.ts';
import type { Block, Theatre } from '../theatre.ts';
import { type BlockId, LEGS, type Order, otherSide, type Side } from '../vocabulary.ts';
import { outposts, stepWorth, worthOf } from './position-value.ts';

/** An order that might be given, and the position it leads to. */
interface Candidate {
  readonly order: Order;
  readonly after: State;
}

type Move = Order & { readonly verb: 'move' };

/** What a step of the Supreme HQ is worth more than others; and what an action has to bring. */
const HQ_STEP = 0.12;
const LEAST = 0.01;
/** Part of a block's strength that does not count where it is built: it could be built later. */
const BUILT = 0.75;
/** Hexes whose blocks are sent to several places, to see what it brings: those from which one march brings most. */
const STARTS = 4;
/** Blocks of the pool that are looked at for a build. */
const BUILDS = 3;

/** Actions of a side, the best one after the other, and then done [5.1]. */
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
      const whole = withOthers(theatre, state, side, order as Move);
      consider([whole.order], gainOf(whole));
    }
    if (left > 1)
      for (const all of attacks.values())
        for (const [orders, after] of together(state, all, left)) consider(orders, gainOf({ after }));
    for (const candidate of sendings(theatre, state, side)) consider([candidate.order], gainOf(candidate) - HQ_STEP);
  }
  for (const { order, after } of builds(theatre, state, side)) {
    const cost = BUILT * stepWorth(state) * stepsOf(after, (order as Order & { verb: 'build' }).block);
    consider([order], gainOf({ after }) - cost);
  }
  return best;
}

/** Attacks on one hex out of several, the larger first, by a hexside each. */
function* together(state: State, attacks: readonly Candidate[], left: number): Generator<[readonly Order[], State]> {
  const size = ({ order }: Candidate) => (order as Move).blocks.length;
  const chosen: Move[] = [];
  let after = state;
  for (const { order } of [...attacks].sort((a, b) => size(b) - size(a))) {
    const move = order as Move;
    const { hex, by } = readDestination(move.to);
    if (chosen.some((one) => one.from === move.from || readDestination(one.to).by === by)) continue;
    chosen.push(move);
    after = { ...arriving(after, move.blocks, hex, by), used: after.used + 1 };
    if (chosen.length > 1) yield [[...chosen], after];
    if (chosen.length === left) return;
  }
}

function* marchesFrom(theatre: Theatre, state: State, side: Side, from: HexId): Generator<Candidate> {
  const movers = unmoved(theatre, state, side, from).filter(({ kind }) => kind !== 'hq');
  const free = freeToLeave(theatre, state, side, from);
  const places = new Set(
    movers.flatMap((block) =>
      [...reachOf(theatre, state, block, from)].flatMap(([to, { forced }]) => (forced ? [] : [to])),
    ),
  );
  for (const to of places) {
    const { hex, by } = readDestination(to);
    const able = movers.filter((block) => reachOf(theatre, state, block, from).get(to)?.forced === false);
    const room = Math.min(free, able.length, by === null ? able.length : roomBy(theatre, state, side, hex, by));
    for (const blocks of selections(state, able, room)) {
      const after = { ...arriving(state, blocks, hex, by), used: state.used + 1 };
      yield { order: { verb: 'move', from, to, blocks }, after };
    }
  }
}

/** The same action may send others of the hex elsewhere, as long as it gains by it [5.2]. */
function withOthers(theatre: Theatre, state: State, side: Side, order: Move): Candidate {
  const { hex, by } = readDestination(order.to);
  let after: State = { ...arriving(state, order.blocks, hex, by), used: state.used + 1 };
  let whole = order;
  const taken = [order.to];
  for (const [to, blocks] of LEGS.slice(1)) {
    const before = worthOf(theatre, after, side, state);
    let [best, most]: [Candidate | null, number] = [null, LEAST];
    for (const candidate of marchesFrom(theatre, after, side, order.from)) {
      if (taken.includes((candidate.order as Move).to)) continue;
      const gain = worthOf(theatre, candidate.after, side, state) - before;
      if (gain > most) [best, most] = [candidate, gain];
    }
    if (best === null) break;
    const leg = best.order as Move;
    taken.push(leg.to);
    whole = { ...whole, [to]: [leg.to], [blocks]: leg.blocks };
    after = best.after;
  }
  return { order: whole, after: { ...after, used: state.used + 1 } };
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
