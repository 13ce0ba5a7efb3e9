import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import { SCHEMA } from '../../src/store/file/migrations.ts';
import {
  CannotCopy,
  copyDatabase,
  copyName,
  noteBackup,
  openDatabase,
  openStore,
  sweepUnfinished,
} from '../../src/store/index.ts';
import { ATTACK, append, openGame, refusal, temporaryFolder, writeDatabase } from './fixture.ts';

const { path, closing } = temporaryFolder();
const GAME = 'k3x9mnpqrs';

/** A database with a game of some orders, in use. */
function inUse(orders = 20) {
  const store = closing(openStore(openDatabase(path('games.sqlite'))));
  store.transaction(() => {
    openGame(store, GAME);
    for (let seq = 1; seq <= orders; seq++) append(store, GAME, seq, ATTACK);
  });
  return { file: path('games.sqlite'), store };
}

/** Why a copy is not made. */
function reason(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof CannotCopy) return error.message;
    throw error;
  }
  throw new Error('It was made');
}

const files = () => readdirSync(dirname(path('x'))).sort();

describe('a copy of a database', () => {
  test('stands alone, holds all that was committed, and says what is in it', () => {
    const { file, store } = inUse();
    const copy = copyDatabase(file, path('copy.sqlite'));
    append(store, GAME, 21, ATTACK);
    expect(copy).toEqual({
      file: path('copy.sqlite'),
      bytes: statSync(path('copy.sqlite')).size,
      schema: SCHEMA,
      games: 1,
    });
    expect(files().filter((name) => name.startsWith('copy'))).toEqual(['copy.sqlite']);
    const restored = closing(openStore(openDatabase(path('copy.sqlite'))));
    expect(restored.entries(GAME)).toEqual(store.entries(GAME).slice(0, 21));
    expect(restored.game(GAME)).toEqual(store.game(GAME));
  });

  test('is of one moment, and holds up nobody who writes meanwhile', () => {
    const { file, store } = inUse();
    const prepare = BetterSqlite3.prototype.prepare;
    // Another process commits while the copy is being made, before its first page and after its last.
    const spy = vi.spyOn(BetterSqlite3.prototype, 'prepare').mockImplementation(function (
      this: BetterSqlite3.Database,
      sql,
    ) {
      const statement = prepare.call(this, sql);
      if (!sql.startsWith('VACUUM INTO')) return statement;
      const run = statement.run.bind(statement);
      statement.run = (...given: unknown[]) => {
        append(store, GAME, 21, ATTACK);
        const result = run(given);
        append(store, GAME, 22, ATTACK);
        return result;
      };
      return statement;
    });
    try {
      copyDatabase(file, path('copy.sqlite'));
    } finally {
      spy.mockRestore();
    }
    expect(closing(openStore(openDatabase(path('copy.sqlite')))).lastSeq(GAME)).toBe(21);
    expect(store.lastSeq(GAME)).toBe(22);
  });

  test('may be read by its owner alone, whatever the database allows', () => {
    const { file } = inUse();
    for (const mode of [0o600, 0o640, 0o644]) {
      chmodSync(file, mode);
      const { file: made } = copyDatabase(file, path(`copy-${mode}.sqlite`));
      expect(statSync(made).mode & 0o777).toBe(0o600);
    }
  });

  test('of a database nobody has open has what a killed process had written ahead', () => {
    const { file, store } = inUse();
    for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, path(`killed.sqlite${end}`));
    copyDatabase(path('killed.sqlite'), path('copy.sqlite'));
    expect(closing(openStore(openDatabase(path('copy.sqlite')))).entries(GAME)).toEqual(store.entries(GAME));
  });

  test('of what a member wanted gone has nothing', () => {
    const { file, store } = inUse();
    const words = 'Lee is tired of all this';
    store.append({
      game: GAME,
      seq: 21,
      member: 1,
      interaction: 'i21',
      at: 1,
      body: { ...ATTACK, kind: 'order', reason: words } as typeof ATTACK,
    });
    store.forget({ member: 1, interaction: 'i22', at: 1 });
    expect(readFileSync(copyDatabase(file, path('copy.sqlite')).file).includes(words)).toBe(false);
  });

  test('notes when it was made, where that can be noted', () => {
    const { file, store } = inUse();
    noteBackup(file, 1234);
    expect(store.setting('backup:last')).toBe('1234');
    noteBackup(file, 5678);
    expect(store.setting('backup:last')).toBe('5678');
    expect(() => noteBackup(path('nowhere.sqlite'), 1)).not.toThrow();
  });
});

describe('a copy is refused, and nothing of it is left', () => {
  const left = (work: () => unknown): [string, string[]] => {
    const before = files();
    const why = reason(work);
    return [why, files().filter((name) => !before.includes(name))];
  };

  test('where there is no database, or another program’s, or none at all', () => {
    expect(left(() => copyDatabase(path('nowhere.sqlite'), path('copy.sqlite')))).toEqual([
      `there is no database ${path('nowhere.sqlite')}`,
      [],
    ]);
    const other = writeDatabase(path('other.sqlite'), 'CREATE TABLE bookmarks (url TEXT)');
    expect(left(() => copyDatabase(other, path('copy.sqlite')))).toEqual([
      `${other} is not a database of Council of War`,
      [],
    ]);
    writeFileSync(path('notes.txt'), 'hello '.repeat(2000));
    expect(left(() => copyDatabase(path('notes.txt'), path('copy.sqlite')))[0]).toBe(
      `${path('notes.txt')} is not a database`,
    );
  });

  test('where its name is taken, also while it is being made', () => {
    const { file } = inUse();
    writeFileSync(path('copy.sqlite'), 'precious');
    expect(left(() => copyDatabase(file, path('copy.sqlite')))).toEqual([`${path('copy.sqlite')} exists already`, []]);
    expect(readFileSync(path('copy.sqlite'), 'utf8')).toBe('precious');
    const taking = () => {
      writeFileSync(path('other.sqlite'), 'precious');
      return null;
    };
    expect(left(() => copyDatabase(file, path('other.sqlite'), taking))).toEqual([
      `${path('other.sqlite')} exists already`,
      ['other.sqlite'],
    ]);
    expect(readFileSync(path('other.sqlite'), 'utf8')).toBe('precious');
  });

  test('where its folder is not there, or is a file', () => {
    const { file } = inUse();
    expect(left(() => copyDatabase(file, path('deep/copy.sqlite')))).toEqual([
      `there is no folder ${path('deep')}`,
      [],
    ]);
    writeFileSync(path('note'), '');
    expect(left(() => copyDatabase(file, path('note/copy.sqlite')))).toEqual([
      `there is no folder ${path('note')}`,
      [],
    ]);
  });

  test.each([
    ['SQLITE_FULL', 'the disk is full'],
    ['SQLITE_IOERR_WRITE', 'copy.sqlite can’t be written (as it is)'],
    ['SQLITE_CORRUPT', 'games.sqlite is damaged. Go back to an earlier backup'],
    ['SQLITE_BUSY', 'games.sqlite is in use by another program'],
  ])('where SQLite says %s on the way', (code, why) => {
    const { file } = inUse();
    const prepare = BetterSqlite3.prototype.prepare;
    const spy = vi.spyOn(BetterSqlite3.prototype, 'prepare').mockImplementation(function (
      this: BetterSqlite3.Database,
      sql,
    ) {
      if (sql.startsWith('VACUUM INTO')) throw new BetterSqlite3.SqliteError('as it is', code);
      return prepare.call(this, sql);
    });
    try {
      const [said, remains] = left(() => copyDatabase(file, path('copy.sqlite')));
      expect(said.replace(`${dirname(file)}/`, '')).toContain(why);
      expect(remains).toEqual([]);
    } finally {
      spy.mockRestore();
    }
  });

  test('where a page of the database cannot be read', () => {
    const { file, store } = inUse(200);
    store.close();
    const bytes = readFileSync(file);
    const page = Math.floor(bytes.indexOf('"leader":"grant"') / 4096);
    writeFileSync(file, bytes.fill(0x5a, page * 4096, page * 4096 + 300));
    const [why, remains] = left(() => copyDatabase(file, path('copy.sqlite')));
    expect(why).toMatch(/damaged.*Go back to an earlier backup/);
    expect(remains.filter((name) => name.startsWith('copy'))).toEqual([]);
  });
});

describe('the name of a copy', () => {
  test('sorts by time, and is nobody else’s', () => {
    inUse();
    const at = Date.UTC(2026, 10, 21, 14, 3, 12, 789);
    const name = () => copyName(path('games.sqlite'), dirname(path('x')), at);
    expect(basename(name())).toBe('games-20261121T140312Z.sqlite');
    writeFileSync(name(), '');
    expect(basename(name())).toBe('games-20261121T140312Z-2.sqlite');
    expect(basename(copyName('/there/games', '/here', at))).toBe('games-20261121T140312Z.sqlite');
  });

  test('is not kept by one that was cut off', () => {
    const now = Date.now();
    for (const [name, age] of [
      ['games-1.sqlite.unfinished-12', 7200],
      ['games-2.sqlite.unfinished-13', 60],
      ['games-3.sqlite', 7200],
      ['other.sqlite.unfinished-12', 7200],
    ] as const) {
      writeFileSync(path(name), '');
      utimesSync(path(name), now / 1000 - age, now / 1000 - age);
    }
    sweepUnfinished(path('games.sqlite'), dirname(path('x')), now);
    expect(files()).toEqual(['games-2.sqlite.unfinished-13', 'games-3.sqlite', 'other.sqlite.unfinished-12']);
  });
});

describe('to go back to a copy is to put it in the place of the database', () => {
  test('also beside what a killed process had written ahead: that is set aside, and told of', () => {
    const { file, store } = inUse(5);
    copyDatabase(file, path('copy.sqlite'));
    for (let seq = 6; seq <= 300; seq++) append(store, GAME, seq, ATTACK);
    mkdirSync(path('there'));
    const there = path('there/games.sqlite');
    for (const end of ['', '-wal', '-shm']) copyFileSync(`${file}${end}`, `${there}${end}`);
    copyFileSync(path('copy.sqlite'), there);

    const told: string[] = [];
    const database = openDatabase(there, { tell: (sentence) => told.push(sentence) });
    const restored = closing(openStore(database));
    expect(restored.lastSeq(GAME)).toBe(5);
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    append(restored, GAME, 6, ATTACK);
    expect(told).toEqual([expect.stringContaining(`${there}.old-1-wal`)]);
    expect(statSync(`${there}.old-1-wal`).size).toBe(statSync(`${file}-wal`).size);
  });

  test('what another program has there is left alone', () => {
    const other = writeDatabase(path('other.sqlite'), 'CREATE TABLE bookmarks (url TEXT)');
    writeFileSync(`${other}-wal`, 'something');
    expect(refusal(other)).toContain('is another program’s database');
    expect(files().filter((name) => name.includes('.old-'))).toEqual([]);
  });
});
