/** The item a member means by its id or its name, in any case. */
export function named<Item extends { readonly id: string; readonly name: string }>(
  items: readonly Item[],
  given: string,
): Item | undefined {
  const wanted = given.trim().toLowerCase();
  return items.find(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted);
}
