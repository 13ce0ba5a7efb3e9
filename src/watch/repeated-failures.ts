/** Trouble ends with what goes well after this long without a failure: what fails now and then is one trouble. */
const QUIET_MS = 60_000;

/** Troubles remembered at most: the oldest is dropped, and may be logged again. */
const REMEMBERED = 10_000;

/** A time in which something fails again and again. */
interface Trouble {
  readonly since: number;
  last: number;
  times: number;
}

/** Trouble that repeats: logged once when it begins and once when it is over. Times are milliseconds since 1970. */
export class RepeatedFailures<Key extends string> {
  readonly #troubles = new Map<Key, Trouble>();

  /** It has failed. @returns whether that is news */
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
   * It has gone well. What it ends: how long it lasted and how often it failed; null: there was no trouble, or too short a time
   * ago for this to be its end.
   */
  well(key: Key, now: number, quiet = QUIET_MS): { readonly seconds: number; readonly times: number } | null {
    const trouble = this.#troubles.get(key);
    // A clock that was set back ends it too.
    if (!trouble || (now >= trouble.last && now - trouble.last < quiet)) return null;
    this.#troubles.delete(key);
    return { seconds: Math.max(0, Math.round((now - trouble.since) / 1000)), times: trouble.times };
  }

  /** What is failing now. */
  get present(): readonly Key[] {
    return [...this.#troubles.keys()];
  }
}
