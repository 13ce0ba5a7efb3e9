import { chmodSync, closeSync, existsSync, lstatSync, openSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';

/** What holds the secrets of the dice, and words that members said among themselves, is for its owner alone. */
export const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/** Makes a file that only its owner may read, where there is none. */
export function createPrivateFile(path: string): void {
  // Where it is there it may be locked, and its locks would go with a descriptor that is closed.
  if (!existsSync(path)) closeSync(openSync(path, 'a', OWNER_ONLY));
}

/**
 * Takes from everybody but the owner the right to read a database, what SQLite has beside it, and its copies beside it and in `backups`:
 * earlier versions made them readable. Returns what to tell; null: all was private.
 */
export function restrictFileModes(path: string): string | null {
  const file = realpathSync(path);
  const open = [...besideOf(file), ...backupsOf(file)].filter(isOpen);
  for (const each of open) {
    try {
      chmodSync(each, OWNER_ONLY);
    } catch {
      // Another user's file, or a file system without rights: the files that stay open are told of.
    }
  }
  const left = open.filter(isOpen);
  const closed = open.filter((each) => !left.includes(each));
  const told = [
    ...toldOf('could', closed, 'only the owner can now'),
    ...toldOf('can', left, 'to stop that, run `chmod 600` on each as its owner'),
  ];
  return told.length > 0 ? told.join(' ') : null;
}

function toldOf(verb: string, files: readonly string[], then: string): string[] {
  return files.length === 0 ? [] : [`Other users of this machine ${verb} read ${files.join(', ')}; ${then}.`];
}

function besideOf(file: string): string[] {
  const { base, name } = parse(file);
  return filesIn(dirname(file), (each) => each.startsWith(base) || each.startsWith(`${name}.schema-`));
}

function backupsOf(file: string): string[] {
  const folder = join(dirname(file), 'backups');
  return existsSync(folder) ? filesIn(folder, (each) => each.startsWith(parse(file).name)) : [];
}

function filesIn(folder: string, which: (name: string) => boolean): string[] {
  return readdirSync(folder)
    .filter(which)
    .map((name) => join(folder, name));
}

function isOpen(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && (found.mode & OTHERS) !== 0;
}
