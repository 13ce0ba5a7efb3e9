/**
 * Reasons why a sound database can't be used at the moment: the disk is full, the file may not be written any more, another process holds
 * it, it is damaged, or the disk cannot be read or written.
 */
export type DatabaseTrouble = 'full' | 'read-only' | 'locked' | 'damaged' | 'disk';

/** SQLite's result codes (https://sqlite.org/rescode.html); an extended code begins with that of its kind. */
const CODES: readonly (readonly [code: string, trouble: DatabaseTrouble])[] = [
  ['SQLITE_FULL', 'full'],
  ['SQLITE_READONLY', 'read-only'],
  ['SQLITE_BUSY', 'locked'],
  ['SQLITE_LOCKED', 'locked'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  ['SQLITE_IOERR', 'disk'],
  ['SQLITE_CANTOPEN', 'disk'],
];

/** Kind of a database error, or of its cause; null for any other error, which is a bug. */
export function databaseTroubleOf(error: unknown): DatabaseTrouble | null {
  if (!(error instanceof Error)) return null;
  const code = codeOf(error);
  const found = CODES.find(([prefix]) => code === prefix || code.startsWith(`${prefix}_`));
  return found?.[1] ?? databaseTroubleOf(error.cause);
}

/** The code of an error of Node's or SQLite's; empty for any other. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function inWords(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
