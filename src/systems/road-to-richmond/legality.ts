import { type Order as AnyOrder, type Draft, type Legality, legalOrders, type Next } from '../../game/index.ts';
import { combatNext, pendingNext } from './combat/legality.ts';
import type { Field } from './field.ts';
import { marchNext, NOTHING } from './march/legality.ts';
import type { State } from './state.ts';
import { type Order, type Side, VERBS } from './vocabulary.ts';

/** Who is to decide now; null: nobody any more. */
export function toDecide({ over, pending, side }: Pick<State, 'over' | 'pending' | 'side'>): Side | null {
  return over ? null : (pending[0]?.side ?? side);
}

/**
 * Everything that may be done in a position, slot by slot. This is the only place that says what is legal; `apply` and the wording of
 * refusals ask it too.
 */
export function next(field: Field, state: State, seat: string, draft: Draft): Next {
  if (seat !== toDecide(state)) return NOTHING;
  if (state.pending.length > 0) return pendingNext(field, state, draft);
  return state.step === 'move' ? marchNext(field, state, draft) : combatNext(field, state, draft);
}

/** The same for one field, as `src/game` asks it. */
export function legality(field: Field): Legality<State> {
  return { next: (state, seat, draft) => next(field, state, seat, draft) };
}

/** Orders of one kind named instead of a refused one. */
const A_FEW = 4;

/** What may be done instead of an order: with the same unit or against the same hexes, or a little of everything. */
export function alternatives(field: Field, state: State, seat: string, order: Order | null): readonly AnyOrder[] {
  for (const draft of order ? beginnings(order) : []) {
    const orders = few(field, state, seat, draft, A_FEW);
    if (orders.length > 0) return orders;
  }
  return VERBS.flatMap((verb) => few(field, state, seat, { verb }, 1));
}

/** The first orders that begin with a draft. */
function few(field: Field, state: State, seat: string, draft: Draft, most: number): AnyOrder[] {
  const orders: AnyOrder[] = [];
  for (const order of legalOrders(legality(field), state, seat, draft)) {
    orders.push(order);
    if (orders.length === most) break;
  }
  return orders;
}

function beginnings(order: Order): readonly Draft[] {
  if (order.verb === 'move') return [{ verb: 'move', unit: order.unit }];
  if (order.verb === 'done') return [{ verb: 'done' }];
  return [];
}
