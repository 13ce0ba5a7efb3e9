/**
 * Reduces a name to lower-case letters and digits: "Gaines’ Mill", "gaines-mill" and "GAINES' MILL" are the same name.
 */
export function nameKey(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '');
}

/**
 * Indexes things by their names, reduced by `nameKey`. If two things have the same name, it belongs to the one for
 * which an earlier function of `forms` gives it.
 */
export function nameIndex<Thing, Id>(
  things: readonly Thing[],
  idOf: (thing: Thing) => Id,
  forms: readonly ((thing: Thing) => readonly string[])[],
): ReadonlyMap<string, Id> {
  const index = new Map<string, Id>();
  for (const form of forms)
    for (const thing of things)
      for (const name of form(thing).map(nameKey)) if (!index.has(name)) index.set(name, idOf(thing));
  return index;
}

/** Splits names that are joined by a comma, a plus, an ampersand or "and". */
export function namesIn(text: string): readonly string[] {
  return text.split(/\+|,|&| and /i);
}

/** Finds the things that a text names; null if one is unknown or named twice. */
export function findEach<Id>(text: string, find: (name: string) => Id | null): Id[] | null {
  const found = namesIn(text).map(find);
  const ids = found.filter((id) => id !== null);
  return ids.length < found.length || new Set(ids).size < ids.length ? null : ids;
}
