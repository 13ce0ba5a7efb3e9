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
import { count } from '../../kit/plain-english.ts';
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

const NAMED = 12;

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
  own: boolean,
): string[] {
  const left = leftOut(choice, done);
  const named = (orders: readonly Order[]) => [
    ...orders.slice(0, NAMED).map((order) => system.orderWords.describe(order, seat, seat)),
    ...(orders.length > NAMED ? [CARRIED_OUT.more(orders.length - NAMED)] : []),
  ];
  const hides = hidesOrders(system);
  return [
    ...(own && hides && done.length > 0 ? [CARRIED_OUT.done(named(done))] : []),
    ...(left.length === 0 ? [] : [own || !hides ? CARRIED_OUT.left(named(left)) : CARRIED_OUT.leftCount(left.length)]),
  ];
}

function leftOut(choice: string, done: readonly Order[]): Order[] {
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
  const known = plansRead.get(state) ?? new Map<string, Plan>();
  plansRead.set(state, known);
  const key = `${seat} ${choice}`;
  const orders = ordersIn(choice);
  const then = readChoice(choice).find((step) => typeof step === 'string');
  const plan = known.get(key) ?? {
    ...(play?.planning?.read(state, seat, play.planning.write(state, seat, orders), '') ?? EMPTY_PLAN),
    orders,
    ...(then === undefined ? {} : { then }),
  };
  known.set(key, plan);
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
  const marches = named === undefined ? [] : [`${named} (${count(orders.length, 'order')})`];
  return { text: thenAlso([...marches, ...shortcutTexts(system, state, seat, choice)]), tone: 'bold' };
}

export function shortcutTexts(
  { play, orderWords: { label } }: System,
  state: State,
  seat: SeatId,
  choice: string,
): string[] {
  const known = play?.planning?.shortcuts.offered(state, seat) ?? [];
  return readChoice(choice).flatMap((step) => {
    if (typeof step === 'object') return [];
    if (step === END_STEP && play?.planning?.ending !== undefined)
      return [label(state, { verb: play.planning.ending }).text];
    return [known.find(({ id }) => id === step)?.text ?? step];
  });
}

export const MOTION_CHOICE = { for: 'for', against: 'against' } as const;
