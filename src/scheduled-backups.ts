import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Settings } from './settings.ts';
import {
  BACKUP_EVERY,
  type DatabaseTrouble,
  databaseTroubleOf,
  deleteUnfinished,
  LAST_BACKUP,
  type Store,
} from './store/index.ts';

/** How often the schedule looks whether a backup is due. */
const LOOK_MS = 60_000;
/** No backup begins earlier after the start, so that the start isn't slowed by it. */
const FIRST_MS = 600_000;
/** No backup begins earlier after one that failed. */
const AGAIN_MS = 3_600_000;

/**
 * The program behind `npm run backup`, bundled or not. It has a process of its own, since copying and checking a large
 * database takes seconds.
 */
const PROGRAM = import.meta.url.endsWith('.ts') ? './cli/backup.ts' : './backup.js';

interface ScheduledBackups {
  /** The path of the database. */
  readonly file: string;
  readonly backups: Settings['backups'];
  readonly store: Pick<Store, 'setting' | 'set'>;
  readonly log: Logger;
  /** Aborts a running backup; its unfinished file is deleted. */
  readonly until: AbortSignal;
}

/**
 * Backs up the database when the last backup is old enough. Manual backups count. A failure is logged, and tried again
 * an hour later.
 * @returns a function that stops the schedule; its result resolves when a running backup program has exited
 */
export function scheduleBackups({ file, backups, store, log, until }: ScheduledBackups): () => unknown {
  // The bot's status shows it.
  const interval = String(backups?.every ?? 0);
  despiteTrouble(() => {
    if (store.setting(BACKUP_EVERY) !== interval) store.set(BACKUP_EVERY, interval);
  });
  if (backups === null) return () => {};
  const { every, keep } = backups;
  let notBefore = { from: Date.now(), wait: FIRST_MS };
  let running: Promise<void> | null = null;
  const backUp = () => {
    const args = [...process.execArgv, fileURLToPath(new URL(PROGRAM, import.meta.url)), '--keep', String(keep)];
    const env = { ...process.env, DATABASE_PATH: file };
    const child = execFile(process.execPath, args, { env, signal: until }, (error, stdout, stderr) => {
      if (until.aborted) return;
      if (error === null) return log.info({ said: stdout.trim() }, 'the database was backed up');
      notBefore = { from: Date.now(), wait: AGAIN_MS };
      log.error(
        { err: error, said: stderr.trim() },
        'the database could not be backed up; it is tried again in an hour',
      );
    });
    running = new Promise((resolve) =>
      child.once('close', (code) => {
        running = null;
        if (code !== 0 && child.pid !== undefined) deleteUnfinished(join(dirname(file), 'backups'), child.pid);
        resolve();
      }),
    );
  };
  const timer = setInterval(() => {
    const now = Date.now();
    // A backup is also due if the computer's clock was set back that far.
    const due = Math.abs(now - notBefore.from) >= notBefore.wait && Math.abs(now - lastOf(store)) >= every;
    if (running === null && !until.aborted && due) backUp();
  }, LOOK_MS);
  return () => {
    clearInterval(timer);
    return running;
  };
}

/** The time of the last backup, milliseconds since 1970; now if the database can't be read. */
function lastOf(store: Pick<Store, 'setting'>): number {
  return despiteTrouble(() => Number(store.setting(LAST_BACKUP) ?? Number.NEGATIVE_INFINITY)) ?? Date.now();
}

/** Returns `null` on database trouble, which is reported elsewhere; the schedule must not stop the bot. */
function despiteTrouble<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (databaseTroubleOf(error) === null) throw error;
    return null;
  }
}

const CHECK_MS = 1000;

/**
 * Checks the database's files every second, even while nobody plays. It logs when trouble with them begins and ends.
 * Members hear of it when they give an order.
 * @returns a function that ends the checks
 */
export function watchFiles(store: Pick<Store, 'tick'>, log: Logger): () => void {
  let present: DatabaseTrouble | null = null;
  const check = () => {
    try {
      store.tick();
      if (present !== null) log.info({ trouble: present }, 'the database files can be used again');
      present = null;
    } catch (error) {
      const trouble = databaseTroubleOf(error);
      if (trouble === null) throw error;
      if (trouble !== present) log.warn({ err: error, trouble }, 'the database files cannot be used');
      present = trouble;
    }
  };
  const timer = setInterval(check, CHECK_MS);
  return () => clearInterval(timer);
}
