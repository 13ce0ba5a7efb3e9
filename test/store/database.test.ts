import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { SCHEMA } from '../../src/store/file/migrations.ts';
import { copyDatabase, type Database, openDatabase, openStore, UnusableDatabase } from '../../src/store/index.ts';
import { drawnCases } from '../trials/long.ts';
import { ATTACK, append, openGame, refusal, temporaryFolder, writeDatabase } from './fixture.ts';
import { inProcess } from './process.ts';

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

const ELSEWHERE = 'Set DATABASE_PATH to another file; this one isn’t changed.';
const DAMAGED = 'is damaged. Replace it with a backup, or set DATABASE_PATH to another file.';

describe('a database that can be used', () => {
  test('is made where there is none, with its folders', () => {
    const file = path('deep/down/games.sqlite');
    const database = openDatabase(file);
    expect(database.pragma('user_version', { simple: true })).toBe(SCHEMA);
    database.close();
    // It holds the secrets of the dice.
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(Buffer.from(readFileSync(file).subarray(68, 72)).toString('ascii')).toBe('CoWr');
  });

  test('may be an empty file', () => {
    writeFileSync(path('empty.sqlite'), '');
    expect(openStore(closing(openDatabase(path('empty.sqlite')))).undeliveredMaps()).toEqual([]);
  });

  test('writes ahead, and every commit is on the disk before it returns', () => {
    const database = closing(openDatabase(path('games.sqlite')));
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(database.pragma('synchronous', { simple: true })).toBe(2);
    expect(database.pragma('foreign_keys', { simple: true })).toBe(1);
  });

  test('can be read and written by two at once, each of which sees what the other committed', () => {
    const [one, two] = [1, 2].map(() => openStore(closing(openDatabase(path('games.sqlite')))));
    one?.set('colour', 'blue');
    expect(two?.setting('colour')).toBe('blue');
    two?.set('colour', 'grey');
    expect(one?.setting('colour')).toBe('grey');
  });
});

describe('a database that another process holds', () => {
  test('is waited for once; whoever asks next is not kept waiting, until it is free again', () => {
    const file = path('games.sqlite');
    const database = closing(openDatabase(file));
    const store = openStore(database);
    const other = closing(openDatabase(file));
    const patience = () => database.pragma('busy_timeout', { simple: true });
    const write = () => store.transaction(() => store.set('colour', 'blue'));
    expect(patience()).toBe(1000);
    other.exec('BEGIN IMMEDIATE');
    for (let times = 0; times < 3; times++) {
      expect(write).toThrow(expect.objectContaining({ code: 'SQLITE_BUSY' }));
      expect(patience()).toBe(50);
    }
    other.exec('ROLLBACK');
    write();
    expect(patience()).toBe(1000);
  });
});

describe('a database that is not where it was', () => {
  test('takes nothing more, and goes on where it is put back', () => {
    const file = path('games.sqlite');
    const store = closing(openStore(openDatabase(file)));
    openGame(store, 'k3x9mnpqrs');
    const give = (seq: number) => () => store.transaction(() => append(store, 'k3x9mnpqrs', seq, ATTACK));
    give(1)();
    const refused = expect.objectContaining({ code: 'SQLITE_READONLY_DBMOVED' });
    renameSync(file, path('elsewhere.sqlite'));
    expect(give(2)).toThrow(refused);
    // /status tells of it.
    expect(store.tryToWrite(3000)).toBe('read-only');
    writeFileSync(file, readFileSync(path('elsewhere.sqlite')));
    expect(give(2)).toThrow(refused);
    expect(store.lastSeq('k3x9mnpqrs')).toBe(1);
    renameSync(path('elsewhere.sqlite'), file);
    expect(store.tryToWrite(3000)).toBeNull();
    give(2)();
    expect(store.lastSeq('k3x9mnpqrs')).toBe(2);
  });

  test('nor where a copy is written over it: the next start has that copy as it is, and what was written since lies beside', () => {
    const file = path('games.sqlite');
    const before = openStore(openDatabase(file));
    openGame(before, 'k3x9mnpqrs');
    copyDatabase(file, path('copy.sqlite'));
    before.close();
    const { out, err } = inProcess(`
      import { copyFileSync } from 'node:fs';
      const store = openStore(openDatabase(${JSON.stringify(file)}));
      for (let count = 0; count < 200; count++) store.transaction(() => store.set('said ' + count, 'too late'));
      copyFileSync(${JSON.stringify(path('copy.sqlite'))}, ${JSON.stringify(file)});
      const refused = (work) => { try { work(); return 'taken'; } catch (error) { return error.code; } };
      const codes = [refused(() => store.transaction(() => store.set('said', 'once more'))), refused(() => store.vacuum())];
      console.log([...codes, store.tryToWrite(3000)].join(' '));
      store.close();
      process.exit();
    `);
    expect([out, err]).toEqual(['SQLITE_READONLY_DBMOVED SQLITE_READONLY_DBMOVED read-only\n', '']);
    expect(hash(file)).toBe(hash(path('copy.sqlite')));
    const told: string[] = [];
    const store = closing(openStore(openDatabase(file, { tell: (sentence) => told.push(sentence) })));
    expect(told).toEqual([expect.stringContaining('is a restored copy')]);
    expect([store.lastSeq('k3x9mnpqrs'), store.setting('said 0')]).toEqual([0, null]);
  });
});

describe('a database that cannot be used is refused and left as it is', () => {
  test('one on a full disk', () => {
    const { pragma } = BetterSqlite3.prototype;
    const full = vi.spyOn(BetterSqlite3.prototype, 'pragma').mockImplementation(function (this: Database, ...given) {
      if (given[0] === 'journal_mode = WAL') throw new BetterSqlite3.SqliteError('disk is full', 'SQLITE_FULL');
      return pragma.apply(this, given);
    });
    try {
      expect(refusal(path('games.sqlite'))).toBe(
        `The disk of ${path('games.sqlite')} is full. Free some space and start again; nothing is lost.`,
      );
    } finally {
      full.mockRestore();
    }
  });

  test('one that a newer version wrote', () => {
    const file = path('games.sqlite');
    openDatabase(file).close();
    const later = SCHEMA + 1;
    const database = new BetterSqlite3(file);
    database.pragma(`user_version = ${later}`);
    database.close();
    expectRefused(
      file,
      `was written by a newer version of Council of War (schema ${later}, this one knows ${SCHEMA}). ` +
        `Update the program, or set DATABASE_PATH to another file; this one isn’t changed.`,
    );
  });

  test.each([
    ['its tables', 'CREATE TABLE bookmarks (url TEXT)'],
    ['its mark, and no table yet', 'PRAGMA application_id = 1234; CREATE TABLE t (a); DROP TABLE t'],
    ['a version of its own, and no table yet', 'PRAGMA user_version = 1; CREATE TABLE t (a); DROP TABLE t'],
  ])("another program's, by %s", (_sign, sql) => {
    expectRefused(writeDatabase(path('places.sqlite'), sql), `is another program’s database. ${ELSEWHERE}`);
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
    expect(refusal(path('games.sqlite'))).toBe(`${path('games.sqlite')} can’t be opened or created. ${ELSEWHERE}`);
    expect(readdirSync(path('games.sqlite'))).toEqual([]);
  });

  test('a path through a file', () => {
    writeFileSync(path('notes.txt'), 'hello');
    const file = path('notes.txt/games.sqlite');
    expect(refusal(file)).toBe(`${file} can’t be opened or created. ${ELSEWHERE}`);
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
      { numRuns: drawnCases(60) },
    );
  });
});
