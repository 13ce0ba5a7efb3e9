import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, parse } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { codeOf, databaseTroubleOf, inWords } from './database-trouble.ts';
import { giveToOwnerOf, isDenied, isOwn, OWNER_ONLY, permissionCommand } from './file-mode.ts';
import { APPLICATION_ID } from './lost-files.ts';

/** No copy was made, and none is left behind half-made. `message` says why, without its last full stop: "the disk is full". */
export class CannotCopy extends Error {
  override readonly name = 'CannotCopy';
}

export interface Copy {
  readonly file: string;
  readonly bytes: number;
  readonly schema: number;
  readonly games: number;
}

/** The setting that says when a database was copied last. */
export const LAST_BACKUP = 'backup:last';
/** The setting that says how often the bot copies it by itself, in milliseconds; 0 for never. */
export const BACKUP_EVERY = 'backup:every';
/** Stands in the names of copies that are deleted when newer ones have come. */
export const SCHEDULED = '-scheduled';
/** Suffix of an unfinished copy, followed by its owner. */
const UNFINISHED = '.unfinished-';
/** Nothing is copied for that long: the process that did it is gone. */
const LEFT_AFTER_MS = 3_600_000;
/** How long the backup waits for a lock of the bot's. */
const PATIENCE_MS = 5000;

/**
 * Copies a database as it is at one moment, also while others write to it, into one file that stands alone: nothing lies beside it. The
 * copy is checked and on the disk before it has its name, and an existing file is never overwritten. Its owner alone may read it.
 *
 * `VACUUM INTO`, because it reads in one transaction that holds nobody up; SQLite's online backup begins anew at each commit of
 * another process, and so never ends beside a bot that is busy.
 * @param earlier finds an earlier copy that is the same as this one, which then stands for it
 * @throws CannotCopy
 */
export function copyDatabase(
  source: string,
  file: string,
  earlier: (part: string) => string | null = () => null,
): Copy {
  const part = `${file}${UNFINISHED}${process.pid}`;
  expectSource(source);
  if (existsSync(file)) throw new CannotCopy(`${file} exists already`);
  const copied = fromSource(source, (database) => {
    make(part, source);
    try {
      database.prepare('VACUUM INTO ?').run(part);
      const copy = checked(part, versionOf(database));
      const same = earlier(part);
      if (same === null) {
        sync(part);
        name(part, file);
      }
      const kept = same ?? file;
      return { file: kept, bytes: statSync(kept).size, ...copy };
    } catch (error) {
      throw error instanceof CannotCopy ? error : new CannotCopy(whyNot(source, file, error), { cause: error });
    } finally {
      rmSync(part, { force: true });
    }
  });
  sync(dirname(file));
  return copied;
}

/** @throws CannotCopy if there is no database, or none that the user who runs this may see */
export function expectSource(source: string): void {
  if (isDenied(dirname(source), constants.X_OK)) throw new CannotCopy(unreadable(source, null));
  if (!existsSync(source)) throw new CannotCopy(`there is no database ${source}`);
}

/** Notes the time of the last backup, milliseconds since 1970. A failure is ignored: the copy is as good without the note. */
export function noteBackup(source: string, at: number): void {
  let database: BetterSqlite3.Database | undefined;
  try {
    database = new BetterSqlite3(source, { fileMustExist: true, timeout: PATIENCE_MS });
    database
      .prepare('INSERT INTO setting VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value')
      .run(LAST_BACKUP, String(at));
  } catch (error) {
    if (databaseTroubleOf(error) === null) throw error;
  } finally {
    database?.close();
  }
}

function fromSource<Result>(source: string, work: (database: BetterSqlite3.Database) => Result): Result {
  let database: BetterSqlite3.Database | undefined;
  try {
    database = new BetterSqlite3(source, { fileMustExist: true, timeout: PATIENCE_MS });
    if (database.pragma('application_id', { simple: true }) !== APPLICATION_ID)
      throw new CannotCopy(`${source} is not a database of Council of War`);
    return work(database);
  } catch (error) {
    throw error instanceof CannotCopy ? error : new CannotCopy(unreadable(source, error), { cause: error });
  } finally {
    database?.close();
  }
}

/** @throws CannotCopy if a copy is not what it must be */
function checked(part: string, schema: number): Pick<Copy, 'schema' | 'games'> {
  const copy = new BetterSqlite3(part, { readonly: true });
  try {
    const whole = copy.pragma('integrity_check(1)', { simple: true }) === 'ok';
    const same = copy.pragma('application_id', { simple: true }) === APPLICATION_ID && versionOf(copy) === schema;
    if (!whole || !same) throw new CannotCopy('the database is damaged. Go back to an earlier backup');
    return { schema, games: copy.prepare('SELECT count(*) FROM game').pluck().get() as number };
  } finally {
    copy.close();
  }
}

function versionOf(database: BetterSqlite3.Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}

/**
 * Takes away what copies of a database have left in a folder that were cut off.
 * @throws CannotCopy if permissions keep that folder from being read
 */
export function sweepUnfinished(source: string, folder: string, now: number): void {
  const { name } = parse(source);
  if (isDenied(folder, constants.R_OK | constants.W_OK | constants.X_OK)) {
    const mend = isOwn(source) ? permissionCommand([folder]) : 'run this as root or as the owner of the database';
    throw new CannotCopy(`${folder} can’t be read or written to. To mend that, ${mend}`);
  }
  for (const file of readdirSync(folder)) {
    const path = join(folder, file);
    if (!file.startsWith(name) || !file.includes(UNFINISHED)) continue;
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && found.mtimeMs < now - LEFT_AFTER_MS) rmSync(path, { force: true });
  }
}

/** Takes away what a copy into that folder has left whose process was ended. */
export function dropUnfinished(folder: string, owner: number): void {
  try {
    for (const file of readdirSync(folder))
      if (Number.parseInt(file.split(UNFINISHED)[1] ?? '', 10) === owner) rmSync(join(folder, file), { force: true });
  } catch {
    // There is no such folder, or it is out of reach. A later copy sweeps it.
  }
}

/** Deletes the scheduled copies in the folder of the last but the newest. Those from before the clock was set back count as older. */
export function prune(source: string, last: string, keep: number): void {
  const { name } = parse(source);
  const folder = dirname(last);
  const start = `${name}${SCHEDULED}-`;
  const copies = readdirSync(folder).filter(
    (file) => file.startsWith(start) && /^\d{8}T\d{6}Z[-\d]*\.[^.]+$/.test(file.slice(start.length)),
  );
  // Their names sort by time.
  copies.sort();
  const after = copies.splice(copies.indexOf(basename(last)) + 1);
  for (const file of [...after, ...copies].slice(0, -keep)) rmSync(join(folder, file), { force: true });
}

/** An empty file that nobody may read who may not read the source, and that is its owner's. */
function make(part: string, source: string): void {
  try {
    rmSync(part, { force: true });
    const made = openSync(part, 'wx', OWNER_ONLY);
    giveToOwnerOf(source, made);
    closeSync(made);
  } catch (error) {
    throw new CannotCopy(unwritable(part, error), { cause: error });
  }
}

/** Gives the copy its name, unless something has taken it meanwhile. */
export function name(part: string, file: string): void {
  try {
    linkSync(part, file);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new CannotCopy(`${file} exists already`, { cause: error });
    // File systems without hard links.
    if (existsSync(file)) throw new CannotCopy(`${file} exists already`, { cause: error });
    renameSync(part, file);
  }
}

/** On the disk, not only on its way there. Folders cannot be told to everywhere. */
export function sync(path: string): void {
  const folder = statSync(path).isDirectory();
  let opened: number | undefined;
  try {
    opened = openSync(path, folder ? 'r' : 'r+');
    fsyncSync(opened);
  } catch (error) {
    if (!folder) throw error;
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

/** While copying, a failure may be the source's or the target's. */
function whyNot(source: string, file: string, error: unknown): string {
  const trouble = databaseTroubleOf(error);
  return trouble === 'damaged' || trouble === 'locked' ? unreadable(source, error) : unwritable(file, error);
}

function unreadable(source: string, error: unknown): string {
  if (codeOf(error) === 'SQLITE_NOTADB') return `${source} is not a database`;
  const denied = isDenied(dirname(source), constants.X_OK) || isDenied(source, constants.R_OK | constants.W_OK);
  if (denied) return `${source} can’t be read and written. Run this as root or as the owner of the database`;
  switch (databaseTroubleOf(error)) {
    case 'damaged':
      return `${source} is damaged. Go back to an earlier backup`;
    case 'locked':
      return `${source} is in use by another program`;
    default:
      return `${source} can’t be read (${inWords(error)})`;
  }
}

function unwritable(file: string, error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT' || databaseTroubleOf(error) === 'full') return 'the disk is full';
  if (code === 'ENOENT' || code === 'ENOTDIR') return `there is no folder ${dirname(file)}`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return `${dirname(file)} can’t be written to`;
  return `${file} can’t be written (${inWords(error)})`;
}

/**
 * A name for a copy in a folder that sorts by time: `games-20261121T140312Z.sqlite`.
 * @param at milliseconds since 1970
 */
export function copyName(source: string, folder: string, at: number, mark = ''): string {
  const { name, ext } = parse(source);
  const time = `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  for (let number = 1; ; number++) {
    const file = join(folder, `${name}${mark}-${time}${number === 1 ? '' : `-${number}`}${ext || '.sqlite'}`);
    if (!existsSync(file)) return file;
  }
}

/**
 * Copies a database beside itself under a name that says its schema (`games.schema-3-20261121T140312Z.sqlite`), unless a copy of the
 * same content lies there from an earlier try. Returns the copy's path.
 * @throws CannotCopy
 */
export function copyBeforeUpgrade(path: string): string {
  const now = Date.now();
  const folder = dirname(path);
  const mark = `.schema-${schemaOf(path)}`;
  sweepUnfinished(path, folder, now);
  const file = copyName(path, folder, now, mark);
  const start = basename(file).slice(0, basename(file).lastIndexOf(`${mark}-`) + mark.length + 1);
  const earlier = readdirSync(folder)
    .filter((name) => name.startsWith(start) && !name.includes('.unfinished-'))
    .map((name) => join(folder, name));
  return copyDatabase(path, file, (part) => earlier.find((one) => sameBytes(one, part)) ?? null).file;
}

function schemaOf(path: string): number {
  const database = new BetterSqlite3(path, { readonly: true });
  try {
    return Number(database.pragma('user_version', { simple: true }));
  } finally {
    database.close();
  }
}

const PIECE = 1 << 20;

/** SQLite writes the same content in the same bytes. A copy that another user made may not be readable. */
function sameBytes(one: string, other: string): boolean {
  if (isDenied(one, constants.R_OK)) return false;
  const size = statSync(one).size;
  if (size !== statSync(other).size) return false;
  const files = [one, other].map((file) => openSync(file, 'r'));
  try {
    const pieces = files.map(() => Buffer.alloc(PIECE));
    for (let at = 0; at < size; at += PIECE) {
      const [a, b] = files.map((file, index) => {
        const piece = pieces[index] as Buffer;
        return piece.subarray(0, readSync(file, piece, 0, PIECE, at));
      });
      if (!a || !b?.equals(a)) return false;
    }
    return true;
  } finally {
    for (const file of files) closeSync(file);
  }
}
