import {
  type Order as AnyOrder,
  type Choice,
  type Draft,
  LONGEST_CHOICE,
  MOST_CHOICES,
  type Picture,
  type Planning,
} from '../../../game/index.ts';
import { bound } from '../../../kit/bound.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import type { AttackMark } from '../../../kit/hex/hex-marks.ts';
import { FAR } from '../../../kit/hex/search.ts';
import { shortened } from '../../../kit/plain-english.ts';
import { completed, marchEndings, type Sign, slotsIn } from '../../../kit/plans/plan-text.ts';
import { nameKey } from '../../../kit/typed-names.ts';
import { boardOf } from '../board.ts';
import { picture } from '../map/map-picture.ts';
import { targetsPicture } from '../map/order-sketch.ts';
import { next, toDecide, WildernessDryRun } from '../rules/legality.ts';
import { usefulFirst } from '../rules/useful-hexes.ts';
import type { State } from '../state.ts';
import { apart, inUnitOrder, landDistance, type Theatre, together } from '../theatre.ts';
import type { View } from '../view.ts';
import type { EventOf, Order, Side, UnitId, Verb } from '../vocabulary.ts';
import { hexName, unitName } from '../words/names.ts';
import {
  END_PHASE,
  EXAMPLE,
  FORMS,
  hexesAway,
  LOSSES_FORM,
  PLAN_FORMS,
  planNames,
  planTitle,
  written,
} from '../words/plan-words.ts';
import { withUses } from '../words/questions.ts';
import { choicesIn, readPlan, unitsMeant } from './plan-reading.ts';
import { allLosses, follow, shortcuts } from './shortcuts.ts';

export function planningOf(theatre: Theatre): Planning<State, View> {
  return {
    ...bound(theatre, { read: readPlan, complete: completePlan, picture: planPicture, form: formFor }),
    example: EXAMPLE,
    ending: 'done',
    write: (_state, _seat, orders) => (orders as readonly Order[]).map((order) => written(theatre, order)).join('; '),
    marches: bound(theatre, { groups: groupChoices, goals: goalChoices, draft: marchOf }),
    isWorthPlanning: (state, seat) =>
      state.pending[0]?.kind !== 'advance' && toDecide(state).some((side) => side === seat),
    shortcuts: bound(theatre, { offered: shortcuts, next: follow }),
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
      .map(({ unit }) => unit),
  );
}

/** Arrows for marches and moves by rail or sea, as large as fits; without any, the target hexes of the orders. */
function planPicture(theatre: Theatre, view: View, side: Side, given: readonly AnyOrder[]): Picture | null {
  const orders = given as readonly Order[];
  const where = new Map(view.stacks.flatMap(({ hex, own }) => (own ?? []).map(({ unit }) => [unit, hex] as const)));
  const events = orders.flatMap((order): EventOf<'moved'>[] => {
    const by = ARROWS[order.verb];
    const units = unitsNamed(order);
    const [to = ''] = valuesOf(order, ['@']);
    const from = where.get(units[0] ?? '');
    if (by === undefined || from === undefined) return [];
    for (const unit of units) where.set(unit, to);
    return from === to ? [] : [{ type: 'moved', side, units, by, way: [from, to], cost: 0 }];
  });
  const moved = events.flatMap(({ units }) => units);
  const title = planTitle(theatre, moved, orders);
  if (events.length > 0) {
    const inUse = events.flatMap(({ way }) => way);
    return picture(theatre, view, { order: null, events }, { note: 'Plan', inUse }, title);
  }
  const marks = orders.flatMap((order): AttackMark[] => {
    const from = [...new Set(unitsNamed(order).flatMap((id) => where.get(id) ?? []))];
    if ('target' in order) return [{ hexes: [order.target], from: order.verb === 'hasty' ? [order.from] : from }];
    return MARKED.includes(order.verb) ? [{ hexes: [], from: 'hex' in order ? [order.hex] : from }] : [];
  });
  return targetsPicture(theatre, view, marks, title);
}

/** The orders that a picture shows by arrows, and how their counters move. */
const ARROWS: { readonly [verb in Verb]?: 'march' | 'rail' | 'sea' } = {
  move: 'march',
  place: 'march',
  rail: 'rail',
  sea: 'sea',
};
/** The orders whose hexes a picture marks. */
const MARKED: readonly Verb[] = ['claim', 'place', 'entrench', 'show', 'reinforce'];

/** The values of an order's slots that have one of some signs in the plan's form. */
function valuesOf(order: Order, signs: readonly Sign[]): readonly string[] {
  const slots = slotsIn(PLAN_FORMS[order.verb]).filter(({ sign }) => signs.includes(sign));
  return slots.flatMap(({ slot }) => (order as AnyOrder)[slot] ?? []);
}

function unitsNamed(order: Order): readonly UnitId[] {
  return valuesOf(order, [':', '*']).flatMap(apart);
}

function groupChoices(theatre: Theatre, state: State, side: Side): readonly Choice[] {
  const run = new WildernessDryRun(theatre, state, side);
  return run
    .values({ verb: 'move' })
    .map((from) => {
      const [all = ''] = run.values({ verb: 'move', from });
      const names = planNames(theatre, apart(all));
      return { value: names, label: shortened(`${hexName(theatre, from)}: ${names}`, 80) };
    })
    .filter(({ value }) => value.length <= LONGEST_CHOICE)
    .slice(0, MOST_CHOICES);
}

/** A march of the units that a plan names, without its goal; `null` if one is unknown, or none is on the map. */
function marchOf(theatre: Theatre, state: State, side: Side, who: string) {
  const units = unitsMeant(theatre, state, side, who) ?? [];
  const [first] = units;
  const from = first === undefined ? undefined : boardOf(theatre, state).piece(first)?.hex;
  if (from === undefined || !units.every((id) => theatre.unit.has(id))) return null;
  return { verb: 'move', from, units: together(inUnitOrder(theatre, units)) };
}

/** Destinations of a march: hexes in reach, the most useful first, then named places beyond, the nearest first. */
function goalChoices(theatre: Theatre, state: State, side: Side, who: string): readonly Choice[] {
  const march = marchOf(theatre, state, side, who);
  if (march === null) return [];
  const choices = choicesIn(new WildernessDryRun(theatre, state, side), march);
  const near = withUses(theatre, state, side, usefulFirst(theatre, state, side, choices)).slice(0, NEAR_GOALS);
  const beyond = theatre.places
    .map(({ hex }) => ({ hex, distance: landDistance(theatre, hex, march.from) }))
    .filter(({ hex, distance }) => hex !== march.from && distance < FAR && !choices.some(({ value }) => value === hex))
    .sort((one, other) => one.distance - other.distance)
    .map(({ hex, distance }) => ({ value: hex, label: hexName(theatre, hex), hint: hexesAway(distance) }));
  return [...near, ...beyond].slice(0, MOST_CHOICES);
}
/** Goals within reach that are offered before those beyond it. */
const NEAR_GOALS = 15;

/** Hexes where all of the units can be placed, the most useful first; `null` if the text names no units. */
function placeChoices(theatre: Theatre, state: State, side: Side, who: string): readonly Choice[] | null {
  const units = unitsMeant(theatre, state, side, who.replace(PLAN_FORMS.place.said, ''));
  if (units === null) return null;
  const listed = units.flatMap((unit) =>
    choicesIn(new WildernessDryRun(theatre, state, side), { verb: 'place', unit }).map(
      (choice) => [choice.value, choice] as const,
    ),
  );
  const haveRoom = (hex: HexId) => {
    const run = new WildernessDryRun(theatre, state, side);
    // A unit that already stands there is refused as `same-hex`.
    return units.every((unit) => ['same-hex', undefined].includes(run.give({ verb: 'place', unit, hex })?.code));
  };
  const choices = [...new Map(listed).values()].filter(({ value }) => haveRoom(value));
  return withUses(theatre, state, side, usefulFirst(theatre, state, side, choices));
}

function completePlan(theatre: Theatre, state: State, side: Side, text: string): readonly Choice[] {
  const run = new WildernessDryRun(theatre, state, side);
  const choice = (value: string) => ({ value, label: value });
  const [isMove, isPlace] = ['move', 'place'].map((verb) => run.values({}).includes(verb));
  const movers = run
    .values({ verb: 'move' })
    .flatMap((from) => run.values({ verb: 'move', from }).filter((units) => apart(units).length === 1));
  const units = (isMove ? movers : run.values({ verb: 'place' })).map((unit) => choice(unitName(theatre, unit)));
  const goals = (who: string) => {
    if (isMove) return marchOf(theatre, state, side, who) && goalChoices(theatre, state, side, who);
    return isPlace ? placeChoices(theatre, state, side, who) : null;
  };
  return completed(text, (part) => {
    const orders = isMove && part === '' ? [] : ordersLike(run, part).map(choice);
    if (orders.length > 0 && !isMove) return orders;
    const done = 'done'.startsWith(part.toLowerCase()) ? [{ value: 'done', label: `done: ${END_PHASE}` }] : [];
    return [...marchEndings(part, units, goals), ...orders, ...done];
  });
}

/** Orders that aren't marches and begin as a part does, as they are typed. */
function ordersLike(run: WildernessDryRun, part: string): readonly string[] {
  const wanted = nameKey(part);
  return run
    .values({})
    .filter((verb) => verb !== 'move' && verb !== 'done')
    .flatMap((verb) => ordersOf(run, { verb }))
    .map((order) => written(run.theatre, order as Order))
    .filter((text) => nameKey(text).startsWith(wanted));
}

/** Orders of a verb, each with all units that can act together and the most points possible. */
function ordersOf(run: WildernessDryRun, draft: Draft): readonly Draft[] {
  const asked = next(run.theatre, run.state, run.side, draft);
  if (asked.complete) return [draft];
  const { slot, choices, several } = asked.question;
  const values = choices.map(({ value }) => value);
  if (several) return [{ ...draft, [slot]: values }];
  const some = slot === 'units' ? values.slice(0, 1) : slot === 'points' ? values.slice(-1) : values;
  return some.slice(0, MOST_CHOICES).flatMap((value) => ordersOf(run, { ...draft, [slot]: value }));
}
