import { describe, expect, test } from 'vitest';
import { openDatabase, openStore, type Store } from '../../src/store/index.ts';
import { ATTACK, append, openGame, temporaryFolder } from './fixture.ts';

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

  test('what keeps no interaction is noted with it for a day', () => {
    const store = opened();
    openGame(store, 'a');
    append(store, 'a', 1, { kind: 'abandon' }, '4711');
    const hour = 3_600_000;
    store.noteDone('4711', 0);
    store.noteDone('4712', 0);
    store.noteDone('4713', 24 * hour);
    expect(['4711', '4712', '4713'].map(store.isDone)).toEqual([true, true, true]);
    store.noteDone('4714', 24 * hour + 1);
    expect(['4711', '4712', '4713', '4714'].map(store.isDone)).toEqual([true, false, true, true]);
  });

  test('the notes of a busy day go a hundred at a time, so that no act waits for all of them', () => {
    const store = opened();
    const busy = Array.from({ length: 150 }, (_, at) => `${5000 + at}`);
    const left = () => busy.filter(store.isDone).length;
    for (const interaction of busy) store.noteDone(interaction, 0);
    store.noteDone('6000', 25 * 3_600_000);
    expect(left()).toBe(50);
    store.noteDone('6001', 25 * 3_600_000);
    expect(left()).toBe(0);
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

test('campaigns and what is owed are counted here and everywhere; of a game’s maps the last alone', () => {
  const store = opened();
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
  const words = { ...NEWS, channel: 'own', guild: null, since: 1400 };
  const notice = store.addNotice(words);
  expect(store.census('army')).toMatchObject({
    running: { all: 3, here: 1 },
    undelivered: { all: 3, here: 1 },
    oldestUndelivered: 1400,
  });
  // Messages for servers that the bot has left can't be delivered; those for DMs can.
  expect(store.census('army', ['army'])).toMatchObject({ undelivered: { all: 2, here: 1 }, oldestUndelivered: 1400 });
  store.removeNotice(notice);
  expect(store.census('army', ['navy']).oldestUndelivered).toBe(1500);
  expect(store.census('army', ['army']).oldestUndelivered).toBe(2000);
  store.addNotice(words);
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

test('the log of a server keeps what was done there, and when the next thing ends', () => {
  const database = closing(openDatabase(path('games.sqlite')));
  const store = openStore(database);
  const ground = {
    guild: 'army',
    channel: 'front',
    about: null,
    member: store.member('100', 'Ada').id,
    at: 1,
  } as const;
  expect(store.nextServerEnd()).toBeNull();
  const opened = { ...ground, kind: 'season', body: { from: 1, until: 900 }, interaction: 'i1', due: 900 } as const;
  const season = store.addServerEntry(opened);
  const hour = { ...ground, kind: 'hour', body: { hour: 20 }, due: null } as const;
  store.addServerEntry({ ...hour, interaction: 'i2' });
  store.addServerEntry({ ...hour, guild: 'navy', interaction: 'i3' });
  expect(store.isDone('i1')).toBe(true);
  expect(() => store.addServerEntry(opened)).toThrow('UNIQUE');
  expect([store.nextServerEnd(), store.dueServerEntry(899), store.dueServerEntry(900)?.id]).toEqual([
    900,
    null,
    season,
  ]);
  expect(store.serverEntries('army', 'hour').map(({ body }) => body)).toEqual([{ hour: 20 }]);
  store.setServerEnd(season, null);
  expect(store.nextServerEnd()).toBeNull();
  const answer = {
    ...ground,
    kind: 'answer',
    about: season,
    body: { order: 2 },
    interaction: 'i4',
    due: null,
  } as const;
  store.addServerEntry(answer);
  expect(store.answersTo(season)).toMatchObject([{ body: { order: 2 } }]);
  for (const sql of ['DELETE FROM server_entry', 'UPDATE server_entry SET at = 1'])
    expect(() => database.exec(sql)).toThrow('the log is append-only');
});
