import type { Order } from './order.ts';
import type { Event, SeatId, State } from './state.ts';

/** The start of a campaign, or an order that was not taken back, with its events. Stories are made from episodes. */
export interface Episode<S extends State = State, O extends Order = Order, E extends Event = Event> {
  /** `null` for the start. */
  readonly order: O | null;
  /** The position in which the order was given; for the start, the position that the start made. */
  readonly before: S;
  readonly after: S;
  readonly events: readonly E[];
  /** The member who gave it, ready to be shown; null for the start, and for orders that the council voted for. */
  readonly by: string | null;
  /** The reasons in the members' own words, ready to be shown, the best supported first. */
  readonly reasons: readonly GivenReason[];
  /** The chance of winning turned here more than almost anywhere else. */
  readonly turning: boolean;
  /** Change of the chance of winning; null if it is unknown or hidden. */
  readonly worth: Worth | null;
}

/** Tenths of a percentage point. */
export interface Worth {
  /** Cost of the chosen order against the best one: 0 or below. */
  readonly decision: number;
  /** Gain or loss by its dice. */
  readonly dice: number;
  /** No other order was worth more. */
  readonly best: boolean;
}

export interface GivenReason {
  readonly text: string;
  readonly by: string;
}

/** A campaign told afterwards, in Discord's Markdown: 1,200 characters at most in all. */
export interface Story {
  /** A headline as in a newspaper: "Richmond falls to Butler". At most 80 characters, without a full stop. */
  readonly headline: string;
  /** Chronological: at most five, after an introduction. */
  readonly chapters: readonly Chapter[];
}

export interface Chapter {
  /** Heading with its days: "Butler, 4 – 10 May". Only the first chapter may have none (null). */
  readonly when: string | null;
  readonly text: string;
  /** The historical events of those days, in a sentence; null if there are none to compare. */
  readonly really: string | null;
}

/** A seat's points now. */
export interface Score {
  readonly seat: SeatId;
  /** Label, if these aren't the seat's points: "Union margin". Absent: the seat's name. */
  readonly name?: string;
  readonly points: number;
}

/** A table about a campaign: "Losses by corps". Each row has as many cells as `head`; the first is its name. */
export interface Tally {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** Actual and expected result of one order's dice. */
export interface Fortune {
  /** "Gregg and Branch against 1107 at 2-1" */
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
   * The story of a campaign from its episodes, the start first. `over`: it has ended. It quotes only given reasons.
   * Absent: the host tells it event by event.
   */
  story?(episodes: readonly Episode<S, O, E>[], over: boolean): Story;
  /** Present points of the seats, in a game won by points. */
  score?(state: S): readonly Score[];
  /** Points are also scored at the start or the end of each turn, by no order of that turn. */
  readonly scoresTurns?: 'start' | 'end';
  /** Tables of a campaign, from its episodes: what was lost, by whom. At most four. */
  tallies?(episodes: readonly Episode<S, O, E>[]): readonly Tally[];
  /** Actual and expected dice results of a campaign. */
  fortunes?(episodes: readonly Episode<S, O, E>[]): Fortunes;
  /** `null` until the game is won. Absent: the game has no degrees of victory. */
  margin?(state: S): Margin | null;
}
