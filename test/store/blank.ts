import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/store/index.ts';

let blank: Buffer | null = null;

/** Puts a database with nothing in it where there is no file yet: what brings one to the present schema takes longer than most tests. */
export function putBlank(path: string): string {
  blank ??= made();
  if (!existsSync(path)) writeFileSync(path, blank, { mode: 0o600 });
  return path;
}

function made(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'council-blank-'));
  try {
    const path = join(folder, 'blank.sqlite');
    openDatabase(path).close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
