import type { Picture, Planning } from '../../../game/index.ts';
import type { AttackMark } from '../../../kit/hex/attack-marks.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { boardOf } from '../board.ts';
import { picture } from '../map/map-picture.ts';
import { targetsPicture } from '../map/order-sketch.ts';
import { toDecide } from '../rules/legality.ts';
import type { State } from '../state.ts';
import { apart, inUnitOrder, type Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import { type EventOf, isSide, type Order, type Side } from '../vocabulary.ts';
import { unitName } from '../words/names.ts';
import { EXAMPLE, FORMS, LOSSES_FORM, planNames, planTitle, written } from '../words/plan-words.ts';
import { completePlan, goalChoices, groupChoices, marchOf } from './plan-completion.ts';
import { readPlan } from './plan-reading.ts';
import { allLosses, follow, shortcuts } from './shortcuts.ts';

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
    march: (state, seat, who) => (isSide(seat) ? marchOf(theatre, state, seat, who) : null),
    picture: (view, seat, orders) =>
      isSide(seat) ? planPicture(theatre, view, seat, orders as readonly Order[]) : null,
    form: (state, seat) => (isSide(seat) ? formFor(theatre, state, seat) : null),
    plans: (state, seat) => state.pending[0]?.kind !== 'advance' && toDecide(state).some((side) => side === seat),
    shortcuts: (state, seat) => (isSide(seat) ? shortcuts(theatre, state, seat) : []),
    follow: (state, seat, shortcut) => (isSide(seat) ? follow(theatre, state, seat, shortcut) : null),
  };
}

/** A form's heading and usual answers: the places of all counters in a set-up, the units that take losses. */
function formFor(theatre: Theatre, state: State, side: Side) {
  const [pending] = state.pending;
  if (pending?.kind === 'lose') {
    const losses = allLosses(theatre, state, pending).map(
      ({ unit, points }) => `lose ${points} ${unitName(theatre, unit)}`,
    );
    return { label: LOSSES_FORM, text: losses.join('; ') };
  }
  if (state.step !== 'setup') return { label: FORMS[state.step], text: '' };
  const stacks = boardOf(theatre, state).hexesOf(side);
  const names = (hex: HexId) => planNames(theatre, unitsIn(theatre, state, side, hex));
  return { label: FORMS.setup, text: [...stacks.map((hex) => `${names(hex)} ${hex}`), 'done'].join('; ') };
}

function unitsIn(theatre: Theatre, state: State, side: Side, hex: HexId) {
  return inUnitOrder(
    theatre,
    boardOf(theatre, state)
      .own(side, hex)
      .map(({ id }) => id),
  );
}

/** An arrow for each march, ride and passage, as close as all of them fit; where there is none, the hexes that the orders concern. */
function planPicture(theatre: Theatre, view: View, side: Side, orders: readonly Order[]): Picture | null {
  const where = new Map(view.stacks.flatMap(({ hex, own }) => (own ?? []).map(({ unit }) => [unit, hex] as const)));
  const events = orders.flatMap((order): EventOf<'moved'>[] => {
    const move = moveOf(order);
    const [first = ''] = move?.units ?? [];
    const from = where.get(first);
    if (!move || from === undefined) return [];
    for (const unit of move.units) where.set(unit, move.to);
    return from === move.to
      ? []
      : [{ type: 'moved', side, units: move.units, by: move.by, way: [from, move.to], cost: 0 }];
  });
  const title = planTitle(
    theatre,
    events.flatMap(({ units }) => units),
    orders.at(-1) ?? null,
  );
  if (events.length === 0)
    return targetsPicture(
      theatre,
      view,
      orders.flatMap((order) => marksOf(order, where)),
      title,
    );
  const inUse = events.flatMap(({ way }) => way);
  return picture(theatre, view, { order: null, events }, { note: 'Plan', inUse }, title);
}

function moveOf(order: Order) {
  if (order.verb === 'move') return { units: apart(order.units), to: order.to, by: 'march' } as const;
  if (order.verb === 'place') return { units: [order.unit], to: order.hex, by: 'march' } as const;
  if (order.verb === 'rail' || order.verb === 'sea')
    return { units: [order.unit], to: order.to, by: order.verb } as const;
  return null;
}

/** Hexes that an order concerns, with those it is given from. */
function marksOf(order: Order, where: ReadonlyMap<string, HexId>): readonly AttackMark[] {
  const standing = (ids: readonly string[]) => [...new Set(ids.flatMap((id) => where.get(id) ?? []))];
  switch (order.verb) {
    case 'attack':
    case 'charge':
      return [{ hexes: [order.target], from: standing(order.with) }];
    case 'hasty':
      return [{ hexes: [order.target], from: [order.from] }];
    case 'probe':
      return [{ hexes: [order.target], from: standing([order.unit]) }];
    case 'claim':
    case 'place':
      return [{ hexes: [], from: [order.hex] }];
    case 'entrench':
    case 'show':
    case 'reinforce':
      return [{ hexes: [], from: standing([order.unit]) }];
    default:
      return [];
  }
}
