import { type Dice, isRefusal, type Refusal, refuse } from '../../../game/index.ts';
import type { State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import { isSide, type Order } from '../vocabulary.ts';
import { alternatives, deciding, ORDERS } from './legality.ts';
import type { Done, Moment } from './moment.ts';
import { afterOrder } from './phases.ts';

/** Carries out a legal order; refuses any other. `read` parses the order's values; without it they must be ids. */
export function apply(
  theatre: Theatre,
  state: State,
  seat: string,
  order: Order,
  dice: Dice,
  read: (order: Order) => Order | Refusal = (ids) => ids,
): Done | Refusal {
  if (!isSide(seat)) return refuse('unknown-seat', '1.1');
  const moment = { theatre, state, side: seat };
  if (!deciding(state).includes(seat) || !ORDERS.isListed(moment, order)) return refusalOf(moment, read(order));
  return afterOrder(theatre, order.verb, ORDERS.carry(moment, order, dice));
}

function refusalOf({ theatre, state, side }: Moment, order: Order | Refusal): Refusal {
  if (state.phase === 'over') return refuse('over', '10.2');
  if (!deciding(state).includes(side)) return refuse('not-asked', '4', { seat: deciding(state).join('+') });
  if (isRefusal(order)) return { ...order, instead: alternatives(theatre, state, side, null) };
  const { code, rule, facts } = ORDERS.faultOf({ theatre, state, side }, order);
  return refuse(code, rule, facts, alternatives(theatre, state, side, order));
}
