/** Trouble ends with a success this long after the last failure, so that occasional failures are one trouble. */
const QUIET_MS = 60_000;

/** The most troubles remembered; the oldest is dropped and may be logged again. */
const REMEMBERED = 10_000;

/** A time in which something fails again and again. */
interface Trouble {
  readonly since: number;
  last: number;
  times: number;
}

/** Lets callers log trouble once when it begins and once when it ends. Times are milliseconds since 1970. */
export class RepeatedFailures<Key extends string> {
  readonly #troubles = new Map<Key, Trouble>();

  /** Notes a failure. @returns whether trouble begins with it */
  failed(key: Key, now: number): boolean {
    const trouble = this.#troubles.get(key);
    if (trouble) {
      trouble.last = now;
      trouble.times += 1;
      return false;
    }
    this.#troubles.set(key, { since: now, last: now, times: 1 });
    const oldest = this.#troubles.keys().next();
    if (this.#troubles.size > REMEMBERED && !oldest.done) this.#troubles.delete(oldest.value);
    return true;
  }

  /**
   * Notes a success. Returns how long the trouble lasted that it ends, and how often it failed.
   * `null` if there was no trouble, or its last failure is too recent.
   */
  well(key: Key, now: number, quiet = QUIET_MS): { readonly seconds: number; readonly times: number } | null {
    const trouble = this.#troubles.get(key);
    // A clock that was set back ends the trouble too.
    if (!trouble || (now >= trouble.last && now - trouble.last < quiet)) return null;
    this.#troubles.delete(key);
    return { seconds: Math.max(0, Math.round((now - trouble.since) / 1000)), times: trouble.times };
  }

  /** The keys that are failing now. */
  get present(): readonly Key[] {
    return [...this.#troubles.keys()];
  }
}
