import {
  type Asked,
  type Draft,
  nextQuestion,
  type Order,
  orderKey,
  type Question,
  type SeatId,
  type SlotValue,
  someLegalOrders,
  walkToOrder,
} from '../../src/game/index.ts';
import { frozen } from './plain.ts';
import type { Position, Table } from './table.ts';

type Pick = (count: number) => number;

/** Orders out of a seat's list: the first ones, and some found by walking it at random. */
export function offered({ system }: Table, { state }: Position, seat: SeatId, pick: Pick): readonly Order[] {
  const found = new Map<string, Order>();
  for (const order of someLegalOrders(system.rules, state, seat, 12).orders) found.set(orderKey(order), order);
  for (let walk = 0; walk < 4; walk++) {
    const order = walkToOrder(system.rules, state, seat, pick);
    if (order) found.set(orderKey(order), order);
  }
  return [...found.values()].map(frozen);
}

/** An order that an asked seat may give, with the seat; null where nobody is asked. */
export function someOrder(table: Table, position: Position, pick: Pick): { seat: SeatId; order: Order } | null {
  const { asked } = position;
  if (asked.length === 0) return null;
  const { seat } = asked[pick(asked.length)] as Asked;
  const orders = offered(table, position, seat, pick);
  const order = orders[pick(orders.length)];
  return order ? { seat, order } : null;
}

/** The questions met on one walk through a seat's list, with the draft each was asked of. */
export function* questions(
  { system }: Table,
  { state }: Position,
  seat: SeatId,
  pick: Pick,
): Generator<{ readonly draft: Draft; readonly question: Question }> {
  let draft: Draft = {};
  for (let depth = 0; depth < 12; depth++) {
    const next = nextQuestion(system, state, seat, frozen(draft));
    if (next.complete) return;
    const { question } = frozen(next);
    yield { draft, question };
    if (question.choices.length === 0) return;
    draft = { ...draft, [question.slot]: answer(question, pick) };
  }
  throw new Error(`An order of more than twelve slots: ${JSON.stringify(draft)}`);
}

/** A value, or the fewest values, that answer a question. */
export function answer({ choices, several }: Question, pick: Pick): SlotValue {
  const values = choices.map(({ value }) => value);
  return several ? values.slice(0, several.least) : (values[pick(values.length)] as string);
}

/** Texts that no system has a value for, some of them chosen to trip a careless look-up. */
const STRANGE: readonly string[] = [
  'no-such-thing',
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  '0',
  '-1',
  '@everyone',
  'cold_harbor; drop table',
  'é\u0000\u202e',
  'x'.repeat(6000),
];

export interface Mutation {
  readonly draft: Draft;
  readonly why: string;
  /** Whether the mutated order may by chance be another legal one. */
  readonly mayBeLegal: boolean;
}

/** An order bent out of shape in every way that comes to mind. `pool` are values that other orders have in the same slots. */
export function mutations({ system }: Table, order: Order, pool: readonly Order[], pick: Pick): readonly Mutation[] {
  const strange = () => STRANGE[pick(STRANGE.length)] as string;
  const found: Mutation[] = [];
  const add = (why: string, draft: Draft, mayBeLegal = false) => found.push({ why, draft: frozen(draft), mayBeLegal });

  for (const [slot, value] of Object.entries(order)) {
    const bad = strange();
    add(`${slot} is an unknown value`, { ...order, [slot]: typeof value === 'string' ? bad : [...value, bad] });
    const { [slot]: _left, ...rest } = order;
    add(`${slot} is missing`, rest);
    if (typeof value === 'string') add(`${slot} is a list`, { ...order, [slot]: [value] }, true);
    else {
      add(`${slot} is no list`, { ...order, [slot]: value[0] ?? bad }, true);
      if (value[0] !== undefined) add(`${slot} names one twice`, { ...order, [slot]: [value[0], ...value] });
    }
    const others = pool.flatMap((other) => (other[slot] === undefined ? [] : [other[slot]]));
    const another = others[pick(others.length)];
    if (another !== undefined) add(`${slot} is of another order`, { ...order, [slot]: another }, true);
  }
  add('a slot named __proto__', Object.fromEntries([...Object.entries(order), ['__proto__', strange()]]));
  add('a slot of its own making', { ...order, 'no-such-slot': strange() });
  const own = system.about.verbs.find(({ verb }) => verb === order.verb)?.slots.map(({ slot }) => slot) ?? [];
  const foreign = system.about.verbs
    .flatMap(({ slots }) => slots.map(({ slot }) => slot))
    .filter((slot) => !own.includes(slot));
  const lent = foreign[pick(foreign.length)];
  if (lent !== undefined)
    add(`${lent} of another verb`, { ...order, [lent]: pool.find((one) => one[lent])?.[lent] ?? strange() });
  add('nothing at all', {});
  return found;
}
