import {
  type Choice,
  type Draft,
  isLegal,
  type Label,
  labelText,
  legalOrders,
  type Order,
  orderKey,
  type SeatId,
} from '../game/index.ts';
import { clipped } from './answer.ts';
import { type Completion, LONGEST_COMPLETION } from './completions.ts';
import { simplified, wordsIn } from './finding.ts';
import { MOST_CHOICES, sealsAt } from './menu.ts';
import type { Table } from './table.ts';

/** How many questions are asked in search of whole orders: a game may have thousands of them. */
const MOST_ASKED = 300;

/** Whole legal orders that match what was typed, as a command's option offers them. */
export function orderCompletions(table: Table, seat: SeatId, typed: string): Completion[] {
  const odds = !sealsAt(table.ballots, seat);
  const found: Completion[] = [];
  for (const { order, label } of ordersLike(table, seat, typed)) {
    const value = orderKey(order);
    if (value.length <= LONGEST_COMPLETION)
      found.push({ label: clipped(labelText(label, odds), LONGEST_COMPLETION), value });
    if (found.length === MOST_CHOICES) break;
  }
  return found;
}

/** The legal order a member chose from such a list, or typed as it reads. Null: there is none. */
export function orderMeant(table: Table, seat: SeatId | null, chosen: string): Order | null {
  if (seat === null) return null;
  const { system, position } = table;
  const listed = orderIn(chosen);
  if (listed) return isLegal(system, position.state, seat, listed) ? listed : null;
  const wanted = simplified(chosen);
  const shown = sealsAt(table.ballots, seat) ? [false] : [true, false];
  for (const { order, label } of ordersLike(table, seat, chosen))
    if (shown.some((odds) => simplified(labelText(label, odds)) === wanted)) return order;
  return null;
}

/** An order as `orderKey` writes it. */
function orderIn(text: string): Order | null {
  if (!text.startsWith('{')) return null;
  try {
    const order: unknown = JSON.parse(text);
    return isOrder(order) ? order : null;
  } catch {
    return null;
  }
}

function isOrder(value: unknown): value is Order {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'verb')) return false;
  const isText = (one: unknown) => typeof one === 'string';
  return Object.values(value).every((one: unknown) => isText(one) || (Array.isArray(one) && one.every(isText)));
}

interface Found {
  readonly order: Order;
  readonly label: Label;
}

/**
 * Legal orders that match what was typed. Those that agree with it answer by answer are looked at first, and not all of the others.
 * Only what is shown is searched: a sealed ballot hides the odds.
 */
function* ordersLike({ system, position, ballots }: Table, seat: SeatId, typed: string): Generator<Found> {
  const { state } = position;
  const odds = !sealsAt(ballots, seat);
  const wanted = simplified(typed);
  const words = wordsIn(typed);
  let asked = 0;
  const matches = (order: Order, said: readonly string[]): Found[] => {
    const label = system.label(state, order);
    const text = labelText(label, odds);
    const all = [...wordsIn(text), ...said.flatMap(wordsIn)];
    const agrees = simplified(text).includes(wanted) || words.every((word) => all.some((one) => one.startsWith(word)));
    return agrees ? [{ order, label }] : [];
  };
  yield* from({}, []);

  function* from(draft: Draft, said: readonly string[]): Generator<Found> {
    asked += 1;
    if (asked > MOST_ASKED) return;
    const next = system.next(state, seat, draft);
    if (next.complete) return yield* matches(draft as Order, said);
    const { slot, choices, several } = next.question;
    if (several) {
      for (const order of legalOrders(system, state, seat, draft)) {
        asked += 1;
        if (asked > MOST_ASKED) return;
        yield* matches(order, said);
      }
      return;
    }
    for (const { value, label } of agreeingFirst(choices, words))
      yield* from({ ...draft, [slot]: value }, [...said, label]);
  }
}

function agreeingFirst(choices: readonly Choice[], words: readonly string[]): readonly Choice[] {
  if (words.length === 0) return choices;
  const agreed = (choice: Choice) => {
    const own = wordsIn(choice.label);
    return words.filter((word) => own.some((one) => one.startsWith(word))).length;
  };
  return choices
    .map((choice) => ({ choice, agrees: agreed(choice) }))
    .sort((one, other) => other.agrees - one.agrees)
    .map(({ choice }) => choice);
}
