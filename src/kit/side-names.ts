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
