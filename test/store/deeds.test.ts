import { expect, test } from 'vitest';
import { type Deed, openDatabase, openStore } from '../../src/store/index.ts';
import { ATTACK, append, openBallot, openGame, press, temporaryFolder } from './fixture.ts';

const { path, closing } = temporaryFolder();

function heeding() {
  const store = closing(openStore(openDatabase(path('games.sqlite'))));
  const heard: (readonly Deed[])[] = [];
  const took: number[] = [];
  store.heed((deeds, ms) => {
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
