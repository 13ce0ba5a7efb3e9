import type { Order } from './order.ts';
import type { Event, State } from './state.ts';

/** The start of a campaign, or an order that stands, with its events: what a story is told from. */
export interface Episode<S extends State = State, O extends Order = Order, E extends Event = Event> {
  /** Null: the start. */
  readonly order: O | null;
  /** The position the order was given in; of the start, the one it made. */
  readonly before: S;
  readonly after: S;
  readonly events: readonly E[];
  /** The member who gave it, ready to be shown; null: the start, or the council by vote. */
  readonly by: string | null;
  /** Why, in the members' own words, ready to be shown, the best supported first. */
  readonly reasons: readonly Reason[];
  /** The chance of winning turned here more than almost anywhere else. */
  readonly turning: boolean;
  /** What became of the chance of winning by it; null: it is unknown or hidden. */
  readonly worth: Worth | null;
}

/** Tenths of a percentage point. */
export interface Worth {
  /** What the order cost, chosen as it was: 0 or below. */
  readonly decision: number;
  /** What its dice gave or took. */
  readonly dice: number;
  /** No other order was worth more. */
  readonly best: boolean;
}

export interface Reason {
  readonly text: string;
  readonly by: string;
}

/** A campaign told afterwards, in Discord's Markdown: 1,200 characters at most in all. */
export interface Story {
  /** What a newspaper would print above it: "Richmond falls to Butler". At most 80 characters, without a stop. */
  readonly headline: string;
  /** In the order of time: at most five, and before them what it was all about. */
  readonly chapters: readonly Chapter[];
}

export interface Chapter {
  /** Its heading, whose days it tells of: "Butler, 4 – 10 May". Null: no days of its own, only before the first. */
  readonly when: string | null;
  readonly text: string;
  /** What really happened in those days, a sentence; null: nothing to set beside it. */
  readonly really: string | null;
}
