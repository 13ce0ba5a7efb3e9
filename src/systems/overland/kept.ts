/** What was made last, by a key that says all it was made from: so many at most, and the oldest is forgotten first. */
export class Kept<Value> {
  readonly #most: number;
  readonly #known = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string, make: () => Value): Value {
    const found = this.#known.get(key);
    if (found !== undefined) return found;
    const made = make();
    const [oldest] = this.#known.size < this.#most ? [] : this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(key, made);
    return made;
  }
}
