import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import { SCHEMA } from '../../src/store/file/migrations.ts';
import { openDatabase, openStore } from '../../src/store/index.ts';
import { content } from './content.ts';
import { refusal, temporaryFolder, VERSIONS, writeVersion } from './fixture.ts';

const { path, closing } = temporaryFolder();
const old = (version: number, more = '') => writeVersion(path('games.sqlite'), version, more);

const copies = () => readdirSync(dirname(path('x'))).filter((name) => name.includes('.schema-'));

describe('before a database is brought to the present schema', () => {
  test.each(VERSIONS.slice(0, -1))('one of schema %i is copied as it is, and that is told', (version) => {
    const file = old(version);
    const before = content(file);
    const told: string[] = [];
    closing(openDatabase(file, { tell: (sentence) => told.push(sentence) }));
    expect(copies()).toEqual([
      expect.stringMatching(new RegExp(`^games\\.schema-${version}-\\d{8}T\\d{6}Z\\.sqlite$`)),
    ]);
    const copy = path(copies()[0] ?? '');
    expect(content(copy)).toEqual(before);
    expect(told).toEqual([
      `The database has schema ${version} and is being upgraded. A copy from before is in ${copy}.`,
    ]);
    // The copy is a database like any other: it can be gone back to.
    mkdirSync(path('back'));
    copyFileSync(copy, path('back/games.sqlite'));
    expect(closing(openStore(openDatabase(path('back/games.sqlite')))).runningIn('front')?.id).toBe('k3x9mnpqrs');
  });

  test('nothing is copied where nothing is changed, and of a new one nothing', () => {
    openDatabase(path('games.sqlite')).close();
    openDatabase(path('games.sqlite')).close();
    expect(copies()).toEqual([]);
  });

  test('what is tried again is not copied again, unless it has changed meanwhile', () => {
    const file = old(7, 'CREATE TABLE seen (a TEXT) STRICT;');
    for (let attempt = 0; attempt < 3; attempt++) expect(refusal(file)).toContain('seen already exists');
    expect(copies()).toHaveLength(1);
    const database = new BetterSqlite3(file);
    database.exec("INSERT INTO setting VALUES ('more', 'x')");
    database.close();
    expect(refusal(file)).toContain('seen already exists');
    expect(copies()).toHaveLength(2);
  });

  test('where it cannot be copied it is left as it is', () => {
    const file = old(7);
    const before = content(file);
    const prepare = BetterSqlite3.prototype.prepare;
    const full = vi.spyOn(BetterSqlite3.prototype, 'prepare').mockImplementation(function (
      this: BetterSqlite3.Database,
      sql,
    ) {
      if (sql.startsWith('VACUUM INTO')) throw new BetterSqlite3.SqliteError('database or disk is full', 'SQLITE_FULL');
      return prepare.call(this, sql);
    });
    try {
      expect(refusal(file)).toBe(
        `${file} was written by an earlier version and has to be copied before the upgrade, but that failed: the disk is full. Fix that and start again; nothing was changed.`,
      );
    } finally {
      full.mockRestore();
    }
    expect(content(file)).toEqual(before);
    expect(readdirSync(dirname(file))).toEqual(['games.sqlite']);
    openDatabase(file).close();
    expect(content(file).version).toBe(SCHEMA);
  });
});
