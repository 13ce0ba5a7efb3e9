import type { Picture, Planning } from '../../../game/index.ts';
import { picture } from '../map/map-picture.ts';
import { toDecide } from '../rules/legality.ts';
import type { State } from '../state.ts';
import { apart, type Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import { type Event, isSide, type Order, type Side } from '../vocabulary.ts';
import { NOBODY } from '../words/names.ts';
import { EXAMPLE, planNames, planTitle } from '../words/plan-words.ts';
import { completePlan, goalChoices, groupChoices } from './plan-completion.ts';
import { readPlan } from './plan-reading.ts';
import { follow, shortcuts } from './shortcuts.ts';

const NOTHING = { orders: [], title: '', lines: [], refused: [], rest: '' };

/** Many orders in few presses. */
export function planningOf(theatre: Theatre): Planning<State, View> {
  return {
    example: EXAMPLE,
    ending: 'done',
    read: (state, seat, text, standing) => (isSide(seat) ? readPlan(theatre, state, seat, text, standing) : NOTHING),
    write: (_state, _seat, orders) => (orders as readonly Order[]).map((order) => written(theatre, order)).join('; '),
    complete: (state, seat, text) => (isSide(seat) ? completePlan(theatre, state, seat, text) : []),
    groups: (state, seat) => (isSide(seat) ? groupChoices(theatre, state, seat) : []),
    goals: (state, seat, who) => (isSide(seat) ? goalChoices(theatre, state, seat, who) : []),
    picture: (view, seat, orders) =>
      isSide(seat) ? planPicture(theatre, view, seat, orders as readonly Order[]) : null,
    plans: (state, seat) =>
      state.step === 'move' && state.pending.length === 0 && toDecide(state).some((side) => side === seat),
    shortcuts: (state, seat) => (isSide(seat) ? shortcuts(theatre, state, seat) : []),
    follow: (state, seat, shortcut) => (isSide(seat) ? follow(theatre, state, seat, shortcut) : null),
  };
}

/** An order as a member would type it. */
function written(theatre: Theatre, order: Order): string {
  if (order.verb === 'move') return `${planNames(theatre, apart(order.units))} ${order.to}`;
  const { verb, ...slots } = order;
  const values = Object.values(slots).map((value) =>
    typeof value === 'string' ? value.replaceAll('+', ', ') : value.join(', ') || NOBODY,
  );
  return `${verb} ${values.join(' / ')}`.trim();
}

/** An arrow for each march, as close as all of them fit. */
function planPicture(theatre: Theatre, view: View, side: Side, orders: readonly Order[]): Picture | null {
  const marches = orders.flatMap((order) => (order.verb === 'move' ? [{ ...order, units: apart(order.units) }] : []));
  const events = marches.map(
    ({ units, from, to }): Event => ({ type: 'moved', side, units, by: 'march', way: [from, to], cost: 0 }),
  );
  const units = marches.flatMap((march) => march.units);
  const title = planTitle(theatre, units, null);
  const inUse = marches.flatMap(({ from, to }) => [from, to]);
  return events.length === 0 ? null : picture(theatre, view, { order: null, events }, { note: 'Plan', inUse }, title);
}
