import type { Store } from '../../store/index.ts';
import type { DueAlarms, MissedAlarm } from '../actions/due-alarms.ts';
import type { Job } from '../afterwards/record/record-commands.ts';

/** Milliseconds until what could not be done is tried again. */
const AGAIN_MS = 5 * 60_000;

/** Least time between two rewrites of the whole file, however many members are forgotten: nothing else is answered meanwhile. */
const SWEPT_MS = 60 * 60_000;

/** Work in small steps, so that members are answered in between. */
export class BackgroundJobs {
  readonly #sweep: Sweep;
  readonly #jobs: readonly Job[];
  /** After a failure, the time before which a job is not tried again. */
  readonly #resting = new Map<Job, number>();
  /** Jobs that failed last time: each failure is reported once. */
  readonly #failing = new Set<string>();

  /** @param jobs the most urgent first; the file is rewritten when none of them is due */
  constructor(store: Store, ...jobs: readonly Job[]) {
    this.#sweep = new Sweep(store);
    this.#jobs = [...jobs, this.#sweep];
  }

  /** The time was set back: nothing waits for a time that was ahead. */
  setBack(now: number): void {
    this.#resting.clear();
    this.#sweep.setBack(now);
  }

  /** When the next job is due, milliseconds since 1970; null if none is. */
  next(): number | null {
    const times = this.#jobs.flatMap((job) => this.#due(job) ?? []);
    return times.length > 0 ? Math.min(...times) : null;
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
    const tried = <Result>(what: string, work: () => Result): Result | null => {
      try {
        const result = work();
        this.#failing.delete(what);
        return result;
      } catch (error) {
        if (!this.#failing.has(what)) missed.push({ game: '', what, error });
        this.#failing.add(what);
        return null;
      }
    };
    const isDue = (job: Job) => (this.#due(job) ?? Number.POSITIVE_INFINITY) <= now;
    let ready: Promise<void> | null = null;
    const more = tried('look', () => {
      const job = this.#jobs.find(isDue);
      if (!job) return false;
      this.#resting.set(job, now + AGAIN_MS);
      ready = tried(job.name, () => {
        const waits = job.step(now);
        this.#resting.delete(job);
        return waits;
      });
      return this.#jobs.some(isDue);
    });
    return { missed, more: more ?? false, ready };
  }

  #due(job: Job): number | null {
    const due = job.due();
    return due === null ? null : Math.max(due, this.#resting.get(job) ?? 0);
  }
}

/** Rewrites the file some time after members were forgotten in it. */
class Sweep implements Job {
  readonly name = 'sweep';
  readonly #store: Store;
  #resting = 0;
  /** Upper bound for every wait, which holds even after the system clock was set back. */
  #latest = Number.POSITIVE_INFINITY;

  constructor(store: Store) {
    this.#store = store;
  }

  setBack(now: number): void {
    this.#resting = 0;
    this.#latest = now + AGAIN_MS;
  }

  due(): number | null {
    const due = this.#store.vacuumDue();
    return due === null ? null : Math.min(Math.max(due, this.#resting), this.#latest);
  }

  /** Tries again soon if another process, such as a backup, is reading the file. */
  step(now: number): null {
    this.#latest = Number.POSITIVE_INFINITY;
    this.#resting = now + (this.#store.vacuum() ? SWEPT_MS : AGAIN_MS);
    return null;
  }
}

/** All that is done at a time: alarms of games, and jobs aside. */
export class Timers {
  readonly #store: Store;
  readonly #alarms: DueAlarms;
  readonly #jobs: BackgroundJobs;

  constructor(store: Store, alarms: DueAlarms, jobs: BackgroundJobs) {
    this.#store = store;
    this.#alarms = alarms;
    this.#jobs = jobs;
  }

  /** Time of the next job or alarm, milliseconds since 1970; null if there is none. */
  next(): number | null {
    const times = [this.#jobs.next(), this.#store.nextAlarm()].flatMap((time) => time ?? []);
    return times.length > 0 ? Math.min(...times) : null;
  }

  /** Runs the work due at a time. Returns announcements for channels, and failures. */
  tick(now: number): ReturnType<DueAlarms['ring']> {
    const rung = this.#alarms.ring(now);
    const done = [rung, this.#jobs.do(now)];
    const all = done.flatMap(({ ready }) => ready ?? []);
    return {
      ...rung,
      missed: done.flatMap(({ missed }) => missed),
      more: done.some(({ more }) => more),
      ready: all.length > 0 ? Promise.race(all) : null,
    };
  }

  /** Restarts timers that were set before the system clock was set back. Returns those that failed. */
  setBack(now: number): ReturnType<DueAlarms['setBack']> {
    this.#jobs.setBack(now);
    return this.#alarms.setBack(now);
  }
}
