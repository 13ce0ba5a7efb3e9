import {
  type Order as AnyOrder,
  type Applied,
  type Asked,
  ask,
  type Dice,
  type Draft,
  type Legality,
  legalOrders,
  type Next,
  type Phase,
  type Refusal,
  refuse,
  type SeatId,
} from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { bestBy } from '../../../kit/machine-search.ts';
import { DryRun, NOTHING, OrderRules, one, ordersInstead } from '../../../kit/order-rules.ts';
import { cheapest } from '../../../kit/subsets.ts';
import { boardOf, pieceOf } from '../board.ts';
import { type Field, HEX_GRID, idsOf, type Piece, STACK_LIMIT } from '../field.ts';
import { exitOf, isOnMap, type Pending, type State } from '../state.ts';
import {
  type Event,
  isSide,
  type Order,
  otherSide,
  type PieceId,
  type Side,
  TRAIN_EXIT,
  targetOf,
  VERBS,
  type Verb,
  type Where,
} from '../vocabulary.ts';
import { attack, bombard, cancel } from './combat/attack.ts';
import { expectedSwing } from './combat/battle-odds.ts';
import { idleGuns } from './combat/battle-plan.ts';
import { advance, lose, retreat } from './combat/choice-orders.ts';
import { hexOf, isOpen, mandatoryAttacks } from './combat/contact.ts';
import { fight } from './combat/fight.ts';
import { losable, type RetreatWay, retreats } from './combat/pending-choices.ts';
import { done } from './done.ts';
import { type Moment, type RefusalCode, reason } from './moment.ts';
import { destinationsByUse, move } from './movement/move.ts';
import { destinationsOf, moversOf, overfull } from './movement/reach.ts';

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
  const given = order as AnyOrder;
  if (isListed(field, state, seat, given)) return ORDER_RULES.carry({ field, state }, given, dice);
  const { code, rule, facts } = notAsked(state, seat) ?? ORDER_RULES.faultOf({ field, state }, given);
  const instead = seat === toDecide(state) ? alternatives(field, state, seat, given) : [];
  return refuse(code, rule, facts, instead);
}

function notAsked(state: State, seat: string) {
  const asked = toDecide(state);
  if (!isSide(seat)) return reason('unknown-seat', '1.1');
  if (asked === null) return reason('over', '2.4');
  return seat === asked ? null : reason('not-asked', '2.1', { seat: asked });
}

/** How many orders of the same kind are suggested after a refusal. */
const A_FEW = 4;
/** How many destinations are suggested in place of one out of reach. */
const PLACES = 3;

/** Orders to suggest after a refusal: marches of the same unit, or else some orders of each kind. */
function alternatives(field: Field, state: State, seat: string, order: AnyOrder): readonly AnyOrder[] {
  const units = order.verb === 'move' ? unitsOf(order) : [];
  for (const unit of units) {
    const marches = nearestMarches(field, state, seat, { ...order, unit });
    if (marches.length > 0) return marches;
  }
  const beginnings: readonly Draft[] =
    order.verb === 'done' ? [{ verb: 'done' }] : units.map((unit) => ({ verb: 'move', unit }));
  return ordersInstead(legality(field), state, seat, beginnings, VERBS, { alike: A_FEW, each: 1, all: VERBS.length });
}

/** The unit of a march, followed by each half of a pair. */
function unitsOf({ unit }: AnyOrder): readonly string[] {
  const whole = one(unit);
  return whole.includes('+') ? [whole, ...whole.split('+')] : [whole];
}

/** Moves to the destinations in reach that are nearest to the one ordered. */
function nearestMarches(
  field: Field,
  state: State,
  seat: string,
  { verb, unit, by, to }: AnyOrder,
): readonly AnyOrder[] {
  const goal = endHexOf(one(to));
  if (!HEX_GRID.has(goal)) return [];
  const draft = { verb, unit: one(unit), ...(by === undefined ? {} : { by }) };
  const open = next(field, state, seat, draft);
  if (open.complete || open.question.slot !== 'to') return [];
  const distance = (value: string) => HEX_GRID.distance(endHexOf(value), goal);
  return open.question.choices
    .toSorted((a, b) => distance(a.value) - distance(b.value))
    .slice(0, PLACES)
    .map(({ value }) => ({ ...draft, to: value }))
    .filter((march) => isListed(field, state, seat, march));
}

/** The hex of a destination; for an exit, the hex that leads off the map. */
function endHexOf(to: string): HexId {
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

export function asked(field: Field, state: State): readonly Asked[] {
  const seat = toDecide(state);
  if (seat === null) return [];
  const defaultOrder = state.step === 'move' ? endOfMovement(field, state, seat) : defaultOrderOf(field, state);
  const outOfTurn = seat !== state.side;
  const { key } = phaseOf(state);
  return [
    {
      seat,
      ...(defaultOrder ? { defaultOrder: defaultOrder as AnyOrder } : {}),
      // A phase has one key for its side, and one for each battle's choices of the other side.
      phaseKey: outOfTurn ? `${key}-choice-${state.fought.hexes.length}` : key,
      ...(outOfTurn ? { outOfTurn } : {}),
    },
  ];
}

/** The order that ends a movement phase in which no unit can move. It gives nothing away, since nothing is hidden. */
export function pass(field: Field, state: State): { readonly seat: SeatId; readonly order: Order } | null {
  const { over, step, pending, moved, side: seat } = state;
  if (over || step !== 'move' || pending.length > 0 || Object.keys(moved).length > 0) return null;
  const canEnd = moversOf(field, state).length === 0 && overfull(field, state) === null;
  return canEnd ? { seat, order: { verb: 'done' } } : null;
}

/** The default ends the phase; if a hex is overfull, one of its pieces moves first. */
function endOfMovement(field: Field, state: State, seat: Side): AnyOrder | undefined {
  if (overfull(field, state) !== null) return clearingMove(field, state);
  const [order] = legalOrders(legality(field), state, seat, { verb: 'done' });
  return order;
}

/** Moves a unit out of an overfull hex: to the least useful place with room, which is seldom next to the enemy. */
function clearingMove(field: Field, state: State): AnyOrder | undefined {
  const board = boardOf(field, state);
  const [unit] = moversOf(field, state);
  if (unit === undefined) return undefined;
  const places = destinationsByUse(field, state, destinationsOf(field, state, unit), false);
  const hexes = places.filter(({ to }) => isOnMap(to));
  const roomy = hexes.filter(({ to }) => board.at(to).length < STACK_LIMIT);
  // A default does not lead a unit off the map if there is another way.
  const place = roomy.at(-1) ?? hexes.at(-1) ?? places.at(-1);
  return place && { verb: 'move', unit, to: place.to };
}

export function phaseOf({ turn, side, step }: State): Phase {
  const turnOfSide = `turn-${turn}-${side}`;
  return { key: `${turnOfSide}-${step === 'move' ? 'movement' : 'combat'}`, turn: turnOfSide };
}

/**
 * The order for a side whose time runs out in a combat phase or in a choice. It plans what is mandatory, fights the
 * battle with the best expected result, retreats to the best terrain, loses as little as possible, and never advances.
 * Given again and again it ends the phase.
 */
export function defaultOrderOf(field: Field, state: State): Order | undefined {
  const [pending] = state.pending;
  if (pending) return defaultChoice(field, state, pending);
  if (state.step === 'plan') return defaultOfPlanning(field, state);
  if (state.step !== 'fight') return undefined;
  const best = bestBy(state.battles, (battle) => expectedSwing(field, state, battle));
  return best ? { verb: 'fight', target: targetOf(best.hexes) } : { verb: 'done' };
}

function defaultOfPlanning(field: Field, state: State): Order {
  if (isOpen(mandatoryAttacks(field, state))) return { verb: 'done', sure: 'rest' };
  return idleGuns(field, state).length > 0 ? { verb: 'done', sure: 'yes' } : { verb: 'done' };
}

function defaultChoice(field: Field, state: State, pending: Pending): Order {
  switch (pending.kind) {
    case 'retreat':
      return bestRetreat(field, state, retreats(field, state, pending));
    case 'lose':
      return { verb: 'lose', units: leastLoss(losable(field, state, pending), pending.need) };
    case 'advance':
      return { verb: 'advance', unit: 'none' };
    default:
      return pending satisfies never;
  }
}

/** Retreats the first piece that can to the hex worth most. */
function bestRetreat(field: Field, state: State, ways: ReadonlyMap<PieceId, readonly RetreatWay[]>): Order {
  const [[unit, open]] = [...ways] as [[PieceId, readonly RetreatWay[]]];
  const piece = pieceOf(field, unit);
  return retreatOrder(field, unit, bestBy(open, ({ to }) => retreatWorth(field, state, piece, to)) as RetreatWay);
}

/** If the hex is full, its weakest piece makes room. */
export function retreatOrder(field: Field, unit: PieceId, { to, displacing }: RetreatWay): Order {
  const weakest = bestBy(displacing, (id) => -pieceOf(field, id).strength);
  return { verb: 'retreat', unit, to, ...(weakest === null ? {} : { displacing: weakest }) };
}

/**
 * Terrain that doubles a defence is worth most, then water in front, friends nearby, few enemies. The Train nears its
 * exit.
 */
function retreatWorth(field: Field, state: State, { id, side, kind }: Piece, to: HexId): number {
  if (kind === 'train') return -HEX_GRID.distance(to, TRAIN_EXIT);
  const hex = field.hex.get(to);
  const ground = hex?.terrain === 'rough' || hex?.terrain === 'forest_rough' ? 3 : 0;
  const behindWater = hex?.sides.some(({ water, redoubt }) => water !== null || redoubt === 'out') ? 1 : 0;
  const board = boardOf(field, state);
  const from = hexOf(state, id);
  const near = (of: Side, range: number) =>
    board.hexesOf(of).filter((hex) => hex !== from && HEX_GRID.distance(hex, to) <= range).length;
  return ground + behindWater + Math.min(2, near(side, 1)) - near(otherSide(side), 2);
}

function leastLoss(pieces: readonly Piece[], need: number): readonly PieceId[] {
  return idsOf(cheapest(pieces, need, ({ strength }) => strength));
}
