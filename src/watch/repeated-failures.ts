/** A spell ends with what goes well after this long without a failure: what fails now and then is one spell. */
const QUIET_MS = 60_000;

/** Spells remembered at most: the oldest is forgotten, and may be logged again. */
const REMEMBERED = 10_000;

/** A time in which something fails again and again. */
interface Spell {
  readonly since: number;
  last: number;
  times: number;
}

/** Trouble that repeats: logged once when it begins and once when it is over. Times are milliseconds since 1970. */
export class RepeatedFailures<Key extends string> {
  readonly #spells = new Map<Key, Spell>();

  /** It has failed. @returns whether that is news */
  failed(key: Key, now: number): boolean {
    const spell = this.#spells.get(key);
    if (spell) {
      spell.last = now;
      spell.times += 1;
      return false;
    }
    this.#spells.set(key, { since: now, last: now, times: 1 });
    const oldest = this.#spells.keys().next();
    if (this.#spells.size > REMEMBERED && !oldest.done) this.#spells.delete(oldest.value);
    return true;
  }

  /**
   * It has gone well. What it ends: how long it lasted and how often it failed; null: there was no trouble, or too short a time
   * ago for this to be its end.
   */
  well(key: Key, now: number, quiet = QUIET_MS): { readonly seconds: number; readonly times: number } | null {
    const spell = this.#spells.get(key);
    // A clock that was set back ends it too.
    if (!spell || (now >= spell.last && now - spell.last < quiet)) return null;
    this.#spells.delete(key);
    return { seconds: Math.max(0, Math.round((now - spell.since) / 1000)), times: spell.times };
  }

  /** What is failing now. */
  get present(): readonly Key[] {
    return [...this.#spells.keys()];
  }
}
