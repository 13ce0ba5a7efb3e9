/** So many of some, evenly; all where there are fewer. */
export function evenly<T>(all: readonly T[], count: number): readonly T[] {
  if (count >= all.length) return all;
  return Array.from(
    { length: Math.max(0, count) },
    (_, index) => all[Math.floor(((index + 0.5) * all.length) / count)] as T,
  );
}
