import {
  type Order as AnyOrder,
  type Applied,
  type Dice,
  type Draft,
  type Legality,
  type Next,
  type Refusal,
  refuse,
  type SeatId,
  type SlotValue,
} from '../../../game/index.ts';
import { MemoPer } from '../../../kit/memo.ts';
import { DryRun, NOTHING, OrderRules, ordersInstead } from '../../../kit/order-rules.ts';
import { boardOf } from '../board.ts';
import type { State } from '../state.ts';
import { apart, type Theatre, together } from '../theatre.ts';
import {
  type Event,
  isSide,
  ORDERS,
  type Order,
  otherSide,
  SIDES,
  type Side,
  type SlotKind,
  type Step,
  VERBS,
  type Verb,
} from '../vocabulary.ts';
import { claim, show } from './claims.ts';
import { advance, loseOrder } from './combat/aftermath.ts';
import { attack, charge, hasty } from './combat/attack.ts';
import { type Moment, type OrderRule, type RefusalCode, type RefusalReason, reason } from './moment.ts';
import { entrench, move } from './movement/march.ts';
import { probe } from './movement/probe.ts';
import { detrain, rail, sea } from './movement/transport.ts';
import { done, untilAsked } from './phases.ts';
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

/** The only definition of what is legal. It depends on the ordering side's own counters and on public facts. */
export const ORDER_RULES = new OrderRules<Moment, Verb, Applied<State, Event>, RefusalCode>(RULES);

export function ruleOf<V extends Verb>(verb: V): OrderRule<V> {
  return RULES[verb];
}

/** The sides to decide now: both in set-up, none at the end. This is public. */
export function toDecide({ over, step, ready, pending, side }: State): readonly Side[] {
  if (over) return [];
  if (step === 'setup') return SIDES.filter((one) => !ready[one]);
  return [pending[0]?.side ?? (step === 'probe' ? otherSide(side) : side)];
}

export function momentOf(theatre: Theatre, state: State, side: Side): Moment {
  return { theatre, state, board: boardOf(theatre, state), side };
}

const verbs = new MemoPer<State, Next>();

/** The next slot of an order, with its legal values in board order. */
export function next(theatre: Theatre, state: State, seat: SeatId, draft: Draft): Next {
  if (!isSide(seat) || !toDecide(state).includes(seat)) return NOTHING;
  const ask = () => ORDER_RULES.next(momentOf(theatre, state, seat), draft);
  return Object.keys(draft).length === 0 ? verbs.get(state, seat, ask) : ask();
}

/** Legal orders that begin like the refused one, or else a few of each verb. */
export function alternatives(
  theatre: Theatre,
  state: State,
  seat: SeatId,
  order: AnyOrder | null,
): readonly AnyOrder[] {
  const rules: Legality<State> = { next: (at, by, draft) => next(theatre, at, by, draft) };
  const slots = order === null ? [] : Object.keys(ORDERS[order.verb as Verb]);
  const beginnings = slots.map((_, at): Draft => {
    const named = ['verb', ...slots.slice(0, slots.length - 1 - at)];
    return Object.fromEntries(named.map((slot) => [slot, order?.[slot] ?? ''])) as Draft;
  });
  return ordersInstead(rules, state, seat, beginnings, VERBS, { alike: 4, each: 1, all: 12 });
}

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
  // Skipped steps are not reported.
  if (over || step === state.step || step === 'setup' || TOLD_BEFORE.includes(step)) return { state: after, events };
  return { state: after, events: [...events, { type: 'step', turn, side, step }] };
}

/** Steps that report their beginning elsewhere, together with its events. */
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

/** Parses an order whose slots hold ids; returns the fault of the first slot that names nothing known. */
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

function idIn(theatre: Theatre, kind: SlotKind, text: string): string | null {
  if (kind === 'points') return /^\d{1,2}$/.test(text) ? text : null;
  if (kind === 'hex') return theatre.hex.has(text) ? text : null;
  const named = kind === 'units' ? apart(text) : [text];
  const found = [...theatre.forts, ...theatre.units].filter(({ id }) => named.includes(id)).map(({ id }) => id);
  return found.length === named.length ? together(found) : null;
}

/** Orders whose results depend on dice, face-down counters or the other side, so that a dry run ends with them. */
const UNFORESEEN: readonly Verb[] = ['probe', 'hasty', 'attack', 'charge', 'done'];

export class WildernessDryRun extends DryRun<State, Order, Event> {
  readonly theatre: Theatre;
  readonly side: Side;

  constructor(theatre: Theatre, state: State, side: Side) {
    super(
      state,
      (before, order, dice) => apply(theatre, before, side, order, dice),
      ({ verb }, _before, after) => UNFORESEEN.includes(verb) || !toDecide(after).includes(side),
      (before, draft) => next(theatre, before, side, draft),
    );
    this.theatre = theatre;
    this.side = side;
  }
}

/** Whether an order changed nothing that others can see, so that it may be repeated at will. */
export function isFree(_order: AnyOrder, events: readonly Event[]): boolean {
  return events.every(
    (event) =>
      (event.type === 'placed' && !event.arrives) || event.type === 'reinforced' || event.type === 'transferred',
  );
}
