import { realpathSync, renameSync, statSync } from 'node:fs';
import { headerOf, isCopy } from './file-header.ts';

/** Another database's -wal beside a backup that replaced that database. */
export interface ForeignWal {
  /** Moves it out of the way, and returns where. Nobody else may have the database open. */
  setAside(): string;
}

/**
 * A backup may replace a database whose process was killed; the old -wal then lies beside it, and SQLite would write that into the backup.
 * `null` if there is no such -wal.
 */
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
