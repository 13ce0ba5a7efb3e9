import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../src/store/index.ts';

let blank: Buffer | null = null;

/**
 * Opens a database for tests of what stands above the store. A new one is a copy of a blank one: what brings a file to the present schema
 * takes longer than most tests.
 * @param durable whether commits wait for the disk: what a power cut would take is tested with the store
 */
export function openQuickly(path: string, durable = false): Database {
  blank ??= made();
  if (!existsSync(path)) writeFileSync(path, blank, { mode: 0o600 });
  const database = openDatabase(path);
  if (!durable) database.pragma('synchronous = OFF');
  return database;
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

type Statement = ReturnType<typeof prepared>;

const prepared = (database: Database, sql: string) => database.prepare<unknown[]>(sql);

/**
 * Prepares each statement when it is first run: the store has more than a hundred, and most tests run a few. That all of them can be
 * prepared is shown by the tests of the store and of the bot, which prepare them as the bot does.
 */
export function prepareLazily(database: Database): void {
  const { prepare } = database;
  database.prepare = ((sql: string) => {
    let plucks = false;
    let made: Statement | null = null;
    const statement = () => {
      if (made === null) {
        made = prepare.call(database, sql) as unknown as Statement;
        if (plucks) made.pluck();
      }
      return made;
    };
    return {
      run: (...given: unknown[]) => statement().run(...given),
      get: (...given: unknown[]) => statement().get(...given),
      all: (...given: unknown[]) => statement().all(...given),
      iterate: (...given: unknown[]) => statement().iterate(...given),
      readonly: /^\s*(SELECT|WITH)\b/i.test(sql),
      pluck() {
        plucks = true;
        return this;
      },
    };
  }) as unknown as typeof prepare;
}
