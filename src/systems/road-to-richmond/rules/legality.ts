import {
  type Order as AnyOrder,
  type Applied,
  ask,
  type Dice,
  type Draft,
  type Legality,
  type Next,
  type Refusal,
  refuse,
} from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { DryRun, NOTHING, OrderRules, one, ordersInstead } from '../../../kit/order-rules.ts';
import { type Field, HEX_GRID } from '../field.ts';
import { exitOf, type State } from '../state.ts';
import { type Event, isSide, type Order, type Side, VERBS, type Verb, type Where } from '../vocabulary.ts';
import { attack, bombard, cancel } from './combat/attack.ts';
import { advance, lose, retreat } from './combat/choice-orders.ts';
import { isOpen, mandatoryAttacks } from './combat/contact.ts';
import { fight } from './combat/fight.ts';
import { done } from './done.ts';
import { type Moment, type RefusalCode, reason } from './moment.ts';
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

/** Carries out a legal order; refuses any other. */
export function apply(
  field: Field,
  state: State,
  seat: string,
  order: Order,
  dice: Dice,
): Applied<State, Event> | Refusal {
  if (isListed(field, state, seat, order as AnyOrder))
    return ORDER_RULES.carry({ field, state }, order as AnyOrder, dice);
  const { code, rule, facts } = notAsked(state, seat) ?? ORDER_RULES.faultOf({ field, state }, order as AnyOrder);
  const instead = seat === toDecide(state) ? alternatives(field, state, seat, order as AnyOrder) : [];
  return refuse(code, rule, facts, instead);
}

function notAsked(state: State, seat: string) {
  const asked = toDecide(state);
  if (!isSide(seat)) return reason('unknown-seat', '1.1');
  if (asked === null) return reason('over', '2.4');
  return seat === asked ? null : reason('not-asked', '2.1', { seat: asked });
}

/** Orders of the same kind suggested after a refusal, and destinations suggested for one out of reach. */
const A_FEW = 4;
const PLACES = 3;

/** Orders to suggest after a refusal: with the same unit or against the same hexes, or else some of each kind. */
function alternatives(field: Field, state: State, seat: string, order: AnyOrder): readonly AnyOrder[] {
  const units = order.verb === 'move' ? unitsOf(order) : [];
  for (const unit of units) {
    const near = nearest(field, state, seat, { ...order, unit });
    if (near.length > 0) return near;
  }
  const begun: readonly Draft[] =
    order.verb === 'done' ? [{ verb: 'done' }] : units.map((unit) => ({ verb: 'move', unit }));
  return ordersInstead(legality(field), state, seat, begun, VERBS, { alike: A_FEW, each: 1, all: VERBS.length });
}

/** The unit of a march, followed by each half of a pair. */
function unitsOf({ unit }: AnyOrder): readonly string[] {
  const named = one(unit);
  return named.includes('+') ? [named, ...named.split('+')] : [named];
}

/** The reachable destination nearest to the one ordered. */
function nearest(field: Field, state: State, seat: string, { verb, unit, by, to }: AnyOrder): readonly AnyOrder[] {
  const goal = hexOf(one(to));
  if (!HEX_GRID.has(goal)) return [];
  const draft = { verb, unit: one(unit), ...(by === undefined ? {} : { by }) };
  const open = next(field, state, seat, draft);
  if (open.complete || open.question.slot !== 'to') return [];
  const away = (value: string) => HEX_GRID.distance(hexOf(value), goal);
  return open.question.choices
    .toSorted((one, other) => away(one.value) - away(other.value))
    .slice(0, PLACES)
    .map(({ value }) => ({ ...draft, to: value }))
    .filter((instead) => isListed(field, state, seat, instead));
}

/** The hex of a destination; for an exit, the hex that leads off the map. */
function hexOf(to: string): HexId {
  return exitOf(to as Where) ?? to;
}

/** Tries orders of a side one after the other, until a die is rolled. */
export class RichmondDryRun extends DryRun<State, Order, Event> {
  readonly field: Field;
  readonly side: Side;

  constructor(field: Field, state: State, side: Side) {
    super(
      state,
      (before, order, dice) => apply(field, before, side, order, dice),
      () => false,
      (before, draft) => next(field, before, side, draft),
    );
    this.field = field;
    this.side = side;
  }
}
