import type REFUSALS from '../../../../assets/road-to-richmond/refusals.json';
import type { Applied, Draft } from '../../../game/index.ts';
import type { OrderRule, RefusalReason, SlotRule } from '../../../kit/order-rules.ts';
import type { Field } from '../field.ts';
import type { State } from '../state.ts';
import type { Event, Order, Verb } from '../vocabulary.ts';

/** A position in which a side is to give an order. Everybody sees all of it. */
export interface Moment {
  readonly field: Field;
  readonly state: State;
}

/** Codes of refusals, each of which has a sentence. */
export type RefusalCode = keyof (typeof REFUSALS)['sentences'];
export type Reason = RefusalReason<RefusalCode>;
export type Slot = SlotRule<Moment, RefusalCode>;
export type OrderOf<V extends Verb> = Extract<Order, { readonly verb: V }>;
export type RuleOf<V extends Verb> = OrderRule<Moment, OrderOf<V>, Applied<State, Event>, RefusalCode>;

/**
 * Facts are ids as orders have them, of which words make names. `unit`, `units`, `enemies`: one piece or several, `a+b`; `hex`, `to`,
 * `from`: a hex, `to` also `off-1528`; `target`, `hexes`: hexes, `1107+1206`; `seat`, `side`: a side; `column`, `odds`: columns of the
 * table; the rest: numbers.
 */
export function reason(code: RefusalCode, rule: string | null, facts: Reason['facts'] = {}): Reason {
  return { code, rule, facts };
}

/** A value that stands in no list, though no rule forbids it: written otherwise than orders have it. */
export const NOT_LISTED = reason('not-listed', null);

export function wrongPhase({ state: { step } }: Moment, verb: Verb): Reason {
  return reason('wrong-phase', '2.1', { step, verb });
}

/** Why no order of a kind is given before a choice that is pending; null: none is, or it makes that choice. */
export function choiceFirst({ state }: Moment, verb: Verb): Reason | null {
  const [pending] = state.pending;
  if (!pending || verb === pending.kind) return null;
  const units = pending.kind === 'lose' ? pending.among : pending.pieces;
  return reason('pending', null, { kind: pending.kind, units: units.join('+') });
}

/** Why an order of a kind is not given now, if it is of some steps alone; null: it is. */
export function closedUnless(verb: Verb, ...steps: readonly State['step'][]): (moment: Moment) => Reason | null {
  return (moment) => choiceFirst(moment, verb) ?? (steps.includes(moment.state.step) ? null : wrongPhase(moment, verb));
}

/** The hexes that a draft names, `1107+1206`. */
export function hexesOf({ target }: Draft): readonly string[] {
  return [target ?? ''].flat().join('+').split('+');
}
