import type { Clock } from '../clock.ts';

/** What could not be done is put off, each time for twice as long as the last. */
export class PutOff {
  readonly #clock: Clock;
  readonly #waits = new Map<string, { readonly wait: number; readonly until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Puts something off, by `first` milliseconds or twice as long as the last time, `longest` at most.
   * @returns whether it went well the last time
   */
  longer(key: string, first: number, longest: number): boolean {
    const before = this.#waits.get(key);
    const wait = Math.min(before ? before.wait * 2 : first, longest);
    this.#waits.set(key, { wait, until: this.#clock.now() + wait });
    return before === undefined;
  }

  /** From when on it is to be tried again, milliseconds since 1970; long ago where it has not been put off. */
  until(key: string): number {
    const { wait, until } = this.#waits.get(key) ?? { wait: 0, until: 0 };
    // A clock that was set back is no reason to wait longer.
    return until - this.#clock.now() > wait ? 0 : until;
  }

  /** It went well, or is not wanted any more. */
  over(key: string): void {
    this.#waits.delete(key);
  }

  /** Forgets whatever is not among these. */
  keep(keys: ReadonlySet<string>): void {
    for (const key of this.#waits.keys()) if (!keys.has(key)) this.#waits.delete(key);
  }
}
