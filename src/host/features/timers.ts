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

  /** Does what is due at a time. Returns what the channels must hear, and what failed. */
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

  /** The time was set back: clocks that were set by the wrong time begin anew. What could not be done. */
  setBack(now: number): ReturnType<DueAlarms['setBack']> {
    this.#jobs.setBack(now);
    return this.#alarms.setBack(now);
  }
}
