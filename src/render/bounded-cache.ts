/**
 * Things made once and kept to be used again, as many as may cost so much together: those longest unused make room for new ones.
 * The newest is kept whatever it costs.
 */
export class BoundedCache<Thing> {
  readonly #most: number;
  /** In the order of last use. */
  readonly #kept = new Map<string, { readonly thing: Thing; readonly cost: number }>();
  #cost = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** What all that is kept costs. */
  get cost(): number {
    return this.#cost;
  }

  /** The thing of a key, which counts as used; undefined where there is none. */
  get(key: string): Thing | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.thing;
  }

  /** Keeps a thing, in place of the key's former one. Costs are in whatever unit, never below 0. */
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
