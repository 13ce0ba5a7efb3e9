/** All subsets of some things except the empty one. Each keeps the order of the things. */
export function subsets<Thing>(things: readonly Thing[]): readonly (readonly Thing[])[] {
  let found: readonly (readonly Thing[])[] = [[]];
  for (const thing of things) found = [...found, ...found.map((some) => [...some, thing])];
  return found.slice(1);
}

export function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const one of numbers) total += one;
  return total;
}

/** The subset that reaches `need` with the least excess; of equals, the smallest. All if none reaches it. */
export function cheapest<Thing>(
  things: readonly Thing[],
  need: number,
  worth: (thing: Thing) => number,
): readonly Thing[] {
  const total = (some: readonly Thing[]) => sum(some.map(worth));
  // Of all subsets of one total, only the smallest is needed.
  let sets: readonly (readonly Thing[])[] = [[]];
  for (const thing of things) {
    const byTotal = new Map<number, readonly Thing[]>();
    for (const set of [...sets, ...sets.map((some) => [...some, thing])]) {
      const known = byTotal.get(total(set));
      if (!known || set.length < known.length) byTotal.set(total(set), set);
    }
    sets = [...byTotal.values()];
  }
  let best = things;
  for (const set of sets) {
    const spare = total(set) - total(best);
    if (total(set) >= need && (spare < 0 || (spare === 0 && set.length < best.length))) best = set;
  }
  return best;
}
