import type { Lesson } from './lesson.ts';
import type { Order } from './order.ts';
import type { Planning } from './planning.ts';
import type { Dice } from './sealed-dice.ts';
import type { SeatId } from './seat.ts';
import type { Solvable } from './solvable-model.ts';
import type { State, View } from './state.ts';

/** A way in which a machine can play, chosen when a game starts. */
export interface MachineStyle {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
}

/** A player that is no member. */
export interface Machine<V, O> {
  /** Style of play in a sentence, shown after "The machine". */
  readonly summary: string;
  /** The first is the default. Absent: it has one style. */
  readonly styles?: readonly MachineStyle[];
  /**
   * Chooses for a seat that is asked: at least one order, each legal after those before it. Only the last may throw dice or make another
   * seat be asked. It decides by what the seat sees and by dice of its own, the same with the same dice, and takes up to seconds: not for
   * the event loop.
   * @param style one of `styles`
   */
  orders(view: V, seat: SeatId, dice: Dice, style?: string): readonly O[];
}

/** Aids to play: a machine for a side, plans, a lesson, the worth of orders. */
export interface Play<S extends State = State, O extends Order = Order, V extends View = View> {
  /** Absent: only members play. */
  readonly machine?: Machine<V, O>;
  /** Many orders in few presses. Absent: orders are given one by one. */
  readonly planning?: Planning<S, V>;
  /** A guided first turn. Absent: the game has none. */
  readonly lesson?: Lesson;
  /** Absent: the game is too large to be solved, or not of the kind. */
  readonly solvable?: Solvable<S>;
}
