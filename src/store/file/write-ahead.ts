import { realpathSync, statSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { setWalAside } from './lost-files.ts';
import { inodeOf } from './process-lock.ts';

/** How long a repair waits for another process. Waiting blocks the event loop. */
const REPAIR_TIMEOUT_MS = 10;
/** Seconds without a write after which a checkpoint follows. */
const QUIET_TICKS = 5;
/** Seconds after which a checkpoint follows in any case. */
const MOST_TICKS = 60;
/** Bytes before each frame of the -wal (https://sqlite.org/fileformat.html#walformat). */
const FRAME_HEADER = 24;
/** Bytes before the first frame. */
const WAL_HEADER = 32;

/**
 * A setting that marks a main file as useless without its -wal. A checkpoint writes the mark into the main file, and
 * the next commit removes it in the -wal. So a process that can read the mark has a main file whose -wal is lost.
 */
export const NEEDS_WAL = 'wal:needed';

/**
 * Copies the -wal to the main file, as far as other processes allow, and marks the main file as one that needs its
 * -wal. A checkpoint that SQLite makes by itself, about every thousand pages, removes the mark until the next call.
 */
export function checkpoint(database: BetterSqlite3.Database): void {
  database.prepare("INSERT INTO setting (key, value) VALUES (?, '1') ON CONFLICT DO NOTHING").run(NEEDS_WAL);
  try {
    database.pragma('wal_checkpoint(PASSIVE)');
  } finally {
    database.prepare('DELETE FROM setting WHERE key = ?').run(NEEDS_WAL);
  }
}

/** Whether this database, opened with its -wal or without, has the mark. */
export function needsWal(database: BetterSqlite3.Database): boolean {
  const has = (sql: string, name: string) => database.prepare(sql).get(name) !== undefined;
  return (
    has('SELECT 1 FROM sqlite_schema WHERE name = ?', 'setting') &&
    has('SELECT 1 FROM setting WHERE key = ?', NEEDS_WAL)
  );
}

/** The -wal and the -shm of an open database. Until a checkpoint, a commit is in the -wal alone. */
interface WriteAhead {
  /**
   * Whether the two files at their paths are those that SQLite has open.
   * @throws SqliteError SQLITE_CORRUPT if the -wal was cut short, so that commits are lost
   */
  isThere(): boolean;
  /**
   * Replaces deleted files. SQLite still has the deleted -wal open, and copies it to the main file first. May be called
   * again after it has thrown.
   * @throws SqliteError
   */
  repair(): void;
  /** Called every second. Makes a checkpoint at a quiet moment, and once a minute under load. */
  tick(): void;
}

export function writeAheadOf(database: BetterSqlite3.Database): WriteAhead {
  const file = realpathSync(database.name);
  const [wal, shm] = [`${file}-wal`, `${file}-shm`];
  const ask = (pragma: string) => database.pragma(pragma, { simple: true });
  const inodes = () => {
    // SQLite creates the two files when it first reads.
    ask('schema_version');
    return { wal: inodeOf(wal), shm: inodeOf(shm) };
  };
  const walSize = () => statSync(wal, { throwIfNoEntry: false })?.size ?? 0;
  const walWrittenAt = () => statSync(wal, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  let opened = inodes();
  let lastSize = walSize();
  /** The time of the -wal's last write, as it was after the last checkpoint and at the last tick. */
  let writtenAtCheckpoint = 0;
  let writtenAtTick = 0;
  let ticksSinceCheckpoint = 0;
  let ticksSinceWrite = 0;
  /** Whether an earlier try of this repair has passed `quick_check`, which takes seconds. */
  let isChecked = false;

  /** @throws SqliteError if the -wal has lost frames that the main file does not have yet */
  const expectAllFrames = (size: number) => {
    const [state] = database.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
    const { log, checkpointed } = state ?? { log: 0, checkpointed: 0 };
    const frame = FRAME_HEADER + Number(ask('page_size'));
    if (log > checkpointed && size < WAL_HEADER + log * frame) throw failure('SQLITE_CORRUPT', `${wal} was cut short`);
  };
  const moveWalToMain = () => {
    if (!isChecked) {
      // Drops cached pages first, because the main file may have been changed, too.
      ask('shrink_memory');
      if (ask('quick_check(1)') !== 'ok')
        throw failure('SQLITE_CORRUPT', `${file} and its -wal do not belong together`);
      isChecked = true;
    }
    const [done] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    if (done?.busy !== 0) throw failure('SQLITE_BUSY', `${wal} is gone, and ${file} is in use`);
  };

  const switchTo = (mode: 'delete' | 'wal') => {
    if (ask(`journal_mode = ${mode}`) !== mode) throw failure('SQLITE_BUSY', `${file} is in use`);
  };
  return {
    isThere() {
      // The size comes first: a -wal that is deleted meanwhile must not look like one that was cut short.
      const size = walSize();
      if (opened.wal === null || inodeOf(wal) !== opened.wal || inodeOf(shm) !== opened.shm) return false;
      if (size < lastSize) expectAllFrames(size);
      lastSize = size;
      return true;
    },
    repair() {
      const usualTimeout = ask('busy_timeout');
      try {
        ask(`busy_timeout = ${REPAIR_TIMEOUT_MS}`);
        if (ask('journal_mode') === 'wal') {
          moveWalToMain();
          // Another database's -wal was put there.
          if (inodeOf(wal) !== opened.wal && walSize() > 0) setWalAside(file);
          switchTo('delete');
        }
        switchTo('wal');
        opened = inodes();
        lastSize = 0;
        isChecked = false;
        checkpoint(database);
      } finally {
        ask(`busy_timeout = ${usualTimeout}`);
      }
    },
    tick() {
      const writtenAt = walWrittenAt();
      if (writtenAt === writtenAtCheckpoint) return;
      ticksSinceCheckpoint += 1;
      ticksSinceWrite = writtenAt === writtenAtTick ? ticksSinceWrite + 1 : 0;
      writtenAtTick = writtenAt;
      if (ticksSinceWrite < QUIET_TICKS && ticksSinceCheckpoint < MOST_TICKS) return;
      checkpoint(database);
      writtenAtCheckpoint = walWrittenAt();
      ticksSinceCheckpoint = 0;
      ticksSinceWrite = 0;
    },
  };
}

function failure(code: string, message: string): Error {
  return new BetterSqlite3.SqliteError(message, code);
}
