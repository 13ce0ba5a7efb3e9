import {
  type Order as AnyOrder,
  type Applied,
  type Asked,
  type Dice,
  type Draft,
  isRefusal,
  type Legality,
  type Next,
  type Phase,
  type Refusal,
  refuse,
  type SeatId,
} from '../../../game/index.ts';
import { MemoPer } from '../../../kit/memo.ts';
import { type Grammar, readOrder, type SlotReader, slotReaders } from '../../../kit/order-reading.ts';
import { DryRun, NOTHING, OrderRules, ordersInstead } from '../../../kit/order-rules.ts';
import { boardOf, enemyHexesBeside } from '../board.ts';
import type { State } from '../state.ts';
import { apart, type Theatre } from '../theatre.ts';
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
import { advance, loseOrder, losesFirst } from './combat/aftermath.ts';
import { attack, charge, hasty } from './combat/attack.ts';
import { type Moment, type Reason, type RefusalCode, type Rule, reason } from './moment.ts';
import { entrench, move } from './movement/march.ts';
import { probe } from './movement/probe.ts';
import { detrain, rail, sea } from './movement/transport.ts';
import { done, untilAsked } from './phases.ts';
import { reinforce, transfer } from './reinforcement.ts';
import { place } from './set-up.ts';

const RULES: { readonly [V in Verb]: Rule<V> } = {
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
const ORDER_RULES = new OrderRules<Moment, Verb, Applied<State, Event>, RefusalCode>(RULES);

export function ruleOf<V extends Verb>(verb: V): Rule<V> {
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

const openVerbs = new MemoPer<State, Next>();

/** The next slot of an order, with its legal values in board order. */
export function next(theatre: Theatre, state: State, seat: SeatId, draft: Draft): Next {
  if (!isSide(seat) || !toDecide(state).includes(seat)) return NOTHING;
  const ask = () => ORDER_RULES.next(momentOf(theatre, state, seat), draft);
  return Object.keys(draft).length === 0 ? openVerbs.get(state, seat, ask) : ask();
}

/** Legal orders that begin like the refused one, or else one of each verb. @param order `null` if it can't be read */
function alternatives(theatre: Theatre, state: State, seat: SeatId, order: AnyOrder | null): readonly AnyOrder[] {
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
    const read = readBy(BY_IDS, theatre, order);
    if (isRefusal(read)) return { ...read, instead: alternatives(theatre, state, seat, null) };
    return because(ORDER_RULES.faultOf(moment, read), alternatives(theatre, state, seat, read));
  }
  const { state: after, events } = untilAsked(theatre, ORDER_RULES.carry(moment, order, dice), dice);
  const { turn, side, step, over } = after;
  if (over || step === state.step || step === 'setup' || REPORTED.includes(step)) return { state: after, events };
  return { state: after, events: [...events, { type: 'step', turn, side, step }] };
}

/** Steps that have reported their beginning, with its events after it (`entered`). Of others, a skipped one is not. */
const REPORTED: readonly Step[] = ['reinforce', 'move'];

function because({ code, rule, facts }: Reason, instead: readonly AnyOrder[] = []): Refusal {
  return refuse(code, rule, facts, instead);
}

type Readers = { readonly [kind in SlotKind]: SlotReader<Theatre, never> };

/** How orders are read, by what their slots hold. */
export function grammarOf(readers: Readers, label = (verb: Verb): string => verb): Grammar<Verb, Theatre> {
  return {
    verbs: VERBS,
    label,
    slots: (verb) => Object.keys(ORDERS[verb]).map((slot) => ({ slot })),
    reader: (verb, slot) => readers[(ORDERS[verb] as { readonly [slot: string]: SlotKind })[slot] as SlotKind],
  };
}

/**
 * Reads an order. The refusal for a missing slot gets the verb too: `to` is a unit of a transfer, but a hex of a march.
 */
export function readBy(grammar: Grammar<Verb, Theatre>, theatre: Theatre, draft: Draft): AnyOrder | Refusal {
  const read = readOrder(grammar, theatre, draft);
  const isMissing = isRefusal(read) && read.code === 'missing';
  return isMissing ? { ...read, facts: { ...read.facts, verb: String(draft.verb) } } : read;
}

const { reader, listReader } = slotReaders<Theatre, RefusalCode>();
const known = ({ unit, fort }: Theatre, id: string) => (unit.has(id) || fort.has(id) ? id : null);

const BY_IDS = grammarOf({
  unit: reader(known, 'unknown-unit'),
  units: reader((theatre, ids) => (apart(ids).every((id) => known(theatre, id)) ? ids : null), 'unknown-unit'),
  list: listReader(known, 'unknown-unit'),
  hex: reader(({ hex }, id) => (hex.has(id) ? id : null), 'unknown-hex'),
  points: reader((_, number) => (/^\d{1,2}$/.test(number) ? number : null), 'unknown-points'),
});

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

/** Whether nobody else can see what an order changed, so that it may be repeated at will. */
export function isFree(_order: AnyOrder, events: readonly Event[]): boolean {
  return events.every(
    (event) =>
      (event.type === 'placed' && !event.arrives) || event.type === 'reinforced' || event.type === 'transferred',
  );
}

/** The sides that have to decide now; this is public. */
export function asked(theatre: Theatre, state: State): readonly Asked[] {
  const { step, turn, side } = state;
  return toDecide(state).map((seat) => {
    const outOfTurn = step !== 'setup' && seat !== side;
    const phase = step === 'setup' ? 'set-up' : `turn-${turn}-${side}-${step}`;
    return {
      seat,
      defaultOrder: defaultOrder(theatre, state),
      phaseKey: outOfTurn && step !== 'probe' ? `${phase}-choice-${state.fought.length}` : phase,
      ...(outOfTurn ? { outOfTurn } : {}),
    };
  });
}

/** The order of a side whose time runs out: end the step, no advance, or lose one strength point. */
function defaultOrder(theatre: Theatre, state: State): Order {
  const [pending] = state.pending;
  if (!pending) return { verb: 'done' };
  if (pending.kind !== 'lose') return { verb: 'advance', with: [] };
  return { verb: 'lose', unit: losesFirst(theatre, state, pending), points: '1' };
}

/**
 * The order that ends a Combat Phase in which everybody can see that no counter can fight.
 * Then only leaders, infantry that has attacked and cavalry with nothing to charge are next to the enemy [6.1].
 * A side is also asked if its infantry is out of command, because the enemy must not learn of that.
 */
export function pass(theatre: Theatre, state: State): { readonly seat: SeatId; readonly order: Order } | null {
  const { over, step, pending, side: seat, fought } = state;
  if (over || step !== 'combat' || pending.length > 0) return null;
  const board = boardOf(theatre, state);
  const hasTarget = (hex: string) => enemyHexesBeside(board, seat, hex).some((one) => !fought.includes(one));
  const isOpen = board.of(seat).every(({ up, kind, deeds, hex }) => {
    const isSpent = kind !== 'infantry' || deeds.includes('attacked');
    return (up && isSpent) || !hasTarget(hex);
  });
  if (!isOpen) return null;
  const asks = next(theatre, state, seat, {});
  const verbs = asks.complete ? [] : asks.question.choices.map(({ value }) => value);
  return verbs.length === 1 && verbs[0] === 'done' ? { seat, order: { verb: 'done' } } : null;
}

/** The set-up is one phase. A Player-Turn has two: movement with its reinforcements, combat with probes and claims. */
export function phaseOf({ step, turn, side }: State): Phase {
  if (step === 'setup') return { key: step, turn: step };
  const ofSide = `turn-${turn}-${side}`;
  return { key: `${ofSide}-${step === 'reinforce' || step === 'move' ? 'movement' : 'combat'}`, turn: ofSide };
}
