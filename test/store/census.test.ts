import { expect, test } from 'vitest';
import { openDatabase, openStore } from '../../src/store/index.ts';
import { ATTACK, append, openGame, temporaryFolder } from './fixture.ts';

const { path, closing } = temporaryFolder();

test('campaigns and what is owed are counted here and everywhere; of a game’s maps the last alone', () => {
  const store = closing(openStore(openDatabase(path('games.sqlite'))));
  expect(store.census('army')).toMatchObject({
    running: { all: 0, here: 0 },
    undelivered: { all: 0, here: 0 },
    oldestUndelivered: null,
  });
  openGame(store, 'here');
  openGame(store, 'also-here', { channel: 'rear' });
  openGame(store, 'there', { channel: 'far', guild: 'navy' });
  openGame(store, 'dm', { channel: 'own', guild: null });
  store.endGame('also-here', 5000, 'abandoned');
  append(store, 'here', 1, ATTACK);
  for (const seq of [0, 1]) store.addMap({ game: 'here', seq, channel: 'front', since: 2000 + seq });
  store.addMap({ game: 'there', seq: 0, channel: 'far', since: 1500 });
  const words = {
    kind: 'news',
    channel: 'own',
    about: null,
    ballot: null,
    says: ['News'],
    roles: [],
    users: [],
  } as const;
  const notice = store.addNotice({ ...words, guild: null, replyTo: null, since: 1400 });
  expect(store.census('army')).toMatchObject({
    running: { all: 3, here: 1 },
    undelivered: { all: 3, here: 1 },
    oldestUndelivered: 1400,
  });
  // What is owed to servers that the bot has left cannot be delivered; to DMs it can.
  expect(store.census('army', ['army'])).toMatchObject({ undelivered: { all: 2, here: 1 }, oldestUndelivered: 1400 });
  store.removeNotice(notice);
  expect(store.census('army', ['navy']).oldestUndelivered).toBe(1500);
  expect(store.census('army', ['army']).oldestUndelivered).toBe(2000);
  store.addNotice({ ...words, guild: null, replyTo: null, since: 1400 });
  // A DM is no server: nothing of it is “here”.
  expect(store.census(null)).toMatchObject({ running: { all: 3, here: 0 }, undelivered: { all: 3, here: 0 } });
});

test('the size is that of the file', () => {
  const database = openDatabase(path('games.sqlite'));
  const store = closing(openStore(database));
  expect(store.census(null).bytes).toBe(
    Number(database.pragma('page_count', { simple: true })) * Number(database.pragma('page_size', { simple: true })),
  );
});
