import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchownSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, parse } from 'node:path';
import { codeOf } from './database-trouble.ts';

/** The database has secrets of dice and members' private words, so only its owner may read it. */
export const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

export function createPrivateFile(path: string): void {
  // An existing file isn't opened: it may be locked, and closing any descriptor of it would drop its locks.
  if (!existsSync(path)) closeSync(openSync(path, 'a', OWNER_ONLY));
}

/** Makes a file beside the database that only the database's owner may read, unless the file exists. */
export function createFileBeside(database: string, path: string): void {
  try {
    const made = openSync(path, 'ax', OWNER_ONLY);
    giveToOwnerOf(database, made);
    closeSync(made);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/**
 * Gives a file that root has made to the database's owner, if the file system allows it. It takes a descriptor, because
 * the owner could put a link at a path.
 */
export function giveToOwnerOf(database: string, descriptor: number): void {
  if (process.geteuid?.() !== 0) return;
  try {
    const { uid, gid } = statSync(database);
    fchownSync(descriptor, uid, gid);
  } catch {
    // The file system has no owners, or the container may not set them.
  }
}

/** Gives a folder that root has made to the database's owner. Does nothing if the path is a link. */
export function giveFolderToOwnerOf(database: string, folder: string): void {
  if (process.geteuid?.() !== 0 || lstatSync(folder).uid !== 0 || !lstatSync(folder).isDirectory()) return;
  const opened = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    giveToOwnerOf(database, opened);
  } finally {
    closeSync(opened);
  }
}

/** A shell command after which this user may read and write files, and folders with all their contents. */
export function permissionCommand(paths: readonly string[]): string {
  const all = paths.map((path) => (/[^\w/.:+-]/.test(path) ? quoted(path) : path)).join(' ');
  const deep = paths.some((path) => lstatSync(path).isDirectory()) ? '-R ' : '';
  return paths.every(isOwn) ? `run \`chmod ${deep}u+rwX ${all}\`` : `run \`chown ${deep}${userName()} ${all}\` as root`;
}

/** A path in single quotes for a shell, in which an apostrophe has to stand outside them. */
function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}

export function isOwn(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.uid === process.geteuid?.();
}

/** The name of the user who runs the bot; their number if they have no name. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.geteuid?.() ?? 'you');
  }
}

export function isDenied(path: string, rights: number): boolean {
  try {
    accessSync(path, rights);
    return false;
  } catch (error) {
    return codeOf(error) === 'EACCES';
  }
}

/**
 * Makes a database and its copies readable for the owner alone, since earlier versions did not.
 * @returns sentences for the operator; null if all files were private already
 */
export function restrictFileModes(path: string): string | null {
  const file = realpathSync(path);
  const [beside, backups] = [besideOf(file), backupsOf(file)];
  const exposed = [...beside.files, ...backups.files].filter(isExposed);
  for (const each of exposed) {
    try {
      chmodSync(each, OWNER_ONLY);
    } catch {
      // The file is another user's, or the file system has no permissions. The sentences below name it.
    }
  }
  const stillExposed = exposed.filter(isExposed);
  const restricted = exposed.filter((each) => !stillExposed.includes(each));
  const sentences = [
    ...exposureInWords('could', restricted, 'only the owner can now'),
    ...exposureInWords('can', stillExposed, 'to stop that, run `chmod 600` on each as its owner'),
    ...[beside, backups].flatMap(({ unreadable }) => unreadable ?? []).map(notReadable),
  ];
  return sentences.length > 0 ? sentences.join(' ') : null;
}

function exposureInWords(verb: string, files: readonly string[], then: string): string[] {
  return files.length === 0 ? [] : [`Other users of this machine ${verb} read ${files.join(', ')}; ${then}.`];
}

/** A sentence for the operator. The bot starts anyway, because no game needs the folder. */
function notReadable(folder: string): string {
  return `The bot can’t read the folder ${folder}, so it hasn’t checked who else can read what’s in it. To mend that, ${permissionCommand([folder])}.`;
}

interface Listed {
  readonly files: readonly string[];
  /** The folder, if it can't be listed. */
  readonly unreadable?: string;
}

function besideOf(file: string): Listed {
  const { base, name } = parse(file);
  return filesIn(dirname(file), (each) => each.startsWith(base) || each.startsWith(`${name}.schema-`));
}

function backupsOf(file: string): Listed {
  const folder = join(dirname(file), 'backups');
  return existsSync(folder) ? filesIn(folder, (each) => each.startsWith(parse(file).name)) : { files: [] };
}

function filesIn(folder: string, which: (name: string) => boolean): Listed {
  if (isDenied(folder, constants.R_OK | constants.X_OK)) return { files: [], unreadable: folder };
  const names = readdirSync(folder).filter(which);
  return { files: names.map((name) => join(folder, name)) };
}

/** Whether other users may read, write or run a file. */
function isExposed(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && (found.mode & OTHERS) !== 0;
}
