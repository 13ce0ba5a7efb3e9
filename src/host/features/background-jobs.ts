import type { Store } from '../../store/index.ts';
import type { DueAlarms, MissedAlarm } from '../actions/due-alarms.ts';
import type { Job } from '../afterwards/record/record-commands.ts';

/** Milliseconds until a failed job is tried again. */
const AGAIN_MS = 5 * 60_000;

/** The least time between two vacuums of the database file, during which nobody is answered. */
const VACUUMED_MS = 60 * 60_000;

export type Timers = ReturnType<typeof createTimers>;

/**
 * All that falls due by the clock: alarms of games, and jobs in small steps. Members are answered between steps.
 * @param jobs the most urgent first. The file is vacuumed when none of them is due.
 */
export function createTimers(store: Store, alarms: DueAlarms, ...jobs: readonly Job[]) {
  const sweep = createSweep(store);
  const inTurn: readonly Job[] = [...jobs, sweep];
  /** Jobs that failed, with the time before which they are not tried again. */
  const resting = new Map<Job, number>();
  /** Jobs that failed last time. A failure is reported only once. */
  const failing = new Set<string>();

  /** Resets times that were set before the computer's clock was set back. */
  function afterClockSetBack(now: number): void {
    resting.clear();
    sweep.afterClockSetBack(now);
    alarms.afterClockSetBack(now);
  }

  /** When the next job or alarm is due, milliseconds since 1970; null if there is none. */
  function next(): number | null {
    const times = [...inTurn.map(due), store.nextAlarm()].flatMap((time) => time ?? []);
    return times.length > 0 ? Math.min(...times) : null;
  }

  /** Runs due alarms, and one due job. Returns announcements for channels, and failures. */
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

  /** Does one job that is due. Never throws: the alarms of the same tick must be announced even if the job fails. */
  function doNext(now: number): {
    readonly missed: readonly MissedAlarm[];
    /** Another job is due. */
    readonly more: boolean;
    /** Resolves when data that the job needs is loaded; null if none is needed. */
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

  return { next, tick, afterClockSetBack };
}

/** Vacuums the database file some time after data of members was deleted, so that nothing of it stays in the file. */
function createSweep(store: Store) {
  const name = 'sweep';
  let resting = 0;
  /** The next try comes no later than this. Set after the computer's clock was set back, until that try. */
  let latest = Number.POSITIVE_INFINITY;

  function afterClockSetBack(now: number): void {
    resting = 0;
    latest = now + AGAIN_MS;
  }

  function due(): number | null {
    const due = store.vacuumDue();
    return due === null ? null : Math.min(Math.max(due, resting), latest);
  }

  /** Tries again soon if another process is reading the file, such as a backup. */
  function step(now: number): null {
    latest = Number.POSITIVE_INFINITY;
    resting = now + (store.vacuum() ? VACUUMED_MS : AGAIN_MS);
    return null;
  }

  return { name, afterClockSetBack, due, step };
}
