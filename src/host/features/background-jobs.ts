import type { Store } from '../../store/index.ts';
import type { MissedAlarm } from '../actions/due-alarms.ts';
import type { Backlog } from '../afterwards/record/record-commands.ts';

/** Milliseconds until what could not be done is tried again. */
const AGAIN_MS = 5 * 60_000;

/** Least time between two rewrites of the whole file, however many members are forgotten: nothing else is answered meanwhile. */
const SWEPT_MS = 60 * 60_000;

/** Housekeeping in small steps, so that members are answered in between. */
export class BackgroundJobs {
  readonly #store: Store;
  readonly #backlog: Backlog;
  /** After a failure, the time before which a job is not tried again. */
  readonly #resting = { sweep: 0, record: 0 };
  /** Upper bound for every wait, which holds even after the system clock was set back. */
  #latest = Number.POSITIVE_INFINITY;
  /** Jobs that failed last time, so that each failure is reported once. */
  readonly #failing = new Set<'look' | 'sweep' | 'record'>();

  constructor(store: Store, backlog: Backlog) {
    this.#store = store;
    this.#backlog = backlog;
  }

  /** The time was set back: nothing waits for a time that was ahead. */
  setBack(now: number): void {
    this.#resting.sweep = 0;
    this.#resting.record = 0;
    this.#latest = now + AGAIN_MS;
  }

  /** When the next job is due, milliseconds since 1970; null if none is. */
  next(): number | null {
    const sweep = this.#sweepDue();
    if (!this.#backlog.waits()) return sweep;
    return sweep === null ? this.#resting.record : Math.min(sweep, this.#resting.record);
  }

  /**
   * Does one job that is due. `more`: another is still due. Never throws: what a clock has done at the same time must be announced even if
   * this fails. `ready`: resolves when what the job needs first is there.
   */
  do(now: number): {
    readonly missed: readonly MissedAlarm[];
    readonly more: boolean;
    readonly ready: Promise<void> | null;
  } {
    const missed: MissedAlarm[] = [];
    let ready: Promise<void> | null = null;
    try {
      const sweep = this.#sweepDue();
      if (sweep !== null && sweep <= now) this.#try('sweep', missed, now, () => this.#sweep(now));
      else if (this.#backlog.waits() && this.#resting.record <= now)
        ready = this.#try('record', missed, now, () => this.#backlog.piece());
      const next = this.next();
      this.#failing.delete('look');
      return { missed, more: next !== null && next <= now, ready };
    } catch (error) {
      this.#miss('look', missed, error);
      return { missed, more: false, ready };
    }
  }

  #sweepDue(): number | null {
    const due = this.#store.vacuumDue();
    return due === null ? null : Math.min(Math.max(due, this.#resting.sweep), this.#latest);
  }

  /** Tries again soon if another process, such as a backup, is reading the file. */
  #sweep(now: number): null {
    this.#latest = Number.POSITIVE_INFINITY;
    this.#resting.sweep = now + (this.#store.vacuum() ? SWEPT_MS : AGAIN_MS);
    return null;
  }

  /** @returns a promise for when the job can be done; null if it need not wait */
  #try(what: 'sweep' | 'record', missed: MissedAlarm[], now: number, work: Backlog['piece']): Promise<void> | null {
    try {
      const ready = work();
      this.#failing.delete(what);
      return ready;
    } catch (error) {
      this.#miss(what, missed, error);
      this.#resting[what] = now + AGAIN_MS;
      return null;
    }
  }

  #miss(what: 'look' | 'sweep' | 'record', missed: MissedAlarm[], error: unknown): void {
    if (!this.#failing.has(what)) missed.push({ game: '', what, error });
    this.#failing.add(what);
  }
}
