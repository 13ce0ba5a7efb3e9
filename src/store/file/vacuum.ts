import type { Database } from '../queries.ts';
import type { FileIdentity } from './file-identity.ts';

/**
 * Removes deleted data that may still stand in the file: in free pages, in gaps within others, in the -wal. `secure_delete` overwrites most
 * of it, but not the copies that SQLite left when it moved rows from page to page.
 */
export function vacuumIn(database: Database, fileIdentity: FileIdentity) {
  const vacuumDue = vacuumDueIn(database);
  return {
    /** When the file must be rewritten, milliseconds since 1970; null if no deleted data is left in it. */
    vacuumDue,
    /** Rewrites the file without deleted data; false if another process prevents it. */
    vacuum(): boolean {
      fileIdentity.expect();
      return vacuum(database);
    },
  };
}

/** Rewrites the file even before it is due, for at a start nobody waits for an answer. If it can't, it stays due. */
export function vacuumAtStart(database: Database): void {
  if (vacuumDueIn(database)() === null) return;
  try {
    vacuum(database);
  } catch (error) {
    // No room on the disk for a second file, or another process at this one. A later vacuum reports it.
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

function vacuumDueIn(database: Database): () => number | null {
  const due = database.prepare("SELECT CAST(value AS INTEGER) FROM setting WHERE key = 'traces'").pluck();
  return () => (due.get() as number | undefined) ?? null;
}

/**
 * Rewrites the whole file. Takes about a second for each 100 MB, in which nothing else is answered. False if another process reads the
 * database, so that deleted data may be left.
 */
function vacuum(database: Database): boolean {
  database.exec('VACUUM');
  if (!truncateWal(database)) return false;
  database.exec("DELETE FROM setting WHERE key = 'traces'");
  return true;
}

/** Moves the -wal into the main file. */
function truncateWal(database: Database): boolean {
  const [result] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  return result?.busy === 0;
}
