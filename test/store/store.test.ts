import { describe, expect, test } from 'vitest';
import { openDatabase, openStore, type Store } from '../../src/store/index.ts';
import { append, openGame, temporaryFolder } from './fixture.ts';

const { path, closing } = temporaryFolder();

function opened(): Store {
  return openStore(closing(openDatabase(path('games.sqlite'))));
}

describe('the log', () => {
  test('is appended to, never changed and never shortened', () => {
    const database = closing(openDatabase(path('games.sqlite')));
    openGame(openStore(database), 'a');
    for (const sql of [
      "UPDATE entry SET throws = '[]'",
      'UPDATE OR REPLACE entry SET seq = 1',
      'DELETE FROM entry',
      "DELETE FROM entry WHERE game = 'a'",
      "REPLACE INTO entry (game, seq, kind, at) VALUES ('a', 0, 'abandon', 1)",
    ]) {
      expect(() => database.exec(sql)).toThrow('the log is append-only');
    }
    expect(openStore(database).entries('a')).toHaveLength(1);
  });

  test('an interaction has its effect once, in whatever game', () => {
    const store = opened();
    openGame(store, 'a');
    openGame(store, 'b', { channel: 'rear' });
    append(store, 'a', 1, { kind: 'abandon' }, '4711');
    expect(store.isDone('4711')).toBe(true);
    expect(store.isDone('4712')).toBe(false);
    expect(() => append(store, 'b', 1, { kind: 'abandon' }, '4711')).toThrow('UNIQUE');
  });

  test('speaks of members by their present names', () => {
    const store = opened();
    openGame(store, 'a');
    store.member('100', 'Ada Lovelace');
    expect(store.entries('a')[0]?.member?.name).toBe('Ada Lovelace');
    expect(store.game('a')?.starter.name).toBe('Ada Lovelace');
  });
});

describe('games', () => {
  test('one runs in a channel; any number have ended there', () => {
    const store = opened();
    openGame(store, 'a', { startedAt: 1000 });
    expect(() => openGame(store, 'b')).toThrow('UNIQUE');
    store.endGame('a', 2000, 'abandoned');
    openGame(store, 'b', { startedAt: 3000 });
    store.endGame('b', 4000, 'finished');
    openGame(store, 'c', { startedAt: 500 });

    expect(store.runningIn('front')?.id).toBe('c');
    expect(store.endedIn('front', 9).map(({ id, ended }) => [id, ended])).toEqual([
      ['b', { at: 4000, how: 'finished' }],
      ['a', { at: 2000, how: 'abandoned' }],
    ]);
    expect(store.endedIn('front', 1).map(({ id }) => id)).toEqual(['b']);
    // The running one, though by a clock that was set back it began before the others.
    expect(store.latestIn('front')?.id).toBe('c');
    store.endGame('c', 5000, 'finished');
    expect(store.runningIn('front')).toBeNull();
    expect(store.latestIn('front')?.id).toBe('b');
    expect(store.latestIn('elsewhere')).toBeNull();
    expect(store.game('nothing')).toBeNull();
  });

  test('a game ends once', () => {
    const store = opened();
    openGame(store, 'a');
    store.endGame('a', 2000, 'finished');
    store.endGame('a', 3000, 'abandoned');
    expect(store.game('a')?.ended).toEqual({ at: 2000, how: 'finished' });
  });

  test('a dataset is kept once, by its hash', () => {
    const store = opened();
    store.keepDataset({ hash: 'h', system: 'overland', files: '{"a":1}' });
    store.keepDataset({ hash: 'h', system: 'overland', files: '{"a":2}' });
    expect(store.dataset('h')).toEqual({ hash: 'h', system: 'overland', files: '{"a":1}' });
    expect(store.dataset('other')).toBeNull();
  });
});

describe('transactions', () => {
  test('all or nothing', () => {
    const store = opened();
    openGame(store, 'a');
    expect(() =>
      store.transaction(() => {
        append(store, 'a', 1, { kind: 'abandon' });
        store.endGame('a', 2000, 'abandoned');
        store.addMap({ game: 'a', seq: 1, channel: 'front', since: 1 });
        store.member('300', 'Cy');
        store.set('key', 'value');
        throw new Error('the plug is pulled');
      }),
    ).toThrow('the plug is pulled');
    expect(store.lastSeq('a')).toBe(0);
    expect(store.runningIn('front')?.id).toBe('a');
    expect(store.undeliveredMaps()).toEqual([]);
    expect(store.setting('key')).toBeNull();
    expect(store.transaction(() => 'done')).toBe('done');
  });

  test('hold the right to write from their first write on; what only reads keeps nobody from writing', () => {
    const [one, two] = [opened(), closing(openDatabase(path('games.sqlite')))];
    two.pragma('busy_timeout = 0');
    one.transaction(() => {
      openStore(two).set('key', 'from outside');
      expect(one.setting('key')).toBe('from outside');
      one.set('mine', 'value');
      expect(() => openStore(two).set('key', 'once more')).toThrow('database is locked');
    });
    openStore(two).set('key', 'afterwards');
    expect(one.setting('key')).toBe('afterwards');
  });

  test('write nothing if the lock was not to be had at the first write, though that was caught', () => {
    const [one, two] = [opened(), closing(openDatabase(path('games.sqlite')))];
    const locked = () => {
      two.exec('BEGIN IMMEDIATE');
      expect(() => one.set('key', 'first')).toThrow('database is locked');
      two.exec('ROLLBACK');
    };
    expect(() =>
      one.transaction(() => {
        locked();
        expect(() => one.set('other', 'second')).toThrow('database is locked');
      }),
    ).toThrow('database is locked');
    expect([one.setting('key'), one.setting('other')]).toEqual([null, null]);
    one.set('key', 'afterwards');
    expect(one.setting('key')).toBe('afterwards');
  });
});
