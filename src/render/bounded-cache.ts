/**
 * A least-recently-used cache, bounded by the total cost of its entries. The newest is kept whatever it costs.
 */
export class BoundedCache<Thing> {
  readonly #most: number;
  /** In the order of last use. */
  readonly #kept = new Map<string, { readonly thing: Thing; readonly cost: number }>();
  #cost = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** The cost of all entries together. */
  get cost(): number {
    return this.#cost;
  }

  /** The entry of a key, which counts as a use. */
  get(key: string): Thing | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.thing;
  }

  /** Adds or replaces an entry. Costs have any unit, never below 0. */
  keep(key: string, thing: Thing, cost: number): Thing {
    this.drop(key);
    this.#kept.set(key, { thing, cost });
    this.#cost += cost;
    for (const oldest of this.#kept.keys()) {
      if (this.#cost <= this.#most || oldest === key) break;
      this.drop(oldest);
    }
    return thing;
  }

  drop(key: string): void {
    this.#cost -= this.#kept.get(key)?.cost ?? 0;
    this.#kept.delete(key);
  }
}
