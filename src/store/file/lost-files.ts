import { closeSync, existsSync, openSync, readdirSync, readSync, realpathSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { lockFile } from './process-lock.ts';

/** Offset of the write version: 1 for a rollback journal, 2 for write-ahead logging (https://sqlite.org/fileformat.html#magic_header_string). */
const WRITTEN_HOW = 18;
const BY_JOURNAL = 1;
const AHEAD = 2;
const WHOSE = 68;
/** Bytes at the beginning of a file that say what it is. */
export const HEADER = 72;

/** Marks a file as ours in its header: `CoWr` in ASCII. */
export const APPLICATION_ID = 0x436f5772;

export function writtenHow(header: Buffer): number {
  return header.readUInt8(WRITTEN_HOW);
}

/** A database of ours that nobody has in use: one in use writes ahead, and says so in its header before it begins; a backup does not. */
function isCopy(header: Buffer): boolean {
  return writtenHow(header) === BY_JOURNAL && header.readUInt32BE(WHOSE) === APPLICATION_ID;
}

/** Padded with zeros. Closing a descriptor drops SQLite's locks: only for a file that this process has not open. */
function headerOf(path: string): Buffer {
  const header = Buffer.alloc(HEADER);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, HEADER, 0);
  } finally {
    closeSync(file);
  }
  return header;
}

/** Suffix of a database that `npm run reshard` has made and not yet put in its place. */
export const MOVING = '.moving';
/** How the folder begins that has a database from before it. */
export const BEFORE_RESHARD = 'before-reshard-';

/** Files at the path of a database before SQLite opens it. */
export interface Found {
  /** Whether the -wal holds anything. */
  readonly wal: boolean;
  /** A backup: it stands alone. */
  readonly copy: boolean;
  /** Was in use: it writes ahead. */
  readonly used: boolean;
}

export function foundAt(path: string): Found {
  const header = isFile(path) ? headerOf(path) : null;
  return {
    wal: sizeOf(walOf(path)) > 0,
    copy: header !== null && isCopy(header),
    used: header !== null && writtenHow(header) === AHEAD,
  };
}

/**
 * The reason that a main file is unusable, or null: `npm run reshard` was cut off, or the file is lost and SQLite would take it for a new one
 * and delete the -wal, which may hold every game.
 */
export function lostMain(path: string): string | null {
  if (existsSync(`${path}${MOVING}`))
    return `${path} can’t be used: npm run reshard was ended before it was done. Run it again.`;
  const size = sizeOf(path);
  if (size > 0) return null;
  const state = existsSync(path) ? 'empty' : 'missing';
  const moved = movedFrom(path);
  if (moved !== null) return `${path} is ${state}: ${moved}`;
  const wal = walOf(path);
  if (sizeOf(wal) > 0)
    return `${path} is ${state}, but ${wal} holds what was written last. Put ${path} back, or a backup in its place. To start over without any games, move ${wal} away.`;
  if (state === 'empty' && isFile(path) && existsSync(lockFile(path)))
    return `${path} is empty, but it was in use before: ${lockFile(path)} is beside it. Put a backup in its place. To start over without any games, delete both.`;
  return null;
}

/** Without this a start with the settings from before would begin anew, beside the databases that have the games. */
function movedFrom(path: string): string | null {
  const folder = dirname(path);
  if (!existsSync(folder)) return null;
  const before = readdirSync(folder).find(
    (name) => name.startsWith(BEFORE_RESHARD) && existsSync(join(folder, name, basename(path))),
  );
  return before === undefined
    ? null
    : `npm run reshard has moved its games to other databases. Set DATABASE_PATH, SHARDS and SHARD_COUNT as it said. To start over without any games, move ${join(folder, before)} away.`;
}

/** Explains that only the main file is left, without the changes in its -wal. */
export function lostWal(path: string): string {
  const wal = walOf(path);
  return (
    `${wal} is missing or empty: it was deleted after the bot was killed, or ${path} was copied or restored without it. It held the last orders, or even every game. Put it back, or replace ${path} with a backup. ` +
    `To go on without it, run npm run backup FILE and replace ${path} with FILE. What the -wal held is then lost, unless another SQLite program opened ${path} after the bot had stopped, which would have moved everything into ${path}.`
  );
}

/** SQLite writes ahead beside the file itself, not beside a link to it. */
function walOf(path: string): string {
  return `${existsSync(path) ? realpathSync(path) : path}-wal`;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function sizeOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? (found.isFile() ? found.size : 1) : 0;
}

/** Another database's -wal beside a backup that replaced that database. */
interface ForeignWal {
  /** Moves it out of the way, and returns where. Nobody else may have the database open. */
  setAside(): string;
}

/** The -wal of a killed process beside a backup that replaced its database: SQLite would write it into the backup. Null if there is none. */
export function foreignWal(path: string): ForeignWal | null {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return null;
  // SQLite writes ahead beside the file itself, not beside a link to it.
  const file = realpathSync(path);
  const left = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (!left || left.size === 0 || !isCopy(headerOf(file))) return null;
  return { setAside: () => setWalAside(file) };
}

/** Moves what lies beside a file as its -wal out of the way, and returns where. */
export function setWalAside(file: string): string {
  for (let number = 1; ; number++) {
    const aside = `${file}.old-${number}-wal`;
    if (statSync(aside, { throwIfNoEntry: false })) continue;
    renameSync(`${file}-wal`, aside);
    return aside;
  }
}
