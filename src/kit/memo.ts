/** Computes a value once, when it is first asked for. */
export function once<V>(work: () => V): () => V {
  let known: { readonly value: V } | undefined;
  return () => {
    known ??= { value: work() };
    return known.value;
  };
}

/** A map with given keys. Each value is computed when it is first asked for. */
export class LazyMap<K, V> implements ReadonlyMap<K, V> {
  readonly #keys: ReadonlyMap<K, unknown>;
  readonly #work: (key: K) => V;
  readonly #known = new Map<K, V>();

  constructor(keys: ReadonlyMap<K, unknown>, work: (key: K) => V) {
    this.#keys = keys;
    this.#work = work;
  }

  get size() {
    return this.#keys.size;
  }

  has(key: K) {
    return this.#keys.has(key);
  }

  get(key: K) {
    let value = this.#known.get(key);
    if (value === undefined && this.has(key)) {
      value = this.#work(key);
      this.#known.set(key, value);
    }
    return value;
  }

  keys() {
    return this.#keys.keys();
  }

  values() {
    return [...this.keys()].map((key) => this.get(key) as V).values();
  }

  entries() {
    return [...this.keys()].map((key): [K, V] => [key, this.get(key) as V]).values();
  }

  forEach(visit: (value: V, key: K, map: ReadonlyMap<K, V>) => void) {
    for (const [key, value] of this.entries()) visit(value, key, this);
  }

  [Symbol.iterator]() {
    return this.entries();
  }
}

/** Computes a value once for each object, and forgets it with the object. */
export function oncePer<K extends object, V>(work: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, V>();
  return (of) => {
    let value = known.get(of);
    if (value === undefined && !known.has(of)) {
      value = work(of);
      known.set(of, value);
    }
    return value as V;
  };
}

/**
 * Computes values once for each object and key, and forgets them with the object. Of more than `most` keys of an
 * object, the least recently used is dropped.
 */
export class MemoPer<K extends object, V> {
  readonly #known = new WeakMap<K, Map<string | number, V>>();
  readonly #most: number;

  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  get(of: K, key: string | number, work: () => V): V {
    let values = this.#known.get(of);
    if (!values) {
      values = new Map();
      this.#known.set(of, values);
    }
    let value = values.get(key);
    if (value === undefined) {
      value = work();
      values.set(key, value);
      if (values.size > this.#most) values.delete(values.keys().next().value as string | number);
    } else if (this.#most < Number.POSITIVE_INFINITY) {
      values.delete(key);
      values.set(key, value);
    }
    return value;
  }
}

/**
 * Computes values once for each key, which must stand for all their inputs. Of more than `most`, the oldest is dropped.
 */
export class Memo<V> {
  readonly #known = new Map<string, V>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string, work: () => V): V {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const value = work();
    const [oldest] = this.#known.size < this.#most ? [] : this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(key, value);
    return value;
  }
}
