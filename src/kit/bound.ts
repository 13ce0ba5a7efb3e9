/** Functions whose first argument is given. */
type Bound<Data, Functions> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (data: Data, ...rest: infer Rest) => infer Made
    ? (...rest: Rest) => Made
    : never;
};

/** A game's functions with its data given: `bound(field, { when })` has `when(view)` for `when(field, view)`. */
export function bound<Data, Functions extends { readonly [name: string]: (data: Data, ...rest: never[]) => unknown }>(
  data: Data,
  functions: Functions,
): Bound<Data, Functions> {
  const given = Object.entries(functions).map(([name, of]) => [name, (...rest: never[]) => of(data, ...rest)]);
  return Object.fromEntries(given) as Bound<Data, Functions>;
}
