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
  const told = [
    ...toldOf(
      open.filter((each) => !left.includes(each)),
      'only its owner can now',
      'only their owner can now',
    ),
    ...toldOf(
      left,
      'the bot couldn’t change that: run `chmod 600` on it as its owner',
      'the bot couldn’t change that: run `chmod 600` on them as their owner',
    ),
  ];
  return told.length > 0 ? told.join(' ') : null;
}

function toldOf(files: readonly string[], one: string, several: string): string[] {
  if (files.length === 0) return [];
  return [`Other users of this machine could read ${files.join(', ')}; ${files.length === 1 ? one : several}.`];
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
