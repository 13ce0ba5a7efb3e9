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

/** Something that happened, as plain JSON. Its wording is `System.tell`. */
export interface Event {
  readonly type: string;
}
