import {
  type Applied,
  type Dice,
  type Draft,
  IncompatibleThrow,
  isRefusal,
  type Next,
  type Refusal,
  refuse,
  replayedDice,
} from '../game/index.ts';
import { NOTHING } from './order-rules.ts';

/** After an order that leads nobody knows where. */
const OVER = refuse('not-listed', null);

/** Tries a side's orders one after the other, each in the position after the one before, until a die is rolled. */
export class DryRun<S, O, E> {
  readonly orders: O[] = [];
  readonly events: E[] = [];
  readonly #apply: (state: S, order: O, dice: Dice) => Applied<S, E> | Refusal;
  readonly #next: (state: S, draft: Draft) => Next;
  readonly #ends: (order: O, before: S, after: S) => boolean;
  #state: S;
  #isOver = false;

  /**
   * @param ends whether it is not known what comes of an order, or of those after it, though no die was rolled
   * @param next the list of what may be done, if values are asked for
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

  /** Before the last order, if it ended the run. */
  get state(): S {
    return this.#state;
  }

  /** The last order may be given, but where it leads is not known. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Legal values for the next slot of a draft. */
  values(draft: Draft): readonly string[] {
    const asked = this.#next(this.#state, draft);
    return asked.complete ? [] : asked.question.choices.map(({ value }) => value);
  }

  /** @returns why not; null if it was given */
  give(order: O): Refusal | null {
    if (this.#isOver) return OVER;
    const applied = this.#tried(order);
    if (isRefusal(applied)) return applied;
    this.orders.push(order);
    this.#isOver = applied === null || this.#ends(order, this.#state, applied.state);
    if (applied === null || this.#isOver) return null;
    this.#state = applied.state;
    this.events.push(...applied.events);
    return null;
  }

  /** Applies an order; null if it rolls dice. */
  #tried(order: O): Applied<S, E> | Refusal | null {
    try {
      return this.#apply(this.#state, order, replayedDice([]));
    } catch (error) {
      if (error instanceof IncompatibleThrow) return null;
      throw error;
    }
  }
}
