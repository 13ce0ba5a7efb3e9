import { describe, expect, test } from 'vitest';
import { type Database, dmChannelOf, openDatabase, openStore, type Store } from '../../src/store/index.ts';
import { MEMBER_DATA, MEMBER_SETTINGS, MEMBER_TRACES, QUIET_AT } from '../../src/store/tables/member-data.ts';
import { tracesOf } from '../host/traces.ts';
import { ATTACK, append, COUNCIL, openBallot, openGame, press, temporaryFolder } from './fixture.ts';

const { path, closing } = temporaryFolder();

function opened(): { readonly store: Store; readonly database: Database } {
  const database = closing(openDatabase(path('games.sqlite')));
  return { store: openStore(database), database };
}

const ORDER = ATTACK as typeof ATTACK & { readonly kind: 'order' };

describe('reasons', () => {
  test('may go from entries and votes; nothing else of them changes, and none ever comes', () => {
    const { store, database } = opened();
    openGame(store, 'a');
    append(store, 'a', 1, { ...ORDER, reason: 'Lee is tired' });
    append(store, 'a', 2, ORDER);
    const ballot = openBallot(store, 'a');
    press(store, ballot, '1', { reason: 'So am I' });
    press(store, ballot, '2');
    const columns = (table: string) =>
      (database.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name);
    for (const table of ['entry', 'vote']) {
      for (const column of columns(table)) {
        const change = () => database.exec(`UPDATE ${table} SET ${column} = ${column === 'reason' ? "'x'" : column}`);
        expect(change, `${table}.${column}`).toThrow('append-only');
      }
      expect(() => database.exec(`UPDATE ${table} SET reason = NULL, at = 1`)).toThrow('append-only');
      expect(() => database.exec(`REPLACE INTO ${table} SELECT * FROM ${table}`)).toThrow('append-only');
      database.exec(`UPDATE ${table} SET reason = NULL`);
      expect(database.prepare(`SELECT count(reason) FROM ${table}`).pluck().get()).toBe(0);
      expect(() => database.exec(`UPDATE ${table} SET reason = ''`)).toThrow('append-only');
    }
  });
});

test('every column that refers to a member is in the list that copying and deleting go over, and every setting of theirs', () => {
  const { database } = opened();
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[];
  const references = tables.flatMap((table) =>
    (database.pragma(`foreign_key_list(${table})`) as { table: string; from: string }[])
      .filter((key) => key.table === 'member')
      .map(({ from }) => `${table}.${from}`),
  );
  const listed = [...Object.values(MEMBER_DATA), ...MEMBER_TRACES].flatMap(({ columns }) => columns);
  expect(references.length).toBeGreaterThan(8);
  for (const column of references) expect(listed).toContain(column);
  const own = (database.pragma('table_info(member)') as { name: string }[]).map(({ name }) => name);
  const settings = Object.values(MEMBER_SETTINGS).map(({ column }) => column);
  const times = [...settings.map((column) => `${column}_at`), QUIET_AT];
  expect(['id', 'discord_id', 'name', ...settings, ...times].sort()).toEqual(own.sort());
});

describe('whoever is forgotten', () => {
  test('is called as nobody else is', () => {
    const { store } = opened();
    store.member('900', 'Officer 2');
    const names = ['100', '200', '300'].map(
      (id) => store.forget({ member: store.member(id, 'Ada').id, interaction: id, at: 1 }).name,
    );
    expect(names).toEqual(['Officer 1', 'Officer 3', 'Officer 4']);
  });

  test('leaves words of their own alone, and takes along what others took over from them in the same ballot', () => {
    const { store } = opened();
    openGame(store, 'a');
    const [one, two] = [openBallot(store, 'a'), openBallot(store, 'a', { seat: 'csa' })];
    const [ada, bo, cy] = ['Ada', 'Bo', 'Cy'].map((name, at) => store.member(`${at + 1}00`, name).id);
    const say = (ballot: number, member: number | undefined, reason: string, cast: string) =>
      press(store, ballot, cast, { member: member ?? 0, reason });
    say(two, bo, 'Mine', '0');
    say(one, ada, 'Mine', '1');
    say(one, bo, 'Mine', '2');
    say(one, cy, 'Yours', '3');
    say(one, ada, 'Yours', '4');
    say(one, bo, 'Yours', '5');
    say(one, cy, '', '7');
    store.forget({ member: ada ?? 0, interaction: 'f', at: 1 });
    expect(store.votes(one).map(({ reason }) => reason)).toEqual([null, null, 'Yours', null, 'Yours', '']);
    expect(store.votes(two).map(({ reason }) => reason)).toEqual(['Mine']);
  });

  test('has every card of an open ballot shown anew that they opened, voted on, or have the casting vote in', () => {
    const { store } = opened();
    openGame(store, 'a');
    const ada = store.member('100', 'Ada').id;
    const bo = store.member('200', 'Bo').id;
    const changes = [{ opener: ada }, { casting: ada }, {}, { opener: bo }, { opener: ada }];
    const ballots = changes.map((one, at) => openBallot(store, 'a', { seat: `side ${at}`, ...one }));
    const [, , voted, , closed] = ballots as [number, number, number, number, number];
    press(store, voted, '1');
    store.closeBallot(closed, { at: 2500, how: 'void', why: 'undo', by: null, decision: null });
    const before = ballots.map((id) => store.ballot(id)?.revision ?? 0);
    store.forget({ member: ada, interaction: 'f', at: 1 });
    expect(ballots.map((id, at) => (store.ballot(id)?.revision ?? 0) - (before[at] ?? 0))).toEqual([1, 1, 1, 0, 0]);
  });

  test('is found where they voted last for something, command, or are proposed', () => {
    const { store } = opened();
    openGame(store, 'a');
    openGame(store, 'b', { channel: 'rear' });
    openGame(store, 'c', { channel: 'sea' });
    const ada = store.member('100', 'Ada').id;
    store.member('200', 'Bo');
    append(store, 'a', 1, { kind: 'council', seat: 'us', council: COUNCIL, cause: 'member', ballot: null });
    append(store, 'c', 1, { kind: 'council', seat: 'us', council: COUNCIL, cause: 'member', ballot: null });
    store.endGame('c', 9, 'abandoned');
    const [first, second] = [openBallot(store, 'a'), openBallot(store, 'b')];
    openBallot(store, 'b', { subject: { kind: 'council', proposed: COUNCIL } });
    press(store, first, '9');
    press(store, second, '10');
    press(store, second, '11', { choice: null });
    press(store, first, '8', { choice: null });
    expect(store.standingIn(ada)).toEqual([{ ballot: first, game: 'a' }]);
    expect([store.runningUnder(ada), store.proposing(ada)]).toEqual([['a'], ['b']]);
  });

  test('leaves the sides of running games, has no setting any more, and is named in no words that are still to be posted', () => {
    const { store, database } = opened();
    openGame(store, 'runs');
    openGame(store, 'over', { channel: 'rear' });
    openGame(store, 'alone', { channel: 'dm', guild: null });
    const [ada, bo] = [store.member('100', 'Ada').id, store.member('200', 'Bo').id];
    for (const game of ['runs', 'over']) for (const member of [ada, bo]) store.sit(game, 'us', member);
    append(store, 'runs', 1, { ...ORDER, seat: 'csa' });
    for (const game of ['over', 'alone']) store.endGame(game, 2000, 'finished');
    const rowOf = (member: number) => database.prepare('SELECT * FROM member WHERE id = ?').get(member) as object;
    const unset = rowOf(ada);
    store.setMember(ada, 'inRecord', true, 5);
    store.setMember(ada, 'pingsByDm', true, 6);
    store.setQuiet(ada, { starts: 60, ends: 120, zone: 'UTC' }, 7);
    const closed = openBallot(store, 'runs', {
      subject: { kind: 'council', proposed: { ...COUNCIL, commanders: [ada] } },
    });
    store.closeBallot(closed, { at: 2500, how: 'void', why: 'undo', by: null, decision: null });
    for (const ground of ['dm', 'army']) store.set(`record:${ground}`, '{}');
    const words = {
      kind: 'turn',
      ballot: null,
      roles: [],
      replyTo: null,
      since: 2000,
      about: { game: 'runs', seq: 0 },
    } as const;
    const call = { ...words, says: ['<@100> <@200> and <@1001>'], users: ['100', '200'] };
    store.addNotice({ ...call, channel: 'front', guild: 'army' });
    for (const member of ['100', '200'])
      store.addNotice({ ...words, says: ['Your move.'], users: [member], channel: dmChannelOf(member), guild: 'army' });

    expect(store.proposing(ada)).toEqual([]);
    store.forget({ member: ada, interaction: 'f', at: 1 });
    expect([ada, bo].map((member) => store.memberData(member).seats.map(({ game }) => game))).toEqual([
      ['over'],
      ['over', 'runs'],
    ]);
    // So that they play no other side, should they come back.
    expect(database.prepare('SELECT game, seat FROM seen ORDER BY seat').raw().all()).toEqual([
      ['runs', 'csa'],
      ['runs', 'us'],
    ]);
    expect(rowOf(ada)).toEqual({ ...unset, discord_id: null, name: 'Officer 1' });
    expect(database.prepare("SELECT key FROM setting WHERE key LIKE 'record:%'").pluck().all()).toEqual([
      'record:army',
    ]);
    expect(store.notices().map(({ channel, says, users }) => [channel, says, users])).toEqual([
      ['front', ['**Officer 1** <@200> and <@1001>'], ['200']],
      [dmChannelOf('200'), ['Your move.'], ['200']],
    ]);
  });

  test('is not written to any more: words for their DM go, of campaigns that have ended too', () => {
    const { store } = opened();
    openGame(store, 'a');
    openGame(store, 'alone', { channel: 'dm', guild: null });
    store.endGame('alone', 2000, 'abandoned');
    const words = {
      kind: 'news',
      ballot: null,
      says: ['It ends.'],
      roles: [],
      users: [],
      replyTo: null,
      since: 2000,
    } as const;
    const kept = store.addNotice({ ...words, channel: 'front', guild: 'army', about: { game: 'a', seq: 0 } });
    store.addNotice({ ...words, channel: 'dm', guild: null, about: { game: 'alone', seq: 0 } });
    store.addNotice({ ...words, channel: 'dm', guild: null, about: null });
    store.forget({ member: store.member('100', 'Ada').id, interaction: 'f1', at: 5000 });
    expect(store.notices().map(({ id }) => id)).toEqual([kept]);
  });
});

describe('the sweep', () => {
  test('leaves nothing in the file of what is gone, however rows were moved about in it', () => {
    const { store, database } = opened();
    database.pragma('secure_delete = OFF');
    openGame(store, 'a');
    const ballot = openBallot(store, 'a');
    const [ada, bo] = [store.member('100', 'Adelaide the Unmistakable').id, store.member('200', 'Bo').id];
    store.transaction(() => {
      for (let seq = 1; seq < 600; seq++) {
        const own = seq % 3 > 0;
        const text = `${own ? 'Ladders' : 'Bridges'} ${'x'.repeat(seq % 90)} ${seq}`;
        press(store, ballot, String(1000 + seq), { member: own ? ada : bo, reason: text });
        store.append({
          game: 'a',
          seq,
          member: own ? ada : bo,
          interaction: `e${seq}`,
          at: seq,
          body: { ...ORDER, reason: text },
        });
      }
    });
    const file = path('games.sqlite');
    const words = ['Ladders', 'Adelaide', 'Bridges'];
    expect(tracesOf(words, file)).toEqual(words);
    store.forget({ member: ada, interaction: 'f', at: 1 });
    // Without it, words stay in room that is not used any more.
    expect(tracesOf(words, file)).toEqual(words);
    expect(store.vacuum()).toBe(true);
    expect(tracesOf(words, file)).toEqual(['Bridges']);
    expect(store.vacuumDue()).toBeNull();
    expect(store.entries('a')).toHaveLength(600);
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  });

  test('is done at the next start, if it was not done before', () => {
    const { store, database } = opened();
    store.forget({ member: store.member('100', 'Adelaide the Unmistakable').id, interaction: 'f', at: 1 });
    database.close();
    const again = openStore(closing(openDatabase(path('games.sqlite'))));
    expect(again.vacuumDue()).toBeNull();
    expect(tracesOf(['Adelaide'], path('games.sqlite'))).toEqual([]);
  });

  test('waits for another process that reads the file', () => {
    const { store } = opened();
    const reader = closing(openDatabase(path('games.sqlite')));
    store.forget({ member: store.member('100', 'Ada').id, interaction: 'f', at: 1 });
    reader.exec('BEGIN; SELECT * FROM member');
    expect(store.vacuum()).toBe(false);
    expect(store.vacuumDue()).not.toBeNull();
    reader.exec('COMMIT');
    expect(store.vacuum()).toBe(true);
  });
});
