import type { Place } from './place.ts';
import type { Database } from './sqlite.ts';

/**
 * What is gone from the tables, and may still stand in the file: in pages that are not used any more, in room within others, in what
 * was written ahead. `secure_delete` overwrites most of it, but not what SQLite copied when it moved rows from page to page.
 */
export function tracesIn(database: Database, place: Place) {
  const due = dueIn(database);
  return {
    /** From when on traces are to be swept away, milliseconds since 1970; null: there are none. */
    sweepDue(): number | null {
      return due();
    },
    /** Writes the file anew without any. False: another process keeps it from that just now. */
    sweep(): boolean {
      place.expect();
      return sweep(database);
    },
  };
}

/** At a start nobody waits for an answer, so what is due later is done as well. Where it cannot be, it stays due. */
export function sweepAtStart(database: Database): void {
  if (dueIn(database)() === null) return;
  try {
    sweep(database);
  } catch (error) {
    // No room on the disk for a second file, or another process at this one. Whoever sweeps later tells of it.
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

function dueIn(database: Database): () => number | null {
  const due = database.prepare("SELECT CAST(value AS INTEGER) FROM setting WHERE key = 'traces'").pluck();
  return () => (due.get() as number | undefined) ?? null;
}

/**
 * Writes the whole file anew. Takes about a second for each 100 MB, in which nothing else is answered. False: another process reads the
 * database just now, and some traces may be left.
 */
function sweep(database: Database): boolean {
  database.exec('VACUUM');
  if (!emptied(database)) return false;
  noTraces(database);
  return true;
}

/** Says that there are none: of a file that is new, or swept. */
export function noTraces(database: Database): void {
  database.exec("DELETE FROM setting WHERE key = 'traces'");
}

/** Empties what was written ahead into the file. */
function emptied(database: Database): boolean {
  const [result] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  return result?.busy === 0;
}
