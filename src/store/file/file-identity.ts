import { closeSync, openSync, readSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { databaseTroubleOf } from './database-trouble.ts';
import { HEADER_BYTES, writeVersionOf } from './lost-files.ts';
import { expectLocked, inodeOf } from './process-lock.ts';
import { writeAheadOf } from './write-ahead.ts';

/** Checks that the files at the database's path are still those that SQLite has open. */
export interface FileIdentity {
  /**
   * Replaces a lost -wal or -shm. Throws if the main file was moved, deleted or replaced: SQLite would go on writing to
   * the open file, and the next start would not find the commits.
   * @throws SqliteError SQLITE_READONLY_DBMOVED, or the reason that prevents a repair
   */
  expectUnchanged(): void;
  /** Called every second. Copies commits to the main file, and notices missing files while nobody plays. */
  tick(): void;
  /** Replaces a lost -wal or -shm, or leaves them if that fails. */
  repairIfPossible(): void;
  /** Whether closing the database would spoil a file, because a copy was written over it or part of it is lost. */
  mustStayOpen(): boolean;
  /** The database must be closed before: closing any descriptor drops SQLite's locks. */
  close(): void;
}

const NO_FILE: FileIdentity = {
  expectUnchanged() {},
  tick() {},
  repairIfPossible() {},
  mustStayOpen: () => false,
  close() {},
};

/** @param tell gets a sentence for the operator after a repair */
export function fileIdentityOf(database: BetterSqlite3.Database, tell: (sentence: string) => void): FileIdentity {
  const { name, memory, readonly } = database;
  // A read-only database may be open twice in this process. Closing a descriptor here would drop the locks of the
  // other.
  if (memory || readonly) return NO_FILE;
  const file = openSync(name, 'r');
  const header = Buffer.alloc(HEADER_BYTES);
  /** `null` while the file is shorter than a header, as when it is being overwritten. */
  const writeVersion = () =>
    readSync(file, header, 0, HEADER_BYTES, 0) === HEADER_BYTES ? writeVersionOf(header) : null;
  const writeAhead = writeAheadOf(database);
  const opened = { inode: inodeOf(name), writeVersion: writeVersion() };
  /** During a repair the file has another write version. Stays set if the repair fails: the next check repeats it. */
  let isRepairing = false;
  let isDamaged = false;
  const isOverwritten = () => !isRepairing && writeVersion() !== opened.writeVersion;
  const repair = () => {
    isRepairing = true;
    writeAhead.repair();
    isRepairing = false;
    tell(
      `The -wal or the -shm of ${name} was removed while the bot was running. The bot has written what they held into ${name}; nothing is lost.`,
    );
  };
  const expectUnchanged = () => {
    if (inodeOf(name) !== opened.inode || isOverwritten())
      throw new BetterSqlite3.SqliteError(
        `${name} is no longer the file that the bot opened`,
        'SQLITE_READONLY_DBMOVED',
      );
    try {
      expectLocked(database);
      if (isRepairing || !writeAhead.isThere()) repair();
    } catch (error) {
      isDamaged ||= databaseTroubleOf(error) === 'damaged';
      throw error;
    }
  };
  return {
    expectUnchanged,
    tick() {
      expectUnchanged();
      writeAhead.tick();
    },
    repairIfPossible() {
      try {
        expectUnchanged();
      } catch (error) {
        if (databaseTroubleOf(error) === null) throw error;
      }
    },
    mustStayOpen: () => isDamaged || isOverwritten(),
    close() {
      closeSync(file);
    },
  };
}
