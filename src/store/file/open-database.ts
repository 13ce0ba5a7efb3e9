import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { type Database, queriesIn } from '../queries.ts';
import { CannotCopy, copyBeforeUpgrade } from './backup-database.ts';
import { databaseTroubleOf } from './database-trouble.ts';
import type { FileIdentity } from './file-identity.ts';
import { createPrivateFile, restrictFileModes } from './file-mode.ts';
import { APPLICATION_ID, type Found, foreignWal, foundAt, lostMain, lostWal } from './lost-files.ts';
import { lackingOf, mendsOf, OLDEST_SCHEMA, SCHEMA, stepsBetween } from './migrations.ts';
import { holdAlone, LOCK_TIMEOUT_MS, type Lock, lockFile, locks } from './process-lock.ts';
import { damaged, ELSEWHERE, UnusableDatabase, unusable } from './unusable-database.ts';
import { checkpoint, needsWal } from './write-ahead.ts';

const LOCKED_BY =
  'It keeps a second process away from the same games. Make it writable, or set DATABASE_PATH to a file in another folder.';
const BROUGHT_UP = 'Set DATABASE_PATH to another file; this one has been upgraded, and nothing in it is lost.';

export interface DatabaseOptions {
  /** Whether any other process that opens it so is refused, for as long as this one has it. Copying it is not. */
  readonly alone?: boolean;
  /** Gets a sentence about what was done, for the person who runs the bot. */
  readonly tell?: (sentence: string) => void;
}

/**
 * Opens or creates the database and brings it to the present schema. Every commit is on the disk before it returns
 * (`synchronous = FULL`): what was acknowledged survives a power cut, not only a crash. But see `Store.relaxedTransaction`.
 * @throws UnusableDatabase if the file is no database, another program's, damaged, in use, or newer than this code
 */
export function openDatabase(path: string, { alone = false, tell = () => {} }: DatabaseOptions = {}): Database {
  let database: Database | undefined;
  let lock: Lock | undefined;
  let advice = ELSEWHERE;
  const hold = () => {
    if (alone) lock ??= lockOf(path);
  };
  try {
    const found = path === ':memory:' ? null : lookAt(path);
    const foreign = found && foreignWal(path);
    if (foreign) {
      hold();
      tell(`${path} is a restored copy. The -wal of the file that it replaced is now ${foreign.setAside()}.`);
    }
    if (found) createPrivateFile(path);
    database = new BetterSqlite3(path);
    database.pragma(`busy_timeout = ${LOCK_TIMEOUT_MS}`);
    database.pragma('synchronous = FULL');
    const blank = claim(database, path);
    if (found) expectWal(database, path, found, blank);
    // A new database gets its tables before write-ahead logging begins, in one step: its main file is never without them.
    if (blank) migrate(database, path, tell);
    // Beside another program's file nothing is left.
    hold();
    const told = lock ? restrictFileModes(path) : null;
    if (told !== null) tell(told);
    expectWhole(database, path);
    database.pragma('journal_mode = WAL');
    // Without it, REPLACE takes a row away past the triggers that keep the log.
    database.pragma('recursive_triggers = ON');
    if (migrate(database, path, tell)) advice = BROUGHT_UP;
    database.pragma('foreign_keys = ON');
    // Deleted words must not remain in the file either.
    database.pragma('secure_delete = ON');
    // better-sqlite3 begins with 16 MB, which 50 orders a second fill: the system keeps the file's pages as well.
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

/** Opens the database of this process once more, for a thread that only reads it. */
export function openToRead(path: string): Database {
  const database = new BetterSqlite3(path, { readonly: true, fileMustExist: true });
  database.pragma(`busy_timeout = ${LOCK_TIMEOUT_MS}`);
  database.pragma('cache_size = -4000');
  return database;
}

/**
 * Opens a database to look at it. An empty -wal may stay beside it.
 * @returns null if there is nothing in it yet
 * @throws UnusableDatabase as a start of the bot would
 */
export function openToExamine(path: string): Database | null {
  let database: Database | undefined;
  try {
    const lost = lostMain(path);
    if (lost !== null) throw new UnusableDatabase(lost);
    accessSync(dirname(path), constants.W_OK);
    for (const file of ['', '-wal', '-shm', '.lock'].map((end) => path + end))
      if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK);
    const found = foundAt(path);
    database = openToRead(path);
    const blank = claim(database, path);
    expectWal(database, path, found, blank);
    expectWhole(database, path);
    if (!blank) return database;
    database.close();
    return null;
  } catch (error) {
    database?.close();
    throw unusable(path, error);
  }
}

/** @throws UnusableDatabase if the file there can't be opened */
function lookAt(path: string): Found {
  mkdirSync(dirname(path), { recursive: true });
  const lost = lostMain(path);
  if (lost !== null) throw new UnusableDatabase(lost);
  return foundAt(path);
}

/** @throws UnusableDatabase if the main file is there without the -wal that it needs */
function expectWal(database: Database, path: string, found: Found, blank: boolean): void {
  const lost = found.used && (blank || (!found.wal && needsWal(database)));
  if (lost) throw new UnusableDatabase(lostWal(path));
}

/** Closes the database, and lets the next process have it. */
export function closeDatabase(database: Database): void {
  database.close();
  for (const lock of locks.get(database) ?? []) lock.close();
}

/** @throws UnusableDatabase */
function lockOf(path: string): Lock {
  try {
    return holdAlone(path);
  } catch (error) {
    throw unusable(databaseTroubleOf(error) === 'locked' ? path : lockFile(path), error, LOCKED_BY);
  }
}

/** @returns whether there is nothing in it yet */
function claim(database: Database, path: string): boolean {
  const owner = database.pragma('application_id', { simple: true });
  const version = Number(database.pragma('user_version', { simple: true }));
  const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
  const blank = owner === 0 && version === 0 && tables === 0;
  if (owner !== APPLICATION_ID && !blank) {
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
  if (tables === 0 && !blank) throw new UnusableDatabase(damaged(path));
  return blank;
}

/** Reads every page once: nothing is added to a log whose earlier entries cannot be read any more. */
function expectWhole(database: Database, path: string): void {
  if (database.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new UnusableDatabase(damaged(path));
}

/**
 * Foreign keys are off meanwhile, which cannot be done within a transaction: a step may put a new table in an old one's place
 * (https://sqlite.org/lang_altertable.html#otheralter). A dangling reference afterwards rolls everything back.
 * @returns whether rows of an older version have changed their form
 */
function migrate(database: Database, path: string, tell: (sentence: string) => void): boolean {
  database.pragma('foreign_keys = OFF');
  const upgrade = database.transaction(() => {
    const from = Number(database.pragma('user_version', { simple: true }));
    const mends = mendsOf(database, from);
    if (mends.length === 0) expectSchema(database, path, from, from);
    // A start that changes nothing writes nothing, and does not wait for the disk.
    if (from === SCHEMA && mends.length === 0) return false;
    database.pragma(`application_id = ${APPLICATION_ID}`);
    if (from > 0)
      tell(`The database has schema ${from} and is being upgraded. A copy from before is in ${keepOld(path)}.`);
    for (const step of [...mends, ...stepsBetween(from)]) database.exec(step);
    expectSchema(database, path, from, SCHEMA);
    if ((database.pragma('foreign_key_check') as unknown[]).length > 0) throw new UnusableDatabase(damaged(path));
    database.pragma(`user_version = ${SCHEMA}`);
    return from > 0;
  });
  return upgrade.immediate();
}

/** @throws UnusableDatabase if something is missing that was made by another form of a step: what reads it would fail like a bug */
function expectSchema(database: Database, path: string, from: number, version: number): void {
  const lacking = lackingOf(database, version);
  if (lacking.length === 0) return;
  throw new UnusableDatabase(
    `${path} says that it has schema ${from}, but it lacks ${lacking.join(', ')}. Go back to a backup, or set DATABASE_PATH to another file; this one isn’t changed.`,
  );
}

/** Others may read the database meanwhile, and nobody write it: the copy is what the upgrade begins with. */
function keepOld(path: string): string {
  try {
    return copyBeforeUpgrade(path);
  } catch (error) {
    if (!(error instanceof CannotCopy)) throw error;
    throw new UnusableDatabase(
      `${path} was written by an earlier version and has to be copied before the upgrade, but that failed: ${error.message}. ` +
        'Fix that and start again; nothing was changed.',
      { cause: error },
    );
  }
}

/** Removes deleted data from free pages, gaps and the -wal: `secure_delete` misses copies that SQLite left when it moved rows. */
export function vacuumIn(database: Database, fileIdentity: FileIdentity) {
  return {
    /** When the file must be rewritten, milliseconds since 1970; null if no deleted data is left in it. */
    vacuumDue: vacuumDueIn(database),
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

function vacuumDueIn(database: Database) {
  return queriesIn(database).value<[], number | null>(
    "SELECT CAST(value AS INTEGER) FROM setting WHERE key = 'traces'",
  );
}

/** Rewrites the whole file: a second for each 100 MB, which blocks all else. False if another process reads it, so that data may be left. */
function vacuum(database: Database): boolean {
  database.exec('VACUUM');
  const [truncated] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  if (truncated?.busy !== 0) return false;
  database.exec("DELETE FROM setting WHERE key = 'traces'");
  return true;
}
