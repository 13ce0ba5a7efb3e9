import { expect, test } from 'vitest';
import { openDatabase, openStore } from '../../src/store/index.ts';
import { temporaryFolder } from './fixture.ts';

const { path, closing } = temporaryFolder();
const opened = () => openStore(closing(openDatabase(path('games.sqlite'))));

const NEWS = {
  kind: 'news',
  channel: 'front',
  guild: 'army',
  about: null,
  ballot: null,
  says: ['A thread could not be opened.'],
  roles: ['7'],
  users: ['100', '200'],
  replyTo: '900',
  since: 1000,
} as const;

test('words for a channel outlive the process, whole and in their order, until they are struck out', () => {
  const store = opened();
  const first = store.addNotice(NEWS);
  const second = store.addNotice({ ...NEWS, guild: null, roles: [], users: [], replyTo: null });
  const again = opened();
  expect(again.notices()).toEqual([
    { ...NEWS, id: first },
    { ...NEWS, id: second, guild: null, roles: [], users: [], replyTo: null },
  ]);
  again.moveNotice(first, { channel: 'rear', guild: null });
  expect(again.notice(first)).toEqual({ ...NEWS, id: first, channel: 'rear', guild: null });
  again.removeNotice(first);
  again.removeNotice(first);
  expect(store.notices().map(({ id }) => id)).toEqual([second]);
  expect(store.notice(first)).toBeNull();
});

test('a number never comes twice: Discord would take the next words for those it has', () => {
  const store = opened();
  const first = store.addNotice(NEWS);
  store.removeNotice(first);
  expect(store.addNotice(NEWS)).toBeGreaterThan(first);
});

test('what a transaction takes back, it takes the words of it back too', () => {
  const store = opened();
  const failing = () =>
    store.transaction(() => {
      store.addNotice(NEWS);
      throw new Error('The disk is full');
    });
  expect(failing).toThrow('The disk is full');
  expect(store.notices()).toEqual([]);
});

test('words about a game name it', () => {
  const store = opened();
  for (const kind of ['ballot', 'council', 'call', 'rest'] as const)
    expect(() => store.addNotice({ ...NEWS, kind })).toThrow('CHECK');
});
