import { accessSync, constants, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { type Database, queriesIn } from '../queries.ts';
import { CannotCopy, copyBeforeUpgrade } from './backup-database.ts';
import { databaseTroubleOf } from './database-trouble.ts';
import type { FileIdentity } from './file-identity.ts';
import { createPrivateFile, restrictFileModes } from './file-mode.ts';
import { APPLICATION_ID, type FilesFound, findFiles, lostMain, lostWal, setWalAside } from './lost-files.ts';
import { lackingOf, OLDEST_SCHEMA, repairsOf, SCHEMA, stepsBetween } from './migrations.ts';
import { LOCK_TIMEOUT_MS, type Lock, lockDatabase, lockFile, locks } from './process-lock.ts';
import { damaged, ELSEWHERE, UnusableDatabase, unusable } from './unusable-database.ts';
import { checkpoint, needsWal } from './write-ahead.ts';

const LOCK_FILE_ADVICE =
  'It keeps a second process away from the same games. Make it writable, or set DATABASE_PATH to a file in another folder.';
const AFTER_UPGRADE = 'Set DATABASE_PATH to another file; this one has been upgraded, and nothing in it is lost.';

export interface DatabaseOptions {
  /** Locks the database against every other process that asks for the same. Backups don't ask. */
  readonly alone?: boolean;
  /** Gets sentences for the operator about repairs and the upgrade. */
  readonly tell?: (sentence: string) => void;
}

/**
 * Opens or creates the database, and upgrades it to the present schema. Every commit is on the disk before it returns
 * (`synchronous = FULL`), so it survives a power cut, too. `Store.relaxedTransaction` is the exception.
 * @throws UnusableDatabase if the file is not a database, or is another program's, damaged, in use, or newer than this
 * code
 */
export function openDatabase(path: string, { alone = false, tell = () => {} }: DatabaseOptions = {}): Database {
  let database: Database | undefined;
  let lock: Lock | undefined;
  let advice = ELSEWHERE;
  const lockOnce = () => {
    if (alone) lock ??= lockOf(path);
  };
  try {
    const found = path === ':memory:' ? null : beforeOpening(path);
    // A killed process left the -wal beside the database that a backup has replaced. SQLite would write it into the
    // backup.
    if (found?.isBackup && found.hasWal) {
      lockOnce();
      const aside = setWalAside(realpathSync(path));
      tell(`${path} is a restored copy. The -wal of the file that it replaced is now ${aside}.`);
    }
    if (found) createPrivateFile(path);
    database = new BetterSqlite3(path);
    database.pragma(`busy_timeout = ${LOCK_TIMEOUT_MS}`);
    database.pragma('synchronous = FULL');
    const isEmpty = expectOurs(database, path);
    if (found) expectWal(database, path, found, isEmpty);
    // Write-ahead logging begins after the tables were made, so the main file of a used database always has them.
    if (isEmpty) upgrade(database, path, tell);
    // Only here is it known that the file is no other program's, beside which no lock file belongs.
    lockOnce();
    const restricted = lock ? restrictFileModes(path) : null;
    if (restricted !== null) tell(restricted);
    expectReadable(database, path);
    database.pragma('journal_mode = WAL');
    // Otherwise REPLACE would delete rows of the log without running the triggers that forbid it.
    database.pragma('recursive_triggers = ON');
    if (upgrade(database, path, tell)) advice = AFTER_UPGRADE;
    database.pragma('foreign_keys = ON');
    // Overwrites deleted words in the file.
    database.pragma('secure_delete = ON');
    // better-sqlite3 takes 16 MB by default. Less is enough, since the system caches the file's pages, too.
    database.pragma('cache_size = -4000');
    vacuumAtStart(database);
    if (lock) {
      checkpoint(database);
      locks.set(database, [lock]);
    }
    return database;
  } catch (error) {
    database?.close();
    lock?.close();
    throw unusable(path, error, advice);
  }
}

/** Opens a database that this process has open already, for a thread that only reads. */
export function openToRead(path: string): Database {
  const database = new BetterSqlite3(path, { readonly: true, fileMustExist: true });
  database.pragma(`busy_timeout = ${LOCK_TIMEOUT_MS}`);
  database.pragma('cache_size = -4000');
  return database;
}

/**
 * Opens a database read-only, for `npm run doctor`. SQLite may leave an empty -wal beside it.
 * @returns null if it has no tables yet
 * @throws UnusableDatabase wherever a start of the bot would
 */
export function openToExamine(path: string): Database | null {
  let database: Database | undefined;
  try {
    const lost = lostMain(path);
    if (lost !== null) throw new UnusableDatabase(lost);
    accessSync(dirname(path), constants.W_OK);
    for (const file of ['', '-wal', '-shm', '.lock'].map((end) => path + end))
      if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK);
    const found = findFiles(path);
    database = openToRead(path);
    const isEmpty = expectOurs(database, path);
    expectWal(database, path, found, isEmpty);
    expectReadable(database, path);
    if (!isEmpty) return database;
    database.close();
    return null;
  } catch (error) {
    database?.close();
    throw unusable(path, error);
  }
}

/** @throws UnusableDatabase if SQLite must not open the file there */
function beforeOpening(path: string): FilesFound {
  mkdirSync(dirname(path), { recursive: true });
  const lost = lostMain(path);
  if (lost !== null) throw new UnusableDatabase(lost);
  return findFiles(path);
}

/** @throws UnusableDatabase if the main file is there without the -wal that it needs */
function expectWal(database: Database, path: string, found: FilesFound, isEmpty: boolean): void {
  const lost = found.wasInUse && (isEmpty || (!found.hasWal && needsWal(database)));
  if (lost) throw new UnusableDatabase(lostWal(path));
}

/** Closes the database, and releases its lock for the next process. */
export function closeDatabase(database: Database): void {
  database.close();
  for (const lock of locks.get(database) ?? []) lock.close();
}

/** @throws UnusableDatabase */
function lockOf(path: string): Lock {
  try {
    return lockDatabase(path);
  } catch (error) {
    throw unusable(databaseTroubleOf(error) === 'locked' ? path : lockFile(path), error, LOCK_FILE_ADVICE);
  }
}

/**
 * @returns whether the file is empty, and so free for a new database
 * @throws UnusableDatabase unless the file is empty or has a schema that this code can read or upgrade
 */
function expectOurs(database: Database, path: string): boolean {
  const owner = database.pragma('application_id', { simple: true });
  const version = Number(database.pragma('user_version', { simple: true }));
  const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
  const isEmpty = owner === 0 && version === 0 && tables === 0;
  if (owner !== APPLICATION_ID && !isEmpty) {
    throw new UnusableDatabase(`${path} is another program’s database. ${ELSEWHERE}`);
  }
  if (version > SCHEMA) {
    throw new UnusableDatabase(
      `${path} was written by a newer version of Council of War (schema ${version}, this one knows ${SCHEMA}). ` +
        'Update the program, or set DATABASE_PATH to another file; this one isn’t changed.',
    );
  }
  if (version > 0 && version < OLDEST_SCHEMA) {
    throw new UnusableDatabase(
      `${path} was written before the first release (schema ${version}). Open it once with commit c805987e of Council of War, which upgrades ` +
        'it, or set DATABASE_PATH to another file; this one isn’t changed.',
    );
  }
  if (tables === 0 && !isEmpty) throw new UnusableDatabase(damaged(path));
  return isEmpty;
}

/** Reads every page once: the bot must not append to a log whose earlier entries are unreadable. */
function expectReadable(database: Database, path: string): void {
  if (database.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new UnusableDatabase(damaged(path));
}

/**
 * Creates the tables of an empty database, or brings those of an older version to the present schema, all or nothing.
 *
 * Foreign keys are off meanwhile, because a step may replace a table
 * (https://sqlite.org/lang_altertable.html#otheralter). They are checked at the end.
 * @returns whether the database had an older schema
 */
function upgrade(database: Database, path: string, tell: (sentence: string) => void): boolean {
  // SQLite ignores this within a transaction.
  database.pragma('foreign_keys = OFF');
  const inOneTransaction = database.transaction(() => {
    const from = Number(database.pragma('user_version', { simple: true }));
    const repairs = repairsOf(database, from);
    if (repairs.length === 0) expectSchema(database, path, from, from);
    // A start that changes nothing writes nothing, so it needn't wait for the disk.
    if (from === SCHEMA && repairs.length === 0) return false;
    database.pragma(`application_id = ${APPLICATION_ID}`);
    if (from > 0) {
      const copy = copyOrRefuse(path, from);
      tell(`The database has schema ${from} and is being upgraded. A copy from before is in ${copy}.`);
    }
    for (const step of [...repairs, ...stepsBetween(from)]) database.exec(step);
    expectSchema(database, path, from, SCHEMA);
    if ((database.pragma('foreign_key_check') as unknown[]).length > 0) throw new UnusableDatabase(damaged(path));
    database.pragma(`user_version = ${SCHEMA}`);
    return from > 0;
  });
  return inOneTransaction.immediate();
}

/** @throws UnusableDatabase if a table, column or index is missing: reading it would fail like a bug */
function expectSchema(database: Database, path: string, from: number, version: number): void {
  const lacking = lackingOf(database, version);
  if (lacking.length === 0) return;
  throw new UnusableDatabase(
    `${path} says that it has schema ${from}, but it lacks ${lacking.join(', ')}. Go back to a backup, or set DATABASE_PATH to another file; this one isn’t changed.`,
  );
}

/**
 * Copies the database as it is before the upgrade. The upgrade's transaction holds the write lock, so nobody changes it
 * meanwhile.
 * @throws UnusableDatabase if that fails
 */
function copyOrRefuse(path: string, schema: number): string {
  try {
    return copyBeforeUpgrade(path, schema);
  } catch (error) {
    if (!(error instanceof CannotCopy)) throw error;
    throw new UnusableDatabase(
      `${path} was written by an earlier version and has to be copied before the upgrade, but that failed: ${error.message}. ` +
        'Fix that and start again; nothing was changed.',
      { cause: error },
    );
  }
}

/** The setting with the time from which the file must be rewritten. Absent if no deleted data is left in the file. */
export const VACUUM_DUE = 'traces';

/**
 * Rewrites the file without deleted data. `secure_delete` alone leaves some: SQLite makes copies of rows that it moves,
 * in free pages, gaps and the -wal.
 */
export function vacuumIn(database: Database, fileIdentity: FileIdentity) {
  return {
    /** Time from which the file is to be rewritten, milliseconds since 1970; null if no deleted data is left in it. */
    vacuumDue: vacuumDueIn(database),
    /** Returns false if another process prevents it. */
    vacuum(): boolean {
      fileIdentity.expectUnchanged();
      return vacuum(database);
    },
  };
}

/** Rewrites the file before it is due, because no member waits for an answer at a start. */
function vacuumAtStart(database: Database): void {
  if (vacuumDueIn(database)() === null) return;
  try {
    vacuum(database);
  } catch (error) {
    // The disk has no room for a second file, or another process uses this one. The next vacuum is due at once and
    // reports it.
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

function vacuumDueIn(database: Database) {
  return queriesIn(database).value<[], number | null>(
    `SELECT CAST(value AS INTEGER) FROM setting WHERE key = '${VACUUM_DUE}'`,
  );
}

/**
 * Rewrites the whole file, which takes a second per 100 MB and blocks everything else. Returns false if another process
 * reads the file, so that deleted data may be left in the -wal.
 */
function vacuum(database: Database): boolean {
  database.exec('VACUUM');
  const [truncated] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  if (truncated?.busy !== 0) return false;
  database.exec(`DELETE FROM setting WHERE key = '${VACUUM_DUE}'`);
  return true;
}
