import type { Store } from '../../store/index.ts';
import type { DueAlarms } from '../actions/due-alarms.ts';
import type { BackgroundJobs } from './background-jobs.ts';

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
