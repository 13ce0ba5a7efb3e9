import { realpathSync, statSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import type { Database } from '../queries.ts';
import { createFileBeside } from './file-mode.ts';

/** Waiting blocks the event loop, and Discord gives three seconds for an answer. */
export const LOCK_TIMEOUT_MS = 1000;
/** Used while another process is known to hold the lock, so that waits don't add up. */
const SHORT_LOCK_TIMEOUT_MS = 50;

/** The wait for a lock, which is short from the first failure until a write succeeds. */
export function lockTimeoutOf(database: BetterSqlite3.Database) {
  let present = LOCK_TIMEOUT_MS;
  const set = (ms: number) => {
    if (ms !== present) database.pragma(`busy_timeout = ${ms}`);
    present = ms;
  };
  return {
    shorten: () => set(SHORT_LOCK_TIMEOUT_MS),
    lengthen: () => set(LOCK_TIMEOUT_MS),
  };
}

export interface Lock {
  readonly file: string;
  /** The file's inode when the lock was taken. */
  readonly inode: string | null;
  close(): void;
}

/** The path of the lock file, which is beside the database itself even if `path` is a link to it. */
export function lockFile(path: string): string {
  return `${realpathSync(path)}.lock`;
}

/**
 * Locks a database for this process, until the lock is closed or the process ends. The operating system holds the lock,
 * so no killed process leaves one. It is on an empty file of its own, because backups must read and write the database
 * meanwhile. That file is never deleted: otherwise two processes could lock two files of that name.
 * @param path an existing file
 * @param timeout milliseconds to wait for another process
 * @throws SqliteError SQLITE_BUSY if another process has locked it; another error if the lock file can't be used
 */
export function lockDatabase(path: string, timeout = LOCK_TIMEOUT_MS): Lock {
  const file = lockFile(path);
  createFileBeside(realpathSync(path), file);
  const lock = new BetterSqlite3(file, { timeout });
  try {
    // Keeps SQLite from making a journal beside a file that nobody writes.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return { file, inode: inodeOf(file), close: () => void lock.close() };
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** A file's device and inode, by which a replaced file is told from the earlier one; null if there is no file. */
export function inodeOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.dev}/${found.ino}` : null;
}

/**
 * All locks that this process has taken of each database. Garbage collection would close a lock without a reference.
 */
export const locks = new WeakMap<Database, Lock[]>();

/**
 * Locks the database again if the lock file was deleted, since another process could lock a new one.
 * @throws SqliteError SQLITE_BUSY if another process has done so
 */
export function expectLocked(database: Database): void {
  const held = locks.get(database);
  const last = held?.at(-1);
  if (held && last && inodeOf(last.file) !== last.inode) held.push(lockDatabase(database.name, 0));
}
