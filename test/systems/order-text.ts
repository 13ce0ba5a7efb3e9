/** The slots of each verb in turn, a list's with a star: `{ attack: ['target', 'with*', 'column'] }`. */
export type Slots = { readonly [verb: string]: readonly string[] };

/**
 * An order or a draft as tests write it: its verb, then the values of its slots in turn, those of a list by commas; `slot=value` names a slot
 * out of turn: `attack 1107 c-gregg,c-branch 1-1`, `done sure=rest`, `attack 1107 with=`. Anything but a text is taken as it is.
 */
export function orderOf<T>(slots: Slots, said: T | string): T {
  if (typeof said !== 'string') return said;
  const [verb = '', ...words] = said.split(' ').filter((word) => word !== '');
  const known = slots[verb] ?? [];
  const given = words.map((word, at): [string, string | string[]] => {
    const [, name = known[at] ?? '', value = ''] = /^(?:([a-z]+)=)?(.*)$/.exec(word) ?? [];
    const [slot, list] = [name.replace('*', ''), name.endsWith('*') || known.includes(`${name}*`) || name === 'guns'];
    if (slot === '') throw new Error(`${said}: no slot for ${word}`);
    return [slot, list ? value.split(',').filter((one) => one !== '') : value];
  });
  return { ...(verb === '' ? {} : { verb }), ...Object.fromEntries(given) } as T;
}

/** Who stands where, as tests write it: each hex before those in it, `1107 u-1-2-v u-2-2-v, 1206 c-gregg`. */
export function placesOf<T extends object>(said: T | string): T | { readonly [unit: string]: string } {
  if (typeof said !== 'string') return said;
  return Object.fromEntries(
    said.split(', ').flatMap((part) => {
      const [hex = '', ...units] = part.split(' ');
      return units.map((unit) => [unit, hex]);
    }),
  );
}
