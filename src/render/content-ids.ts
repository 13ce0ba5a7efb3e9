import { BoundedCache } from './bounded-cache.ts';

/** Gives ids to strings: equal strings share an id while it is remembered, and no id is used for two. */
export class ContentIds {
  readonly #known: BoundedCache<number>;
  #last = 0;

  /** @param most characters of the strings remembered, in all */
  constructor(most: number) {
    this.#known = new BoundedCache(most);
  }

  of(form: string): number {
    const known = this.#known.get(form);
    return known ?? this.#known.keep(form, ++this.#last, form.length);
  }
}

/** Serializes plain data: equal strings mean equal values. `undefined` counts as left out. */
export function formOf(value: object): string {
  const form = JSON.stringify(value);
  // JSON turns Infinity and NaN into null.
  return form.includes('null') ? JSON.stringify(value, spelled) : form;
}

function spelled(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value;
}
