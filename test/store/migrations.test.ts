import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import { DEFAULT_COUNCIL } from '../../src/council/index.ts';
import { readZone } from '../../src/host/table/quiet-hours.ts';
import { OLDEST_SCHEMA, SCHEMA, stepsBetween } from '../../src/store/file/migrations.ts';
import { type Database, openDatabase, openStore } from '../../src/store/index.ts';
import { append, left, refusal, temporaryFolder, toEdit, VERSIONS, writeDatabase, writeVersion } from './fixture.ts';

const { path, closing } = temporaryFolder();

function schema(database: Database): unknown[] {
  const rows = database
    .prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql != '' ORDER BY name")
    .all();
  const plain = (sql: string) =>
    sql
      .replace(/--[^\n]*/g, '')
      .replace(/\s+/g, ' ')
      .replace(/([(]) | ([),])/g, '$1$2');
  return (rows as { sql: string }[]).map((row) => ({ ...row, sql: plain(row.sql) }));
}

/** Of the steps to versions 7 to 11. */
const RELEASED_HASHES: readonly string[] = [
  '0f18d1059fa46c5976e4c079d1061bc9df776bac7d7c1ea74fa9363db01d1457',
  '2259b4a49d4a6419f942b15714f8c74a6bd158759ccf9b10a8a56e28500d9785',
  'b753668cef3d02e2ba9c5c0032b81c6346ed36b0bf1ce3d45a36dd142fe8a529',
  '60d63c0c292ae93b835b79d8d2d9c586b5ed33dd17ab599da66af9afd711f845',
  'b3d3113cd772b76eb97b11173c41534d502ca403ddd20556f4a0ece9430f8cbd',
];

describe('migrations', () => {
  const old = (version: number, more = '') => writeVersion(path('games.sqlite'), version, more);

  test.each([1, 6])('refuse version %i, which was never released, and say what brings it up', (version) => {
    const file = old(OLDEST_SCHEMA, `PRAGMA user_version = ${version};`);
    expect(refusal(file)).toBe(
      `${file} was written before the first release (schema ${version}). Open it once with commit c805987e of Council of War, which upgrades it, or set DATABASE_PATH to another file; this one isn’t changed.`,
    );
    expect(readdirSync(path('.'))).toEqual(['games.sqlite']);
  });

  /**
   * SHA-256 of each released step. None ever changes: databases have been made by them. With a release, add what this test prints for the
   * steps that are new in it.
   */
  test('that are released are as they were released', () => {
    const [, ...steps] = stepsBetween(0);
    const hashes = steps.map((step) => createHash('sha256').update(step).digest('hex'));
    expect(hashes.slice(0, RELEASED_HASHES.length)).toEqual(RELEASED_HASHES);
  });

  test.each(VERSIONS)('bring version %i to the schema of a fresh one', (version) => {
    const database = closing(openDatabase(old(version)));
    expect(database.pragma('user_version', { simple: true })).toBe(SCHEMA);
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(database.pragma('foreign_key_check')).toEqual([]);
    expect(database.pragma('foreign_keys', { simple: true })).toBe(1);
    expect(schema(database)).toEqual(schema(closing(openDatabase(path('fresh.sqlite')))));
    for (const sql of ['UPDATE entry SET at = 1', 'DELETE FROM entry'])
      expect(() => database.exec(sql)).toThrow('the log is append-only');
    for (const sql of [
      "INSERT INTO outbox (kind, channel, game, seq, body, since) VALUES ('map', 'front', 'k3x9mnpqrs', 99, '{}', 1)",
      "INSERT INTO entry (game, seq, kind, at) VALUES ('nothing', 0, 'abandon', 1)",
      "INSERT INTO entry (game, seq, kind, member, at) VALUES ('k3x9mnpqrs', 99, 'abandon', 99, 1)",
      "INSERT INTO entry (game, seq, kind, ballot, at) VALUES ('k3x9mnpqrs', 99, 'abandon', 99, 1)",
    ])
      expect(() => database.exec(sql)).toThrow('FOREIGN KEY');
    expect(() => database.exec('DROP TABLE entry')).toThrow('FOREIGN KEY');
  });

  test('keep votes and ballots', () => {
    const store = openStore(closing(openDatabase(old(7))));
    const [bo, gone] = [
      { id: 2, discordId: '200', name: 'Bo' },
      { id: 3, discordId: null, name: 'a former member' },
    ];
    const rules = { ...DEFAULT_COUNCIL.ballot, tie: 'die' } as const;
    const [attack, move] = ['{"leader":"grant","verb":"attack"}', '{"leader":"grant","to":"richmond","verb":"move"}'];
    const decision = { choice: attack, votes: 1, of: 2, tie: { rule: 'die', among: [attack, move] } };
    const order = { kind: 'order', seat: 'us', order: { verb: 'attack', leader: 'grant' } };
    expect(store.entries('k3x9mnpqrs').slice(1)).toMatchObject([
      { ...order, member: bo, reason: 'Lee is tired', ballot: null },
      { kind: 'undo', takesBack: 1 },
      {
        kind: 'council',
        seat: 'us',
        council: { mode: 'vote', commanders: [2], rotate: { after: 'never' }, ballot: rules, odds: null },
        cause: 'member',
        ballot: null,
      },
      { kind: 'ballot', member: null, decision, ballot: 1, throws: [{ sides: 2, face: 1 }] },
      { ...order, member: null, reason: null, ballot: 1 },
    ]);
    const ballots = store.ballotsOf('k3x9mnpqrs');
    expect(ballots).toMatchObject([
      {
        subject: { kind: 'order' },
        rules,
        opener: null,
        openedAt: 1003,
        clockwork: { began: 901003, closes: 1801003, extended: true, reminded: true },
        closed: { at: 1801003, how: 'decided', why: null, decision },
        message: { channel: 'front', id: '7001' },
      },
      { id: 2, closed: null, message: { channel: 'front', id: '7002' }, revision: 2, shown: 1 },
      {
        subject: {
          kind: 'council',
          proposed: { mode: 'commander', commanders: [2], rotate: { after: 'silence', hours: 6 }, ballot: rules },
        },
        opener: bo,
        clockwork: { began: 1801010, closes: null },
        message: null,
      },
    ]);
    const waiting = store.dueMessages().flatMap(({ what, id }) => (what === 'ballot' ? id : []));
    expect([toEdit(store), waiting]).toEqual([
      [
        { channel: 'front', id: '7001' },
        { channel: 'front', id: '7002' },
        { channel: 'war-room', id: '7004' },
      ],
      ['3'],
    ]);
    expect(store.votes(1)).toMatchObject([
      { member: 1, choice: move, reason: null, cast: '9005' },
      { by: bo, choice: move, reason: 'Richmond is open', at: 1005 },
      { member: 1, choice: null },
      { by: gone, choice: attack },
    ]);
    expect(
      store
        .votesOf('k3x9mnpqrs')
        .map(({ ballot, cast }) => [ballot, cast])
        .at(-1),
    ).toEqual([2, '9009']);
    expect(store.alarms(2_500_000)).toEqual([
      { game: 'k3x9mnpqrs', what: 'silence us', at: 1900000 },
      { game: 'k3x9mnpqrs', what: 'ballot 2', at: 2476003 },
    ]);
    expect(left(store)).toEqual([{ channel: 'front', id: '7001' }]);
    expect(store.undeliveredMaps()).toEqual([{ game: 'k3x9mnpqrs', seq: 5, channel: 'front', since: 1801003 }]);
    append(store, 'k3x9mnpqrs', 6, { kind: 'abandon' });
  });

  test('keep what ifs and members who have left', () => {
    const store = openStore(closing(openDatabase(old(7))));
    const [bo, gone] = [
      { id: 2, discordId: '200', name: 'Bo' },
      { id: 4, discordId: null, name: 'Officer 1' },
    ];
    expect(store.entries('k3x9mnpqrs').map(({ kind }) => kind)).toEqual([
      'start',
      'order',
      'undo',
      'council',
      'ballot',
      'order',
    ]);
    expect(store.votes(1).map(({ by, reason }) => [by.name, reason])).toContainEqual(['Bo', 'Richmond is open']);
    expect(store.game('q5z8rstuvw')).toMatchObject({ starter: gone, whatIf: { game: 'k3x9mnpqrs', seq: 5 } });
    expect(store.entries('q5z8rstuvw')).toMatchObject([
      { kind: 'start', member: gone, inherited: [{ seat: 'us', order: { verb: 'attack' }, throws: [{ face: 5 }] }] },
    ]);
    expect([1, 2, 4].map((id) => store.memberSettings(id).inRecord)).toEqual([false, null, null]);
    expect([store.knownMember('200'), store.knownMember('400')]).toEqual([bo, null]);
    expect([store.isDone('9020'), store.isDone('9021'), store.isDone('9022')]).toEqual([true, true, false]);
    expect(store.openings()).toMatchObject([{ interaction: '9021', member: bo, game: 'k3x9mnpqrs', seq: 5 }]);
    expect(store.uncounted('army', 1, '1', 9)).toMatchObject([{ game: 'w7y2abcdef', body: '{"orders":0}' }]);
  });

  test('keep words for channels', () => {
    const store = openStore(closing(openDatabase(old(7))));
    const game = { channel: 'front', guild: 'army', about: { game: 'k3x9mnpqrs', seq: 5 }, ballot: null };
    const nobody = { roles: [], users: [], replyTo: null };
    expect(store.notices().slice(0, 2)).toEqual([
      {
        ...game,
        ...nobody,
        id: 2,
        kind: 'news',
        about: null,
        says: ['The **“what if”** is not opened.'],
        replyTo: '7003',
        since: 1801022,
      },
      { ...game, ...nobody, id: 6, kind: 'call', says: ['Yours, <@200>.'], users: ['200'], since: 1801025 },
    ]);
    // A removed notice keeps its number: Discord may know it.
    const next = { ...game, ...nobody, kind: 'rest', says: ['More is left.'], since: 1801027 } as const;
    expect(store.addNotice(next)).toBeGreaterThan(9);
    expect(store.setting('backup:last')).toBe('1801000');
    expect(store.game('q5z8rstuvw')).toMatchObject({ whatIf: { game: 'k3x9mnpqrs', seq: 5 } });
  });

  test('keep sides, machines and clocks', () => {
    const store = openStore(closing(openDatabase(old(7))));
    const game = 't2s4sidesab';
    const bo = { id: 2, discordId: '200', name: 'Bo' };
    const done = { kind: 'order', order: { verb: 'done' }, throws: [], reason: null, ballot: null, member: null };
    expect(store.entries(game).slice(1)).toEqual([
      { ...done, game, seq: 1, seat: 'union', at: 1801031, cause: 'clock' },
      { ...done, game, seq: 2, seat: 'confederate', at: 1801032, cause: 'machine' },
    ]);
    expect(() => append(store, game, 2, { kind: 'abandon' })).toThrow();
    expect([store.machinesAt(game), store.machineGames()]).toEqual([['confederate'], [game]]);
    expect([store.roleOf(game, 'union'), store.roleOf(game, 'confederate')]).toEqual(['88', null]);
    expect(store.clock(game)).toEqual({ phase: 86400000, choice: 43200000, reminder: null });
    expect(store.turnPings(game)).toEqual([
      { seat: 'union', phaseKey: 'turn-1-union', seq: 0, since: null, spent: 1000, leftAt: 1801031, reminded: true },
      { seat: 'union', phaseKey: 'turn-2-union', seq: 2, since: 1801032, spent: 0, leftAt: null, reminded: false },
    ]);
    expect(store.quietOf(2)).toEqual({ starts: 1320, ends: 420, zone: 'UTC+5:30' });
    expect(store.deferredPings(game, 'union')).toEqual([{ game, seat: 'union', member: bo }]);
    expect(store.membersAt(game, 'union')).toEqual([bo]);
    expect(store.noticesOf(game)).toMatchObject([{ id: 8, asked: { seat: 'union', phaseKey: 'turn-2-union' } }]);
    expect(store.noticesOf('k3x9mnpqrs')[0]).not.toHaveProperty('asked');
  });

  test('keep channels of sides', () => {
    const store = openStore(closing(openDatabase(old(7))));
    const game = 't2s4sidesab';
    expect(store.seatedSince(game, 'union')).toEqual([{ discordId: '200', since: 1801030 }]);
    expect([store.seatsOf(game, '100'), store.seatsEverOf(game, '100')]).toEqual([[], ['confederate']]);
    expect([store.channelOf(game, 'union'), store.channelOf(game, 'confederate')]).toEqual(['war-room', null]);
    expect(store.ballotsOf('k3x9mnpqrs').map(({ forSide }) => forSide)).toEqual([
      null,
      { channel: 'war-room', message: '7004', shown: 1 },
      null,
    ]);
  });

  test('keep live boards and threads', () => {
    const store = openStore(closing(openDatabase(old(7))));
    const game = 't2s4sidesab';
    const board = { game, channel: 'rear', message: '7005', phase: 'turn-2-union-movement', begins: 1, shown: 2 };
    expect([store.postingOf(game), store.postingOf('k3x9mnpqrs'), store.liveBoard(game)]).toEqual([
      'board',
      null,
      board,
    ]);
    expect(store.threadOf('q5z8rstuvw')).toEqual({ parent: 'front', told: 'game' });
    expect([store.threadOf(game), store.openings()[0]?.moves]).toEqual([null, false]);
    expect(store.dueMessages()).toContainEqual(
      expect.objectContaining({ what: 'buttons', channel: 'rear', id: '7001' }),
    );
    expect([1, 2].map((id) => store.memberSettings(id).pingsByDm)).toEqual([false, true]);
  });

  test('keep all that version 8 wrote', () => {
    const store = openStore(closing(openDatabase(old(8))));
    const kept = { game: 'w7y2abcdef', how: 'abandoned', body: '{"orders":0}' };
    expect(store.uncounted('army', 1, '1', 9)).toEqual([]);
    expect([store.uncounted('army', 2, '1', 9), store.countUncounted('army', 2)]).toMatchObject([[kept], 1]);
    expect([store.recordSums('army'), store.recordSums('navy')]).toEqual(['{"round":1}', null]);
    expect(store.quietOf(2)).toEqual({ starts: 1320, ends: 420, zone: 'Europe/Berlin' });
  });

  test('keep all that version 9 wrote: what was passed by itself', () => {
    const store = openStore(closing(openDatabase(old(9))));
    const causes = store.entries('t2s4sidesab').flatMap((entry) => (entry.kind === 'order' ? [entry.cause] : []));
    expect(causes).toEqual(['clock', 'machine', 'pass']);
  });

  test('keep all that version 9 had not delivered', () => {
    const post = { interaction: '9022', forum: 'games', asked: 'front', guild: 'army', member: 2, system: 'overland' };
    const asked = { ...post, variant: 'standard', machines: [], style: null, at: 1801026 };
    const more = `INSERT INTO setting VALUES ('post 9022', '${JSON.stringify(asked)}');
      INSERT INTO owed VALUES ('k3x9mnpqrs', 4, 'front', 1801002);
      INSERT INTO notice VALUES
        (9, 'ballot', 'front', 'army', NULL, NULL, 1, NULL, NULL, 'It closes soon.', '[]', '[]', NULL, 1801033);`;
    const store = openStore(closing(openDatabase(old(9, more))));
    const game = 'k3x9mnpqrs';
    expect(store.undeliveredMaps()).toEqual([{ game, seq: 5, channel: 'front', since: 1801002 }]);
    expect(store.undeliveredUpTo(game, 9)).toEqual([4, 5]);
    expect(store.notices().map(({ id, kind, says }) => [id, kind, ...says])).toEqual([
      [2, 'news', 'The **“what if”** is not opened.'],
      [6, 'call', 'Yours, <@200>.'],
      [8, 'turn', '<@200> **Union:** your movement.'],
      [9, 'ballot', 'It closes soon.'],
    ]);
    expect(store.postsToOpen()).toEqual([asked]);
    expect([store.isDone('9021'), store.isDone('9022'), store.setting('post 9022')]).toEqual([true, true, null]);
    store.deliveredEach(game, [5]);
    expect(store.undeliveredMaps()).toEqual([{ game, seq: 4, channel: 'front', since: 1801002 }]);
  });

  test('keep every offset that quiet hours went by', () => {
    const zones = {
      '-720': 'UTC-12',
      '-210': 'UTC-3:30',
      '-5': 'UTC-0:05',
      0: 'UTC',
      60: 'UTC+1',
      345: 'UTC+5:45',
      840: 'UTC+14',
    };
    const rows = Object.keys(zones).map((minutes, index) => `(${index + 10}, 0, 60, ${minutes})`);
    const members = rows.map((_, index) => `(${index + 10}, NULL, 'Officer', NULL, 0)`);
    const more = `INSERT INTO member VALUES ${members.join()}; INSERT INTO quiet VALUES ${rows.join()};`;
    const store = openStore(closing(openDatabase(old(7, more))));
    for (const [index, [, zone]] of Object.entries(zones).entries()) {
      expect(store.quietOf(index + 10)).toEqual({ starts: 0, ends: 60, zone });
      expect(readZone(zone)).toBe(zone);
    }
  });

  test('keep every row of a long log', () => {
    const more = Array.from({ length: 2000 }, (_, seq) => {
      const throws = `[{"kind":"die","purpose":"Grant’s ${seq}","sides":6,"face":${(seq % 6) + 1}}]`;
      return `('k3x9mnpqrs', ${seq + 6}, 'order', 2, 'us', '{"verb":"attack"}', '${throws}', 'n${seq}', ${2000 + seq})`;
    });
    const file = old(
      7,
      `INSERT INTO entry (game, seq, kind, member, seat, body, throws, interaction, at) VALUES ${more.join(',')};`,
    );
    const rows = (database: Database) =>
      database
        .prepare('SELECT game, seq, kind, member, seat, body, throws, interaction, at FROM entry ORDER BY game, seq')
        .all();
    const before = new BetterSqlite3(file);
    const was = rows(before);
    before.close();
    expect(was.length).toBeGreaterThan(2000);
    expect(rows(closing(openDatabase(file)))).toEqual(was);
  });

  test('are taken back altogether where one fails, or where a row refers to nothing', () => {
    const dangling = "PRAGMA foreign_keys = OFF; INSERT INTO owed VALUES ('k3x9mnpqrs', 99, 'front', 1);";
    for (const [more, why] of [
      ['CREATE TABLE outbox (a TEXT) STRICT;', 'can’t be used: table outbox already exists'],
      [dangling, 'is damaged. Replace it with a backup'],
    ] as const) {
      const file = old(7, more);
      expect(refusal(file)).toContain(why);
      const database = new BetterSqlite3(file);
      expect(database.pragma('user_version', { simple: true })).toBe(7);
      expect(() => database.exec('DELETE FROM entry')).toThrow('the log is append-only');
      expect(database.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'seen'").pluck().get()).toBe(0);
      database.close();
      rmSync(file);
    }
  });

  test('are done once, and all or none', () => {
    const file = old(7);
    openDatabase(file).close();
    openDatabase(file).close();
    expect(openStore(closing(openDatabase(file))).entries('k3x9mnpqrs')).toHaveLength(6);

    // A table of ours that stands already: the first step fails halfway, and leaves the version where it was.
    const halfway = writeDatabase(
      path('halfway.sqlite'),
      'PRAGMA application_id = 1131370354; CREATE TABLE setting (key)',
    );
    expect(refusal(halfway)).toContain('can’t be used: table setting already exists');
    const database = closing(new BetterSqlite3(halfway));
    expect(database.pragma('user_version', { simple: true })).toBe(0);
    expect(schema(database)).toHaveLength(1);
  });

  test('are told of where the database cannot be used after them: it is not what it was, and whole', () => {
    const file = old(7);
    const { pragma } = BetterSqlite3.prototype;
    const ill = vi.spyOn(BetterSqlite3.prototype, 'pragma').mockImplementation(function (this: Database, ...given) {
      if (given[0] === 'secure_delete = ON') throw new BetterSqlite3.SqliteError('disk I/O error', 'SQLITE_IOERR');
      return pragma.apply(this, given);
    });
    try {
      expect(refusal(file)).toBe(
        `${file} can’t be used: disk I/O error. Set DATABASE_PATH to another file; this one has been upgraded, and nothing in it is lost.`,
      );
      expect(refusal(file)).toContain('this one isn’t changed');
    } finally {
      ill.mockRestore();
    }
    expect(openStore(closing(openDatabase(file))).entries('k3x9mnpqrs')).toHaveLength(6);
  });

  /** The step of version 7 in its earlier forms, by which databases were made. */
  const EDITS = {
    'before machines had a style': 'ALTER TABLE machine DROP COLUMN style;',
    'before marches said what they come after': `
      DROP TABLE standing_march;
      CREATE TABLE standing_march (
        game TEXT NOT NULL REFERENCES game, seat TEXT NOT NULL, plan TEXT NOT NULL, PRIMARY KEY (game, seat)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO standing_march VALUES ('t2s4sidesab', 'union', 'A5: to 0610');`,
    'before live boards': `
      DROP TABLE posting; DROP TABLE board; DROP TABLE old_board;
      ALTER TABLE opening DROP COLUMN moves; ALTER TABLE member DROP COLUMN dm_pings;`,
  };

  test.each(Object.entries(EDITS))('mend a database of version 7 from %s', (_when, edit) => {
    const database = closing(openDatabase(old(7, edit)));
    expect(schema(database)).toEqual(schema(closing(openDatabase(path('fresh.sqlite')))));
    const store = openStore(database);
    if (edit.includes('0610')) expect(store.marchesAt('t2s4sidesab').get('union')).toBe('A5: to 0610');
  });

  test.each([
    [8, 'DROP TABLE reckoning;', 'table reckoning'],
    [7, 'DROP INDEX running_games_of_a_guild;', 'index running_games_of_a_guild'],
    [7, 'ALTER TABLE seat DROP COLUMN left_at;', 'column seat.left_at'],
  ])('refuse one that says version %i and is unlike it, with a sentence', (version, edit, lacking) => {
    const file = old(version, edit);
    expect(refusal(file)).toContain(`says that it has schema ${version}, but it lacks`);
    expect(refusal(file)).toContain(lacking);
    expect(readdirSync(path('.'))).toEqual(['games.sqlite']);
  });

  test('refuse one of the present version that lacks something, with a sentence', () => {
    const file = path('games.sqlite');
    openDatabase(file).close();
    writeDatabase(file, 'DROP INDEX open_ballots');
    expect(refusal(file)).toBe(
      `${file} says that it has schema ${SCHEMA}, but it lacks index open_ballots. Go back to a backup, or set DATABASE_PATH to another file; this one isn’t changed.`,
    );
  });
});
