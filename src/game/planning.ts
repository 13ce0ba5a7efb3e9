import type { Choice } from './legality.ts';
import type { Draft, Order } from './order.ts';
import type { Picture } from './picture.ts';
import type { SeatId } from './seat.ts';
import type { State, View } from './state.ts';

/** Several orders of one seat that are shown together and given together. */
export interface Plan {
  /** Each is legal after those before it. Only the last may throw dice or make another seat be asked. */
  readonly orders: readonly Order[];
  /** The units that it moves, in a few words: "Gregg, Branch and 3 others". At most 60 characters. */
  readonly title: string;
  /** Each part as it was understood, a line each: "Gregg to 0905, 9 of 12". Markdown. */
  readonly lines: readonly string[];
  /** The odds of its attacks, a line each, which a sealed ballot keeps to itself. Markdown. Absent: it has no attack. */
  readonly odds?: readonly string[];
  /** Impossible parts with their reasons, a line each. Markdown. */
  readonly refused: readonly string[];
  /** The remainder for later turns, as `Planning.read` reads it. Empty: nothing. */
  readonly rest: string;
  /** A shortcut that is followed after the orders, over dice too. Absent: none is. */
  readonly then?: string;
}

/** A button that gives all orders of one kind: "Fight all 3 battles". */
export interface Shortcut {
  /** One word, lower case. */
  readonly id: string;
  /** Button label, at most 80 characters. */
  readonly text: string;
}

/** Marches chosen from lists: who goes, then where. */
export interface MarchLists<S extends State = State> {
  /** Corps, divisions and columns that can march: the values are as a plan names them. At most 25; none where nobody marches. */
  groups(state: S, seat: SeatId): readonly Choice[];
  /** Destinations of the units that a plan names so, the most useful first. At most 25. */
  goals(state: S, seat: SeatId, who: string): readonly Choice[];
  /** Their march as an order that lacks only its goal, so that a sketch shows how far they come. Absent or null: none is drawn. */
  draft?(state: S, seat: SeatId, who: string): Draft | null;
}

export interface Shortcuts<S extends State = State> {
  /** At most four, the most useful first. */
  offered(state: S, seat: SeatId): readonly Shortcut[];
  /** The next order of a shortcut; null when it is finished. */
  next(state: S, seat: SeatId, shortcut: string): Order | null;
}

/** Many orders in few presses. Whatever comes of a plan is orders of the list of legal ones. */
export interface Planning<S extends State = State, V extends View = View> {
  /** A plan as a member types it. At most 100 characters. */
  readonly example: string;
  /** The verb of the order that ends a step of a turn. */
  readonly ending: string;
  /**
   * Reads a plan that a member typed, as far as it can be read.
   * @param standing marches that go on already, as `Plan.rest` has them; those of units that the plan moves end
   */
  read(state: S, seat: SeatId, text: string, standing: string): Plan;
  /**
   * The label of this step's form, with the usual answers to edit. Absent or null: it asks for units and places and begins empty. Without
   * an example, it shows the one of all plans.
   */
  form?(state: S, seat: SeatId): { readonly label: string; readonly text: string; readonly example?: string } | null;
  /** Orders as text from which `read` makes the same orders. */
  write(state: S, seat: SeatId, orders: readonly Order[]): string;
  /** Completions of the last part of a typed plan: each value is the whole text. */
  complete(state: S, seat: SeatId, text: string): readonly Choice[];
  /** Absent: marches are not chosen from lists. */
  readonly marches?: MarchLists<S>;
  /** The plan as a close-up, by what the seat's view shows; null if no picture helps. */
  picture(view: V, seat: SeatId, orders: readonly Order[]): Picture | null;
  /** Whether there is much to order now, so that a plan is worth writing. */
  plans(state: S, seat: SeatId): boolean;
  readonly shortcuts: Shortcuts<S>;
}
