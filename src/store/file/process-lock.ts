import { realpathSync, statSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import type { Database } from '../queries.ts';
import { createFileBeside } from './file-mode.ts';

/** How long to wait for another process's lock. Nothing else is answered meanwhile, and Discord waits three seconds. */
export const LOCK_TIMEOUT_MS = 1000;
/** Shorter while another process is known to hold the lock, so that callers don't wait for each other. */
const SHORT_LOCK_TIMEOUT_MS = 50;

/** Waits long for a lock once, and briefly from then on, until a write succeeds. */
export function lockTimeoutOf(database: BetterSqlite3.Database) {
  let patient = true;
  const wait = (ms: number) => void database.pragma(`busy_timeout = ${ms}`);
  return {
    lost(): void {
      if (patient) wait(SHORT_LOCK_TIMEOUT_MS);
      patient = false;
    },
    had(): void {
      if (!patient) wait(LOCK_TIMEOUT_MS);
      patient = true;
    },
  };
}

export interface Lock {
  readonly file: string;
  /** The file as it was when the lock was taken. */
  readonly identity: string | null;
  close(): void;
}

/** The lock's file: beside the database itself, also where the path is a link to it. */
export function lockFile(path: string): string {
  return `${realpathSync(path)}.lock`;
}

/**
 * Holds a database for this process alone, until the lock is closed or the process ends, however it ends: the lock is the system's. It is
 * on an empty file of its own and not on the database, which backups read and note their time in. That file stays: taking it away
 * could let two in.
 * @param path a file that is there
 * @param timeout milliseconds that another process is waited for
 * @throws SqliteError SQLITE_BUSY where another process holds it; or why the lock's file cannot be used
 */
export function holdAlone(path: string, timeout = LOCK_TIMEOUT_MS): Lock {
  const file = lockFile(path);
  createFileBeside(realpathSync(path), file);
  const lock = new BetterSqlite3(file, { timeout });
  try {
    // Nothing is ever written, so no journal is to lie beside it.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return { file, identity: identityOf(file), close: () => void lock.close() };
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Whether the lock's file is still there, so that others meet the lock. */
export function isHeld({ file, identity }: Lock): boolean {
  return identityOf(file) === identity;
}

function identityOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.dev}/${found.ino}` : null;
}

/** Databases that this process has locked, with all locks ever taken: a lock without a reference would be closed by garbage collection. */
export const locks = new WeakMap<Database, Lock[]>();

/**
 * Takes the lock again if its file was deleted, for another process could start on a new one.
 * @throws SqliteError SQLITE_BUSY where another process was quicker
 */
export function expectAlone(database: Database): void {
  const held = locks.get(database);
  const last = held?.at(-1);
  if (held && last && !isHeld(last)) held.push(holdAlone(database.name, 0));
}
