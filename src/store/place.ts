import { closeSync, openSync, readSync, statSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { HEADER, writtenHow } from './header.ts';

/** Where a database lies: whether the file of its name is still what was opened. */
export interface Place {
  /**
   * Where it was moved, deleted or replaced, SQLite would go on writing to what has no name any more, or beside somebody's copy: what was
   * committed would be gone at the next start.
   * @throws SqliteError SQLITE_READONLY_DBMOVED, the one SQLite has for that
   */
  expect(): void;
  /** Whether a copy was written over the file while it was in use. */
  overwritten(): boolean;
  /** When the database is closed, and not before: the system lets go of SQLite's locks with the first descriptor of a file that is closed. */
  close(): void;
}

const NOWHERE: Place = { expect() {}, overwritten: () => false, close() {} };

export function placeOf({ name, memory }: BetterSqlite3.Database): Place {
  if (memory) return NOWHERE;
  const identity = () => {
    const found = statSync(name, { throwIfNoEntry: false });
    return found ? `${found.dev}/${found.ino}` : null;
  };
  const file = openSync(name, 'r');
  const header = Buffer.alloc(HEADER);
  /** Null: it is shorter than any database, as it is while it is being overwritten. */
  const how = () => (readSync(file, header, 0, HEADER, 0) === HEADER ? writtenHow(header) : null);
  const opened = { identity: identity(), how: how() };
  const overwritten = () => how() !== opened.how;
  return {
    expect() {
      if (identity() === opened.identity && !overwritten()) return;
      throw new BetterSqlite3.SqliteError(`${name} is not what was opened`, 'SQLITE_READONLY_DBMOVED');
    },
    overwritten,
    close() {
      closeSync(file);
    },
  };
}
