import { accessSync, constants, existsSync, realpathSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf, type DatabaseTrouble, databaseTroubleOf, errorText } from './database-trouble.ts';
import { isDenied, permissionCommand, userName } from './file-mode.ts';

export const ELSEWHERE = 'Set DATABASE_PATH to another file; this one isn’t changed.';
/** SQLite needs at least this much: the -shm alone takes 32 kB. */
const ROOM_BYTES = 64 * 1024;

/** The database can't be used. `message` tells the operator what is wrong and what to do. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase';
  /**
   * Whether a later start may succeed without a repair, once the disk has room again or the other process has ended.
   */
  readonly passing: boolean;

  constructor(message: string, { passing = false, ...options }: ErrorOptions & { readonly passing?: boolean } = {}) {
    super(message, options);
    this.passing = passing;
  }
}

/** Turns any error of SQLite or the file system into a sentence about a database, or about a file beside it. */
export function unusable(path: string, error: unknown, advice = ELSEWHERE): UnusableDatabase {
  if (error instanceof UnusableDatabase) return error;
  const refused = (message: string, passing = false) => new UnusableDatabase(message, { cause: error, passing });
  const code = codeOf(error);
  const trouble = databaseTroubleOf(error);
  if (code === 'SQLITE_NOTADB') return refused(`${path} is not a database. ${advice}`);
  if (trouble === 'damaged') return refused(damaged(path));
  if (isFull(path, trouble, code))
    return refused(`The disk of ${path} is full. Free some space and start again; nothing is lost.`, true);
  if (trouble === 'locked') return refused(`${path} is in use by another process. Stop that one first.`, true);
  if (isMountedReadOnly(path))
    return refused(
      `The disk of ${path} is mounted read-only. Mount it writable, or set DATABASE_PATH to a file on another disk.`,
    );
  const denied = deniedAt(path);
  if (denied.length > 0)
    return refused(
      `The bot runs as ${userName()}, who can’t read and write ${denied.join(', ')}. If that is the bot’s, ${permissionCommand(denied)} and start again; nothing is lost. Otherwise set DATABASE_PATH to a file elsewhere.`,
    );
  if (trouble === 'read-only' || code === 'EACCES') return refused(`${path} can’t be written to. ${advice}`);
  if (code === 'SQLITE_CANTOPEN' || code === 'ENOTDIR' || code === 'EEXIST')
    return refused(`${path} can’t be opened or created. ${advice}`);
  return refused(`${path} can’t be used: ${errorText(error)}. ${advice}`, trouble === 'disk');
}

export function damaged(path: string): string {
  return `${path} is damaged. Replace it with a backup, or set DATABASE_PATH to another file.`;
}

/** The files and folders of a database that this user has no permission to use. */
function deniedAt(path: string): string[] {
  const { R_OK, W_OK, X_OK } = constants;
  const folder = dirname(path);
  if (isDenied(folder, X_OK)) return existsSync(folder) && statSync(folder).isDirectory() ? [folder] : [];
  if (!existsSync(path)) return [];
  const file = realpathSync(path);
  const denied = ['', '-wal', '-shm', '.lock'].map((end) => file + end).filter((one) => isDenied(one, R_OK | W_OK));
  return isDenied(dirname(file), W_OK) ? [dirname(file), ...denied] : denied;
}

/** Asks the disk itself after an I/O error, with which SQLite reports a full disk when it can't create the -shm. */
function isFull(path: string, trouble: DatabaseTrouble | null, code: string): boolean {
  if (trouble === 'full' || code === 'ENOSPC' || code === 'EDQUOT') return true;
  if (trouble !== 'disk') return false;
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize < ROOM_BYTES;
  } catch {
    return false;
  }
}

function isMountedReadOnly(path: string): boolean {
  try {
    accessSync(dirname(path), constants.W_OK);
    return false;
  } catch (error) {
    return codeOf(error) === 'EROFS';
  }
}
