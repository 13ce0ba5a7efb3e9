import type { Legality } from './legality.ts';
import type { Order } from './order.ts';
import type { Refusal } from './refusal.ts';
import type { Dice } from './sealed-dice.ts';
import type { SeatId } from './seat.ts';
import type { Event, State } from './state.ts';

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

/** A seat that is asked for something now. Several may be asked at once; a choice may have a default for when time runs out. */
export interface Asked {
  readonly seat: SeatId;
  /** Given in the seat's name when its time runs out. Without one, the game waits. */
  readonly defaultOrder?: Order;
  /**
   * One ping of the seat and one clock cover all questions with this key, unique in the game: "turn 3, Union movement". Within it, the seat
   * may take back its own orders freely. Absent: each order is asked for by itself, without a ping.
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
   * Seats that are not asked, since an order of theirs lies face down (`VerbSpec.faceDown`), and that can give another in its place. It asks
   * nobody for anything, rolls nothing and shows nothing, and nobody else learns of it. Absent: none.
   */
  mayChange?(state: S): readonly SeatId[];
  /**
   * An order that is given by itself: it ends a step in which nothing can happen, for its seat has no other order, and what lies open to
   * everybody says so. Null, or absent: a seat that is asked decides.
   */
  pass?(state: S): { readonly seat: SeatId; readonly order: O } | null;
  /**
   * The current phase. A table shows each phase in one message that is edited, unless it says otherwise. Absent: the game has no turns of
   * sides, and each order is a message.
   */
  phase?(state: S): Phase;
  /** Carries out a legal order; refuses any other, and says why. */
  apply(state: S, seat: SeatId, order: O, dice: Dice): Applied<S, E> | Refusal;
  /**
   * Whether an order that did this cost nothing, and nobody answered it: it can be given again and again. Absent: every order costs
   * something.
   */
  isFree?(order: O, events: readonly E[]): boolean;
  /** Whether a battle is being settled by choices: pictures go on telling what the orders before did (`Moment.before`). Absent: never. */
  isSettling?(state: S): boolean;
  outcome(state: S): Outcome | null;
}
