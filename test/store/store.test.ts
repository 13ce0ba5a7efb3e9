import { describe, expect, test } from 'vitest';
import { DEFAULT_COUNCIL } from '../../src/council/index.ts';
import { type EntryBody, openDatabase, openStore, type Store } from '../../src/store/index.ts';
import { ATTACK, append, COUNCIL, openBallot, openGame, temporaryFolder } from './fixture.ts';

const { path, closing } = temporaryFolder();

function opened(): Store {
  return openStore(closing(openDatabase(path('games.sqlite'))));
}

const BODIES: readonly EntryBody[] = [
  { kind: 'start', throws: [{ kind: 'shuffle', purpose: 'the deck', deal: [2, 0, 1] }] },
  {
    kind: 'order',
    seat: 'us',
    order: { verb: 'attack', leader: 'grant', with: ['butler', 'sigel'] },
    throws: [{ kind: 'die', purpose: 'Grant attacks “Lee”', sides: 6, face: 5 }],
    reason: 'Lee is “tired”; so are we',
    ballot: null,
  },
  { kind: 'undo', takesBack: 1 },
  { kind: 'abandon' },
];

describe('the log', () => {
  test('gives back what was appended, in order', () => {
    const store = opened();
    openGame(store, 'a');
    for (const [index, body] of BODIES.slice(1).entries()) append(store, 'a', index + 1, body);
    const ada = store.member('100', 'Ada');
    expect(store.entries('a').slice(1)).toEqual(
      BODIES.slice(1).map((body, index) => ({ game: 'a', seq: index + 1, member: ada, at: 1001 + index, ...body })),
    );
    expect(store.lastSeq('a')).toBe(3);
    expect(store.entries('nobody')).toEqual([]);
  });

  test('gives back what ballots and clocks did, which is no member’s', () => {
    const store = opened();
    openGame(store, 'a');
    const ballot = openBallot(store, 'a');
    const throws = [{ kind: 'die', purpose: 'The tie', sides: 2, face: 1 }] as const;
    const tie = { rule: 'die', among: ['x', 'y'] } as const;
    const bodies: readonly EntryBody[] = [
      { kind: 'council', seat: 'us', council: COUNCIL, cause: 'member', ballot: null },
      { kind: 'ballot', seat: 'us', ballot, decision: { choice: 'x', votes: 3, of: 6, tie }, throws },
      { ...(ATTACK as EntryBody & { kind: 'order' }), ballot },
      { kind: 'council', seat: 'us', council: DEFAULT_COUNCIL, cause: 'vote', ballot },
    ];
    for (const [index, body] of bodies.entries())
      store.append({ game: 'a', seq: index + 1, member: null, interaction: null, at: 7, body });
    expect(store.entries('a').slice(1)).toEqual(
      bodies.map((body, index) => ({ game: 'a', seq: index + 1, member: null, at: 7, ...body })),
    );
    expect(store.lastSeq('a')).toBe(4);
  });

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

test('members are known by Discord’s id and by our number, by their present names', () => {
  const store = opened();
  const ada = store.member('100', 'Ada');
  expect(store.member('100', 'Ada Lovelace')).toEqual({ ...ada, name: 'Ada Lovelace' });
  expect(store.memberById(ada.id)).toEqual({ id: ada.id, discordId: '100', name: 'Ada Lovelace' });
  expect(store.memberById(99)).toBeNull();
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

describe('what channels are owed', () => {
  function owing(): Store {
    const store = opened();
    openGame(store, 'a');
    openGame(store, 'b', { channel: 'rear' });
    for (const [game, seq, since] of [
      ['a', 0, 5],
      ['b', 0, 6],
      ['a', 1, 4],
    ] as const) {
      if (seq > 0) append(store, game, seq, { kind: 'abandon' });
      store.addMap({ game, seq, channel: game === 'a' ? 'front' : 'rear', since });
    }
    return store;
  }

  test('is the last map of each game, the longest owed first, whatever the clock did between', () => {
    expect(owing().undeliveredMaps()).toEqual([
      { game: 'a', seq: 1, channel: 'front', since: 4 },
      { game: 'b', seq: 0, channel: 'rear', since: 6 },
    ]);
  });

  test('is settled by a map of that entry or a later one', () => {
    const store = owing();
    store.delivered('a', 0);
    expect(store.undeliveredMaps().map(({ game, seq }) => [game, seq])).toEqual([
      ['a', 1],
      ['b', 0],
    ]);
    store.delivered('a', 7);
    expect(store.undeliveredMaps().map(({ game }) => game)).toEqual(['b']);
    store.delivered('b', 0);
    store.delivered('b', 0);
    expect(store.undeliveredMaps()).toEqual([]);
  });

  test('is of an entry that is there', () => {
    expect(() => opened().addMap({ game: 'a', seq: 3, channel: 'front', since: 1 })).toThrow('FOREIGN KEY');
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

  test('everything is there after closing and opening again', () => {
    const before = openStore(openDatabase(path('games.sqlite')));
    openGame(before, 'a');
    append(before, 'a', 1, BODIES[1] as EntryBody);
    before.addMap({ game: 'a', seq: 1, channel: 'front', since: 7 });
    before.sit('a', 'us', before.member('200', 'Bo').id);
    before.set('key', 'one');
    before.set('key', 'two');
    const seen = (store: Store) => [
      store.game('a'),
      store.entries('a'),
      store.undeliveredMaps(),
      store.seatsOf('a', '200'),
      store.setting('key'),
      store.isDone('a/1'),
      store.dataset('hash'),
    ];
    const was = seen(before);
    before.close();
    expect(seen(opened())).toEqual(was);
  });
});
