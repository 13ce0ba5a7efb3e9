import { LRUCache } from 'lru-cache';
import {
  type Choice,
  canonical,
  type Draft,
  isLegal,
  type Label,
  LONGEST_CHOICE,
  labelText,
  legalOrders,
  MOST_CHOICES,
  type Next,
  nextQuestion,
  type Order,
  orderKey,
  type Question,
  type SeatId,
  type SlotValue,
  type State,
  type System,
} from '../../game/index.ts';
import type { Caller } from '../base/caller.ts';
import { closest, isExactly, simplified, theOne, wordsIn } from '../base/fuzzy-match.ts';
import { ORDER_ANSWERS, ORDER_MENU } from '../base/order-words.ts';
import { clipped, type LogPoint } from '../base/reply.ts';
import type { GameTable } from '../table/game-tables.ts';
import { type DraftPath, draftPath } from '../table/order-wizard.ts';
import { hinted, sealsAt } from './order-menu.ts';

export interface Completion {
  readonly label: string;
  readonly value: string;
  /** Searched in place of the label, which may be cut. */
  readonly full?: string;
}

/** The legal values of a slot that match the typed text, best first. If the slot isn't open, a notice says so. */
export function completions(table: GameTable, seat: SeatId, draft: Draft, slot: string, typed: string): Completion[] {
  const open = questionFor(table, seat, draft, slot);
  if (typeof open === 'string') return [notice(open)];
  const parts = open.several ? typed.split(',') : [typed];
  const wanted = parts.pop() ?? '';
  const before = parts.map((part) => meantValue(open, part.trim()) ?? part.trim());
  const choices = open.choices
    .filter(({ value }) => !before.includes(value))
    .map((choice) => hinted(table, seat, choice));
  const found = closest(choices, wanted).map((choice) =>
    open.several ? withBefore(open, before, choice.value) : completion(choice),
  );
  const fitting = found.filter(({ value }) => value.length <= LONGEST_CHOICE).slice(0, MOST_CHOICES);
  return fitting.length === 0 && found.length > 0 ? [notice(ORDER_ANSWERS.noRoom)] : fitting;
}

function completion({ value, label, hint }: Choice): Completion {
  return { label: clipped(hint === undefined ? label : `${label} · ${hint}`, LONGEST_CHOICE), value };
}

/** Members go on typing after the label, so it has names alone. */
function withBefore({ choices }: Question, before: readonly string[], value: string): Completion {
  const values = [...before, value];
  const names = values.map((one) => choices.find((choice) => choice.value === one)?.label ?? one);
  return { label: clipped(names.join(', '), LONGEST_CHOICE), value: values.join(',') };
}

/** The question that asks for a slot, or a sentence if it is not asked. */
function questionFor(table: GameTable, seat: SeatId, draft: Draft, slot: string): Question | string {
  const { system } = table;
  const verb = typeof draft.verb === 'string' ? draft.verb : '';
  const spec = system.about.verbs.find((one) => one.verb === verb);
  if (!spec) return ORDER_ANSWERS.nothingOpen;
  if (!spec.slots.some((one) => one.slot === slot)) return ORDER_MENU.notUsedBy(system.about.title);
  const { [slot]: _, ...others } = draft;
  const { open, steps } = draftPath(table, seat, others, answerMeant);
  if (open?.slot === slot) return open.choices.length > 0 ? open : ORDER_ANSWERS.nothingOpen;
  if (steps.length === 0) return ORDER_ANSWERS.nothingOpen;
  if (open === null) return ORDER_ANSWERS.notAsked;
  // Either an earlier question lacks its answer, or its answer isn't legal.
  return Object.hasOwn(draft, open.slot) ? ORDER_ANSWERS.nothingOpen : clipped(`First: ${open.prompt}`, LONGEST_CHOICE);
}

/** Reads an answer typed as a value, a name, or the beginning of a unique name. */
function answerMeant(question: Question, given: SlotValue): SlotValue | null {
  if (typeof given === 'string') return question.several ? null : meantValue(question, given);
  if (!question.several) return null;
  const values = given.map((one) => meantValue(question, one));
  return values.every((value) => value !== null) ? values : null;
}

function meantValue({ choices }: Question, given: string): string | null {
  const exactly = choices.find((choice) => choice.value === given) ?? choices.find((one) => isExactly(one, given));
  if (exactly) return exactly.value;
  return theOne(choices, given)?.value ?? null;
}

/** The understood part of an incomplete order; null if it lacks nothing, or the rules must refuse it. */
export function typedSoFar(table: GameTable, seat: SeatId, draft: Draft): DraftPath | null {
  const path = draftPath(table, seat, draft, answerMeant);
  const { open, steps } = path;
  if (open === null || open.choices.length === 0) return null;
  // An empty list is an answer.
  if (open.several?.least === 0) return null;
  if (!Object.hasOwn(draft, open.slot)) return path;
  return steps.length === 0 && lacks(table, draft) ? path : null;
}

function lacks({ system }: GameTable, draft: Draft): boolean {
  const spec = system.about.verbs.find(({ verb }) => verb === draft.verb);
  return spec?.slots.some(({ slot, optional }) => !optional && !Object.hasOwn(draft, slot)) ?? false;
}

const NOTICE = '-';

export function notice(label: string): Completion {
  return { label, value: NOTICE };
}

export function isNotice({ value }: Completion): boolean {
  return value === NOTICE;
}

/** How many questions and orders a search looks at, since a game may have thousands of orders. */
const MOST_ASKED = 300;
/** How many drafts and orders of a position are kept. */
const MOST_KEPT = 2000;

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

/** The legal order with this key or label. */
export function orderCalled(table: GameTable, seat: SeatId | null, chosen: string): Order | null {
  if (seat === null) return null;
  const { system, position } = table;
  const listed = orderIn(chosen);
  if (listed) return isLegal(system.rules, position.state, seat, listed) ? listed : null;
  const wanted = simplified(chosen);
  const shown = sealsAt(table.ballots, seat) ? [false] : [true, false];
  for (const { order, label } of ordersLike(table, seat, chosen))
    if (shown.some((odds) => simplified(labelText(label, odds)) === wanted)) return order;
  return null;
}

/** Reads an order written by `orderKey`. */
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
  readonly simplified: string;
  /** Words of the order's label, and of the answers that lead to it. */
  readonly words: readonly string[];
}

/** A draft in the tree of all drafts. The rules are asked about it once, and their answer is kept. */
class DraftNode {
  readonly next: Next<Question>;
  readonly choices: readonly { readonly choice: Choice; readonly words: readonly string[] }[];
  readonly search: OrderSearch;
  readonly #draft: Draft;
  readonly #said: readonly string[];
  readonly #after = new Map<string, DraftNode>();
  readonly #orders: Found[] = [];
  #rest: Generator<Order> | null = null;

  /** @param said words of the answers in the draft */
  constructor(search: OrderSearch, draft: Draft, said: readonly string[]) {
    search.kept += 1;
    this.search = search;
    this.#draft = draft;
    this.#said = said;
    this.next = nextQuestion(search.system, search.state, search.seat, draft);
    const { complete } = this.next;
    this.choices = complete
      ? []
      : this.next.question.choices.map((one) => ({ choice: one, words: wordsIn(one.label) }));
  }

  answered(slot: string, { value, label }: Choice): DraftNode {
    let after = this.#after.get(value);
    if (!after) {
      after = new DraftNode(this.search, { ...this.#draft, [slot]: value }, [...this.#said, ...wordsIn(label)]);
      this.#after.set(value, after);
    }
    return after;
  }

  *orders(): Generator<Found> {
    const { system, state, seat } = this.search;
    yield* this.#orders;
    this.#rest ??= legalOrders(system.rules, state, seat, this.#draft);
    // `for…of` would close the generator when the caller stops early.
    for (let { done, value } = this.#rest.next(); !done; { done, value } = this.#rest.next()) {
      const found = this.#found(value as Order);
      this.#orders.push(found);
      yield found;
    }
  }

  #found(order: Order): Found {
    const { system, state, odds } = this.search;
    this.search.kept += 1;
    const label = system.orderWords.label(state, order);
    const text = labelText(label, odds);
    return { order, label, simplified: simplified(text), words: [...wordsIn(text), ...this.#said] };
  }
}

interface OrderSearch {
  readonly system: System;
  readonly state: State;
  readonly seat: SeatId;
  /** A sealed ballot hides odds. */
  readonly odds: boolean;
  /** Counts drafts and orders that are kept. */
  kept: number;
}

const MOST_SEARCHES = 20;
/** Searches by game and seat: each keystroke searches nearly the same again. */
const searches = new LRUCache<string, DraftNode>({ max: MOST_SEARCHES });

function firstNode({ game, system, position: { state } }: GameTable, seat: SeatId, odds: boolean): DraftNode {
  const key = `${game.id} ${seat}`;
  const before = searches.get(key);
  const isSame = before?.search.state === state && before.search.odds === odds;
  if (before && isSame && before.search.kept < MOST_KEPT) return before;
  const first = new DraftNode({ system, state, seat, odds, kept: 0 }, {}, []);
  searches.set(key, first);
  return first;
}

/** Matching orders. At each question, answers with more of the typed words come first. Stops after `MOST_ASKED`. */
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

function agreeingFirst(choices: DraftNode['choices'], typed: readonly string[]): readonly Choice[] {
  const all = choices.map(({ choice, words }) => ({
    choice,
    agrees: typed.filter((word) => words.some((one) => one.startsWith(word))).length,
  }));
  return all.sort((one, other) => other.agrees - one.agrees).map(({ choice }) => choice);
}

interface UnfinishedOrder {
  readonly point: LogPoint;
  readonly draft: Draft;
  readonly reason: string | null;
}

/** How many unfinished orders are kept. The oldest must be typed again. */
const MOST_UNFINISHED = 500;

/** Keeps what members typed of incomplete orders until they have chosen the rest: custom ids have no room for it. */
export function createUnfinishedOrders() {
  const typedBy = new LRUCache<string, UnfinishedOrder>({ max: MOST_UNFINISHED });

  function note(caller: Caller, typed: UnfinishedOrder): void {
    typedBy.set(keyOf(caller), typed);
  }

  /** Fills in what was typed for later questions, as far as it is still legal. */
  function further(caller: Caller, point: LogPoint, table: GameTable, seat: SeatId, draft: Draft): Draft {
    const typed = of(caller, point, draft);
    return typed ? draftPath(table, seat, { ...typed.draft, ...draft }, answerMeant).draft : draft;
  }

  /** The reason that was typed for this order, now complete. */
  function reason(caller: Caller, point: LogPoint, table: GameTable, seat: SeatId, order: Draft): string | null {
    const typed = of(caller, point, order);
    if (!typed) return null;
    const { draft } = draftPath(table, seat, { ...order, ...typed.draft }, answerMeant);
    const isSame = Object.entries(draft).every(([slot, value]) => canonical(order[slot] ?? null) === canonical(value));
    return isSame ? typed.reason : null;
  }

  function of(caller: Caller, point: LogPoint, { verb }: Draft): UnfinishedOrder | null {
    const typed = typedBy.get(keyOf(caller));
    const isOf = typed?.point.game === point.game && typed.point.seq === point.seq && typed.draft.verb === verb;
    return typed && isOf ? typed : null;
  }

  return { note, further, reason };
}

function keyOf({ channel, member }: Caller): string {
  return `${channel} ${member.discordId}`;
}
