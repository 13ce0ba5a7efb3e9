import { closeSync, openSync, readSync, statSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { databaseTroubleOf } from './database-trouble.ts';
import { HEADER, writtenHow } from './lost-files.ts';
import { expectAlone } from './process-lock.ts';
import { writeAheadOf } from './write-ahead.ts';

/** Watches that the database's files are still those that were opened. */
export interface FileIdentity {
  /**
   * If the main file was moved, deleted or replaced, SQLite would go on writing to a file without a name, or beside somebody's copy:
   * commits would be gone at the next start. A lost -wal or -shm is mended.
   * @throws SqliteError SQLITE_READONLY_DBMOVED, the one SQLite has for that; or what keeps them from being mended
   */
  expect(): void;
  /** Called every second, so that commits soon reach the main file, and missing files are noticed even while nobody plays. */
  tick(): void;
  /** Before the database is closed: mends what can be mended, and leaves the rest. */
  save(): void;
  /** Whether closing the database would spoil a file: a copy was written over it, or part of it is lost. */
  isForeign(): boolean;
  /** When the database is closed, and not before: the system lets go of SQLite's locks with the first descriptor of a file that is closed. */
  close(): void;
}

const NOWHERE: FileIdentity = { expect() {}, tick() {}, save() {}, isForeign: () => false, close() {} };

/** @param tell is given a sentence after a repair */
export function fileIdentityOf(database: BetterSqlite3.Database, tell: (sentence: string) => void): FileIdentity {
  const { name, memory, readonly } = database;
  // A second descriptor of the file would let go of the locks of this process when it is closed.
  if (memory || readonly) return NOWHERE;
  const identity = () => {
    const found = statSync(name, { throwIfNoEntry: false });
    return found ? `${found.dev}/${found.ino}` : null;
  };
  const file = openSync(name, 'r');
  const header = Buffer.alloc(HEADER);
  /** `null` while the file is shorter than a header, as when it is being overwritten. */
  const how = () => (readSync(file, header, 0, HEADER, 0) === HEADER ? writtenHow(header) : null);
  const writeAhead = writeAheadOf(database);
  const opened = { identity: identity(), how: how() };
  /** While the -wal is mended the header says something else. */
  let mending = false;
  let lost = false;
  const overwritten = () => !mending && how() !== opened.how;
  const mend = () => {
    mending = true;
    writeAhead.mend();
    mending = false;
    tell(
      `The -wal or the -shm of ${name} was removed while the bot was running. The bot has written what they held into ${name}; nothing is lost.`,
    );
  };
  const expect = () => {
    if (identity() !== opened.identity || overwritten())
      throw new BetterSqlite3.SqliteError(
        `${name} is no longer the file that the bot opened`,
        'SQLITE_READONLY_DBMOVED',
      );
    try {
      expectAlone(database);
      if (mending || !writeAhead.isThere()) mend();
    } catch (error) {
      lost ||= databaseTroubleOf(error) === 'damaged';
      throw error;
    }
  };
  return {
    expect,
    tick() {
      expect();
      writeAhead.tick();
    },
    save() {
      try {
        expect();
      } catch (error) {
        if (databaseTroubleOf(error) === null) throw error;
      }
    },
    isForeign: () => lost || overwritten(),
    close() {
      closeSync(file);
    },
  };
}
