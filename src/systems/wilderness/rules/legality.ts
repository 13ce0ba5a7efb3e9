import type { Order as AnyOrder, Applied, Draft, Legality, Next, OpenSlot, SeatId } from '../../../game/index.ts';
import { NOTHING, ordersInstead } from '../../../kit/draft-steps.ts';
import { MemoPer } from '../../../kit/memo.ts';
import { OrderRules } from '../../../kit/order-rules.ts';
import { boardOf } from '../board.ts';
import type { State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import { type Event, isSide, ORDERS, otherSide, SIDES, type Side, VERBS, type Verb } from '../vocabulary.ts';
import { claim, show } from './claims.ts';
import { advance } from './combat/aftermath.ts';
import { attack, hasty } from './combat/attack.ts';
import { charge } from './combat/charge.ts';
import { loseOrder } from './combat/lose-order.ts';
import { entrench } from './movement/entrench.ts';
import { move } from './movement/march.ts';
import { probe } from './movement/probe.ts';
import { detrain, rail } from './movement/rail.ts';
import { sea } from './movement/sea.ts';
import type { Moment, OrderRule, RefusalCode } from './order-slots.ts';
import { done } from './phases.ts';
import { reinforce, transfer } from './reinforcement.ts';
import { place } from './set-up.ts';

const RULES: { readonly [V in Verb]: OrderRule<V> } = {
  place,
  reinforce,
  transfer,
  move,
  rail,
  detrain,
  sea,
  entrench,
  probe,
  hasty,
  attack,
  charge,
  lose: loseOrder,
  advance,
  claim,
  show,
  done,
};

/** The only place that says what is legal: it rests on the counters of the side that gives the order, and on what lies open. */
export const ORDER_RULES = new OrderRules<Moment, Verb, Applied<State, Event>, RefusalCode>(RULES);

export function ruleOf<V extends Verb>(verb: V): OrderRule<V> {
  return RULES[verb];
}

/** The sides that give an order now: both in set-up, nobody at the end. It lies open who they are. */
export function toDecide({ over, step, ready, pending, side }: State): readonly Side[] {
  if (over) return [];
  if (step === 'setup') return SIDES.filter((one) => !ready[one]);
  return [pending[0]?.side ?? (step === 'probe' ? otherSide(side) : side)];
}

export function momentOf(theatre: Theatre, state: State, side: Side): Moment {
  return { theatre, state, board: boardOf(theatre, state), side };
}

const verbs = new MemoPer<State, Next<OpenSlot>>();

/** Everything that a side may do in a position, slot by slot, in the order of the board. */
export function next(theatre: Theatre, state: State, seat: SeatId, draft: Draft): Next<OpenSlot> {
  if (!isSide(seat) || !toDecide(state).includes(seat)) return NOTHING;
  const ask = () => ORDER_RULES.next(momentOf(theatre, state, seat), draft);
  return Object.keys(draft).length === 0 ? verbs.get(state, seat, ask) : ask();
}

/** Orders that begin as the refused one does, as far as it can be followed, or a little of everything. */
export function alternatives(
  theatre: Theatre,
  state: State,
  seat: SeatId,
  order: AnyOrder | null,
): readonly AnyOrder[] {
  const rules: Legality<State, OpenSlot> = { next: (at, by, draft) => next(theatre, at, by, draft) };
  const slots = order === null ? [] : Object.keys(ORDERS[order.verb as Verb]);
  const beginnings = slots.map((_, at): Draft => {
    const named = ['verb', ...slots.slice(0, slots.length - 1 - at)];
    return Object.fromEntries(named.map((slot) => [slot, order?.[slot] ?? ''])) as Draft;
  });
  return ordersInstead(rules, state, seat, beginnings, VERBS, { alike: 4, each: 1, all: 12 });
}
