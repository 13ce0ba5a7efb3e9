import { type Applied, type Dice, isRefusal, type Refusal } from '../../../game/index.ts';
import type { Field } from '../field.ts';
import { apply } from '../rules/apply.ts';
import type { State } from '../state.ts';
import type { Event, Order, Side } from '../vocabulary.ts';

/** Orders tried out one after the other, as far as no die is thrown. */

class DieThrown extends Error {}

function thrown(): never {
  throw new DieThrown('A plan throws no die');
}

const NO_DICE: Dice = { roll: thrown, shuffle: thrown };

/** What an order does. Null: a die says. */
export function tried(field: Field, state: State, side: Side, order: Order): Applied<State, Event> | Refusal | null {
  try {
    return apply(field, state, side, order, NO_DICE);
  } catch (error) {
    if (error instanceof DieThrown) return null;
    throw error;
  }
}

/** Orders as they are found, and where they lead. */
export class DryRun {
  readonly field: Field;
  readonly side: Side;
  readonly orders: Order[] = [];
  readonly events: Event[] = [];
  #state: State;
  /** A die says what comes next. */
  #over = false;

  constructor(field: Field, state: State, side: Side) {
    this.field = field;
    this.side = side;
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  get isOver(): boolean {
    return this.#over;
  }

  /** @returns why not; null: it is given */
  give(order: Order): Refusal | null {
    const applied = tried(this.field, this.#state, this.side, order);
    if (applied !== null && isRefusal(applied)) return applied;
    this.orders.push(order);
    if (applied === null) this.#over = true;
    else {
      this.#state = applied.state;
      this.events.push(...applied.events);
    }
    return null;
  }
}
