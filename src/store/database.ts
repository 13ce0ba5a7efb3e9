import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { MIGRATIONS } from './migrations.ts';
import { noTraces, sweepAtStart } from './traces.ts';

export type Database = BetterSqlite3.Database;

/** Marks a file as ours in its header: `CoWr` in ASCII. */
const APPLICATION_ID = 0x436f5772;

/** How long a lock of another process is waited for. Nothing else is answered meanwhile, and Discord waits three seconds. */
const PATIENCE_MS = 1000;

const ELSEWHERE = 'Set DATABASE_PATH to another file; this one is left as it is.';
const BROUGHT_UP =
  'Set DATABASE_PATH to another file; this one has been brought to the form of this version, and nothing in it is lost.';

/** The database cannot be used. `message` is for whoever runs the bot: what is wrong, and what to do. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase';
}

/**
 * Opens or creates the database and brings it to the present schema. Every commit is on the disk before it returns
 * (`synchronous = FULL`): what was acknowledged survives a power cut, not only a crash.
 * @throws UnusableDatabase if the file is no database, another program's, damaged, or newer than this code
 */
export function openDatabase(path: string): Database {
  let database: Database | undefined;
  let advice = ELSEWHERE;
  try {
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
    database = new BetterSqlite3(path);
    database.pragma(`busy_timeout = ${PATIENCE_MS}`);
    claim(database, path);
    expectWhole(database, path);
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    // Without it, REPLACE takes a row away past the triggers that keep the log.
    database.pragma('recursive_triggers = ON');
    if (migrate(database, path)) advice = BROUGHT_UP;
    database.pragma('foreign_keys = ON');
    // Words that somebody wanted gone are not to be found in the file either.
    database.pragma('secure_delete = ON');
    sweepAtStart(database);
    return database;
  } catch (error) {
    database?.close();
    throw error instanceof UnusableDatabase
      ? error
      : new UnusableDatabase(explain(path, error, advice), { cause: error });
  }
}

function claim(database: Database, path: string): void {
  const owner = database.pragma('application_id', { simple: true });
  const version = Number(database.pragma('user_version', { simple: true }));
  const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
  const blank = owner === 0 && version === 0 && tables === 0;
  if (owner !== APPLICATION_ID && !blank) {
    throw new UnusableDatabase(`${path} is a database of another program. ${ELSEWHERE}`);
  }
  if (version > MIGRATIONS.length) {
    throw new UnusableDatabase(
      `${path} was written by a newer version of Council of War (schema ${version}, this one knows ${MIGRATIONS.length}). ` +
        'Update the program, or set DATABASE_PATH to another file; this one is left as it is.',
    );
  }
}

/** Reads every page once: nothing is added to a log whose earlier entries cannot be read any more. */
function expectWhole(database: Database, path: string): void {
  if (database.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new UnusableDatabase(damaged(path));
}

/**
 * Foreign keys are off meanwhile, which cannot be done within a transaction: a step may put a new table in an old one's place
 * (https://sqlite.org/lang_altertable.html#otheralter). What refers to nothing afterwards takes everything back.
 * @returns whether what an older version had written has changed its form
 */
function migrate(database: Database, path: string): boolean {
  database.pragma('foreign_keys = OFF');
  const upgrade = database.transaction(() => {
    database.pragma(`application_id = ${APPLICATION_ID}`);
    const from = Number(database.pragma('user_version', { simple: true }));
    if (from === MIGRATIONS.length) return false;
    for (const step of MIGRATIONS.slice(from)) database.exec(step);
    if (from === 0) noTraces(database);
    if ((database.pragma('foreign_key_check') as unknown[]).length > 0) throw new UnusableDatabase(damaged(path));
    database.pragma(`user_version = ${MIGRATIONS.length}`);
    return from > 0;
  });
  return upgrade.immediate();
}

function explain(path: string, error: unknown, advice: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'SQLITE_NOTADB') return `${path} is not a database. ${advice}`;
  if (code.startsWith('SQLITE_CORRUPT')) return damaged(path, advice);
  if (code.startsWith('SQLITE_BUSY')) return `${path} is in use by another process. Stop that one first.`;
  if (code.startsWith('SQLITE_READONLY') || code === 'EACCES' || code === 'EROFS')
    return `${path} may not be written to. ${advice}`;
  if (code === 'SQLITE_CANTOPEN' || code === 'ENOTDIR' || code === 'EEXIST')
    return `${path} cannot be opened or created. ${advice}`;
  return `${path} cannot be used: ${error instanceof Error ? error.message : String(error)}. ${advice}`;
}

function damaged(path: string, advice = ELSEWHERE): string {
  return `${path} is damaged. Put a backup in its place. ${advice}`;
}
