import { renameSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { type CommittedWrite, openDatabase, openStore, type Store } from '../../src/store/index.ts';
import { ATTACK, append, openBallot, openGame, press, temporaryFolder } from './fixture.ts';

const { path, closing } = temporaryFolder();

function heeding() {
  const store = closing(openStore(openDatabase(path('games.sqlite'))));
  const heard: (readonly CommittedWrite[])[] = [];
  const took: number[] = [];
  store.onCommit((deeds, ms) => {
    heard.push(deeds);
    took.push(ms);
  });
  return { store, heard, took };
}

test('what a transaction has written is told of in one go, once it is on the disk', () => {
  const { store, heard, took } = heeding();
  let during = -1;
  store.transaction(() => {
    openGame(store, 'first');
    append(store, 'first', 1, ATTACK);
    press(store, openBallot(store, 'first'), 'a press');
    during = heard.length;
  });
  expect(during).toBe(0);
  expect(took).toEqual([expect.any(Number)]);
  expect(heard).toEqual([
    [
      { kind: 'start', game: 'first', seq: 0 },
      { kind: 'order', game: 'first', seq: 1 },
      { kind: 'vote', ballot: 1 },
    ],
  ]);
});

test('what is rolled back is not told of, then or later; nor is a transaction that writes none of it', () => {
  const { store, heard } = heeding();
  const fails = () =>
    store.transaction(() => {
      openGame(store, 'first');
      throw new Error('no');
    });
  expect(fails).toThrow('no');
  store.transaction(() => store.set('key', 'value'));
  expect(heard).toEqual([]);
  store.transaction(() => openGame(store, 'second'));
  expect(heard).toEqual([[{ kind: 'start', game: 'second', seq: 0 }]]);
});

test('a transaction within another is told of with it', () => {
  const { store, heard } = heeding();
  store.transaction(() => {
    store.transaction(() => openGame(store, 'first'));
    expect(heard).toEqual([]);
    append(store, 'first', 1, ATTACK);
  });
  expect(heard.flat().map(({ kind }) => kind)).toEqual(['start', 'order']);
});

describe('a transaction that does not wait for the disk', () => {
  function relaxed() {
    const database = openDatabase(path('games.sqlite'));
    const store = closing(openStore(database));
    return { database, store, waits: () => database.pragma('synchronous', { simple: true }) === 2 };
  }

  test('is kept as any other is, and the next waits again', () => {
    const { store, waits } = relaxed();
    openGame(store, 'first');
    store.addMap({ game: 'first', seq: 0, channel: 'front', since: 1 });
    expect(waits()).toBe(true);
    const during = store.relaxedTransaction(() => {
      store.delivered('first', 0);
      return waits();
    });
    expect([during, waits()]).toEqual([false, true]);
    expect(openStore(closing(openDatabase(path('games.sqlite')))).undeliveredMaps()).toEqual([]);
  });

  test('that fails is rolled back, and the next waits again', () => {
    const { store, waits } = relaxed();
    openGame(store, 'first');
    const fails = () =>
      store.relaxedTransaction(() => {
        store.addMap({ game: 'first', seq: 0, channel: 'front', since: 1 });
        throw new Error('no');
      });
    expect(fails).toThrow('no');
    expect([store.undeliveredMaps(), waits()]).toEqual([[], true]);
  });

  test.each<[what: string, (store: Store, ballot: number) => void]>([
    ['an order', (store) => append(store, 'first', 1, ATTACK)],
    ['a vote', (store, ballot) => press(store, ballot, 'a press')],
    ['the start of a campaign', (store) => void openGame(store, 'second', { channel: 'rear' })],
    ['an order in a transaction within it', (store) => store.transaction(() => append(store, 'first', 1, ATTACK))],
  ])('is refused %s', (_what, write) => {
    const { store, waits } = relaxed();
    openGame(store, 'first');
    const ballot = openBallot(store, 'first');
    expect(() => store.relaxedTransaction(() => write(store, ballot))).toThrow(
      'on the disk before anybody reads about it',
    );
    expect([store.lastSeq('first'), store.votes(ballot), store.latestIn('rear')]).toEqual([0, [], null]);
    expect(waits()).toBe(true);
    append(store, 'first', 1, ATTACK);
  });

  test('is refused where the file was moved away', () => {
    const { store } = relaxed();
    openGame(store, 'first');
    store.addMap({ game: 'first', seq: 0, channel: 'front', since: 1 });
    renameSync(path('games.sqlite'), path('elsewhere.sqlite'));
    const settle = () => store.relaxedTransaction(() => store.delivered('first', 0));
    expect(settle).toThrow(expect.objectContaining({ code: 'SQLITE_READONLY_DBMOVED' }));
    expect(store.undeliveredMaps()).toHaveLength(1);
    renameSync(path('elsewhere.sqlite'), path('games.sqlite'));
    settle();
    expect(store.undeliveredMaps()).toEqual([]);
  });

  test.each([
    ['before', 1],
    ['after', 2],
  ])('leaves what follows as it is where SQLite cannot be told %s it', (_when, nth) => {
    const { database, store, waits } = relaxed();
    openGame(store, 'first');
    const exec = database.exec.bind(database);
    let times = 0;
    vi.spyOn(database, 'exec').mockImplementation((sql) => {
      times += 1;
      if (times === nth) throw new Error('disk I/O error');
      return exec(sql);
    });
    expect(() => store.relaxedTransaction(() => store.set('key', 'value'))).toThrow('disk I/O error');
    const during = store.transaction(() => {
      append(store, 'first', 1, ATTACK);
      return waits();
    });
    expect([during, store.lastSeq('first')]).toEqual([true, 1]);
  });

  test('within one that waits is part of that', () => {
    const { store, waits } = relaxed();
    store.transaction(() => {
      openGame(store, 'first');
      store.relaxedTransaction(() => store.addMap({ game: 'first', seq: 0, channel: 'front', since: 1 }));
      expect(waits()).toBe(true);
      append(store, 'first', 1, ATTACK);
    });
    expect([store.lastSeq('first'), store.undeliveredMaps().length]).toEqual([1, 1]);
  });
});
