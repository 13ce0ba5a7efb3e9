import type { Colour } from './scene.ts';

/** A place at the table: one side, or one player of a side. Solitaire games have a single seat. */
export type SeatId = string;

export interface Seat {
  readonly id: SeatId;
  readonly name: string;
  /** The colour of the seat's lines in charts: its side's on the maps, dark enough on paper. Absent: it has none. */
  readonly colour?: Colour;
}

/** The reader of a view, an event or an order. The referee sees everything, the public what a bystander may see. */
export type Viewer = SeatId | 'public' | 'referee';

/** Plain JSON with the version of its shape. */
export interface State {
  readonly version: number;
}

declare const seen: unique symbol;

/**
 * The part of a position that a viewer may see. Only a game's `view` makes one: drawing and wording take it, so that
 * passing a state does not compile.
 */
export interface View {
  readonly [seen]: true;
}

/** Marks the result of a game's `view`. */
export function asView<V extends object>(visible: V): V & View {
  return visible as V & View;
}

/** Something that happened, as plain JSON. Its wording is `EventWords.tell`. */
export interface Event {
  readonly type: string;
}

/** Visibility: each viewer's part of a position, and the events that reveal a secret. */
export interface Knowledge<S extends State = State, E extends Event = Event, V extends View = View> {
  view(state: S, viewer: Viewer): V;
  /**
   * The number of an order's events that showed something hidden to a seat that had not seen it: cards opened, counters
   * turned up, a hand dealt. Nobody can unsee what they have seen, so such an order is taken back like one that rolled.
   * Absent: nothing is ever hidden.
   */
  reveals?(events: readonly E[]): number;
  /**
   * Identity of each piece dealt face down at the start, in the order of dealing: no order ever changes it. Absent:
   * none is dealt so.
   */
  identities?(state: S): readonly string[];
}
