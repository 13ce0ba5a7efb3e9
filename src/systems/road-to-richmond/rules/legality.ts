import {
  type Order as AnyOrder,
  type Applied,
  ask,
  type Draft,
  type Legality,
  type Next,
} from '../../../game/index.ts';
import { NOTHING } from '../../../kit/draft-steps.ts';
import { OrderRules } from '../../../kit/order-rules.ts';
import type { Field } from '../field.ts';
import type { State } from '../state.ts';
import type { Event, Side, Verb } from '../vocabulary.ts';
import { attack, bombard, cancel } from './combat/attack.ts';
import { advance, lose, retreat } from './combat/choice-orders.ts';
import { fight } from './combat/fight.ts';
import { isOpen, mandatoryAttacks } from './combat/mandatory-attacks.ts';
import { done } from './done.ts';
import type { Moment, RefusalCode } from './moment.ts';
import { move } from './movement/move.ts';

/** Everything that may be done in a position, slot by slot: lists, `apply` and refusals follow it. */
export const ORDER_RULES = new OrderRules<Moment, Verb, Applied<State, Event>, RefusalCode>({
  move,
  attack,
  bombard,
  cancel,
  fight,
  retreat,
  lose,
  advance,
  done,
});

/** Who is to decide now; null: nobody any more. */
export function toDecide({ over, pending, side }: Pick<State, 'over' | 'pending' | 'side'>): Side | null {
  return over ? null : (pending[0]?.side ?? side);
}

export function next(field: Field, state: State, seat: string, draft: Draft): Next {
  if (seat !== toDecide(state)) return NOTHING;
  const open = ORDER_RULES.next({ field, state }, draft);
  if (open.complete || draft.verb !== undefined || !mayFight(field, state)) return open;
  // Once every required battle is planned, members mostly want to finish.
  const { choices } = open.question;
  const ends = ({ value }: { readonly value: string }) => value === 'done';
  return ask({ slot: 'verb', choices: [...choices.filter(ends), ...choices.filter((choice) => !ends(choice))] });
}

/** Whether battles are planned, and every one that must be. */
export function mayFight(field: Field, state: State): boolean {
  return (
    state.step === 'plan' &&
    state.battles.length > 0 &&
    state.pending.length === 0 &&
    !isOpen(mandatoryAttacks(field, state))
  );
}

/** The same for one field, as `src/game` asks it. */
export function legality(field: Field): Legality<State> {
  return { next: (state, seat, draft) => next(field, state, seat, draft) };
}

/** Whether an order stands in the list, without the list being written out: so a log is folded in a fraction of the time. */
export function isListed(field: Field, state: State, seat: string, order: AnyOrder): boolean {
  return next(field, state, seat, order).complete;
}
