import { type Choice, IncompatibleThrow, isRefusal, replayedDice } from '../../game/index.ts';
import { apply } from './rules/apply.ts';
import { next, toDecide } from './rules/legality.ts';
import type { State } from './state.ts';
import type { Theatre } from './theatre.ts';
import type { Order, Side, Verb } from './vocabulary.ts';
import { refusal } from './words/refusals.ts';

/** What comes of these depends on dice, on what lies face down, or on the other side. */
const UNKNOWN: readonly Verb[] = ['probe', 'hasty', 'attack', 'charge', 'done'];

/** Orders of a side tried out one after the other. What comes of them rests on nothing that is hidden from it: a die, or the other side's turn, ends them. */
export class DryRun {
  readonly orders: Order[] = [];
  readonly theatre: Theatre;
  readonly side: Side;
  #state: State;
  #isOver = false;

  constructor(theatre: Theatre, state: State, side: Side) {
    this.theatre = theatre;
    this.side = side;
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  /** The last order rolls, or the side is not asked any more: where it leads is not known. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Gives an order. Null: it is legal; otherwise why it isn't. */
  give(order: Order): string | null {
    if (this.#isOver) return '';
    try {
      const applied = apply(this.theatre, this.#state, this.side, order, replayedDice([]));
      if (isRefusal(applied)) return refusal(this.theatre, { ...applied, instead: [] });
      this.#isOver = UNKNOWN.includes(order.verb) || !toDecide(applied.state).includes(this.side);
      if (!this.#isOver) this.#state = applied.state;
    } catch (error) {
      if (!(error instanceof IncompatibleThrow)) throw error;
      this.#isOver = true;
    }
    this.orders.push(order);
    return null;
  }

  /** What a slot may be filled with after some others. */
  choices(draft: { readonly [slot: string]: string }): readonly Choice[] {
    const asked = next(this.theatre, this.#state, this.side, draft);
    return asked.complete ? [] : asked.question.choices;
  }

  values(draft: { readonly [slot: string]: string }): readonly string[] {
    return this.choices(draft).map(({ value }) => value);
  }
}
