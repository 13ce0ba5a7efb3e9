import type { Order as AnyOrder, Picture, Planning } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import type { AttackMark } from '../../../kit/hex/hex-marks.ts';
import { slotsIn } from '../../../kit/plans/plan-forms.ts';
import { boardOf } from '../board.ts';
import { picture } from '../map/map-picture.ts';
import { targetsPicture } from '../map/order-sketch.ts';
import { toDecide } from '../rules/legality.ts';
import type { State } from '../state.ts';
import { apart, inUnitOrder, type Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import { type EventOf, isSide, type Order, type Side, type Verb } from '../vocabulary.ts';
import { unitName } from '../words/names.ts';
import { EXAMPLE, FORMS, LOSSES_FORM, PLAN_FORMS, planNames, planTitle, written } from '../words/plan-words.ts';
import { completePlan, goalChoices, groupChoices, marchOf } from './plan-completion.ts';
import { readPlan } from './plan-reading.ts';
import { allLosses, follow, shortcuts } from './shortcuts.ts';

const NOTHING = { orders: [], title: '', lines: [], refused: [], rest: '' };

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

/** A form's label and prefilled answer: the current set-up, or the units that take losses. */
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

/** Arrows for marches and moves by rail or sea, as large as fits; without any, the target hexes of the orders. */
function planPicture(theatre: Theatre, view: View, side: Side, orders: readonly Order[]): Picture | null {
  const where = new Map(view.stacks.flatMap(({ hex, own }) => (own ?? []).map(({ unit }) => [unit, hex] as const)));
  const events = orders.flatMap((order): EventOf<'moved'>[] => {
    const by = ARROWS[order.verb];
    const [units, [to = '']] = [named(order, ':*'), named(order, '@')];
    const from = where.get(units[0] ?? '');
    if (by === undefined || from === undefined) return [];
    for (const unit of units) where.set(unit, to);
    return from === to ? [] : [{ type: 'moved', side, units, by, way: [from, to], cost: 0 }];
  });
  const moved = events.flatMap(({ units }) => units);
  const title = planTitle(theatre, moved, orders.at(-1) ?? null);
  if (events.length > 0) {
    const inUse = events.flatMap(({ way }) => way);
    return picture(theatre, view, { order: null, events }, { note: 'Plan', inUse }, title);
  }
  const marks = orders.flatMap((order): AttackMark[] => {
    const from = [...new Set(named(order, ':*').flatMap((id) => where.get(id) ?? []))];
    if ('target' in order) return [{ hexes: [order.target], from: order.verb === 'hasty' ? [order.from] : from }];
    return MARKED.includes(order.verb) ? [{ hexes: [], from: 'hex' in order ? [order.hex] : from }] : [];
  });
  return targetsPicture(theatre, view, marks, title);
}

/** Orders drawn as arrows. */
const ARROWS: { readonly [verb in Verb]?: 'march' | 'rail' | 'sea' } = {
  move: 'march',
  place: 'march',
  rail: 'rail',
  sea: 'sea',
};
const MARKED: readonly Verb[] = ['claim', 'place', 'entrench', 'show', 'reinforce'];

/** Units or places that an order names. */
function named(order: Order, signs: string): readonly string[] {
  const slots = slotsIn(PLAN_FORMS[order.verb]).filter(({ sign }) => signs.includes(sign));
  return slots.flatMap(({ slot }) => [(order as AnyOrder)[slot] ?? []].flat().flatMap(apart));
}
