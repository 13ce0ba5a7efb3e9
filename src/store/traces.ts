import type { Database } from './database.ts';

/**
 * What is gone from the tables, and may still stand in the file: in pages that are not used any more, in room within others, in what
 * was written ahead. `secure_delete` overwrites most of it, but not what SQLite copied when it moved rows from page to page.
 */
export function leavesTraces(database: Database): boolean {
  return database.prepare("SELECT 1 FROM setting WHERE key = 'traces'").get() !== undefined;
}

/**
 * Writes the whole file anew, without any traces. Takes about a second for each 100 MB, in which nothing else is answered. False: another
 * process reads the database just now, and some may be left.
 */
export function sweep(database: Database): boolean {
  database.exec('VACUUM');
  if (!emptied(database)) return false;
  database.exec("DELETE FROM setting WHERE key = 'traces'");
  return true;
}

/** Empties what was written ahead into the file. */
function emptied(database: Database): boolean {
  const [result] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  return result?.busy === 0;
}
