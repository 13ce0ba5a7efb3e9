import {
  type Order as AnyOrder,
  type Applied,
  type Dice,
  type Refusal,
  refuse,
  type SeatId,
  type SlotValue,
} from '../../../game/index.ts';
import type { State } from '../state.ts';
import { apart, type Theatre, together } from '../theatre.ts';
import { type Event, isSide, ORDERS, type SlotKind, type Step, type Verb } from '../vocabulary.ts';
import { alternatives, momentOf, ORDER_RULES, toDecide } from './legality.ts';
import { type RefusalCode, type RefusalReason, reason } from './order-slots.ts';
import { untilAsked } from './phases.ts';

/** Carries out a legal order; refuses any other. */
export function apply(
  theatre: Theatre,
  state: State,
  seat: SeatId,
  order: AnyOrder,
  dice: Dice,
): Applied<State, Event> | Refusal {
  if (!isSide(seat)) return because(reason('unknown-seat', '2.1'));
  const deciding = toDecide(state);
  const [first] = deciding;
  if (first === undefined) return because(reason('over', '2.3'));
  if (!deciding.includes(seat)) return because(reason('not-asked', '2.1', { side: first }));
  const moment = momentOf(theatre, state, seat);
  if (!ORDER_RULES.isListed(moment, order)) {
    const read = readIds(theatre, order);
    if (isReason(read)) return because(read, alternatives(theatre, state, seat, null));
    return because(ORDER_RULES.faultOf(moment, read), alternatives(theatre, state, seat, read));
  }
  const { state: after, events } = untilAsked(theatre, ORDER_RULES.carry(moment, order, dice), dice);
  const { turn, side, step, over } = after;
  // Steps that are passed over are not told of.
  if (over || step === state.step || step === 'setup' || TOLD_BEFORE.includes(step)) return { state: after, events };
  return { state: after, events: [...events, { type: 'step', turn, side, step }] };
}

/** Steps that are told of as they begin, with what happens then. */
const TOLD_BEFORE: readonly Step[] = ['reinforce', 'move'];

function because({ code, rule, facts }: RefusalReason, instead: readonly AnyOrder[] = []): Refusal {
  return refuse(code, rule, facts, instead);
}

const UNKNOWN: { readonly [kind in SlotKind]: RefusalCode } = {
  unit: 'unknown-unit',
  units: 'unknown-unit',
  list: 'unknown-unit',
  hex: 'unknown-hex',
  points: 'unknown-points',
};

function isReason(read: AnyOrder | RefusalReason): read is RefusalReason {
  return 'facts' in read;
}

/** A refused order with each slot of its verb filled by things that there are, as lists have them; or the fault of the first that is not. */
function readIds(theatre: Theatre, { verb, ...given }: AnyOrder): AnyOrder | RefusalReason {
  if (!Object.hasOwn(ORDERS, verb)) return reason('unknown-verb', null, { given: verb });
  const slots: { readonly [slot: string]: SlotKind } = ORDERS[verb as Verb];
  const extra = Object.keys(given).find((slot) => !Object.hasOwn(slots, slot));
  if (extra !== undefined) return reason('unknown-slot', null, { given: extra });
  const order: { verb: string; [slot: string]: SlotValue } = { verb };
  for (const [slot, kind] of Object.entries(slots)) {
    const value = given[slot];
    if (value === undefined) return reason('missing', null, { slot, verb });
    const ids: string[] = [];
    for (const text of kind === 'list' ? [value].flat() : [[value].flat().join(', ')]) {
      const id = idIn(theatre, kind, text);
      if (id === null) return reason(UNKNOWN[kind], null, { given: text });
      ids.push(id);
    }
    order[slot] = kind === 'list' ? ids : (ids[0] as string);
  }
  return order;
}

/** Null: there is no such thing. */
function idIn(theatre: Theatre, kind: SlotKind, text: string): string | null {
  if (kind === 'points') return /^\d{1,2}$/.test(text) ? text : null;
  if (kind === 'hex') return theatre.hex.has(text) ? text : null;
  const named = kind === 'units' ? apart(text) : [text];
  const found = [...theatre.forts, ...theatre.units].filter(({ id }) => named.includes(id)).map(({ id }) => id);
  return found.length === named.length ? together(found) : null;
}
