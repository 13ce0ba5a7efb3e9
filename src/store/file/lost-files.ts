import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { headerOf, isCopy, writesAhead } from './file-header.ts';
import { lockFile } from './process-lock.ts';

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
    used: header !== null && writesAhead(header),
  };
}

/**
 * Explains that `npm run reshard` was cut off, or that a main file in use before is gone or empty; null if it is whole, or new. SQLite would take it for a new database and delete
 * the -wal, which may hold every game.
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
