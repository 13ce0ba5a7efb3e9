/** The sides of a game for two, and the ways to go from one to the other. */
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

/**
 * Things of several kinds told apart by a tag, as orders are by their verb: `Tagged<'verb', { move: { to: HexId }; done: object }>` is either
 * `{ verb: 'move', to }` or `{ verb: 'done' }`. Nothing of them can be written to.
 */
export type Tagged<Tag extends string, Facts> = {
  [Kind in keyof Facts]: Readonly<Record<Tag, Kind> & Facts[Kind]>;
}[keyof Facts];

/** Words for each kind of such things, called by the tag: `WORDS[order.verb](order as never)`. */
export type WordsFor<
  Tag extends string,
  One extends Readonly<Record<Tag, string>>,
  Given extends readonly unknown[],
  Said = string,
> = {
  readonly [Kind in One[Tag]]: (one: Extract<One, Readonly<Record<Tag, Kind>>>, ...given: Given) => Said;
};

/** The armies of the war, by the ids that a game has for them. */
export function sideNames<Side extends string>(union: Side) {
  const sideName = (side: Side) => (side === union ? 'Union' : 'Confederates');
  return {
    /** "Union", "Confederates" */
    sideName,
    /** Before a noun: "Union", "Confederate". */
    sideAdjective: (side: Side) => (side === union ? 'Union' : 'Confederate'),
    /** In a sentence: "the Union", "the Confederates". */
    sidePeople: (side: Side) => `the ${sideName(side)}`,
    /** At its beginning, with a verb: "The Union has", "The Confederates have". */
    sideDoes: (side: Side, one: string, several: string) => `The ${sideName(side)} ${side === union ? one : several}`,
  };
}
