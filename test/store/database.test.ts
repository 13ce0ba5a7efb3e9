import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openDatabase, openStore, UnusableDatabase } from '../../src/store/index.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { ATTACK, append, openGame, refusal, temporaryFolder, writeDatabase } from './fixture.ts';

const { path, closing } = temporaryFolder();

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

const ELSEWHERE = 'Set DATABASE_PATH to another file; this one is left as it is.';
const DAMAGED = `is damaged. Put a backup in its place. ${ELSEWHERE}`;

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
    expectRefused(writeDatabase(path('places.sqlite'), sql), `is a database of another program. ${ELSEWHERE}`);
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

  /** A database with a log of some length, closed. */
  function filled(): string {
    const file = path('games.sqlite');
    const store = openStore(openDatabase(file));
    store.transaction(() => {
      openGame(store, 'k3x9mnpqrs');
      for (let seq = 1; seq <= 200; seq++) {
        append(store, 'k3x9mnpqrs', seq, ATTACK);
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
