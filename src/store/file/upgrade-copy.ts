import { closeSync, constants, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { copyDatabase, sweepUnfinished } from './backup-database.ts';
import { copyName } from './copy-name.ts';
import { isDenied } from './file-mode.ts';

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
