import { LRUCache } from 'lru-cache';

/** A least-recently-used cache of any values, `null` too, bounded by the total cost of its entries. */
export class BoundedCache<Thing> {
  readonly #kept: LRUCache<string, { readonly thing: Thing }>;

  constructor(most: number) {
    this.#kept = new LRUCache({ maxSize: most });
  }

  /** The entry of a key, which counts as a use. */
  get(key: string): Thing | undefined {
    return this.#kept.get(key)?.thing;
  }

  /** Adds or replaces an entry. The newest is kept whatever it costs. Costs are whole numbers above 0, of any unit. */
  keep(key: string, thing: Thing, cost: number): Thing {
    this.#kept.set(key, { thing }, { size: Math.min(cost, this.#kept.maxSize) });
    return thing;
  }

  drop(key: string): void {
    this.#kept.delete(key);
  }
}
