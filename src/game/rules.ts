import type { Draft, Order, Refusal, SlotValue } from './order.ts';
import type { Dice } from './sealed-dice.ts';
import type { Event, SeatId, State } from './state.ts';

/** One legal value of a slot. */
export interface Choice {
  /** Stored in the order; a member may also type it. */
  readonly value: string;
  /** Text shown to members: "Cold Harbor". */
  readonly label: string;
  /** Consequence of the choice in a few words: "needs 5+, 2 in 6". */
  readonly hint?: string;
}

/** The next slot a draft order has to name, with every value that is legal there. The first is always `verb`. */
export interface OpenSlot {
  readonly slot: string;
  readonly choices: readonly { readonly value: string }[];
  /** Given where the slot takes several values: how many, no more than there are choices. Without it, exactly one. */
  readonly several?: { readonly least: number; readonly most: number };
}

/** An open slot as a member is asked for it. */
export interface Question extends OpenSlot {
  readonly prompt: string;
  readonly choices: readonly Choice[];
  /** Extra advice for which the prompt has no room. Markdown, at most 900 characters. */
  readonly note?: string;
}

/**
 * A draft is either complete, and so a legal order, or has a slot open. A question without choices means that no legal
 * order begins with this draft. So rules must skip a slot that has nothing to choose.
 */
export type Next<Q extends OpenSlot = OpenSlot> =
  | { readonly complete: true }
  | { readonly complete: false; readonly question: Q };

export const COMPLETE: Next<never> = { complete: true };

export function ask<Q extends OpenSlot>(question: Q): Next<Q> {
  return { complete: false, question };
}

/** The one list of legal orders, slot by slot (design decision 1). Every question of legality is put to it. */
export interface Legality<State> {
  next(state: State, seat: SeatId, draft: Draft): Next;
}

/** Whether the whole of `order` is in the list: no slot missing, none too many, every value offered. */
export function isLegal<State>(rules: Legality<State>, state: State, seat: SeatId, order: Order): boolean {
  const draft: { [slot: string]: SlotValue } = {};
  for (let named = 0; ; named++) {
    const next = rules.next(state, seat, draft);
    if (next.complete) return named === Object.keys(order).length;
    const { question } = next;
    const value = order[question.slot];
    if (value === undefined || question.slot in draft || !answers(question, value)) return false;
    draft[question.slot] = value;
  }
}

/** Whether there are enough choices. */
function canBeAnswered({ choices, several }: OpenSlot): boolean {
  return choices.length >= Math.max(1, several?.least ?? 1);
}

/**
 * Whether a value answers a question. Several values must stand in the order of the choices, each once: so an order has
 * one form, and the dice that are sealed over it are the same however it was typed.
 */
function answers(question: OpenSlot, value: SlotValue): boolean {
  if (typeof value === 'string') return question.several === undefined && placeOf(question, value) >= 0;
  if (question.several === undefined || !canBeAnswered(question)) return false;
  const { least, most } = question.several;
  const places = value.map((one) => placeOf(question, one));
  return (
    value.length >= least &&
    value.length <= most &&
    places.every((at, index) => at >= 0 && (index === 0 || at > (places[index - 1] as number)))
  );
}

function placeOf({ choices }: OpenSlot, value: string): number {
  return choices.findIndex((choice) => choice.value === value);
}

/**
 * `order` with each list of values put in the order of the choices: members and menus name several in any order, but an
 * order has one form. A list that may be empty and is left out is added as an empty list. Later slots stay as they are
 * once a slot doesn't answer its question; `apply` refuses such an order.
 */
export function arranged<State, O extends Order>(rules: Legality<State>, state: State, seat: SeatId, order: O): O {
  let draft: Draft = {};
  for (;;) {
    const next = rules.next(state, seat, draft);
    if (next.complete) return { ...order, ...draft };
    const { question } = next;
    const given = order[question.slot] ?? (question.several?.least === 0 ? [] : undefined);
    if (given === undefined || question.slot in draft) return { ...order, ...draft };
    const value = typeof given === 'string' ? given : inListedOrder(question, given);
    draft = { ...draft, [question.slot]: value };
    if (!answers(question, value)) return { ...order, ...draft };
  }
}

function inListedOrder(question: OpenSlot, values: readonly string[]): string[] {
  const listed = question.choices.map((choice) => choice.value);
  return [
    ...listed.flatMap((one) => values.filter((value) => value === one)),
    ...values.filter((value) => !listed.includes(value)),
  ];
}

/** Every complete legal order that begins with `draft`, in the order of the choices. Lazy: there can be many. */
export function* legalOrders<State>(
  rules: Legality<State>,
  state: State,
  seat: SeatId,
  draft: Draft = {},
): Generator<Order> {
  const next = rules.next(state, seat, draft);
  if (next.complete) yield draft as Order;
  else yield* ordersFrom(rules, state, seat, draft, next.question);
}

function* ordersFrom<State>(
  rules: Legality<State>,
  state: State,
  seat: SeatId,
  draft: Draft,
  question: OpenSlot,
): Generator<Order> {
  for (const value of values(question)) {
    const given = extended(draft, question.slot, value);
    const next = rules.next(state, seat, given);
    // Complete orders are yielded here: a nested generator for each order of a list would cost more than the rules do.
    if (next.complete) yield given as Order;
    else yield* ordersFrom(rules, state, seat, given, next.question);
  }
}

/**
 * A draft with one slot more. By hand, since this runs often and a spread with a computed name is three times slower.
 */
function extended(draft: Draft, slot: string, value: SlotValue): Draft {
  const given: { [slot: string]: SlotValue } = {};
  for (const named in draft) given[named] = draft[named] as SlotValue;
  given[slot] = value;
  return given;
}

/** The first `limit` legal orders, and whether there are more. */
export function someLegalOrders<State>(
  rules: Legality<State>,
  state: State,
  seat: SeatId,
  limit: number,
): { readonly orders: readonly Order[]; readonly more: boolean } {
  const orders: Order[] = [];
  for (const order of legalOrders(rules, state, seat)) {
    if (orders.length === limit) return { orders, more: true };
    orders.push(order);
  }
  return { orders, more: false };
}

/**
 * Builds one legal order from random picks. Null if the picks lead to a question without choices.
 * @param pick returns a number from 0 to `count` − 1
 */
export function walkToOrder<State>(
  rules: Legality<State>,
  state: State,
  seat: SeatId,
  pick: (count: number) => number,
): Order | null {
  let draft: Draft = {};
  for (;;) {
    const next = rules.next(state, seat, draft);
    if (next.complete) return draft as Order;
    const { question } = next;
    if (!canBeAnswered(question)) return null;
    const value = question.several ? pickSeveral(question, question.several, pick) : pickOne(question, pick);
    draft = extended(draft, question.slot, value);
  }
}

function pickOne(question: OpenSlot, pick: (count: number) => number): string {
  return (question.choices[pick(question.choices.length)] as { readonly value: string }).value;
}

function pickSeveral(
  question: OpenSlot,
  { least, most }: { readonly least: number; readonly most: number },
  pick: (count: number) => number,
): string[] {
  const untaken = [...question.choices.keys()];
  const count = least + pick(Math.min(most, untaken.length) - least + 1);
  const taken = Array.from({ length: count }, () => untaken.splice(pick(untaken.length), 1)[0] as number);
  return taken.sort((a, b) => a - b).map((index) => (question.choices[index] as { readonly value: string }).value);
}

function values(question: OpenSlot): Iterable<SlotValue> {
  if (!canBeAnswered(question)) return [];
  const offered = question.choices.map((choice) => choice.value);
  return question.several ? subsets(offered, question.several.least, question.several.most) : offered;
}

function* subsets(from: readonly string[], least: number, most: number): Generator<readonly string[]> {
  const [first, ...rest] = from;
  if (first === undefined) {
    if (least <= 0) yield [];
    return;
  }
  if (most > 0) for (const others of subsets(rest, least - 1, most - 1)) yield [first, ...others];
  if (rest.length >= least) yield* subsets(rest, least, most);
}

/** Result of an order, or of the start of a game. */
export interface Applied<S, E> {
  readonly state: S;
  readonly events: readonly E[];
}

export interface Phase {
  /** "turn-3-union-combat" */
  readonly key: string;
  /** The side's turn that it belongs to: "turn-3-union". Each side is pinged once and reminded once in it. */
  readonly turn: string;
}

/** A seat that is asked for an order now; other seats may be asked, too. */
export interface Asked {
  readonly seat: SeatId;
  /** Given in the seat's name when its time runs out. Without one, the game waits. */
  readonly defaultOrder?: Order;
  /**
   * One ping of the seat and one clock cover all questions with this key, unique in the game: "turn-3-union-combat".
   * Until the key changes, the seat may take back its own orders freely. Absent: each order is asked for by itself,
   * without a ping.
   */
  readonly phaseKey?: string;
  /** The seat chooses during another's turn, so a table gives it less time. */
  readonly outOfTurn?: true;
}

/** How a game ended. */
export interface Outcome {
  /** `null` for a draw, or if the game has beaten its only seat. */
  readonly winner: SeatId | null;
}

/** Legality and effects of orders: pure, and without words. `S` state, `O` order, `E` event. */
export interface Rules<S extends State = State, O extends Order = Order, E extends Event = Event> extends Legality<S> {
  start(variant: string, dice: Dice): Applied<S, E>;
  /** Seats asked for an order now; none once the game is over. */
  asked(state: S): readonly Asked[];
  /**
   * Seats that are not asked, since an order of theirs lies face down (`VerbSpec.faceDown`), and that can give another
   * in its place. The new order asks nobody for anything, rolls nothing and shows nothing, and nobody else learns of
   * it. Absent: none.
   */
  mayChange?(state: S): readonly SeatId[];
  /**
   * An order that the bot gives for a seat, because the seat has no other, and everybody can see that it has none. It
   * ends a step in which nothing can happen. Null, or absent: a seat that is asked decides.
   */
  pass?(state: S): { readonly seat: SeatId; readonly order: O } | null;
  /**
   * The current phase. A channel gets one message for each phase, which is edited, unless the channel is set to get
   * each order as a message. Absent: the game has no turns of sides, and each order is a message.
   */
  phase?(state: S): Phase;
  /** Carries out a legal order; refuses any other, and says why. */
  apply(state: S, seat: SeatId, order: O, dice: Dice): Applied<S, E> | Refusal;
  /**
   * Whether an order with these events cost nothing and was not answered, so that it can be repeated without end.
   * Absent: every order costs something.
   */
  isFree?(order: O, events: readonly E[]): boolean;
  /** Whether choices are settling a battle: pictures then show earlier orders too (`Moment.before`). Absent: never. */
  isSettling?(state: S): boolean;
  outcome(state: S): Outcome | null;
}
