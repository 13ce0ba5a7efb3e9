import {
  type Order as AnyOrder,
  arranged,
  type Dice,
  type Draft,
  isRefusal,
  type Legality,
  type Next,
  type Refusal,
  refuse,
  type SeatId,
} from '../../../game/index.ts';
import { DryRun, NOTHING, OrderRules, ordersInstead } from '../../../kit/order-rules.ts';
import { battleHexes, type State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import { CARDS, type Event, isSide, type Order, otherSide, SIDES, type Side, VERBS, type Verb } from '../vocabulary.ts';
import { BATTLE_PLAN, CHOOSE_BATTLE, defaultPlan, PLAN_AHEAD } from './battle/battle-plans.ts';
import { FIRE } from './battle/fight.ts';
import { actionsOf, CHOOSE_CARD, CUT } from './cards.ts';
import type { Done, Moment, RefusalCode } from './moment.ts';
import { MOVE, REGROUP } from './movement/group-move.ts';
import { STRATEGIC } from './movement/strategic-move.ts';
import { ACCEPT, AFTER_ORDER, DECLINE, DONE, OFFER } from './phases.ts';
import { BRAGG, BUILD } from './supply/builds.ts';
import { SUPPLY } from './supply/supply-card.ts';
import { attritionOf, defaultLosses, LOSE } from './supply/supply-lines.ts';

/** The sides that have to decide now; both at once in phases of secret choice. */
export function deciding(state: State): readonly Side[] {
  const { phase, battle, offer, active } = state;
  if (phase === 'over') return [];
  if (phase === 'cut') return SIDES.filter((side) => state.cuts[side] === null);
  if (phase === 'cards') return SIDES.filter((side) => state.chosen[side] === null);
  if (phase === 'battles' && battle) {
    if (battle.waiting) return [battle.waiting.side];
    return SIDES.filter((side) => battle.plans[side] === null);
  }
  return [phase === 'exchange' && offer ? otherSide(offer.by) : active];
}

/** The sides with a face-down cut, card or battle plan. They can change it until the other side's is in [14.4]. */
export function changing(state: State): readonly Side[] {
  const { phase, battle } = state;
  const isSecret = phase === 'cut' || phase === 'cards' || (phase === 'battles' && battle?.round === 0);
  const open = deciding(state);
  return isSecret ? SIDES.filter((side) => !open.includes(side)) : [];
}

/** The cut, card or battle plan that a side has face down [14.4]; `null` if it has none. */
export function faceDownOrder(state: State, side: Side): Order | null {
  if (!changing(state).includes(side)) return null;
  const { phase, battle, cuts, chosen } = state;
  const [card, plan] = [chosen[side], battle?.plans[side]];
  if (phase === 'battles') return plan ? { verb: 'battle-plan', ...plan } : null;
  if (phase === 'cards') return card && { verb: 'card', card };
  return { verb: 'cut', cards: `${cuts[side]}` };
}

/** Whether a side can give an order: it has to decide, or can change what it has decided. */
export function mayOrder(state: State, side: Side): boolean {
  return deciding(state).includes(side) || changing(state).includes(side);
}

/** The rules of all orders, in the order of lists: the only definition of what is legal. */
export const ORDERS = new OrderRules<Moment, Verb, Done, RefusalCode>({
  cut: CUT,
  card: CHOOSE_CARD,
  supply: SUPPLY,
  move: MOVE,
  strategic: STRATEGIC,
  build: BUILD,
  bragg: BRAGG,
  'plan-ahead': PLAN_AHEAD,
  battle: CHOOSE_BATTLE,
  'battle-plan': BATTLE_PLAN,
  fire: FIRE,
  regroup: REGROUP,
  lose: LOSE,
  offer: OFFER,
  accept: ACCEPT,
  decline: DECLINE,
  done: DONE,
});

export function verbsOpen(theatre: Theatre, state: State, side: Side): readonly Verb[] {
  return ORDERS.verbsOpen({ theatre, state, side });
}

export function next(theatre: Theatre, state: State, seat: string, draft: Draft): Next {
  if (!isSide(seat) || !mayOrder(state, seat)) return NOTHING;
  return ORDERS.next({ theatre, state, side: seat }, draft);
}

export function legality(theatre: Theatre): Legality<State> {
  return { next: (state, seat, draft) => next(theatre, state, seat, draft) };
}

/** An order with its slots and lists in the order in which rules read them. */
export function inListOrder(theatre: Theatre, state: State, side: Side, order: Order): Order {
  return arranged(legality(theatre), state, side, order as AnyOrder) as Order;
}

/** Alternatives to a refused order: legal ones that begin like it, or else a few of each verb. */
function alternatives(theatre: Theatre, state: State, side: Side, order: Order | null): readonly AnyOrder[] {
  const { verb, ...slots } = order ?? {};
  const filled = Object.entries(slots);
  const beginning = (length: number) => ({ verb, ...Object.fromEntries(filled.slice(0, length)) }) as Draft;
  const lengths = verb === undefined ? [] : [2, 1, 0].filter((length) => length <= filled.length);
  const limits = { alike: 3, each: 2, all: 6 };
  return ordersInstead(legality(theatre), state, side, lengths.map(beginning), VERBS, limits);
}

/**
 * Carries out a legal order and refuses any other.
 * @param read reads an order whose values are not ids, so that its refusal can say more
 */
export function apply(
  theatre: Theatre,
  state: State,
  seat: string,
  order: Order,
  dice: Dice,
  read: (order: Order) => Order | Refusal = (ids) => ids,
): Done | Refusal {
  if (!isSide(seat)) return refuse('unknown-seat', '1.1');
  const moment = { theatre, state, side: seat };
  if (!mayOrder(state, seat) || !ORDERS.isListed(moment, order)) return refusalOf(moment, read(order));
  return AFTER_ORDER[order.verb](theatre, ORDERS.carry(moment, order, dice));
}

function refusalOf(moment: Moment, order: Order | Refusal): Refusal {
  const { theatre, state, side } = moment;
  if (state.phase === 'over') return refuse('over', '10.2');
  if (!mayOrder(state, side)) return refuse('not-asked', '4', { seat: deciding(state).join('+') });
  if (isRefusal(order)) return { ...order, instead: alternatives(theatre, state, side, null) };
  const { code, rule, facts } = ORDERS.faultOf(moment, order);
  return refuse(code, rule, facts, alternatives(theatre, state, side, order));
}

/** Tries orders of a side. It ends where another side has to choose, and at a battle, whose dice are unknown. */
export class SamGrantDryRun extends DryRun<State, Order, Event> {
  readonly theatre: Theatre;
  readonly side: Side;

  constructor(theatre: Theatre, state: State, side: Side) {
    super(
      state,
      (before, order, dice) => apply(theatre, before, side, order, dice),
      ({ verb }, { phase }, after) =>
        verb === 'done' || !deciding(after).includes(side) || after.phase !== phase || phase === 'battles',
      (before, draft) => next(theatre, before, side, draft),
    );
    this.theatre = theatre;
    this.side = side;
  }
}

/** The sides that have to decide now, each with its default order [14.7]. */
export function asked(theatre: Theatre, state: State) {
  return deciding(state).map((seat) => ({
    seat,
    defaultOrder: defaultOrder(theatre, state, seat),
    phaseKey: phaseKey(state, seat),
    ...(isOutOfTurn(state, seat) ? { outOfTurn: true as const } : {}),
  }));
}

/** The order that ends the actions of a side that has used all of them: the number of its actions is public [5.1]. */
export function pass(state: State): { readonly seat: SeatId; readonly order: Order } | null {
  const { phase, active, used } = state;
  return phase === 'actions' && used >= actionsOf(state, active) ? { seat: active, order: { verb: 'done' } } : null;
}

/** Battles and answers to an offer get less time than a turn [14.7]. */
function isOutOfTurn({ phase, offer, first }: State, side: Side): boolean {
  return (
    phase === 'battles' ||
    (phase === 'attrition' && side === otherSide(first)) ||
    (phase === 'exchange' && offer !== null)
  );
}

const PARTS: { readonly [phase in State['phase']]: (side: Side) => string } = {
  cut: () => 'cards',
  cards: () => 'cards',
  supply: (side) => `orders-${side}`,
  actions: (side) => `orders-${side}`,
  battles: () => 'battles',
  attrition: () => 'end',
  exchange: () => 'end',
  over: () => 'end',
};

/** A key of the current part of the game-turn, such as "turn-3-orders-usa" [4]. */
export function phaseOf({ turn, phase, active }: State): string {
  // The deck is cut before the game-turn to which the key belongs.
  return `turn-${phase === 'cut' ? turn + 1 : turn}-${PARTS[phase](active)}`;
}

/** A key for which each side is pinged once: a phase, or a battle. */
function phaseKey({ turn, phase, battle, offer }: State, side: Side): string {
  const what = battle ? `battle-${battle.hex}` : offer ? 'exchange-offer' : phase;
  return `turn-${turn}-${what}-${side}`;
}

/** The default order of a side whose time runs out [14.7]. */
export function defaultOrder(theatre: Theatre, state: State, side: Side): Order {
  const moment = { theatre, state, side };
  return DEFAULTS[state.phase]?.(moment) ?? { verb: 'done' };
}

const DEFAULTS: { readonly [phase in State['phase']]?: (moment: Moment) => Order } = {
  cut: ({ theatre }) => ({ verb: 'cut', cards: `${Math.floor(theatre.scenario.cuts.length / 2)}` }),
  // The lowest plain card; with none, the lower Supply.
  cards: ({ state, side }) => ({
    verb: 'card',
    card: CARDS.find((card) => state.hands[side].includes(card)) ?? CARDS[0],
  }),
  battles(moment) {
    const { theatre, state } = moment;
    if (!state.battle) return { verb: 'battle', hex: battleHexes(theatre, state)[0] ?? '' };
    const { waiting } = state.battle;
    if (waiting) return waiting.for === 'fire' ? { verb: 'fire', leave: [] } : { verb: 'regroup', to: [] };
    return { verb: 'battle-plan', ...defaultPlan(moment) };
  },
  attrition(moment) {
    const attrition = attritionOf(moment);
    return { verb: 'lose', blocks: attrition ? defaultLosses(moment.state, attrition) : [] };
  },
  exchange: ({ state }) => ({ verb: state.offer ? 'decline' : 'done' }),
};
