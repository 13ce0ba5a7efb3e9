import {
  canonical,
  type Label,
  legalOrders,
  type Order,
  orderKey,
  type Plan,
  type SeatId,
  type State,
  type System,
} from '../../game/index.ts';
import { count, firstOf } from '../../kit/plain-english.ts';
import { CARRIED_OUT, thenAlso } from './voting-words.ts';

/** An order, or the id of a shortcut, which gives its orders one by one. */
export type ChoiceStep = Order | string;

/** Ends the turn's step. No shortcut of a game has this id. */
export const END_STEP = 'end';

/** The stored form of a vote: an order's key, or a JSON array of a plan's steps. */
export function writeChoice(steps: readonly ChoiceStep[]): string {
  const [only] = steps;
  return steps.length === 1 && typeof only === 'object' ? orderKey(only) : canonical(steps);
}

export function readChoice(choice: string): readonly ChoiceStep[] {
  const read = JSON.parse(choice) as Order | readonly ChoiceStep[];
  return Array.isArray(read) ? read : [read as Order];
}

export function soleOrder(choice: string): Order | null {
  const [only, ...others] = readChoice(choice);
  return others.length === 0 && typeof only === 'object' ? only : null;
}

/** The orders of a choice, without those of its shortcuts. */
export function ordersIn(choice: string): Order[] {
  return readChoice(choice).filter((step) => typeof step === 'object');
}

/** A side that can have secret orders votes in secret. */
export function hidesOrders({ about: { verbs } }: Pick<System, 'about'>): boolean {
  return verbs.some(({ secret }) => secret);
}

const MOST_NAMED = 12;

/**
 * Lines on a decided plan: the orders carried out, if only its side knows them, and those left out.
 * @param done the orders carried out
 * @param own for the side's members; the channel of a running game with secret orders reads only the number left out
 */
export function outcomeLines(
  system: System,
  seat: SeatId,
  choice: string,
  done: readonly Order[],
  { own }: { readonly own: boolean },
): string[] {
  const omitted = ordersLeftOut(choice, done);
  const named = (orders: readonly Order[]) => {
    const described = orders.map((order) => system.orderWords.describe(order, seat, seat));
    return firstOf(described, MOST_NAMED, CARRIED_OUT.more);
  };
  const isSecret = hidesOrders(system);
  const lines = own && isSecret && done.length > 0 ? [CARRIED_OUT.done(named(done))] : [];
  if (omitted.length === 0) return lines;
  return [...lines, own || !isSecret ? CARRIED_OUT.left(named(omitted)) : CARRIED_OUT.leftCount(omitted.length)];
}

function ordersLeftOut(choice: string, done: readonly Order[]): Order[] {
  const keys = done.map(orderKey);
  return ordersIn(choice).filter((order) => {
    const at = keys.indexOf(orderKey(order));
    if (at >= 0) keys.splice(at, 1);
    return at < 0;
  });
}

/** The next order of a shortcut, or the order that ends the step; null if there is none now. */
export function orderOfShortcut(system: System, state: State, seat: SeatId, shortcut: string): Order | null {
  const planning = system.play?.planning;
  if (shortcut !== END_STEP) return planning?.shortcuts.next(state, seat, shortcut) ?? null;
  const ends = planning && legalOrders(system.rules, state, seat, { verb: planning.ending }).next();
  return ends && !ends.done ? ends.value : null;
}

/** Plans by position, so that a ballot's plans are not read again for each view. */
const plansRead = new WeakMap<State, Map<string, Plan>>();

/** A choice as a plan. `state`: the position at the ballot's opening. */
export function planOfChoice({ play }: System, state: State, seat: SeatId, choice: string): Plan {
  const plans = plansRead.get(state) ?? new Map<string, Plan>();
  plansRead.set(state, plans);
  const key = `${seat} ${choice}`;
  const known = plans.get(key);
  if (known) return known;
  const orders = ordersIn(choice);
  const then = readChoice(choice).find((step) => typeof step === 'string');
  const plan: Plan = {
    ...(play?.planning?.read(state, seat, play.planning.write(state, seat, orders), '') ?? EMPTY_PLAN),
    orders,
    ...(then === undefined ? {} : { then }),
  };
  plans.set(key, plan);
  return plan;
}

export const EMPTY_PLAN: Plan = { orders: [], title: '', lines: [], refused: [], rest: '' };

/**
 * A choice's name: an order's label, or a plan's title and the shortcuts after it.
 * @param state the position at the ballot's opening
 */
export function choiceLabel(system: System, state: State, seat: SeatId, choice: string, room?: number): Label {
  const order = soleOrder(choice);
  if (order) return system.orderWords.label(state, order, room);
  const { title, orders } = planOfChoice(system, state, seat, choice);
  const [first] = orders;
  const named = first && (title || system.orderWords.label(state, first).text);
  const plan = named === undefined ? [] : [`${named} (${count(orders.length, 'order')})`];
  return { text: thenAlso([...plan, ...shortcutTexts(system, state, seat, choice)]), tone: 'bold' };
}

export function shortcutTexts(
  { play, orderWords: { label } }: System,
  state: State,
  seat: SeatId,
  choice: string,
): string[] {
  const offered = play?.planning?.shortcuts.offered(state, seat) ?? [];
  return readChoice(choice).flatMap((step) => {
    if (typeof step === 'object') return [];
    if (step === END_STEP && play?.planning?.ending !== undefined)
      return [label(state, { verb: play.planning.ending }).text];
    return [offered.find(({ id }) => id === step)?.text ?? step];
  });
}

export const MOTION_CHOICE = { for: 'for', against: 'against' } as const;
