import type BetterSqlite3 from 'better-sqlite3';

/** How long to wait for another process's lock. Nothing else is answered meanwhile, and Discord waits three seconds. */
export const LOCK_TIMEOUT_MS = 1000;
/** Shorter while another process is known to hold the lock, so that callers don't wait for each other. */
const SHORT_LOCK_TIMEOUT_MS = 50;

/** Waits long for a lock once, and briefly from then on, until a write succeeds. */
export function lockTimeoutOf(database: BetterSqlite3.Database) {
  let patient = true;
  const wait = (ms: number) => void database.pragma(`busy_timeout = ${ms}`);
  return {
    /** Notes that waiting for a lock failed. */
    lost(): void {
      if (patient) wait(SHORT_LOCK_TIMEOUT_MS);
      patient = false;
    },
    /** The lock was taken. */
    had(): void {
      if (!patient) wait(LOCK_TIMEOUT_MS);
      patient = true;
    },
  };
}
