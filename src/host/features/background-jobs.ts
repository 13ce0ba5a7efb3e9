import type { Store } from '../../store/index.ts';
import type { DueAlarms, MissedAlarm } from '../actions/due-alarms.ts';
import type { Job } from '../afterwards/record/record-commands.ts';

/** Milliseconds until a failed job is tried again. */
const AGAIN_MS = 5 * 60_000;

/** Least time between two rewrites of the whole file, however many members are forgotten: nothing else is answered meanwhile. */
const SWEPT_MS = 60 * 60_000;

export type Timers = ReturnType<typeof createTimers>;

/**
 * Everything that falls due by the clock: alarms of games, and jobs in small steps, so that members are answered in between.
 * @param jobs the most urgent first; the file is rewritten when none of them is due
 */
export function createTimers(store: Store, alarms: DueAlarms, ...jobs: readonly Job[]) {
  const sweep = createSweep(store);
  const inTurn: readonly Job[] = [...jobs, sweep];
  /** After a failure, the time before which a job is not tried again. */
  const resting = new Map<Job, number>();
  /** Jobs that failed last time: each failure is reported once. */
  const failing = new Set<string>();

  /** Restarts timers that were set before the system clock was set back. */
  function setBack(now: number): void {
    resting.clear();
    sweep.setBack(now);
    alarms.setBack(now);
  }

  /** Time of the next job or alarm, milliseconds since 1970; null if there is none. */
  function next(): number | null {
    const times = [...inTurn.map(due), store.nextAlarm()].flatMap((time) => time ?? []);
    return times.length > 0 ? Math.min(...times) : null;
  }

  /** Runs the work due at a time. Returns announcements for channels, and failures. */
  function tick(now: number): ReturnType<DueAlarms['ring']> {
    const rung = alarms.ring(now);
    const done = [rung, doNext(now)];
    const all = done.flatMap(({ ready }) => ready ?? []);
    return {
      ...rung,
      missed: done.flatMap(({ missed }) => missed),
      more: done.some(({ more }) => more),
      ready: all.length > 0 ? Promise.race(all) : null,
    };
  }

  /**
   * Does one job that is due. `more`: another is still due. `ready`: resolves when the data that the job needs is loaded. Never throws,
   * since the alarms of the same tick must be announced even if the job fails.
   */
  function doNext(now: number): {
    readonly missed: readonly MissedAlarm[];
    readonly more: boolean;
    readonly ready: Promise<void> | null;
  } {
    const missed: MissedAlarm[] = [];
    const tried = <Result>(what: string, work: () => Result): Result | null => {
      try {
        const result = work();
        failing.delete(what);
        return result;
      } catch (error) {
        if (!failing.has(what)) missed.push({ game: '', what, error });
        failing.add(what);
        return null;
      }
    };
    const isDue = (job: Job) => (due(job) ?? Number.POSITIVE_INFINITY) <= now;
    let ready: Promise<void> | null = null;
    const more = tried('look', () => {
      const job = inTurn.find(isDue);
      if (!job) return false;
      resting.set(job, now + AGAIN_MS);
      ready = tried(job.name, () => {
        const waits = job.step(now);
        resting.delete(job);
        return waits;
      });
      return inTurn.some(isDue);
    });
    return { missed, more: more ?? false, ready };
  }

  function due(job: Job): number | null {
    const due = job.due();
    return due === null ? null : Math.max(due, resting.get(job) ?? 0);
  }

  return { next, tick, setBack };
}

/** Rewrites the file some time after members were forgotten in it. */
function createSweep(store: Store) {
  const name = 'sweep';
  let resting = 0;
  /** Upper bound for every wait, which holds even after the system clock was set back. */
  let latest = Number.POSITIVE_INFINITY;

  function setBack(now: number): void {
    resting = 0;
    latest = now + AGAIN_MS;
  }

  function due(): number | null {
    const due = store.vacuumDue();
    return due === null ? null : Math.min(Math.max(due, resting), latest);
  }

  /** Tries again soon if another process, such as a backup, is reading the file. */
  function step(now: number): null {
    latest = Number.POSITIVE_INFINITY;
    resting = now + (store.vacuum() ? SWEPT_MS : AGAIN_MS);
    return null;
  }

  return { name, setBack, due, step };
}
