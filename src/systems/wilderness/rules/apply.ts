import { type Applied, type Dice, isRefusal, type Refusal } from '../../../game/index.ts';
import type { State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import { type Event, isSide, type Order, type Step, VERBS } from '../vocabulary.ts';
import { because } from '../words/refusals.ts';
import { alternatives, faultOf, isListed, momentOf, ruleOf, toDecide } from './legality.ts';
import { parse } from './order-parser.ts';
import { untilAsked } from './phases.ts';

/** Carries out a legal order; refuses any other. */
export function apply(
  theatre: Theatre,
  state: State,
  seat: string,
  order: Order,
  dice: Dice,
): Applied<State, Event> | Refusal {
  if (!isSide(seat) || !toDecide(state).includes(seat)) return whyNot(theatre, state, seat, order);
  const moment = momentOf(theatre, state, seat);
  if (!isOrder(order) || !isListed(moment, order)) return whyNot(theatre, state, seat, order);
  const applied = ruleOf(order.verb).carry(moment, order as never, dice);
  const { state: after, events } = untilAsked(theatre, applied, dice);
  const { turn, side, step, over } = after;
  // Steps that are passed over are not told of.
  if (over || step === state.step || step === 'setup' || TOLD_BEFORE.includes(step)) return { state: after, events };
  return { state: after, events: [...events, { type: 'step', turn, side, step }] };
}

/** Steps that are told of as they begin, with what happens then. */
const TOLD_BEFORE: readonly Step[] = ['reinforce', 'move'];

function isOrder({ verb }: { readonly verb: string }): boolean {
  return (VERBS as readonly string[]).includes(verb);
}

/** Why an order is not in the list of legal ones, and what is. */
function whyNot(theatre: Theatre, state: State, seat: string, given: Order): Refusal {
  if (!isSide(seat)) return because('unknown-seat', '2.1');
  const asked = toDecide(state);
  const [first] = asked;
  if (first === undefined) return because('over', '2.3');
  if (!asked.includes(seat)) return because('not-asked', '2.1', { side: first });
  const order = parse(theatre, given);
  if (isRefusal(order)) return { ...order, instead: alternatives(theatre, state, seat, null) };
  const { code, rule, facts } = faultOf(momentOf(theatre, state, seat), order);
  return because(code, rule, facts, alternatives(theatre, state, seat, order));
}
