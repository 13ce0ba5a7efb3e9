import type REFUSALS from '../../../../assets/road-to-richmond/refusals.json';
import type { Applied, Draft } from '../../../game/index.ts';
import type { OrderRule, RefusalReason, SlotRule } from '../../../kit/order-rules.ts';
import type { Field } from '../field.ts';
import type { State } from '../state.ts';
import type { Event, Order, Verb } from '../vocabulary.ts';

/** A position in which a side may give an order. Nothing in it is hidden. */
export interface Moment {
  readonly field: Field;
  readonly state: State;
}

export type RefusalCode = keyof (typeof REFUSALS)['sentences'];
export type Reason = RefusalReason<RefusalCode>;
export type Slot = SlotRule<Moment, RefusalCode>;
export type OrderOf<V extends Verb> = Extract<Order, { readonly verb: V }>;
export type RuleOf<V extends Verb> = OrderRule<Moment, OrderOf<V>, Applied<State, Event>, RefusalCode>;

/**
 * Facts are numbers or ids as in orders, several of them joined: `1107+1206`. The words turn ids into names.
 * The kind of each fact is in the sentences of `refusals.json`.
 */
export function reason(code: RefusalCode, rule: string | null, facts: Reason['facts'] = {}): Reason {
  return { code, rule, facts };
}

/** The reason against a value that no rule forbids, but that the list of orders does not have. */
export const NOT_LISTED = reason('not-listed', null);

export function wrongPhase({ state: { step } }: Moment, verb: Verb): Reason {
  return reason('wrong-phase', '2.1', { step, verb });
}

/**
 * The reason that a pending choice comes before an order of this kind; `null` if none is pending, or the order makes
 * that choice.
 */
export function choiceFirst({ state }: Moment, verb: Verb): Reason | null {
  const [pending] = state.pending;
  if (!pending || verb === pending.kind) return null;
  const units = pending.kind === 'lose' ? pending.among : pending.pieces;
  return reason('pending', null, { kind: pending.kind, units: units.join('+') });
}

/** The reason that an order limited to some steps cannot be given now; `null` if it can. */
export function closedUnless(verb: Verb, ...steps: readonly State['step'][]): (moment: Moment) => Reason | null {
  return (moment) => choiceFirst(moment, verb) ?? (steps.includes(moment.state.step) ? null : wrongPhase(moment, verb));
}

/** The hexes that a draft names, `1107+1206`. */
export function hexesOf({ target }: Draft): readonly string[] {
  return [target ?? ''].flat().join('+').split('+');
}
