/** Types and functions for the two sides of a game. */
export function twoSides<One extends string, Other extends string>(one: One, other: Other) {
  type Side = One | Other;
  type EachSide<T> = { readonly [side in Side]: T };
  return {
    SIDES: [one, other] as const,
    otherSide: (side: Side): Side => (side === one ? other : one),
    isSide: (seat: string): seat is Side => seat === one || seat === other,
    eachSide: <T>(of: (side: Side) => T) => ({ [one]: of(one), [other]: of(other) }) as EachSide<T>,
  };
}

/** Copies properties of a position, such as those that all viewers may know: `picking<State>()('turn', 'side')`. */
export function picking<Whole>() {
  return <Key extends keyof Whole>(...keys: readonly Key[]) =>
    (from: Pick<Whole, Key>) =>
      Object.fromEntries(keys.map((key) => [key, from[key]])) as unknown as Pick<Whole, Key>;
}

/**
 * A union of read-only types that a tag tells apart, as the verb does for orders: `Tagged<'verb', { move: { to: HexId
 * }; done: object }>` is `{ verb: 'move', to }` or `{ verb: 'done' }`.
 */
export type Tagged<Tag extends string, Facts> = {
  [Kind in keyof Facts]: Readonly<Record<Tag, Kind> & Facts[Kind]>;
}[keyof Facts];

/** A function for each kind of such a union, called by the tag: `WORDS[order.verb](order as never)`. */
export type WordsFor<
  Tag extends string,
  One extends Readonly<Record<Tag, string>>,
  Given extends readonly unknown[],
  Said = string,
> = {
  readonly [Kind in One[Tag]]: (one: Extract<One, Readonly<Record<Tag, Kind>>>, ...given: Given) => Said;
};

/**
 * The names of the two armies.
 * @param union the game's id of the Union
 */
export function sideNames<Side extends string>(union: Side) {
  const sideName = (side: Side) => (side === union ? 'Union' : 'Confederates');
  return {
    /** "Union", "Confederates" */
    sideName,
    /** Stands before a noun: "Union", "Confederate". */
    sideAdjective: (side: Side) => (side === union ? 'Union' : 'Confederate'),
    /** Stands within a sentence: "the Union", "the Confederates". */
    sidePeople: (side: Side) => `the ${sideName(side)}`,
    /** Begins a sentence, with a verb: "The Union has", "The Confederates have". */
    sideDoes: (side: Side, one: string, several: string) => `The ${sideName(side)} ${side === union ? one : several}`,
  };
}
