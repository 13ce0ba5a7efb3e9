import { realpathSync, statSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { setWalAside } from './lost-files.ts';

/** How long a repair waits for another process. Nothing else is answered meanwhile. */
const PATIENCE_MS = 10;
/** A checkpoint comes when nothing was written for so many seconds, and after so many at the latest. */
const QUIET_TICKS = 5;
const MOST_TICKS = 60;
/** Bytes before a frame of the -wal, and before the first (https://sqlite.org/fileformat.html#walformat). */
const FRAME_HEADER = 24;
const WAL_HEADER = 32;

/**
 * The setting that says: the -wal holds more than the main file. A checkpoint writes it into the main file, and the first commit after
 * the checkpoint removes it: so a main file that has it has lost its -wal.
 */
export const NEEDS_WAL = 'wal:needed';

/**
 * Writes the -wal into the main file, as far as other processes let it, and marks the main file as one that needs its -wal. SQLite's own
 * checkpoints, one each thousand pages or so, remove the mark until the next of these.
 */
export function checkpoint(database: BetterSqlite3.Database): void {
  const unmark = () => database.prepare('DELETE FROM setting WHERE key = ?').run(NEEDS_WAL);
  database.prepare("INSERT INTO setting (key, value) VALUES (?, '1') ON CONFLICT DO NOTHING").run(NEEDS_WAL);
  try {
    database.pragma('wal_checkpoint(PASSIVE)');
  } finally {
    unmark();
  }
}

/** Whether a database is marked, with its -wal or without. */
export function needsWal(database: BetterSqlite3.Database): boolean {
  const has = (sql: string, name: string) => database.prepare(sql).get(name) !== undefined;
  return (
    has('SELECT 1 FROM sqlite_schema WHERE name = ?', 'setting') &&
    has('SELECT 1 FROM setting WHERE key = ?', NEEDS_WAL)
  );
}

/** The -wal and the -shm of an open database: a commit is in the -wal alone until a checkpoint. */
export interface WriteAhead {
  /**
   * Whether both are the files that SQLite has open.
   * @throws SqliteError SQLITE_CORRUPT where the -wal was cut short, and what it held is lost
   */
  isThere(): boolean;
  /**
   * Replaces files that are gone, after writing the -wal's contents into the main file through SQLite's own open file. If it throws, it may
   * be called again.
   * @throws SqliteError
   */
  mend(): void;
  /** Called every second: writes the -wal into the main file at a quiet moment, and once a minute under load. */
  tick(): void;
}

export function writeAheadOf(database: BetterSqlite3.Database): WriteAhead {
  const file = realpathSync(database.name);
  const [wal, shm] = [`${file}-wal`, `${file}-shm`];
  const ask = (pragma: string) => database.pragma(pragma, { simple: true });
  const stat = (path: string) => statSync(path, { throwIfNoEntry: false });
  const identityOf = (path: string) => {
    const found = stat(path);
    return found ? `${found.dev}/${found.ino}` : null;
  };
  const identities = () => {
    // SQLite makes them when it reads.
    ask('schema_version');
    return { wal: identityOf(wal), shm: identityOf(shm) };
  };
  let opened = identities();
  let size = stat(wal)?.size ?? 0;
  const writtenAt = () => stat(wal)?.mtimeMs ?? 0;
  /** When the -wal was written last: as of the last checkpoint, and of the last tick. */
  let settled = 0;
  let seen = 0;
  /** Whether main file and -wal were found to fit, before they are mended. Reading all of a large database takes seconds. */
  let fits = false;
  /** Ticks since the last checkpoint, and since the last commit. */
  let behind = 0;
  let quiet = 0;

  /** @throws SqliteError if frames are missing that the main file has not */
  const expectWhole = (now: number) => {
    const [state] = database.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
    const { log, checkpointed } = state ?? { log: 0, checkpointed: 0 };
    const frame = FRAME_HEADER + Number(ask('page_size'));
    if (log > checkpointed && now < WAL_HEADER + log * frame) throw failure('SQLITE_CORRUPT', `${wal} was cut short`);
  };
  const empty = () => {
    if (!fits) {
      // Drops cached pages first, for the main file may have been changed, too.
      ask('shrink_memory');
      if (ask('quick_check(1)') !== 'ok')
        throw failure('SQLITE_CORRUPT', `${file} and its -wal do not belong together`);
      fits = true;
    }
    const [done] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    if (done?.busy !== 0) throw failure('SQLITE_BUSY', `${wal} is gone, and ${file} is in use`);
  };
  const setAside = () => {
    if (identityOf(wal) !== opened.wal && (stat(wal)?.size ?? 0) > 0) setWalAside(file);
  };
  const switchTo = (mode: 'delete' | 'wal') => {
    if (ask(`journal_mode = ${mode}`) !== mode) throw failure('SQLITE_BUSY', `${file} is in use`);
  };
  return {
    isThere() {
      const found = stat(wal);
      if (!found || `${found.dev}/${found.ino}` !== opened.wal || identityOf(shm) !== opened.shm) return false;
      if (found.size < size) expectWhole(found.size);
      size = found.size;
      return true;
    },
    mend() {
      const patience = ask('busy_timeout');
      try {
        ask(`busy_timeout = ${PATIENCE_MS}`);
        if (ask('journal_mode') === 'wal') {
          empty();
          setAside();
          switchTo('delete');
        }
        switchTo('wal');
        opened = identities();
        size = 0;
        fits = false;
        checkpoint(database);
      } finally {
        ask(`busy_timeout = ${patience}`);
      }
    },
    tick() {
      const now = writtenAt();
      if (now === settled) return;
      behind += 1;
      quiet = now === seen ? quiet + 1 : 0;
      seen = now;
      if (quiet < QUIET_TICKS && behind < MOST_TICKS) return;
      checkpoint(database);
      settled = writtenAt();
      [behind, quiet] = [0, 0];
    },
  };
}

function failure(code: string, message: string): Error {
  return new BetterSqlite3.SqliteError(message, code);
}
