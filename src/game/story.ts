import type { Order } from './order.ts';
import type { Event, State } from './state.ts';

/** The start of a campaign, or a standing order, with its events: the material of stories. */
export interface Episode<S extends State = State, O extends Order = Order, E extends Event = Event> {
  /** `null` for the start. */
  readonly order: O | null;
  /** The position the order was given in; of the start, the one it made. */
  readonly before: S;
  readonly after: S;
  readonly events: readonly E[];
  /** The member who gave it, ready to be shown; null for the start, and for orders that the council voted for. */
  readonly by: string | null;
  /** Why, in the members' own words, ready to be shown, the best supported first. */
  readonly reasons: readonly Reason[];
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

export interface Reason {
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
