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

/** All legal orders of a position, slot by slot; lists, `apply` and refusals follow from it. */
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

/** The side that decides now; `null` once the game is over. */
export function toDecide({ over, pending, side }: Pick<State, 'over' | 'pending' | 'side'>): Side | null {
  return over ? null : (pending[0]?.side ?? side);
}

export function next(field: Field, state: State, seat: string, draft: Draft): Next {
  if (seat !== toDecide(state)) return NOTHING;
  const open = ORDER_RULES.next({ field, state }, draft);
  if (open.complete || draft.verb !== undefined || !mayFight(field, state)) return open;
  // Members usually want to finish once every mandatory battle is planned, so that choice comes first.
  const { choices } = open.question;
  const ends = ({ value }: { readonly value: string }) => value === 'done';
  return ask({ slot: 'verb', choices: [...choices.filter(ends), ...choices.filter((choice) => !ends(choice))] });
}

/** Whether there are planned battles, with every mandatory one among them. */
export function mayFight(field: Field, state: State): boolean {
  return (
    state.step === 'plan' &&
    state.battles.length > 0 &&
    state.pending.length === 0 &&
    !isOpen(mandatoryAttacks(field, state))
  );
}

/** The same, bound to one field. */
export function legality(field: Field): Legality<State> {
  return { next: (state, seat, draft) => next(field, state, seat, draft) };
}

/** Whether an order is legal, without listing all; this makes replaying a log much faster. */
export function isListed(field: Field, state: State, seat: string, order: AnyOrder): boolean {
  return next(field, state, seat, order).complete;
}
