/** Reasons outside the program for a failure of the database. */
export type DatabaseTrouble = 'full' | 'read-only' | 'locked' | 'damaged' | 'disk';

/** SQLite's primary result codes, with which its extended codes begin (https://sqlite.org/rescode.html). */
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

/** The trouble behind an error or its cause; null if it is none of the database's, and so a bug. */
export function databaseTroubleOf(error: unknown): DatabaseTrouble | null {
  if (!(error instanceof Error)) return null;
  const code = codeOf(error);
  const found = CODES.find(([prefix]) => code === prefix || code.startsWith(`${prefix}_`));
  return found?.[1] ?? databaseTroubleOf(error.cause);
}

/** The code of an error of Node or SQLite; empty for any other. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
