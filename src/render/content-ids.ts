import { BoundedCache } from './bounded-cache.ts';

/** Gives each of many things a number, by its form: the same form the same number as long as it is remembered, and no number twice. */
export class ContentIds {
  readonly #known: BoundedCache<number>;
  #last = 0;

  /** @param most letters of the forms remembered */
  constructor(most: number) {
    this.#known = new BoundedCache(most);
  }

  of(form: string): number {
    const known = this.#known.get(form);
    return known ?? this.#known.keep(form, ++this.#last, form.length);
  }
}

/** Spells out a value of plain data: the same form is the same value. `undefined` counts as left out. */
export function formOf(value: object): string {
  const form = JSON.stringify(value);
  // JSON knows no numbers without end, and calls them null.
  return form.includes('null') ? JSON.stringify(value, spelled) : form;
}

function spelled(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value;
}
