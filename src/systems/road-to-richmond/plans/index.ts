import type { Picture, Planning } from '../../../game/index.ts';
import type { Field } from '../field.ts';
import { happened, scene } from '../map/last-order-marks.ts';
import { picture } from '../map/map-picture.ts';
import { toDecide } from '../rules/legality.ts';
import type { State } from '../state.ts';
import type { View } from '../view.ts';
import { isSide, type Order, type Side } from '../vocabulary.ts';
import { EXAMPLE, writtenPlan } from '../words/plan-words.ts';
import { completePlan, goalChoices, groupChoices } from './plan-completion.ts';
import { readPlan } from './plan-reading.ts';
import { RichmondDryRun } from './richmond-dry-run.ts';
import { follow, shortcuts } from './shortcuts.ts';

const NOTHING = { orders: [], title: '', lines: [], refused: [], rest: '' };

/** Many orders with a few button presses. */
export function planningOf(field: Field): Planning<State, View> {
  return {
    example: EXAMPLE,
    ending: 'done',
    read: (state, seat, text, standing) => (isSide(seat) ? readPlan(field, state, seat, text, standing) : NOTHING),
    write: (_state, seat, orders) => (isSide(seat) ? writtenPlan(field, seat, orders as readonly Order[]) : ''),
    complete: (state, seat, text) => (isSide(seat) ? completePlan(field, state, seat, text) : []),
    groups: (state, seat) => (isSide(seat) ? groupChoices(field, state, seat) : []),
    goals: (state, seat, who) => (isSide(seat) ? goalChoices(field, state, seat, who) : []),
    picture: (view, seat, orders) => (isSide(seat) ? planPicture(field, view, seat, orders as readonly Order[]) : null),
    plans: (state, seat) => seat === toDecide(state) && state.pending.length === 0 && state.step !== 'fight',
    shortcuts: (state, seat) => (isSide(seat) ? shortcuts(field, state, seat) : []),
    follow: (state, seat, shortcut) => (isSide(seat) ? follow(field, state, seat, shortcut) : null),
  };
}

/** The position after the orders up to the first die, with an arrow for each march, as close up as all of them fit. Nothing is hidden in a view. */
function planPicture(field: Field, view: View, side: Side, orders: readonly Order[]): Picture | null {
  const run = new RichmondDryRun(field, view, side);
  for (const order of orders) {
    // An order that ends the phase is left out, as the next phase begins with its own picture.
    if (order.verb === 'done' || run.isOver || run.give(order) !== null) break;
  }
  const order = run.orders.at(-1);
  if (!order) return null;
  const after = run.state as View;
  const moment = { order, events: run.events };
  const inUse = scene(happened(moment, after.where));
  return picture(field, after, moment, { note: 'Plan', ...(inUse.length > 0 ? { inUse } : {}) });
}
