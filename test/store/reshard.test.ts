import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lockDatabase } from '../../src/store/file/process-lock.ts';
import {
  CannotReshard,
  lessonChannelOf,
  openDatabase,
  openStore,
  reshard,
  type Store,
  UnusableDatabase,
} from '../../src/store/index.ts';
import { shardOfServer, TABLES } from '../../src/store/tables/server-rows.ts';
import { LONG } from '../trials/long.ts';
import { dump } from './content.ts';
import { ATTACK, append, COUNCIL, openBallot, openGame, press, refusal, temporaryFolder } from './fixture.ts';

const { path } = temporaryFolder();
const NAME = 'council-of-war.sqlite';
/** Drawn sets of campaigns that are moved about. */
const RUNS = LONG ? 20 : 1;
const DAY = Date.parse('2026-11-27T20:00:00Z');

/** A server of shard `number` % 2, 3 or 4. */
const server = (number: number) => String(BigInt(12 * 10 ** 9 + number) << 22n);

/** One campaign. The bits of `has` choose its rows in the tables. */
interface Campaign {
  /** `null` for direct messages. */
  readonly server: number | null;
  readonly members: readonly [number, number];
  readonly has: number;
}

const campaigns = fc.array(
  fc.record({
    server: fc.option(fc.nat({ max: 11 }), { freq: 6 }),
    members: fc.tuple(fc.nat({ max: 7 }), fc.nat({ max: 7 })),
    has: fc.nat({ max: 2 ** 12 - 1 }),
  }),
  { minLength: LONG ? 1 : 10, maxLength: 14 },
);

/** Ids of interactions and messages, which Discord gives once. */
let ids = 10_000;
const next = () => String(++ids);

function begin(store: Store, { server: at, members, has }: Campaign, id: string): void {
  const member = (which: 0 | 1) => store.member(`50${members[which]}`, `Member ${members[which]}`).id;
  const [channel, guild] = [`channel ${id}`, at === null ? null : server(at)];
  const isLesson = guild === null && (has & 1) === 1;
  const place = isLesson ? lessonChannelOf(id, 'overland') : channel;
  openGame(store, id, { channel: place, guild, starter: member(0), dataset: `hash ${members[0] % 2}` });
  append(store, id, 1, ATTACK);
  const council = { ...COUNCIL, commanders: [member(1), member(0)] };
  append(store, id, 2, { kind: 'council', seat: 'us', council, cause: 'member', ballot: null, lets: member(1) });
  const bits: readonly (() => void)[] = [
    () => {
      const ballot = openBallot(store, id, { seq: 2 });
      press(store, ballot, next(), { member: member(0), reason: 'The road is open' });
      press(store, ballot, next(), { member: member(1) });
      store.carry(ballot, { channel, id: next() }, 1);
      store.setAlarm(id, `ballot ${ballot}`, 5000);
      const says = [['news', { bold: member(1) }, { bolds: [member(0), member(1)] }], { ballot, votes: 2 }];
      const words = { kind: 'ballot', says, roles: [], users: [], replyTo: null, since: 1 } as const;
      store.addNotice({ ...words, ballot, channel, guild, about: { game: id, seq: 2 } });
    },
    () => {
      const ballot = openBallot(store, id, { seq: 2, seat: 'csa', opener: member(1) });
      press(store, ballot, next(), { member: member(1) });
      store.closeBallot(ballot, { at: 9, how: 'void', why: null, by: store.memberById(member(0)), decision: null });
    },
    () => {
      const subject = { kind: 'council', proposed: { ...COUNCIL, commanders: [member(0)] } } as const;
      openBallot(store, id, { seq: 2, seat: 'csa', subject, casting: member(1) });
    },
    () => {
      store.sit(id, 'us', member(1), 7);
      store.setMachine(id, 'csa', 'bold');
      store.setRole(id, 'us', '88');
      store.setChannel(id, 'us', `war-room ${id}`);
      store.setClock(id, { phase: 1, choice: 2, reminder: null });
    },
    () => {
      store.putTurnPing(id, { seat: 'us', phaseKey: 'p', seq: 1, since: 1, spent: 0, leftAt: null, reminded: false });
      store.deferPing(id, 'us', member(0));
      store.setMarches(id, 'us', 1, 'grant to richmond');
    },
    () => {
      store.setPosting(id, 'board');
      store.putLiveBoard({ game: id, channel, message: next(), phase: 'p', begins: 0, shown: 1 });
      store.keepState({ game: id, seq: 1, rules: 'r', body: '{"latest":[1]}' });
    },
    () => {
      if (guild === null) return;
      const opening = { channel, guild, game: id, seq: 1, at: 3, member: member(0), moves: false };
      store.addOpening({ ...opening, interaction: next() });
      const post = { forum: 'f', asked: channel, guild, member: member(1), system: 'overland', variant: 'standard' };
      store.addPost({ ...post, machines: [], style: null, at: 4, interaction: next() });
    },
    () => store.addMap({ game: id, seq: 2, channel, since: 4 }),
    () => {
      store.setMember(member(0), 'inRecord', true, 20);
      store.setQuiet(member(1), { starts: 60, ends: 120, zone: 'UTC' }, 30);
    },
    () => {
      store.set(`server-commands:${guild}`, '{}');
      store.noteChannelGone(channel, 3);
      store.noteChannelGone(`elsewhere ${id}`, 3);
    },
    () => {
      store.endGame(id, 90, 'finished');
      store.keepResult({ game: id, madeBy: '1', body: '{}' });
    },
    () => {
      const gone = member(1);
      for (const own of store.runningInDmOf(gone)) store.endGame(own, 90, 'abandoned');
      store.forget({ member: gone, interaction: next(), at: 5 });
    },
  ];
  for (const [bit, does] of bits.entries()) if ((has >> bit) & 1 && !(at === null && bit === 9)) does();
}

function filled(file: string, own: readonly number[], count: number, fill: (store: Store) => void): void {
  mkdirSync(dirname(file), { recursive: true });
  const store = openStore(openDatabase(file));
  store.set('shards', JSON.stringify({ own, count }));
  store.transaction(() => fill(store));
  store.close();
}

function moved(folder: string, count: number, step = () => {}) {
  return reshard(folder, count, { now: DAY, tell: () => {}, step });
}

/** Each game as its members know it, whatever numbers members and ballots have. */
function told(file: string): ReadonlyMap<string, unknown> {
  const database = openDatabase(file);
  const store = openStore(database);
  try {
    const ids = database.prepare('SELECT id FROM game').pluck().all() as string[];
    const name = (id: number) => store.memberById(id)?.name;
    return new Map(
      ids.map((id) => {
        const ballots = store.ballotsOf(id);
        const text = JSON.stringify({
          game: store.game(id),
          entries: store.entries(id).map((entry) => ({
            ...entry,
            ...(entry.kind === 'council' ? { commanders: entry.council.commanders.map(name), council: null } : {}),
            ...('lets' in entry ? { lets: name(Number(entry.lets)) } : {}),
          })),
          ballots: ballots.map(({ revision: _, ...ballot }) => ({
            ...ballot,
            subject: ballot.subject.kind === 'council' ? ballot.subject.proposed.commanders.map(name) : 'order',
          })),
          votes: ballots.map((ballot) => store.votes(ballot.id)),
          seated: store.membersAt(id, 'us'),
          alarms: store.alarms(9999).flatMap((alarm) => (alarm.game === id ? alarm.what : [])),
          notices: store.noticesOf(id).map(({ says, ballot }) => {
            const [[, bold, bolds] = [], about] = says as [{ bold: number; bolds: number[] }[], { ballot: number }];
            return [name(bold?.bold ?? 0), bolds?.bolds.map(name), about.ballot === ballot, ballot];
          }),
          openings: store.openings().flatMap(({ game, member }) => (game === id ? member.name : [])),
        });
        const rank = (number: string) => ballots.findIndex((ballot) => String(ballot.id) === number);
        const plain = text
          .replaceAll(/"(?:id|member)":\d+,/g, '')
          .replaceAll(/("ballot":|ballot |,)(\d+)\b/g, (_, before, number) => `${before}#${rank(number)}`);
        return [id, plain];
      }),
    );
  } finally {
    store.close();
  }
}

/** Whether it is one of three already. */
function isNew(file: string): boolean {
  if (!existsSync(file)) return false;
  const database = new BetterSqlite3(file, { readonly: true });
  const shards = database.prepare("SELECT value FROM setting WHERE key = 'shards'").pluck().get() as string;
  database.close();
  return JSON.parse(shards).count === 3;
}

const files = (folder: string, count: number) =>
  Array.from({ length: count }, (_, shard) => join(folder, String(shard), NAME));

test('databases of any campaigns, moved to two, four, three and one again, are as they were; each game is where its server is', () => {
  let run = 0;
  fc.assert(
    fc.property(campaigns, (all) => {
      const folder = path(`round-${++run}`);
      filled(join(folder, NAME), [0], 1, (store) => {
        for (const [at, campaign] of all.entries()) begin(store, campaign, `game${at}`);
      });
      const before = dump(join(folder, NAME));
      for (const count of [2, 4, 3, 1]) {
        const made = moved(folder, count);
        expect(made.map(({ file }) => file)).toEqual(files(folder, count));
        for (const [shard, file] of files(folder, count).entries()) {
          const database = new BetterSqlite3(file, { readonly: true });
          const guilds = database.prepare('SELECT guild FROM game UNION ALL SELECT guild FROM outbox').pluck().all();
          database.close();
          for (const guild of guilds) expect(shardOfServer(guild as string | null, count)).toBe(shard);
        }
      }
      expect(dump(join(folder, '0', NAME))).toEqual(before);
      expect(files(folder, 4).filter((file) => existsSync(file))).toEqual(files(folder, 1));
      // Each move has kept what it moved: two of the four, four, three.
      const kept = readdirSync(folder, { recursive: true }).filter(
        (file) => String(file).endsWith(join('Z', NAME)) || /Z-\d+.council/.test(String(file)),
      );
      expect(kept).toHaveLength(1 + 2 + 4 + 3);
      rmSync(folder, { recursive: true });
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('databases that began by themselves, whose members and ballots have the same numbers, are joined and split again', () => {
  let run = 0;
  fc.assert(
    fc.property(campaigns, campaigns, (one, other) => {
      const folder = path(`joined-${++run}`);
      for (const [shard, all] of [one, other].entries())
        filled(join(folder, String(shard), NAME), [shard], 2, (store) => {
          for (const [at, campaign] of all.entries()) {
            const own = campaign.server === null ? null : campaign.server * 2 + shard;
            begin(store, { ...campaign, server: own ?? (shard === 0 ? null : 1) }, `game${shard}x${at}`);
          }
        });
      const before = new Map(files(folder, 2).flatMap((file) => [...told(file)]));
      moved(folder, 1);
      expect(told(join(folder, '0', NAME))).toEqual(before);
      moved(folder, 2);
      expect(new Map(files(folder, 2).flatMap((file) => [...told(file)]))).toEqual(before);
      rmSync(folder, { recursive: true });
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('every table has been given a place, and every column that refers to a member or a ballot', () => {
  const database = openDatabase(path('fresh.sqlite'));
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
  expect(Object.keys(TABLES).sort()).toEqual(tables.filter((name) => !name.startsWith('sqlite_')).sort());
  for (const [table, { members = [], ballots = [] }] of Object.entries(TABLES)) {
    const keys = database.pragma(`foreign_key_list("${table}")`) as { table: string; from: string }[];
    const to = (which: string) => keys.filter((key) => key.table === which).map(({ from }) => from);
    expect(to('member').sort(), table).toEqual([...members].sort());
    expect(to('ballot').sort(), table).toEqual(ballots.filter((column) => column !== 'id').sort());
  }
  database.exec('CREATE TABLE novelty (game TEXT) STRICT');
  database.close();
  renameSync(path('fresh.sqlite'), path(NAME));
  expect(() => moved(path('.'), 2)).toThrow('Nobody has said which server the rows of novelty belong to');
});

describe('members of two databases', () => {
  const HOURS = { starts: 60, ends: 120, zone: 'UTC' };

  function joined(fill: (store: Store, shard: number) => void): Store {
    for (const shard of [0, 1]) filled(path(`${shard}/${NAME}`), [shard], 2, (store) => fill(store, shard));
    moved(path('.'), 1);
    return openStore(openDatabase(path(`0/${NAME}`)));
  }

  test('are one by their id, with the newer of each setting, also where it was taken away', () => {
    const store = joined((half, shard) => {
      const { id } = half.member('500', 'Ada');
      half.setMember(id, 'inRecord', shard === 0, 10 + shard);
      half.setMember(id, 'pingsByDm', shard === 0, 20 - shard);
      half.setQuiet(id, shard === 0 ? HOURS : null, 30 + shard);
      const bo = half.member('600', 'Bo').id;
      half.setQuiet(bo, shard === 1 ? HOURS : { ...HOURS, ends: 90 }, 40 + shard);
    });
    const ada = store.knownMember('500')?.id ?? 0;
    expect(store.memberSettings(ada)).toEqual({ inRecord: false, pingsByDm: true });
    expect(store.quietOf(ada)).toBeNull();
    expect(store.quietOf(store.knownMember('600')?.id ?? 0)).toEqual(HOURS);
    store.close();
  });

  test('stay deleted in the games where they were; what another database knows of them is of its games alone', () => {
    const store = joined((half, shard) => {
      openGame(half, `game${shard}`, {
        channel: `${shard}`,
        guild: server(shard),
        starter: half.member('500', 'Ada').id,
      });
      append(half, `game${shard}`, 1, { ...ATTACK, reason: 'Lee is tired' } as typeof ATTACK);
      if (shard === 0) half.forget({ member: half.member('500', 'Ada').id, interaction: '77', at: 5 });
    });
    expect(store.game('game0')?.starter).toMatchObject({ discordId: null, name: 'Officer 1' });
    expect(store.game('game1')?.starter).toMatchObject({ discordId: '500', name: 'Ada' });
    expect(store.isDone('77')).toBe(true);
    store.close();
    // Split and joined again, they are neither somebody nor two.
    moved(path('.'), 3);
    moved(path('.'), 1);
    const database = new BetterSqlite3(path(`0/${NAME}`), { readonly: true });
    expect(database.prepare('SELECT count(*) FROM member WHERE discord_id IS NULL').pluck().get()).toBe(1);
    database.close();
  });

  test('go on with the later of two lessons of one game', () => {
    const store = joined((half, shard) => {
      const channel = lessonChannelOf('500', 'overland');
      openGame(half, `game${shard}`, { channel, guild: null, starter: half.member('500', 'Ada').id });
      append(half, `game${shard}`, 1 + shard, ATTACK);
    });
    expect(store.runningIn(lessonChannelOf('500', 'overland'))?.id).toBe('game1');
    expect(store.game('game0')?.ended).toEqual({ at: 1001, how: 'abandoned' });
    store.close();
  });
});

test('words that an open ballot’s new number makes old are edited', () => {
  for (const shard of [0, 1])
    filled(path(`${shard}/${NAME}`), [shard], 2, (store) => {
      openGame(store, `game${shard}`, { channel: `${shard}`, guild: server(shard) });
      store.carry(openBallot(store, `game${shard}`), { channel: `${shard}`, id: `90${shard}` }, 1);
    });
  moved(path('.'), 1);
  const store = openStore(openDatabase(path(`0/${NAME}`)));
  const due = store.dueMessages().filter(({ what }) => what === 'edit');
  expect(due.map(({ id }) => id)).toEqual([`90${store.ballotsOf('game0')[0]?.id === 1 ? 1 : 0}`]);
  store.close();
});

test('a process that is killed at any step has moved nothing or is finished by the next; a bot that starts meanwhile is refused', () => {
  const fill = (store: Store) => {
    for (const number of [0, 1, 2, 3, 4, 5])
      begin(store, { server: number, members: [number, 1], has: 1 }, `game${number}`);
  };
  filled(path(`from/${NAME}`), [0], 1, fill);
  moved(path('from'), 2);
  const before = new Map(files(path('from'), 2).flatMap((file) => [...told(file)]));
  for (const name of readdirSync(path('from')))
    if (name.startsWith('before')) rmSync(path(`from/${name}`), { recursive: true });
  let steps = 0;
  cpSync(path('from'), path('whole'), { recursive: true });
  const made = moved(path('whole'), 3, () => {
    // As a kill at this moment leaves it.
    cpSync(path('whole'), path(`killed-${++steps}`), { recursive: true });
  });
  expect(made.reduce((sum, { games }) => sum + games, 0)).toBe(6);
  expect(steps).toBe(11);
  let refused = 0;
  for (let step = 1; step <= steps; step++) {
    const folder = path(`killed-${step}`);
    if (existsSync(join(folder, '0', 'reshard.json')))
      for (const file of files(folder, 2)) {
        if (isNew(file)) continue;
        expect(refusal(file)).toContain('npm run reshard was ended before it was done. Run it again.');
        refused += 1;
      }
    moved(folder, 3);
    expect(new Map(files(folder, 3).flatMap((file) => [...told(file)])), `step ${step}`).toEqual(before);
    expect(readdirSync(join(folder, '0')).filter((name) => /moving|json/.test(name))).toEqual([]);
  }
  expect(refused).toBeGreaterThan(0);
  // A database without a shard is not begun anew.
  moved(path('whole'), 1);
  expect(refusal(path(`whole/2/${NAME}`))).toMatch(
    /is missing: npm run reshard has moved its games to other databases\./,
  );
});

describe('nothing is moved', () => {
  const game = (store: Store, number: number) =>
    openGame(store, `game${number}`, { channel: `${number}`, guild: server(number) });
  const kept = (count: number, ...shards: readonly number[]) => {
    for (const shard of shards) filled(path(`${shard}/${NAME}`), [shard], count, (store) => void game(store, shard));
  };

  test('while the bot runs, where a database is missing or comes twice, and where there is none', () => {
    expect(() => moved(path('.'), 2)).toThrow(
      new CannotReshard(`there is no ${NAME} in ${path('.')}, or in folders 0, 1, 2 … there`),
    );
    kept(3, 0, 1);
    expect(() => moved(path('.'), 2)).toThrow('a database is missing: ');
    kept(3, 2);
    const lock = lockDatabase(path(`1/${NAME}`));
    expect(() => moved(path('.'), 2)).toThrow('is in use. Stop the bot, all its processes, and try again');
    lock.close();
    filled(path(`7/${NAME}`), [1], 3, () => {});
    expect(() => moved(path('.'), 2)).toThrow('hold games of the same servers. Move one of them away');
    rmSync(path('7'), { recursive: true });
    expect(moved(path('.'), 2).map(({ games }) => games)).toEqual([2, 1]);
  });

  test('of a database that can’t be opened, and where there are as many already', () => {
    kept(2, 0, 1);
    const asked: string[] = [];
    const tell = (sentence: string) => void asked.push(sentence);
    expect(reshard(path('.'), 2, { now: DAY, tell })).toMatchObject([
      { shard: 0, games: 1 },
      { shard: 1, games: 1 },
    ]);
    expect(asked).toEqual(['The games are in 2 databases already.']);
    const database = new BetterSqlite3(path(`1/${NAME}`));
    database.pragma('application_id = 7');
    database.close();
    expect(() => moved(path('.'), 3)).toThrow(UnusableDatabase);
    expect(readdirSync(path('.')).sort()).toEqual(['0', '1']);
  });

  test('where a folder is none, or can’t be made', () => {
    kept(1, 0);
    expect(() => moved(path(`0/${NAME}`), 2)).toThrow(new CannotReshard(`${path(`0/${NAME}`)} is not a folder`));
    // In the place of a folder that this user can't write to: root may write anywhere.
    const denied = Object.assign(new Error('read-only file system'), { code: 'EROFS', path: path('1') });
    const refuse = () => {
      throw denied;
    };
    expect(() => moved(path('.'), 2, refuse)).toThrow(
      new CannotReshard(`${path('1')} can’t be written to by this user (EROFS)`),
    );
    expect(moved(path('.'), 2)).toMatchObject([{ games: 1 }, { games: 0 }]);
  });

  test('if the new databases are not as the old ones', () => {
    kept(2, 0, 1);
    const spoil = () => {
      const file = path(`0/${NAME}.moving`);
      if (!existsSync(file)) return;
      const database = new BetterSqlite3(file);
      database.exec("UPDATE game SET secret = 'another'");
      database.close();
    };
    expect(() => moved(path('.'), 1, spoil)).toThrow(
      'the new databases are not as the old ones: game game0 has changed',
    );
    expect(readdirSync(path('0'))).toContain(NAME);
    expect(moved(path('.'), 1)).toMatchObject([{ games: 2 }]);
  });
});

test('tables that Litestream has put into a database stay there', () => {
  filled(path(NAME), [0], 1, (store) => void openGame(store, 'game', { guild: server(1) }));
  const database = new BetterSqlite3(path(NAME));
  database.exec(
    'CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER); CREATE TABLE _litestream_lock (id INTEGER)',
  );
  database.close();
  expect(moved(path('.'), 2).map(({ games }) => games)).toEqual([0, 1]);
});

test('a member is no reason to carry other members along', () => {
  filled(path(NAME), [0], 1, (store) => {
    for (const number of [0, 1])
      openGame(store, `g${number}`, {
        channel: `${number}`,
        guild: server(number),
        starter: store.member(`70${number}`, 'X').id,
      });
    for (const number of [0, 1])
      store.append({
        game: `g${number}`,
        seq: 1,
        member: store.member(`70${number}`, 'X').id,
        interaction: next(),
        at: 1,
        body: ATTACK,
      });
    store.member('800', 'Nobody’s');
  });
  moved(path('.'), 2);
  const known = files(path('.'), 2).map((file) => {
    const database = new BetterSqlite3(file, { readonly: true });
    const found = database.prepare('SELECT discord_id FROM member ORDER BY 1').pluck().all();
    database.close();
    return found;
  });
  expect(known).toEqual([
    ['100', '700', '800'],
    ['100', '701'],
  ]);
});
