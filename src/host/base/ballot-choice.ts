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

/** A step of what a ballot can decide: an order, or the id of a shortcut, which gives its orders one by one. */
export type ChoiceStep = Order | string;

/** As a step: the order that ends the step of the turn, as it must be said then. No shortcut of a game has this id. */
export const END_STEP = 'end';

/** A choice as votes are stored: an order's key, or of a plan a JSON array of its steps. */
export function writeChoice(steps: readonly ChoiceStep[]): string {
  const [only] = steps;
  return steps.length === 1 && typeof only === 'object' ? orderKey(only) : canonical(steps);
}

export function readChoice(choice: string): readonly ChoiceStep[] {
  const read = JSON.parse(choice) as Order | readonly ChoiceStep[];
  return Array.isArray(read) ? read : [read as Order];
}

/** The order that a choice is. Null: it is a plan. */
export function soleOrder(choice: string): Order | null {
  const [only, ...others] = readChoice(choice);
  return others.length === 0 && typeof only === 'object' ? only : null;
}

/** The orders that a choice names; what its shortcuts give is not known before. */
export function ordersIn(choice: string): Order[] {
  return readChoice(choice).filter((step) => typeof step === 'object');
}

/** Whether a side's orders can be secret: then so is whatever it votes on. */
export function hidesOrders({ verbs }: Pick<System, 'verbs'>): boolean {
  return verbs.some(({ secret }) => secret);
}

/** Orders that are named in a line. */
const NAMED = 12;

/**
 * Lines on a plan that was decided: those orders that were carried out, where only its side knows that, and those that were left out.
 * @param done the orders that were carried out for it
 * @param own for members of the side; the channel of a running game that hides orders is told how many were left out, not which
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
    ...orders.slice(0, NAMED).map((order) => system.describe(order, seat, seat)),
    ...(orders.length > NAMED ? [CARRIED_OUT.more(orders.length - NAMED)] : []),
  ];
  const hides = hidesOrders(system);
  return [
    ...(own && hides && done.length > 0 ? [CARRIED_OUT.done(named(done))] : []),
    ...(left.length === 0 ? [] : [own || !hides ? CARRIED_OUT.left(named(left)) : CARRIED_OUT.leftCount(left.length)]),
  ];
}

/** The orders that a choice names but that are not among those that were carried out for it. */
function leftOut(choice: string, done: readonly Order[]): Order[] {
  const keys = done.map(orderKey);
  return ordersIn(choice).filter((order) => {
    const at = keys.indexOf(orderKey(order));
    if (at >= 0) keys.splice(at, 1);
    return at < 0;
  });
}

/** The next order of a shortcut, or the one that ends the step of the turn. Null: there is none now. */
export function orderOfShortcut(system: System, state: State, seat: SeatId, shortcut: string): Order | null {
  const { planning } = system;
  if (shortcut !== END_STEP) return planning?.follow(state, seat, shortcut) ?? null;
  const ends = planning && legalOrders(system, state, seat, { verb: planning.ending }).next();
  return ends && !ends.done ? ends.value : null;
}

/** Plans that are known by their positions, so that a ballot with many is shown without reading them again. */
const read = new WeakMap<State, Map<string, Plan>>();

/** The orders of a choice, read as a plan. `state`: the position at which its ballot opened. */
export function planOf({ planning }: System, state: State, seat: SeatId, choice: string): Plan {
  const known = read.get(state) ?? new Map<string, Plan>();
  read.set(state, known);
  const key = `${seat} ${choice}`;
  const orders = ordersIn(choice);
  const then = readChoice(choice).find((step) => typeof step === 'string');
  const plan = known.get(key) ?? {
    ...(planning?.read(state, seat, planning.write(state, seat, orders), '') ?? NOTHING),
    orders,
    ...(then === undefined ? {} : { then }),
  };
  known.set(key, plan);
  return plan;
}

const NOTHING: Plan = { orders: [], title: '', lines: [], refused: [], rest: '' };

/** How a choice is called: an order by its label, a plan by its title and what follows it. `state`: where its ballot opened. */
export function choiceLabel(system: System, state: State, seat: SeatId, choice: string, room?: number): Label {
  const order = soleOrder(choice);
  if (order) return system.label(state, order, room);
  const { title, orders } = planOf(system, state, seat, choice);
  const [first] = orders;
  const named = first && (title || system.label(state, first).text);
  const marches = named === undefined ? [] : [`${named} (${count(orders.length, 'order')})`];
  return { text: thenAlso([...marches, ...shortcutTexts(system, state, seat, choice)]), tone: 'bold' };
}

/** The shortcuts of a choice as their buttons have them. */
export function shortcutTexts({ planning, label }: System, state: State, seat: SeatId, choice: string): string[] {
  const known = planning?.shortcuts(state, seat) ?? [];
  return readChoice(choice).flatMap((step) => {
    if (typeof step === 'object') return [];
    if (step === END_STEP && planning?.ending !== undefined) return [label(state, { verb: planning.ending }).text];
    return [known.find(({ id }) => id === step)?.text ?? step];
  });
}

/** What may be voted for where the ballot is on a change of the council. */
export const MOTION_CHOICE = { for: 'for', against: 'against' } as const;
