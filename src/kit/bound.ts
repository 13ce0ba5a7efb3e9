/** Functions without their first argument. */
type Bound<Data, Functions> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (data: Data, ...rest: infer Rest) => infer Made
    ? (...rest: Rest) => Made
    : never;
};

/** Gives a game's data to functions of it: `bound(field, { when })` has `when(view)` for `when(field, view)`. */
export function bound<Data, Functions extends { readonly [name: string]: (data: Data, ...rest: never[]) => unknown }>(
  data: Data,
  functions: Functions,
): Bound<Data, Functions> {
  const entries = Object.entries(functions).map(([name, of]) => [name, (...rest: never[]) => of(data, ...rest)]);
  return Object.fromEntries(entries) as Bound<Data, Functions>;
}
