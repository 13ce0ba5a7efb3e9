/**
 * A variant of a game as a solver takes it: every position that can be reached from its start, once, with what each legal order may
 * lead to. `positions[0]` is the start. Chances are those of the rules: what the dice do, and nobody's choice.
 */
export interface Model {
  readonly positions: readonly ModelPosition[];
}

export interface ModelPosition {
  /** As `Solvable.key` returns it. */
  readonly key: string;
  /** 1: the seat has won; 0: it has not, and the game is over; null: the game goes on. */
  readonly worth: 0 | 1 | null;
  /** For each legal order, in the order of the list of legal orders, where it may lead. Empty once the game is over. */
  readonly orders: readonly (readonly ModelOutcome[])[];
}

export interface ModelOutcome {
  /** Above 0; those of an order add up to 1. */
  readonly chance: number;
  /** A place in `Model.positions`. */
  readonly to: number;
}

/**
 * Describes a game small enough to be solved exactly: one seat decides, all else is dice, and nothing is hidden from it. A system with
 * hidden hands or with two sides that decide has none.
 */
export interface Solvable<S> {
  /** The seat whose chance of winning is solved for. */
  readonly seat: string;
  /** Positions with the same key are worth the same. */
  key(state: S): string;
  /** Takes tens of milliseconds: not for the event loop. */
  model(variant: string): Model;
}
