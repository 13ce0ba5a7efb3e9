import type { Viewer } from './seat.ts';

/** Plain JSON with the version of its shape. */
export interface State {
  readonly version: number;
}

declare const seen: unique symbol;

/**
 * What a viewer may see of a position. A game's `view` alone makes one: what draws or words a position takes it, and a state in its place
 * does not compile.
 */
export interface View {
  readonly [seen]: true;
}

/** What a game's `view` has left of a position. */
export function asView<V extends object>(left: V): V & View {
  return left as V & View;
}

/** Something that happened, as plain JSON. Its wording is `EventWords.tell`. */
export interface Event {
  readonly type: string;
}

/** What each viewer may know of a position, and when a secret comes out. */
export interface Knowledge<S extends State = State, E extends Event = Event, V extends View = View> {
  view(state: S, viewer: Viewer): V;
  /**
   * How often what an order did showed something hidden to a seat that had not seen it: cards opened, counters turned up, a hand dealt.
   * Nobody can unsee what they have seen, so a table takes such an order back like one that rolled. Absent: nothing is ever hidden.
   */
  reveals?(events: readonly E[]): number;
  /**
   * What each piece that lies face down is, in the order in which they were dealt at the start: no order ever changes it. Absent: none is
   * dealt so.
   */
  identities?(state: S): readonly string[];
}
