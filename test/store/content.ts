import BetterSqlite3 from 'better-sqlite3';
import { expect } from 'vitest';

/** The content of a database, whatever its form: tables by name, and how many rows each has. */
export function content(file: string): { readonly version: number; readonly rows: Readonly<Record<string, number>> } {
  const database = new BetterSqlite3(file);
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all();
    // Whether traces are still to be swept is no content.
    const but = (table: unknown) => (table === 'setting' ? "WHERE key != 'traces'" : '');
    const count = (table: unknown) =>
      database
        .prepare(`SELECT count(*) FROM "${table}" ${but(table)}`)
        .pluck()
        .get() as number;
    return {
      version: Number(database.pragma('user_version', { simple: true })),
      rows: Object.fromEntries(tables.map((table) => [table, count(table)])),
    };
  } finally {
    database.close();
  }
}

/** All rows of all tables, but those that are worked out anew and settings about the file. */
export function dump(file: string): string[] {
  const database = new BetterSqlite3(file, { readonly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
    const rows = tables
      .filter((table) => table !== 'game_result')
      .flatMap((table) =>
        (database.prepare(`SELECT * FROM "${table}"`).all() as Record<string, unknown>[]).map(
          (row) => `${table} ${JSON.stringify({ ...row, ...(table === 'game' ? { counted: 0 } : {}) })}`,
        ),
      );
    const schema = database.prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL').pluck().all() as string[];
    const isAboutFile = (row: string) => /^setting .*"key":"(shards|traces|backup:\w+|health:written)"/.test(row);
    return [...rows.filter((row) => !isAboutFile(row)), ...schema].sort();
  } finally {
    database.close();
  }
}
