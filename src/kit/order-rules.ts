import {
  type Applied,
  ask,
  type Choice,
  COMPLETE,
  type Dice,
  type Draft,
  IncompatibleThrow,
  isRefusal,
  type Legality,
  legalOrders,
  type Next,
  type OpenSlot,
  type Order,
  type Refusal,
  refuse,
  replayedDice,
  type SlotValue,
} from '../game/index.ts';

/** The answer for a draft that cannot become a legal order. */
export const NOTHING = ask({ slot: 'verb', choices: [] });

/** A slot's single value; empty if it has a list. */
export function one(value: SlotValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
export function many(value: SlotValue | undefined): readonly string[] {
  return typeof value === 'object' ? value : [];
}

/** A value as members choose it, perhaps with a hint. */
export function choice(value: string, label: string, hint?: string | null): Choice {
  return hint ? { value, label, hint } : { value, label };
}

/**
 * Suggests legal orders in place of a refused one. It takes `alike` orders from the first of the beginnings that leads
 * to any. If none does, it takes `each` orders of every verb, at most `all`.
 */
export function ordersInstead<State>(
  rules: Legality<State>,
  state: State,
  seat: string,
  beginnings: readonly Draft[],
  verbs: readonly string[],
  { alike, each, all }: { readonly alike: number; readonly each: number; readonly all: number },
): readonly Order[] {
  const few = (draft: Draft, most: number): Order[] => {
    const orders: Order[] = [];
    for (const order of legalOrders(rules, state, seat, draft)) {
      orders.push(order);
      if (orders.length === most) break;
    }
    return orders;
  };
  for (const draft of beginnings) {
    if (!begins(rules, state, seat, draft)) continue;
    const orders = few(draft, alike);
    if (orders.length > 0) return orders;
  }
  return verbs.flatMap((verb) => few({ verb }, each)).slice(0, all);
}

/**
 * Whether a draft fills exactly the first slots that are asked. For any other draft `legalOrders` would walk through
 * all legal orders and yield none, so it isn't called.
 */
function begins<State>(rules: Legality<State>, state: State, seat: string, draft: Draft): boolean {
  let begun: Draft = {};
  for (const _ of Object.keys(draft)) {
    const next = rules.next(state, seat, begun);
    const value = next.complete ? undefined : draft[next.question.slot];
    if (next.complete || value === undefined || next.question.slot in begun) return false;
    begun = { ...begun, [next.question.slot]: value };
  }
  return true;
}

export interface RefusalReason<Code extends string = string> {
  readonly code: Code;
  readonly rule: string | null;
  readonly facts: Refusal['facts'];
}

/** Reasons that every game has. `how-many` has the facts `least` and `most`. */
export type GeneralCode = 'how-many' | 'not-listed';

/**
 * A slot of an order. `fault` alone decides what is legal: lists of choices are the candidates without a fault, and a
 * refusal gives the fault. Both may use only what the side itself may know.
 * @typeParam M a position, and the side that is to give an order in it
 */
export interface SlotRule<M, Code extends string = string> {
  readonly slot: string;
  /** If absent, the slot is always asked. A slot that is not asked must not be filled. */
  isAsked?(moment: M, draft: Draft): boolean;
  /** Every value that might be legal, once, in the order of the list. */
  candidates(moment: M, draft: Draft): readonly string[];
  /**
   * The reason against a value; null if it is legal and the order can be completed. The value may be any text.
   * @param draft the slots before it. Without `order` all that are asked are filled; with it some may be missing
   * @param order the whole order, if it was given: a later slot of it may make up for a fault, or change the reason
   */
  fault(moment: M, draft: Draft, value: string, order?: Order): RefusalReason<Code> | null;
  /**
   * How many values the slot takes. If absent, one.
   * @param choices the number of legal values
   */
  several?(moment: M, draft: Draft, choices: number): { readonly least: number; readonly most: number };
}

/**
 * Legality and effects of a verb.
 * @typeParam A the result, as of `Rules.apply`
 * @typeParam D the dice that it rolls
 */
export interface OrderRule<M, O extends Order, A, Code extends string = string, D = Dice> {
  readonly verb: O['verb'];
  /** The reason why no order of this verb is legal now. */
  closed(moment: M): RefusalReason<Code> | null;
  readonly slots: readonly SlotRule<M, Code>[];
  /** The reason against an order whose values have no fault. If absent, `how-many` or `not-listed`. */
  otherwise?(moment: M, order: Order): RefusalReason<Code>;
  carry(moment: M, order: O, dice: D): A;
}

/** The rule of any verb. `carry` gets orders of that verb only. */
type AnyOrderRule<M, A, Code extends string, D> = Omit<OrderRule<M, Order, A, Code, D>, 'carry'> & {
  carry(moment: M, order: never, dice: D): A;
};

/** The rules of all verbs of a game, in the order of lists. Only they say what is legal. */
export class OrderRules<M, Verb extends string, A, Code extends string, D = Dice> {
  readonly #rules: ReadonlyMap<unknown, AnyOrderRule<M, A, Code, D> & { readonly verb: Verb }>;

  constructor(rules: { readonly [verb in Verb]: AnyOrderRule<M, A, Code, D> }) {
    this.#rules = new Map(Object.entries(rules));
  }

  /** The slots of a verb, in the order in which they are asked; empty if there is no such verb. */
  slots(verb: string): readonly SlotRule<M, Code>[] {
    return this.#rules.get(verb)?.slots ?? [];
  }

  /** The verbs of which an order is legal now. */
  verbsOpen(moment: M): readonly Verb[] {
    const open: Verb[] = [];
    for (const rule of this.#rules.values()) if (isOpen(moment, rule)) open.push(rule.verb);
    return open;
  }

  /** The next slot of a draft, as `Rules.next` gives it. */
  next(moment: M, draft: Draft): Next {
    // The number of slots of the draft that are not matched yet, counted without a list of their names.
    let unmatched = 0;
    for (const _ in draft) unmatched++;
    if (draft.verb === undefined)
      return unmatched === 0 ? ask({ slot: 'verb', choices: valuesOf(this.verbsOpen(moment)) }) : NOTHING;
    const rule = this.#rules.get(draft.verb);
    if (!rule || rule.closed(moment) !== null) return NOTHING;
    unmatched--;
    let given: Draft = { verb: rule.verb };
    for (const slot of rule.slots) {
      if (!isAsked(moment, slot, given)) continue;
      const value = draft[slot.slot];
      if (value === undefined) {
        const open = opened(moment, slot, given);
        return open.choices.length > 0 ? ask(open) : NOTHING;
      }
      if (!isOffered(moment, slot, given, value)) return NOTHING;
      unmatched--;
      // No rule reads the last slot, so it isn't copied.
      if (slot !== rule.slots.at(-1)) given = { ...given, [slot.slot]: value };
    }
    return unmatched === 0 ? COMPLETE : NOTHING;
  }

  /** Whether an order is legal, found out without listing all legal orders. */
  isListed(moment: M, order: Order): boolean {
    return this.next(moment, order).complete;
  }

  /** The reason why an order is not legal, by its first slot with a fault. */
  faultOf(moment: M, order: Order): RefusalReason<Code | GeneralCode> {
    const rule = this.#rules.get(order.verb);
    const reason = rule?.closed(moment);
    if (reason) return reason;
    let draft: Draft = { verb: order.verb };
    for (const slot of rule?.slots ?? []) {
      const given = order[slot.slot];
      if (given === undefined) continue;
      for (const value of [given].flat()) {
        const fault = slot.fault(moment, draft, value, order);
        if (fault) return fault;
      }
      // A list in a slot of one value has no better reason than the general one.
      if (typeof given !== 'string' && !slot.several) break;
      if (!rule?.otherwise && isAsked(moment, slot, draft)) {
        const { several } = opened(moment, slot, draft);
        const count = [given].flat().length;
        if (several && (count < several.least || count > several.most))
          return { code: 'how-many', rule: null, facts: { ...several } };
      }
      draft = { ...draft, [slot.slot]: given };
    }
    return rule?.otherwise?.(moment, order) ?? { code: 'not-listed', rule: null, facts: {} };
  }

  carry(moment: M, order: Order, dice: D): A {
    return (this.#rules.get(order.verb) as AnyOrderRule<M, A, Code, D>).carry(moment, order as never, dice);
  }
}

/** Whether a verb is not closed, and its first slot can be filled. */
function isOpen<M>(moment: M, rule: Pick<OrderRule<M, Order, unknown>, 'verb' | 'closed' | 'slots'>): boolean {
  if (rule.closed(moment) !== null) return false;
  const draft = { verb: rule.verb };
  const first = rule.slots.find((slot) => isAsked(moment, slot, draft));
  if (!first) return true;
  return first.candidates(moment, draft).some((value) => first.fault(moment, draft, value) === null);
}

function isAsked<M>(moment: M, rule: SlotRule<M>, draft: Draft): boolean {
  return rule.isAsked === undefined || rule.isAsked(moment, draft);
}

function opened<M>(moment: M, rule: SlotRule<M>, draft: Draft): OpenSlot {
  const choices = valuesOf(rule.candidates(moment, draft).filter((value) => rule.fault(moment, draft, value) === null));
  const several = rule.several?.(moment, draft, choices.length);
  return several ? { slot: rule.slot, choices, several } : { slot: rule.slot, choices };
}

/** Whether what was given for a slot is legal. A list must have its values in the order of the choices, each once. */
function isOffered<M>(moment: M, rule: SlotRule<M>, draft: Draft, given: SlotValue): boolean {
  if (typeof given === 'string') return rule.several === undefined && rule.fault(moment, draft, given) === null;
  const { choices, several } = opened(moment, rule, draft);
  if (several === undefined || given.length < several.least || given.length > several.most) return false;
  const places = given.map((value) => choices.findIndex((choice) => choice.value === value));
  return places.every((place, index) => place > (places[index - 1] ?? -1));
}

function valuesOf(values: readonly string[]): OpenSlot['choices'] {
  return values.map((value) => ({ value }));
}

/** Refuses every order after the end of a run. */
const OVER = refuse('not-listed', null);

/** Tries orders of a side, each after those before it. Ends with the first that rolls a die. */
export class DryRun<S, O, E> {
  readonly orders: O[] = [];
  readonly events: E[] = [];
  readonly #apply: (state: S, order: O, dice: Dice) => Applied<S, E> | Refusal;
  readonly #next: (state: S, draft: Draft) => Next;
  readonly #ends: (order: O, before: S, after: S) => boolean;
  #state: S;
  #isOver = false;

  /**
   * @param ends says whether the run must end after an order that rolled no die, since its result or later legal orders
   * are not known
   * @param next the list of legal values, needed for `values`
   */
  constructor(
    state: S,
    apply: (state: S, order: O, dice: Dice) => Applied<S, E> | Refusal,
    ends: (order: O, before: S, after: S) => boolean = () => false,
    next: (state: S, draft: Draft) => Next = () => NOTHING,
  ) {
    this.#state = state;
    this.#apply = apply;
    this.#next = next;
    this.#ends = ends;
  }

  /** The position after all orders except one that ended the run. `orders` has that one, and `events` hasn't. */
  get state(): S {
    return this.#state;
  }

  /** Whether the last order has ended the run. */
  get isOver(): boolean {
    return this.#isOver;
  }

  values(draft: Draft): readonly string[] {
    const asked = this.#next(this.#state, draft);
    return asked.complete ? [] : asked.question.choices.map(({ value }) => value);
  }

  /** Gives an order. Returns the refusal if it is not legal. */
  give(order: O): Refusal | null {
    if (this.#isOver) return OVER;
    const applied = this.#tried(order);
    if (isRefusal(applied)) return applied;
    this.orders.push(order);
    if (applied === null || this.#ends(order, this.#state, applied.state)) {
      this.#isOver = true;
      return null;
    }
    this.#state = applied.state;
    this.events.push(...applied.events);
    return null;
  }

  /** Applies an order. Returns null if it rolls dice. */
  #tried(order: O): Applied<S, E> | Refusal | null {
    try {
      return this.#apply(this.#state, order, replayedDice([]));
    } catch (error) {
      if (error instanceof IncompatibleThrow) return null;
      throw error;
    }
  }
}
