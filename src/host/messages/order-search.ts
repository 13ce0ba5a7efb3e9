import {
  type Choice,
  type Draft,
  isLegal,
  type Label,
  LONGEST_CHOICE,
  labelText,
  legalOrders,
  MOST_CHOICES,
  type Next,
  type Order,
  orderKey,
  type SeatId,
  type State,
  type System,
} from '../../game/index.ts';
import { BoundedCache } from '../../render/bounded-cache.ts';
import { simplified, wordsIn } from '../base/fuzzy-match.ts';
import { clipped } from '../base/reply.ts';
import type { GameTable } from '../table/game-tables.ts';
import type { Completion } from './order-completions.ts';
import { sealsAt } from './order-menu.ts';

/** How many questions are asked in search of whole orders: a game may have thousands of them. */
const MOST_ASKED = 300;
/** Drafts and orders that are kept of a position before they are looked at anew. */
const MOST_KEPT = 2000;

/** Whole legal orders that match what was typed, as a command's option offers them. */
export function orderCompletions(table: GameTable, seat: SeatId, typed: string): Completion[] {
  const odds = !sealsAt(table.ballots, seat);
  const found: Completion[] = [];
  for (const { order, label } of ordersLike(table, seat, typed)) {
    const value = orderKey(order);
    if (value.length <= LONGEST_CHOICE) found.push({ label: clipped(labelText(label, odds), LONGEST_CHOICE), value });
    if (found.length === MOST_CHOICES) break;
  }
  return found;
}

/** The legal order a member chose from such a list, or typed as it reads. Null: there is none. */
export function orderCalled(table: GameTable, seat: SeatId | null, chosen: string): Order | null {
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

/** A whole order, with what it is searched by. */
interface Found {
  readonly order: Order;
  readonly label: Label;
  readonly simplified: string;
  /** Of its label, and of the answers that led to it. */
  readonly words: readonly string[];
}

/** What the rules answer to a draft, asked when it is first looked at and kept. */
class DraftNode {
  readonly next: Next;
  /** The choices of a question, each with the words of its label. */
  readonly choices: readonly { readonly choice: Choice; readonly words: readonly string[] }[];
  readonly search: OrderSearch;
  readonly #draft: Draft;
  readonly #said: readonly string[];
  readonly #after = new Map<string, DraftNode>();
  /** The orders of a question that takes several values, as far as they have been looked at, and those after them. */
  readonly #orders: Found[] = [];
  #rest: Generator<Order> | null = null;

  /** @param said words of the answers in the draft */
  constructor(search: OrderSearch, draft: Draft, said: readonly string[]) {
    search.kept += 1;
    this.search = search;
    this.#draft = draft;
    this.#said = said;
    this.next = search.system.next(search.state, search.seat, draft);
    const { complete } = this.next;
    this.choices = complete
      ? []
      : this.next.question.choices.map((one) => ({ choice: one, words: wordsIn(one.label) }));
  }

  /** With a question answered. */
  answered(slot: string, { value, label }: Choice): DraftNode {
    let after = this.#after.get(value);
    if (!after) {
      after = new DraftNode(this.search, { ...this.#draft, [slot]: value }, [...this.#said, ...wordsIn(label)]);
      this.#after.set(value, after);
    }
    return after;
  }

  /** A complete draft is one order; of any other, all that begin with it. */
  *orders(): Generator<Found> {
    const { system, state, seat } = this.search;
    yield* this.#orders;
    this.#rest ??= legalOrders(system, state, seat, this.#draft);
    for (let { done, value } = this.#rest.next(); !done; { done, value } = this.#rest.next()) {
      const found = this.#found(value as Order);
      this.#orders.push(found);
      yield found;
    }
  }

  #found(order: Order): Found {
    const { system, state, odds } = this.search;
    this.search.kept += 1;
    const label = system.label(state, order);
    const text = labelText(label, odds);
    return { order, label, simplified: simplified(text), words: [...wordsIn(text), ...this.#said] };
  }
}

/** The orders of a seat at a position. */
interface OrderSearch {
  readonly system: System;
  readonly state: State;
  readonly seat: SeatId;
  /** Whether odds are shown: a sealed ballot hides them. */
  readonly odds: boolean;
  /** Drafts and orders that are kept. */
  kept: number;
}

/** Games and seats whose orders are kept: each keystroke looks at nearly the same as the one before. */
const SEARCHES = 20;
const searches = new BoundedCache<DraftNode>(SEARCHES);

function firstNode({ game, system, position: { state } }: GameTable, seat: SeatId, odds: boolean): DraftNode {
  const key = `${game.id} ${seat}`;
  const before = searches.get(key);
  const isSame = before?.search.state === state && before.search.odds === odds;
  if (before && isSame && before.search.kept < MOST_KEPT) return before;
  return searches.keep(key, new DraftNode({ system, state, seat, odds, kept: 0 }, {}, []), 1);
}

/**
 * Legal orders that match what was typed. Those that agree with it answer by answer are looked at first, and not all of the others.
 * Only what is shown is searched.
 */
function* ordersLike(table: GameTable, seat: SeatId, typed: string): Generator<Found> {
  const wanted = simplified(typed);
  const words = wordsIn(typed);
  let asked = 1;
  const matches = (found: Found): boolean =>
    found.simplified.includes(wanted) || words.every((word) => found.words.some((one) => one.startsWith(word)));
  yield* from(firstNode(table, seat, !sealsAt(table.ballots, seat)));

  function* from(node: DraftNode): Generator<Found> {
    const { next } = node;
    if (next.complete || next.question.several) {
      for (const found of node.orders()) {
        if (!next.complete) asked += 1;
        if (asked > MOST_ASKED) return;
        if (matches(found)) yield found;
      }
      return;
    }
    for (const choice of agreeingFirst(node.choices, words)) {
      asked += 1;
      if (asked > MOST_ASKED) return;
      yield* from(node.answered(next.question.slot, choice));
    }
  }
}

/** Choices by how many of the words that were typed begin a word of theirs. */
function agreeingFirst(choices: DraftNode['choices'], typed: readonly string[]): readonly Choice[] {
  const all = choices.map(({ choice, words }) => ({
    choice,
    agrees: typed.filter((word) => words.some((one) => one.startsWith(word))).length,
  }));
  return all.sort((one, other) => other.agrees - one.agrees).map(({ choice }) => choice);
}
