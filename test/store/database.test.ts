import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Database, openDatabase, openStore, UnusableDatabase } from '../../src/store/index.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { append, openGame, temporaryFolder } from './fixture.ts';

const { path, closing } = temporaryFolder();

function refusal(file: string): string {
  try {
    openDatabase(file).close();
  } catch (error) {
    if (error instanceof UnusableDatabase) return error.message;
    throw error;
  }
  throw new Error(`${file} was opened`);
}

function hash(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** Expects the file to be refused with a sentence, and that nothing of it or beside it is changed. */
function expectRefused(file: string, sentence: string): void {
  const [before, beside] = [hash(file), readdirSync(dirname(file))];
  expect(refusal(file)).toBe(`${file} ${sentence}`);
  expect(hash(file)).toBe(before);
  expect(readdirSync(dirname(file))).toEqual(beside);
}

/** A database file made by hand: `sql` in it, and nothing else of ours. */
function foreign(file: string, sql: string): string {
  const database = new BetterSqlite3(path(file));
  database.exec(sql);
  database.close();
  return path(file);
}

function schema(database: Database): unknown[] {
  const rows = database
    .prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql != '' ORDER BY name")
    .all();
  const plain = (sql: string) =>
    sql
      .replace(/--[^\n]*/g, '')
      .replace(/\s+/g, ' ')
      .replace(/([(]) | ([)])/g, '$1$2');
  return (rows as { sql: string }[]).map((row) => ({ ...row, sql: plain(row.sql) }));
}

const ELSEWHERE = 'Set DATABASE_PATH to another file; this one is left as it is.';

describe('a database that can be used', () => {
  test('is made where there is none, with its folders', () => {
    const file = path('deep/down/games.sqlite');
    const database = openDatabase(file);
    expect(database.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length);
    database.close();
    expect(Buffer.from(readFileSync(file).subarray(68, 72)).toString('ascii')).toBe('CoWr');
  });

  test('may be an empty file', () => {
    writeFileSync(path('empty.sqlite'), '');
    expect(openStore(closing(openDatabase(path('empty.sqlite')))).owed()).toEqual([]);
  });

  test('writes ahead, and every commit is on the disk before it returns', () => {
    const database = closing(openDatabase(path('games.sqlite')));
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(database.pragma('synchronous', { simple: true })).toBe(2);
    expect(database.pragma('foreign_keys', { simple: true })).toBe(1);
  });

  test('keeps all that was committed by a process that was killed', () => {
    const file = path('games.sqlite');
    const from = (module: string) => new URL(`../../src/store/${module}`, import.meta.url).href;
    const script = `
      import { openDatabase, openStore } from ${JSON.stringify(from('index.ts'))};
      const store = openStore(openDatabase(${JSON.stringify(file)}));
      store.transaction(() => { store.member('100', 'Ada'); store.set('said', 'before the end'); });
      process.kill(process.pid, 'SIGKILL');
    `;
    const run = () => execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
    expect(run).toThrow('SIGKILL');
    expect(existsSync(`${file}-wal`)).toBe(true);
    expect(openStore(closing(openDatabase(file))).setting('said')).toBe('before the end');
  });

  test('can be read and written by two at once, each of which sees what the other committed', () => {
    const [one, two] = [1, 2].map(() => openStore(closing(openDatabase(path('games.sqlite')))));
    one?.set('colour', 'blue');
    expect(two?.setting('colour')).toBe('blue');
    two?.set('colour', 'grey');
    expect(one?.setting('colour')).toBe('grey');
  });
});

describe('migrations', () => {
  const old = () => foreign('games.sqlite', readFileSync(new URL('version-1.sql', import.meta.url), 'utf8'));

  test('bring a database of version 1 to the schema of a fresh one, and its data stays', () => {
    const database = openDatabase(old());
    expect(database.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length);
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(database.pragma('foreign_key_check')).toEqual([]);
    expect(schema(database)).toEqual(schema(closing(openDatabase(path('fresh.sqlite')))));

    const store = openStore(closing(database));
    const [ada, bo] = [
      { id: 1, discordId: '100', name: 'Ada' },
      { id: 2, discordId: '200', name: 'Bo' },
    ];
    expect(store.runningIn('front')).toEqual({
      id: 'k3x9mnpqrs',
      channel: 'front',
      guild: 'army',
      system: 'overland',
      variant: 'standard',
      dataset: '4f2a',
      seal: 'aa',
      secret: 'bb',
      starter: ada,
      startedAt: 1000,
      ended: null,
    });
    expect(store.endedIn('front', 5)).toMatchObject([{ id: 'w7y2abcdef', ended: { at: 900, how: 'finished' } }]);
    expect(store.entries('k3x9mnpqrs')).toEqual([
      { game: 'k3x9mnpqrs', seq: 0, member: ada, at: 1000, kind: 'start', throws: [] },
      {
        game: 'k3x9mnpqrs',
        seq: 1,
        member: bo,
        at: 1001,
        kind: 'order',
        seat: 'us',
        order: { verb: 'attack', leader: 'grant' },
        throws: [{ kind: 'die', purpose: 'Grant attacks Lee', sides: 6, face: 5 }],
      },
      { game: 'k3x9mnpqrs', seq: 2, member: ada, at: 1002, kind: 'undo', takesBack: 1 },
    ]);
    expect(store.entries('w7y2abcdef').map(({ kind }) => kind)).toEqual(['start', 'abandon']);
    expect(store.owed()).toEqual([{ game: 'k3x9mnpqrs', seq: 2, channel: 'front', since: 1002 }]);
    expect(store.seatsOf('k3x9mnpqrs', '200')).toEqual(['us']);
    expect(store.setting('commands:1:everywhere')).toBe('ff');
    append(store, 'k3x9mnpqrs', 3, { kind: 'abandon' });
  });

  test('are done once, and all or none', () => {
    const file = old();
    openDatabase(file).close();
    openDatabase(file).close();
    expect(openStore(closing(openDatabase(file))).entries('k3x9mnpqrs')).toHaveLength(3);

    // A table of ours that stands already: the first step fails halfway, and leaves the version where it was.
    const halfway = foreign('halfway.sqlite', 'PRAGMA application_id = 1131370354; CREATE TABLE setting (key)');
    expect(refusal(halfway)).toContain('cannot be used: table setting already exists');
    const database = closing(new BetterSqlite3(halfway));
    expect(database.pragma('user_version', { simple: true })).toBe(0);
    expect(schema(database)).toHaveLength(1);
  });
});

describe('a database that cannot be used is refused and left as it is', () => {
  test('one that a newer version wrote', () => {
    const file = path('games.sqlite');
    openDatabase(file).close();
    const later = MIGRATIONS.length + 1;
    const database = new BetterSqlite3(file);
    database.pragma(`user_version = ${later}`);
    database.close();
    expectRefused(
      file,
      `was written by a newer version of Council of War (schema ${later}, this one knows ${MIGRATIONS.length}). ` +
        `Update the program, or set DATABASE_PATH to another file; this one is left as it is.`,
    );
  });

  test.each([
    ['its tables', 'CREATE TABLE bookmarks (url TEXT)'],
    ['its mark, and no table yet', 'PRAGMA application_id = 1234; CREATE TABLE t (a); DROP TABLE t'],
    ['a version of its own, and no table yet', 'PRAGMA user_version = 1; CREATE TABLE t (a); DROP TABLE t'],
  ])("another program's, by %s", (_sign, sql) => {
    expectRefused(foreign('places.sqlite', sql), `is a database of another program. ${ELSEWHERE}`);
  });

  test.each([
    ['a short note', 'hello'],
    ['a long text', 'All the fury of the battle.\n'.repeat(2000)],
  ])('%s', (_what, text) => {
    writeFileSync(path('notes.txt'), text);
    expectRefused(path('notes.txt'), `is not a database. ${ELSEWHERE}`);
  });

  test('a folder', () => {
    mkdirSync(path('games.sqlite'));
    expect(refusal(path('games.sqlite'))).toBe(`${path('games.sqlite')} cannot be opened or created. ${ELSEWHERE}`);
    expect(readdirSync(path('games.sqlite'))).toEqual([]);
  });

  test('a path through a file', () => {
    writeFileSync(path('notes.txt'), 'hello');
    const file = path('notes.txt/games.sqlite');
    expect(refusal(file)).toBe(`${file} cannot be opened or created. ${ELSEWHERE}`);
    expect(readFileSync(path('notes.txt'), 'utf8')).toBe('hello');
  });

  test('one in which another process is writing all the while', () => {
    const file = path('games.sqlite');
    const other = closing(openDatabase(file));
    other.pragma('locking_mode = EXCLUSIVE');
    other.exec('BEGIN EXCLUSIVE');
    expect(refusal(file)).toBe(`${file} is in use by another process. Stop that one first.`);
    other.exec('ROLLBACK');
  });

  const DAMAGED = `is damaged. Put a backup in its place. ${ELSEWHERE}`;

  /** A database with a log of some length, closed. */
  function filled(): string {
    const file = path('games.sqlite');
    const store = openStore(openDatabase(file));
    store.transaction(() => {
      openGame(store, 'k3x9mnpqrs');
      for (let seq = 1; seq <= 200; seq++) {
        append(store, 'k3x9mnpqrs', seq, {
          kind: 'order',
          seat: 'us',
          order: { verb: 'attack', leader: 'grant' },
          throws: [],
        });
      }
    });
    store.close();
    return file;
  }

  test('half of one', () => {
    const file = filled();
    truncateSync(file, 3 * 4096);
    expectRefused(file, DAMAGED);
  });

  test('one with a page of its log overwritten', () => {
    const file = filled();
    const bytes = readFileSync(file);
    const page = Math.floor(bytes.indexOf('"leader":"grant"') / 4096);
    writeFileSync(file, bytes.fill(0x5a, page * 4096, page * 4096 + 300));
    expectRefused(file, DAMAGED);
  });

  test('any bytes at all: a sentence, or a database', () => {
    const bytes = readFileSync(filled());
    const at = fc.integer({ min: 0, max: bytes.length - 1 });
    const change = fc.array(fc.tuple(at, fc.uint8Array({ minLength: 1, maxLength: 40 })), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(change, (changes) => {
        const file = path('changed.sqlite');
        const changed = Buffer.from(bytes);
        for (const [start, written] of changes) changed.set(written.subarray(0, changed.length - start), start);
        writeFileSync(file, changed);
        try {
          openDatabase(file).close();
        } catch (error) {
          expect(error).toBeInstanceOf(UnusableDatabase);
          expect(readFileSync(file).equals(changed)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});
