import type { Order } from './order.ts';
import type { SeatId } from './seat.ts';
import type { Event, State } from './state.ts';
import type { Episode, Story } from './story.ts';

/** A seat's points now. */
export interface Score {
  readonly seat: SeatId;
  /** What is counted, where it isn't the points of the seat: "Union margin". Absent: the seat's name. */
  readonly name?: string;
  readonly points: number;
}

/** A table of a campaign told afterwards: "Losses by corps". Each row as many cells as `head`; the first is its name. */
export interface Tally {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** What dice did beside what their table promised, for one order. */
export interface Fortune {
  /** "7 JR And and 8 Branch against 1107 at 2-1" */
  readonly what: string;
  /** Whose luck it was: above what was expected is good for this seat. */
  readonly seat: SeatId;
  /** In `Fortunes.measure`. */
  readonly expected: number;
  readonly actual: number;
}

export interface Fortunes {
  /** What is counted: "strength points". */
  readonly measure: string;
  /** How it is counted, behind a colon: "the attacker’s hits minus the defender’s"; absent: `measure` says it. */
  readonly note?: string;
  /** In the order of time. */
  readonly each: readonly Fortune[];
}

/** How clearly a game was won. */
export interface Margin {
  /** The greater, the clearer. */
  readonly size: number;
  /** "7 Action Points to spare" */
  readonly words: string;
}

/** A campaign looked back on: its story, its points, its losses and its luck. */
export interface Afterwards<S extends State = State, O extends Order = Order, E extends Event = Event> {
  /**
   * A campaign told from its own episodes, the start first; `over`: it has ended. Absent: the host tells it event by event.
   * Nothing in it is invented but the telling: no quotation that is not among the reasons.
   */
  story?(episodes: readonly Episode<S, O, E>[], over: boolean): Story;
  /** Points of the seats now, where the game is won by them. */
  score?(state: S): readonly Score[];
  /** The start or the end of a turn scores too, whatever order happens to be the first or the last of it. */
  readonly scoresTurns?: 'start' | 'end';
  /** Tables of a campaign, from its episodes: what was lost, by whom. At most four. */
  tallies?(episodes: readonly Episode<S, O, E>[]): readonly Tally[];
  /** What the dice of a campaign did beside what their tables promised. */
  fortunes?(episodes: readonly Episode<S, O, E>[]): Fortunes;
  /** Null: it is not won. Absent: the game knows no more than that it is. */
  margin?(state: S): Margin | null;
}
