import type { Clock } from '../../time-source.ts';

interface BackoffWait {
  readonly wait: number;
  readonly until: number;
  readonly place: string | null;
  /** Whether Discord being out of order is the cause. */
  readonly outage: boolean;
}

/** Delays the retries of each failing job, doubling the wait every time. */
export class Backoff {
  readonly #clock: Clock;
  readonly #waits = new Map<string, BackoffWait>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Puts something off, by `first` milliseconds or twice as long as the last time, `longest` at most.
   * @param outage whether it failed because Discord is out of order: then it never waits longer than a minute
   * @param place where the work failed, if that may be why
   * @returns whether it went well the last time
   */
  longer(key: string, { first, longest }: RetryWait, outage: boolean, place: string | null = null): boolean {
    const before = this.#waits.get(key);
    const wait = Math.min(before ? before.wait * 2 : first, outage ? OUTAGE_LONGEST_MS : longest);
    this.#waits.set(key, { wait, until: this.#clock.now() + wait, place, outage });
    return before === undefined;
  }

  /** When it can be tried again, milliseconds since 1970; long ago if it has not been put off. */
  until(key: string): number {
    const { wait, until } = this.#waits.get(key) ?? { wait: 0, until: 0 };
    // A clock that was set back is no reason to wait longer.
    return until - this.#clock.now() > wait ? 0 : until;
  }

  /** Ends the waits of a job that succeeded or is no longer wanted. */
  over(key: string): void {
    this.#waits.delete(key);
  }

  /**
   * Things have changed for the better in some places: what was put off there can be tried at once.
   * @returns whether there was anything
   */
  sooner(places: ReadonlySet<string>): boolean {
    let any = false;
    for (const [key, { place }] of this.#waits) if (place !== null && places.has(place)) any = this.#waits.delete(key);
    return any;
  }

  /** Discord is well again: what failed because it wasn't can be tried at once. Should it fail once more, that is no news. */
  wellAgain(): void {
    for (const [key, one] of this.#waits) if (one.outage) this.#waits.set(key, { ...one, until: 0 });
  }

  keep(keys: ReadonlySet<string>): void {
    for (const key of this.#waits.keys()) if (!keys.has(key)) this.#waits.delete(key);
  }
}

/** How long something that failed waits until it is tried again, in milliseconds: `first`, then twice as long each time, up to `longest`. */
interface RetryWait {
  readonly first: number;
  readonly longest: number;
}

/** The longest wait while Discord is out of order: it doesn't say when that is over. Milliseconds. */
const OUTAGE_LONGEST_MS = 60_000;
const OUTAGE: RetryWait = { first: OUTAGE_LONGEST_MS, longest: OUTAGE_LONGEST_MS };

type Waits = { readonly [why in 'outage' | 'refused']: RetryWait };

export const POSTING: Waits = { refused: { first: 60_000, longest: 6 * 60 * 60_000 }, outage: OUTAGE };
export const THREADS: Waits = { refused: { first: 60_000, longest: 60 * 60_000 }, outage: OUTAGE };
export const EDITS: Waits = { ...POSTING, outage: { first: 4000, longest: OUTAGE_LONGEST_MS } };

/**
 * A look whether a message is still there. Refused looks count against the bot: a channel that it can't see stays so, and an edit is tried
 * again as soon as it can.
 */
export const LOOKS = {
  failed: { first: 30_000, longest: OUTAGE_LONGEST_MS },
  refused: { first: 30_000, longest: 60 * 60_000 },
} as const satisfies { [why in 'failed' | 'refused']: RetryWait };
