import type { Order } from './order.ts';
import type { SeatId } from './seat.ts';
import type { Event, State } from './state.ts';
import type { Episode, Story } from './story.ts';

/** A seat's points now. */
export interface Score {
  readonly seat: SeatId;
  /** Label, if these aren't the seat's points: "Union margin". Absent: the seat's name. */
  readonly name?: string;
  readonly points: number;
}

/** A table of a campaign told afterwards: "Losses by corps". Each row as many cells as `head`; the first is its name. */
export interface Tally {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** Actual and expected result of one order's dice. */
export interface Fortune {
  /** "7 JR And and 8 Branch against 1107 at 2-1" */
  readonly what: string;
  /** The seat that a result above the expected one favours. */
  readonly seat: SeatId;
  /** In `Fortunes.measure`. */
  readonly expected: number;
  readonly actual: number;
}

export interface Fortunes {
  /** Unit of the counts: "strength points". */
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
  /** Present points of the seats, in a game won by points. */
  score?(state: S): readonly Score[];
  /** The start or the end of a turn scores too, whatever order happens to be the first or the last of it. */
  readonly scoresTurns?: 'start' | 'end';
  /** Tables of a campaign, from its episodes: what was lost, by whom. At most four. */
  tallies?(episodes: readonly Episode<S, O, E>[]): readonly Tally[];
  /** Actual and expected dice results of a campaign. */
  fortunes?(episodes: readonly Episode<S, O, E>[]): Fortunes;
  /** `null` until the game is won. Absent: the game has no degrees of victory. */
  margin?(state: S): Margin | null;
}
