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

test('a number never comes twice: Discord would take the next words for those it has', () => {
  const store = opened();
  const first = store.addNotice(NEWS);
  store.removeNotice(first);
  expect(store.addNotice(NEWS)).toBeGreaterThan(first);
});

test('words about a game name it', () => {
  const store = opened();
  for (const kind of ['ballot', 'council', 'call', 'rest'] as const)
    expect(() => store.addNotice({ ...NEWS, kind })).toThrow('CHECK');
});
