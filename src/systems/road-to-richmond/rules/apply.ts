import { type Applied, type Dice, isRefusal, type Refusal } from '../../../game/index.ts';
import type { Field } from '../field.ts';
import type { State } from '../state.ts';
import { type Event, isSide, type Order } from '../vocabulary.ts';
import { because, type RefusalReason } from '../words/refusals.ts';
import { combat } from './combat/combat-orders.ts';
import { whyNotCombat } from './combat/why-not-combat.ts';
import { alternatives, isListed, toDecide } from './legality.ts';
import { march } from './movement/movement-orders.ts';
import { whyNotMarch } from './movement/why-not-movement.ts';
import { parse } from './order-parser.ts';

/** Carries out a legal order; refuses any other. */
export function apply(
  field: Field,
  state: State,
  seat: string,
  order: Order,
  dice: Dice,
): Applied<State, Event> | Refusal {
  if (!isListed(field, state, seat, order)) return whyNot(field, state, seat, order);
  if (state.step === 'move' && state.pending.length === 0) return march(field, state, order);
  return combat(field, state, order, dice);
}

/** Why an order is not in the list of legal ones, and what is. */
function whyNot(field: Field, state: State, seat: string, given: Order): Refusal {
  const asked = toDecide(state);
  if (!isSide(seat)) return because('unknown-seat', '1.1');
  if (asked === null) return because('over', '2.4');
  if (seat !== asked) return because('not-asked', '2.1', { seat: asked });
  const order = parse(field, given);
  if (isRefusal(order)) return { ...order, instead: alternatives(field, state, seat, null) };
  const { code, rule, facts } = reasonFor(field, state, order) ?? OTHER;
  return because(code, rule, facts, alternatives(field, state, seat, order));
}

const OTHER: RefusalReason = { code: 'not-listed', rule: null, facts: {} };

function reasonFor(field: Field, state: State, order: Order): RefusalReason | null {
  const [pending] = state.pending;
  if (pending && order.verb !== pending.kind) {
    const units = pending.kind === 'lose' ? pending.among : pending.pieces;
    return { code: 'pending', rule: null, facts: { kind: pending.kind, units: units.join('+') } };
  }
  if (state.step === 'move') return whyNotMarch(field, state, order);
  return whyNotCombat(field, state, order);
}
