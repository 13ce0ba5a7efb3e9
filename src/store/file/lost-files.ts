import { closeSync, existsSync, openSync, readdirSync, readSync, realpathSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { lockFile } from './process-lock.ts';

/** Offset of the write version in a database's header (https://sqlite.org/fileformat.html#the_database_header). */
const WRITE_VERSION = 18;
const ROLLBACK_JOURNAL = 1;
const WRITE_AHEAD_LOG = 2;
/** Offset of the application id. */
const APPLICATION = 68;
/** The bytes of a database's header up to the end of the application id. */
export const HEADER_BYTES = 72;

/** Marks a file as ours in its header: `CoWr` in ASCII. */
export const APPLICATION_ID = 0x436f5772;

export function writeVersionOf(header: Buffer): number {
  return header.readUInt8(WRITE_VERSION);
}

/** Padded with zeros. Not for an open database: closing a descriptor drops SQLite's locks on the file. */
function headerOf(path: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, HEADER_BYTES, 0);
  } finally {
    closeSync(file);
  }
  return header;
}

/** Suffix of a database that `npm run reshard` has made and not yet put in its place. */
export const MOVING = '.moving';
/** Beginning of the name of a folder in which `npm run reshard` keeps an old database. */
export const BEFORE_RESHARD = 'before-reshard-';

/** The files of a database as they are before SQLite opens it. */
export interface FilesFound {
  /** Whether there is a -wal that isn't empty. */
  readonly hasWal: boolean;
  /**
   * Whether the main file is a backup. SQLite makes backups with a rollback journal in place of write-ahead logging.
   */
  readonly isBackup: boolean;
  /** Whether the bot has used the main file: it then has write-ahead logging. */
  readonly wasInUse: boolean;
}

export function findFiles(path: string): FilesFound {
  const header = isFile(path) ? headerOf(path) : Buffer.alloc(HEADER_BYTES);
  const isOurs = header.readUInt32BE(APPLICATION) === APPLICATION_ID;
  return {
    hasWal: sizeOf(walOf(path)) > 0,
    isBackup: writeVersionOf(header) === ROLLBACK_JOURNAL && isOurs,
    wasInUse: writeVersionOf(header) === WRITE_AHEAD_LOG,
  };
}

/**
 * The reason why SQLite must not open a main file: `npm run reshard` was interrupted, or the file is lost. SQLite would
 * begin a new file in its place and delete the -wal, which may hold every game.
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

/** Keeps a start with the settings from before a reshard from beginning an empty database. */
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

/** Says that only the main file is left, without the changes in its -wal. */
export function lostWal(path: string): string {
  const wal = walOf(path);
  return (
    `${wal} is missing or empty: it was deleted after the bot was killed, or ${path} was copied or restored without it. It held the last orders, or even every game. Put it back, or replace ${path} with a backup. ` +
    `To go on without it, run npm run backup FILE and replace ${path} with FILE. What the -wal held is then lost, unless another SQLite program opened ${path} after the bot had stopped, which would have moved everything into ${path}.`
  );
}

/** The path of the -wal, which is beside the file itself and not beside a link to it. */
function walOf(path: string): string {
  return `${existsSync(path) ? realpathSync(path) : path}-wal`;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** In bytes; 0 if nothing is there. A folder counts as 1, because it is not an empty file. */
function sizeOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  return found.isFile() ? found.size : 1;
}

/** Renames the -wal beside a file, and returns its new path. No process may have it open. */
export function setWalAside(file: string): string {
  for (let number = 1; ; number++) {
    const aside = `${file}.old-${number}-wal`;
    if (statSync(aside, { throwIfNoEntry: false })) continue;
    renameSync(`${file}-wal`, aside);
    return aside;
  }
}
