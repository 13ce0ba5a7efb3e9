import type { Store } from '../../store/index.ts';
import type { DueAlarms } from '../actions/due-alarms.ts';
import type { BackgroundJobs } from './background-jobs.ts';

/** All that is done at a time: alarms of games, and work aside. */
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
    const job = this.#jobs.next();
    const alarm = this.#store.nextAlarm();
    return job === null || alarm === null ? (job ?? alarm) : Math.min(job, alarm);
  }

  /** Runs the work due at a time. Returns announcements for channels, and failures. */
  tick(now: number): ReturnType<DueAlarms['ring']> {
    const rung = this.#alarms.ring(now);
    const { missed, more, ready } = this.#jobs.do(now);
    const all = [rung.ready, ready].flatMap((one) => one ?? []);
    return {
      ...rung,
      missed: [...rung.missed, ...missed],
      more: rung.more || more,
      ready: all.length > 0 ? Promise.race(all) : null,
    };
  }

  /** Restarts timers that were set before the system clock was set back. Returns those that failed. */
  setBack(now: number): ReturnType<DueAlarms['setBack']> {
    this.#jobs.setBack(now);
    return this.#alarms.setBack(now);
  }
}
