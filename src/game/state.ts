/** Plain JSON with the version of its shape. */
export interface State {
  readonly version: number;
}

/** Something that happened, as plain JSON. Its wording is `System.tell`. */
export interface Event {
  readonly type: string;
}
