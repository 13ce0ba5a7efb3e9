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
import { SET_SETTING } from '../queries.ts';
import { codeOf, databaseTroubleOf, errorText } from './database-trouble.ts';
import { giveToOwnerOf, isDenied, isOwn, OWNER_ONLY, permissionCommand } from './file-mode.ts';
import { APPLICATION_ID } from './lost-files.ts';

/** No copy was made. `message` is a sentence without its full stop: "the disk is full". */
export class CannotCopy extends Error {
  override readonly name = 'CannotCopy';
}

export interface Copy {
  readonly file: string;
  readonly bytes: number;
  readonly schema: number;
  readonly games: number;
}

/** The setting with the time of the last backup, milliseconds since 1970. */
export const LAST_BACKUP = 'backup:last';
/** The setting with the time between the bot's own backups, in milliseconds; 0 for none. */
export const BACKUP_EVERY = 'backup:every';
/** Part of the names of the bot's own backups, of which it deletes old ones. */
export const SCHEDULED = '-scheduled';
/** Suffix of an unfinished copy, followed by the id of the process that makes it. */
const UNFINISHED = '.unfinished-';
/** No copy takes longer, so the process that made an older one was killed. */
const UNFINISHED_FOR_MS = 3_600_000;
/** How long the backup waits for a lock that the bot holds. */
const BACKUP_TIMEOUT_MS = 5000;

/**
 * Copies a database to one file that needs no other beside it. Other processes may write to the database meanwhile: the
 * copy shows it at one moment. The copy gets its name only when it was checked and is on the disk. It never overwrites
 * a file, and only its owner may read it.
 *
 * It uses `VACUUM INTO`, which reads in one transaction and blocks nobody. SQLite's online backup starts again at each
 * commit of another process, so beside a busy bot it would never end.
 * @param findSame may find an earlier copy with the same content, given the path of the new one. The new one is then
 * deleted
 * @throws CannotCopy
 */
export function copyDatabase(
  source: string,
  file: string,
  findSame: (unfinished: string) => string | null = () => null,
): Copy {
  const unfinished = `${file}${UNFINISHED}${process.pid}`;
  expectSource(source);
  if (existsSync(file)) throw new CannotCopy(`${file} exists already`);
  const copied = withSource(source, (database) => {
    makePrivate(unfinished, source);
    try {
      database.prepare('VACUUM INTO ?').run(unfinished);
      const content = expectSound(unfinished, versionOf(database));
      const same = findSame(unfinished);
      if (same === null) {
        syncToDisk(unfinished);
        moveToFreeName(unfinished, file);
      }
      const copy = same ?? file;
      return { file: copy, bytes: statSync(copy).size, ...content };
    } catch (error) {
      throw error instanceof CannotCopy ? error : new CannotCopy(whyNot(source, file, error), { cause: error });
    } finally {
      rmSync(unfinished, { force: true });
    }
  });
  syncToDisk(dirname(file));
  return copied;
}

/** @throws CannotCopy if there is no database, or this user may not see it */
export function expectSource(source: string): void {
  if (isDenied(dirname(source), constants.X_OK)) throw new CannotCopy(unreadable(source, null));
  if (!existsSync(source)) throw new CannotCopy(`there is no database ${source}`);
}

/**
 * Trouble with the database is ignored, because the copy itself was made.
 * @param at milliseconds since 1970
 */
export function noteBackup(source: string, at: number): void {
  let database: BetterSqlite3.Database | undefined;
  try {
    database = new BetterSqlite3(source, { fileMustExist: true, timeout: BACKUP_TIMEOUT_MS });
    database.prepare(SET_SETTING).run(LAST_BACKUP, String(at));
  } catch (error) {
    if (databaseTroubleOf(error) === null) throw error;
  } finally {
    database?.close();
  }
}

function withSource<Result>(source: string, work: (database: BetterSqlite3.Database) => Result): Result {
  let database: BetterSqlite3.Database | undefined;
  try {
    database = new BetterSqlite3(source, { fileMustExist: true, timeout: BACKUP_TIMEOUT_MS });
    if (database.pragma('application_id', { simple: true }) !== APPLICATION_ID)
      throw new CannotCopy(`${source} is not a database of Council of War`);
    return work(database);
  } catch (error) {
    throw error instanceof CannotCopy ? error : new CannotCopy(unreadable(source, error), { cause: error });
  } finally {
    database?.close();
  }
}

/** @throws CannotCopy if the copy is damaged or incomplete */
function expectSound(unfinished: string, schema: number): Pick<Copy, 'schema' | 'games'> {
  const copy = new BetterSqlite3(unfinished, { readonly: true });
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
 * Deletes old unfinished copies of a database from a folder.
 * @throws CannotCopy if this user may not read or write the folder
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
    if (found && found.mtimeMs < now - UNFINISHED_FOR_MS) rmSync(path, { force: true });
  }
}

/** Deletes the unfinished copies that a process, which has ended, has left in a folder. */
export function deleteUnfinished(folder: string, pid: number): void {
  try {
    for (const file of readdirSync(folder))
      if (Number.parseInt(file.split(UNFINISHED)[1] ?? '', 10) === pid) rmSync(join(folder, file), { force: true });
  } catch {
    // There is no such folder, or this user may not read it. The next backup deletes them.
  }
}

/**
 * Deletes scheduled copies until only the newest are left. Copies whose names are later than that of the last one are
 * from before the clock was set back, so they count as older.
 */
export function prune(source: string, last: string, keep: number): void {
  const { name } = parse(source);
  const folder = dirname(last);
  const start = `${name}${SCHEDULED}-`;
  const copies = readdirSync(folder).filter(
    (file) => file.startsWith(start) && /^\d{8}T\d{6}Z[-\d]*\.[^.]+$/.test(file.slice(start.length)),
  );
  // Their names sort by time.
  copies.sort();
  const later = copies.splice(copies.indexOf(basename(last)) + 1);
  for (const file of [...later, ...copies].slice(0, -keep)) rmSync(join(folder, file), { force: true });
}

/** Makes an empty file that only the owner of the source may read. */
function makePrivate(file: string, source: string): void {
  try {
    rmSync(file, { force: true });
    const made = openSync(file, 'wx', OWNER_ONLY);
    giveToOwnerOf(source, made);
    closeSync(made);
  } catch (error) {
    throw new CannotCopy(unwritable(file, error), { cause: error });
  }
}

/** @throws CannotCopy if another file has the new name */
function moveToFreeName(from: string, to: string): void {
  try {
    // Unlike a rename, this fails if a file is there.
    linkSync(from, to);
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || existsSync(to)) throw new CannotCopy(`${to} exists already`, { cause: error });
    // The file system has no hard links.
    renameSync(from, to);
  }
}

/** Waits until a file or folder is on the disk. Some systems can't do that for folders; such a failure is ignored. */
export function syncToDisk(path: string): void {
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

/** Says why copying failed, for which the source or the target can be the cause. */
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
      return `${source} can’t be read (${errorText(error)})`;
  }
}

function unwritable(file: string, error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT' || databaseTroubleOf(error) === 'full') return 'the disk is full';
  if (code === 'ENOENT' || code === 'ENOTDIR') return `there is no folder ${dirname(file)}`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return `${dirname(file)} can’t be written to`;
  return `${file} can’t be written (${errorText(error)})`;
}

/**
 * A free name for a copy in a folder, such as `games-20261121T140312Z.sqlite`. Such names sort by time.
 * @param at milliseconds since 1970
 */
export function copyName(source: string, folder: string, at: number, mark = ''): string {
  const { name, ext } = parse(source);
  const time = timeInNames(at);
  for (let number = 1; ; number++) {
    const file = join(folder, `${name}${mark}-${time}${number === 1 ? '' : `-${number}`}${ext || '.sqlite'}`);
    if (!existsSync(file)) return file;
  }
}

/** "20261121T140312Z": times in names of files sort by time. */
export function timeInNames(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/**
 * Copies a database beside itself under a name with its schema (`games.schema-3-20261121T140312Z.sqlite`). If an
 * earlier attempt to upgrade left a copy of the same content, that one is kept. Returns the copy's path.
 * @throws CannotCopy
 */
export function copyBeforeUpgrade(path: string, schema: number): string {
  const now = Date.now();
  const folder = dirname(path);
  const mark = `.schema-${schema}`;
  sweepUnfinished(path, folder, now);
  const file = copyName(path, folder, now, mark);
  const start = basename(file).slice(0, basename(file).lastIndexOf(`${mark}-`) + mark.length + 1);
  const earlier = readdirSync(folder)
    .filter((name) => name.startsWith(start) && !name.includes(UNFINISHED))
    .map((name) => join(folder, name));
  return copyDatabase(path, file, (copy) => earlier.find((one) => hasSameBytes(one, copy)) ?? null).file;
}

const CHUNK_BYTES = 1 << 20;

/**
 * Compares two copies. `VACUUM INTO` writes the same content as the same bytes. Another user's copy may be unreadable,
 * and so counts as different.
 */
function hasSameBytes(one: string, other: string): boolean {
  if (isDenied(one, constants.R_OK)) return false;
  const size = statSync(one).size;
  if (size !== statSync(other).size) return false;
  const files = [one, other].map((file) => openSync(file, 'r'));
  try {
    const buffers = files.map(() => Buffer.alloc(CHUNK_BYTES));
    for (let at = 0; at < size; at += CHUNK_BYTES) {
      const [a, b] = files.map((file, index) => {
        const buffer = buffers[index] as Buffer;
        return buffer.subarray(0, readSync(file, buffer, 0, CHUNK_BYTES, at));
      });
      if (!a || !b?.equals(a)) return false;
    }
    return true;
  } finally {
    for (const file of files) closeSync(file);
  }
}
