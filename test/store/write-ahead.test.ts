import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { SCHEMA } from '../../src/store/file/migrations.ts';
import { copyDatabase, openDatabase, openStore, type Store, UnusableDatabase } from '../../src/store/index.ts';
import { ATTACK, append, openGame, temporaryFolder, writeDatabase, writeVersion } from './fixture.ts';

/** A database loses its -wal, -shm or .lock, while it is in use and while it is not. */

const { path, closing } = temporaryFolder();
const GAME = 'k3x9mnpqrs';
const file = () => path('games.sqlite');

/** A store that is in use, with a game in it. */
function inUse(): { readonly store: Store; readonly told: string[]; order(): void } {
  const told: string[] = [];
  const store = closing(openStore(openDatabase(file(), { alone: true }), (sentence) => told.push(sentence)));
  openGame(store, GAME);
  const order = () => store.transaction(() => append(store, GAME, store.lastSeq(GAME) + 1, ATTACK));
  order();
  return { store, told, order };
}

/** The files as a kill would leave them, elsewhere. */
function killed(...ends: readonly string[]): string {
  const there = path('there/games.sqlite');
  rmSync(dirname(there), { recursive: true, force: true });
  mkdirSync(dirname(there));
  for (const end of ends) if (existsSync(file() + end)) copyFileSync(file() + end, there + end);
  return there;
}

/** The orders that a start finds. */
function found(there: string): number | null {
  const store = openStore(openDatabase(there, { alone: true }));
  try {
    return store.lastSeq(GAME);
  } finally {
    store.close();
  }
}

/** Why a start refuses it; nothing is changed. */
function refusal(there: string): string {
  // An empty file beside it says nothing.
  const bytes = () =>
    readdirSync(dirname(there))
      .map((name) => [name, readFileSync(`${dirname(there)}/${name}`)] as const)
      .filter(([name, { length }]) => length > 0 || name === basename(there))
      .map(([name, content]) => `${name} ${createHash('sha256').update(content).digest('hex')}`);
  const before = bytes();
  try {
    found(there);
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error;
    expect(bytes()).toEqual(before);
    expect(error.passing).toBe(false);
    return error.message;
  }
  throw new Error(`${there} was opened`);
}

/** Runs a tick a second, for so long that the moment is quiet. */
function rest(store: Store): void {
  for (let second = 0; second < 7; second++) store.tick();
}

describe('while it is in use', () => {
  test.each([[['-wal']], [['-shm']], [['-wal', '-shm']]])(
    '%s deleted: the next order is taken, and nothing is lost',
    (ends) => {
      const { store, told, order } = inUse();
      for (const end of ends) rmSync(file() + end);
      order();
      expect(told).toEqual([expect.stringContaining('nothing is lost')]);
      expect(store.tryToWrite(3000)).toBeNull();
      order();
      expect(told).toHaveLength(1);
      expect(found(killed('', '-wal'))).toBe(3);
      // Orders before this one are in the main file.
      expect(ordersIn(killed(''))).toBeGreaterThanOrEqual(1);
    },
  );

  test('deleted while nobody plays: what it held is in the main file a second later', () => {
    const { store } = inUse();
    rmSync(`${file()}-wal`);
    store.tick();
    expect(found(killed('', '-wal'))).toBe(1);
    expect(ordersIn(killed(''))).toBe(1);
  });

  test('moved away and back over the new one: it holds nothing any more that would spoil what came since', () => {
    const { order } = inUse();
    renameSync(`${file()}-wal`, path('away'));
    order();
    renameSync(path('away'), `${file()}-wal`);
    expect(refusal(killed('', '-wal'))).toContain('-wal is missing or empty');
    order();
    expect(found(killed('', '-wal'))).toBe(3);
  });

  test('replaced by another: that one is set aside', () => {
    const { order } = inUse();
    writeFileSync(path('other'), 'somebody else’s');
    renameSync(path('other'), `${file()}-wal`);
    order();
    expect(readFileSync(`${file()}.old-1-wal`, 'utf8')).toBe('somebody else’s');
    expect(found(killed('', '-wal'))).toBe(2);
  });

  test('where another process reads, orders are refused until it has done', () => {
    const { store, order } = inUse();
    const other = closing(openDatabase(file()));
    other.exec('BEGIN; SELECT count(*) FROM entry');
    order();
    rmSync(`${file()}-wal`);
    expect(order).toThrow(expect.objectContaining({ code: 'SQLITE_BUSY' }));
    expect(store.tryToWrite(3000)).toBe('locked');
    expect(store.lastSeq(GAME)).toBe(2);
    other.exec('COMMIT');
    other.close();
    expect(store.tryToWrite(3000)).toBeNull();
    order();
    expect(found(killed('', '-wal'))).toBe(3);
  });

  test('a main file that no longer fits is not written over', () => {
    const { store, order } = inUse();
    // Whole, and in use: as it is copied between two commits, when the bot is stopped, or from another machine.
    writeDatabase(path('other.sqlite'), `PRAGMA journal_mode = WAL; CREATE TABLE t (a); CREATE TABLE u (a)`);
    copyFileSync(path('other.sqlite'), file());
    const before = readFileSync(file());
    rmSync(`${file()}-wal`);
    expect(order).toThrow(expect.objectContaining({ code: expect.stringContaining('SQLITE_CORRUPT') }));
    store.close();
    expect(readFileSync(file()).equals(before)).toBe(true);
  });

  test('cut short: nothing more is taken, and the next start does not go on without what it held', () => {
    const { store, order } = inUse();
    truncateSync(`${file()}-wal`);
    expect(order).toThrow(expect.objectContaining({ code: 'SQLITE_CORRUPT' }));
    expect(store.tryToWrite(3000)).toBe('damaged');
    store.close();
    expect(refusal(killed('', '-wal'))).toContain('-wal is missing or empty');
  });

  test('cut short by a checkpoint of another process: all of it is in the main file, and play goes on', () => {
    const { order, told } = inUse();
    const other = closing(openDatabase(file()));
    other.pragma('wal_checkpoint(TRUNCATE)');
    order();
    other.close();
    expect(told).toEqual([]);
    expect(found(killed('', '-wal'))).toBe(2);
  });
});

test('deleted just before the bot ends: nothing is lost', () => {
  const { store } = inUse();
  const other = closing(openDatabase(file()));
  other.prepare('SELECT count(*) FROM entry').get();
  rmSync(`${file()}-wal`);
  store.close();
  expect(ordersIn(killed(''))).toBe(1);
});

describe('the main file', () => {
  test('has its tables from the first moment on', () => {
    closing(openStore(openDatabase(file(), { alone: true })));
    expect(ordersIn(killed(''))).toBe(0);
  });

  test('has the present schema as soon as an earlier one was brought to it', () => {
    const orders = ordersIn(writeVersion(file(), 7));
    closing(openStore(openDatabase(file(), { alone: true })));
    const database = closing(new BetterSqlite3(killed('')));
    expect(database.pragma('user_version', { simple: true })).toBe(SCHEMA);
    expect(ordersIn(killed(''))).toBe(orders);
  });

  test('has all that was done when the bot has rested', () => {
    const { store, order } = inUse();
    for (let given = 0; given < 20; given++) order();
    rest(store);
    expect(ordersIn(killed(''))).toBe(21);
    const written = () => statSync(`${file()}-wal`).mtimeMs;
    const before = written();
    rest(store);
    expect(written()).toBe(before);
  });

  test('has it after a minute, too, where orders come without a rest', () => {
    const { store, order } = inUse();
    for (let second = 0; second < 61; second++) {
      order();
      store.tick();
    }
    expect(ordersIn(killed(''))).toBeGreaterThanOrEqual(60);
  });
});

describe('at the next start', () => {
  test('nothing is written where there is nothing to bring up', () => {
    openDatabase(file()).close();
    const before = readFileSync(file());
    closing(openDatabase(file()));
    expect(statSync(`${file()}-wal`).size).toBe(0);
    expect(readFileSync(file())).toEqual(before);
  });

  test.each([
    ['at once', false],
    ['after a rest', true],
  ])('after a kill %s, without the -wal it does not begin; with it, it goes on', (_when, rested) => {
    const { store, order } = inUse();
    if (rested) rest(store);
    order();
    const there = killed('');
    expect(refusal(there)).toContain(`${there}-wal is missing or empty`);
    writeFileSync(`${there}-wal`, '');
    expect(refusal(there)).toContain(`${there}-wal is missing or empty`);
    copyFileSync(`${file()}-wal`, `${there}-wal`);
    expect(found(there)).toBe(2);
    expect(found(there)).toBe(2);
  });

  test('a copy made of what is left is taken', () => {
    const { store, order } = inUse();
    rest(store);
    order();
    const there = killed('');
    copyDatabase(there, path('left.sqlite'));
    copyFileSync(path('left.sqlite'), there);
    expect(found(there)).toBe(1);
  });

  test('another program that has read the database after a kill has put all into the main file', () => {
    inUse();
    const there = killed('', '-wal');
    expect(ordersIn(there)).toBe(1);
    expect(readdirSync(dirname(there))).toEqual(['games.sqlite']);
    expect(found(there)).toBe(1);
  });

  test('an empty main file beside its -wal, or none: it is not begun anew, and the -wal stays', () => {
    inUse();
    const there = killed('', '-wal');
    writeFileSync(there, '');
    expect(refusal(there)).toContain(`${there} is empty, but ${there}-wal holds what was written last`);
    rmSync(there);
    expect(refusal(there)).toContain(`${there} is missing, but ${there}-wal holds what was written last`);
  });

  test('an empty main file that was in use is not begun anew', () => {
    const there = path('games.sqlite');
    openStore(openDatabase(there, { alone: true })).close();
    truncateSync(there);
    expect(refusal(there)).toContain(`${there} is empty, but it was in use before`);
    rmSync(`${there}.lock`);
    expect(found(there)).toBeNull();
  });

  test('the main file of an earlier version that has lost its -wal, and so has no tables, is not begun anew', () => {
    const database = closing(new BetterSqlite3(file()));
    database.pragma('journal_mode = WAL');
    database.exec('CREATE TABLE game (id TEXT)');
    const there = killed('');
    expect(statSync(there).size).toBe(4096);
    expect(refusal(there)).toContain('It held the last orders, or even every game');
  });

  test('what a restored backup lies beside matters to nobody', () => {
    inUse();
    copyDatabase(file(), path('copy.sqlite'));
    const there = killed('', '-wal');
    copyFileSync(path('copy.sqlite'), there);
    expect(found(there)).toBe(1);
  });
});

describe('the .lock deleted while it is in use', () => {
  test('is made again before a second process begins', () => {
    const { order } = inUse();
    rmSync(`${file()}.lock`);
    order();
    expect(() => openDatabase(file(), { alone: true })).toThrow('is in use by another process');
    order();
  });

  test('where a second process was quicker, the first takes no more orders until that one has ended', () => {
    const { store, order } = inUse();
    rmSync(`${file()}.lock`);
    const second = openStore(openDatabase(file(), { alone: true }));
    expect(order).toThrow(expect.objectContaining({ code: 'SQLITE_BUSY' }));
    expect(store.tryToWrite(3000)).toBe('locked');
    second.close();
    order();
    expect(store.tryToWrite(3000)).toBeNull();
  });
});

function ordersIn(there: string): number {
  const database = new BetterSqlite3(there, { fileMustExist: true });
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    return database.prepare("SELECT count(*) FROM entry WHERE kind = 'order'").pluck().get() as number;
  } finally {
    database.close();
  }
}
