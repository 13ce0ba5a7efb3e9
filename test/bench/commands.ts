import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Caller, Completion, Host } from '../../src/host/index.ts';
import { noneMade } from '../../src/host/table/solutions.ts';
import { writeAheadOf } from '../../src/store/file/write-ahead.ts';
import { type Database, type EntryRecord, openDatabase, type Store } from '../../src/store/index.ts';
import { lengthened } from '../host/lengthened.ts';
import { asked, TABLE_COMMANDS, type TableCommand, type TableOrders, tableCommands } from '../host/table-commands.ts';
import { longestHold, processor } from './event-loop.ts';
import { closeHosted, type Hosted, hosted } from './hosted.ts';
import { ROAD } from './played.ts';

/**
 * How long each command and button, and what the bot does by itself, holds the event loop, at logs of several lengths:
 * `npx tsx test/bench/commands.ts`. Prints tables for docs/internals/event-loop.md: the shortest of several runs, since a machine that is busy only
 * adds to it.
 */

/** `RUNS=1` for a first look. */
const RUNS = Number(process.env.RUNS ?? 5);
const CHANNEL = 'channel';
const DAY = 24 * 60 * 60_000;
/** The bot has games solved in a thread, ahead of their need. */
const MADE = noneMade();
/** What a member and a server may have after some years. */
const MANY = { games: 50, entries: 1000 };

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const folder = mkdtempSync(join(tmpdir(), 'council-commands-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
let files = 0;

/** A database that is copied for each run, and what can be ordered in the game that goes on there. */
interface Base {
  readonly path: string;
  readonly orders: TableOrders | null;
}

/** A row of a table. */
interface Row {
  readonly name: string;
  /** Done by a bot that knows the game. */
  before?(warm: Hosted, game: string): void;
  /** Done by one that has just started. */
  work(cold: Hosted, game: string, database: Database): Promise<unknown>;
}

async function base(make: (database: Database) => TableOrders | null): Promise<Base> {
  const path = join(folder, `${++files}.sqlite`);
  const database = openDatabase(path);
  const orders = make(database);
  await closeHosted(database);
  return { path, orders };
}

/** Orders of Overland, given and taken back. */
function overland(length: number): Promise<Base> {
  return base((database) => {
    const { host, store, caller } = hosted(database, MADE);
    host.games.start(caller(CHANNEL, 0), 'overland', null);
    host.orders.give(caller(CHANNEL, 0), { verb: 'attack', leader: 'grant' });
    lengthened({ store, database }, running(store), length);
    return null;
  });
}

/** All of a game of Road to Richmond that the machine plays by itself. */
async function roadLog(): Promise<readonly EntryRecord[]> {
  const database = openDatabase(join(folder, 'machine.sqlite'));
  const { host, store, caller } = hosted(database, MADE);
  host.games.start(caller(CHANNEL, 0), ROAD, null, 'all');
  const { id } = running(store);
  while (store.game(id)?.ended === null) {
    store.delivered(id, store.lastSeq(id));
    await host.machines.play(id, () => Date.now());
  }
  const entries = store.entries(id);
  await closeHosted(database);
  return entries;
}

/** The same game, as far as this, as if one member had led both sides. */
function road(log: readonly EntryRecord[], length: number): Promise<Base> {
  return base((database) => {
    const { host, store, caller } = hosted(database, MADE);
    host.games.start(caller(CHANNEL, 0), ROAD, null);
    const { id: game } = running(store);
    for (const side of ['confederate', 'union']) host.seats.join(caller(CHANNEL, 0), side);
    const { member } = caller(CHANNEL, 0);
    const { id } = store.member(member.discordId, member.name);
    const orders = log.flatMap((entry) => (entry.kind === 'order' ? [entry] : [])).slice(0, length - 1);
    store.transaction(() => {
      for (const { seat, order, throws, at } of orders) {
        const body = { kind: 'order', seat, order, throws, reason: null, ballot: null } as const;
        store.append({ game, seq: store.lastSeq(game) + 1, member: id, interaction: null, at, body });
      }
    });
    store.addMap({ game, seq: store.lastSeq(game), channel: CHANNEL, since: Date.now() });
    const [given, voted] = orders.slice(-2);
    if (!given || !voted) throw new Error('Too short');
    const { verb, unit } = [...orders].reverse().find(({ order }) => order.unit !== undefined)?.order ?? given.order;
    return {
      given: given.order,
      voted: voted.order,
      begun: { verb: verb ?? '', ...(unit === undefined ? {} : { unit }) },
      slot: 'unit',
      side: voted.seat,
    };
  });
}

/** A channel in which one member has started, played and ended many games, with a reason for each order. */
function manyGames(): Promise<Base> {
  return base((database) => {
    const { host, store, caller } = hosted(database, MADE);
    for (let game = 0; game < MANY.games; game++) {
      host.games.start(caller(CHANNEL, 0), 'overland', null);
      host.orders.give(caller(CHANNEL, 0), { verb: 'attack', leader: 'grant' }, null, 'They are tired.');
      lengthened({ store, database }, running(store), MANY.entries);
      host.games.abandon(caller(CHANNEL, 0), null);
    }
    return null;
  });
}

function running(store: Store): NonNullable<ReturnType<Store['runningIn']>> {
  const game = store.runningIn(CHANNEL);
  if (!game) throw new Error('Nothing has begun');
  return game;
}

const rowOf = ({ name, ask }: Pick<TableCommand, 'name' | 'ask'>): Row => ({
  name,
  work({ host, caller }, game) {
    const member = caller(CHANNEL, 0);
    return asked(host, CHANNEL, () => ask(host, member, game));
  },
});

async function owedMap({ host, store }: Hosted, game: string): Promise<unknown> {
  const owed = store.undeliveredMap(game);
  if (!owed) throw new Error('No map is owed');
  await host.preloading.forGame(game);
  return host.undelivered.lateMap(owed);
}

/** A ballot in a message. */
function voting({ host, store, caller }: Hosted, game: string): void {
  // The last order may have ended a side's turn.
  for (const { id } of host.tables.systemIfCompatible(running(store))?.about.seats ?? [])
    host.council.set(caller(CHANNEL, 0), { mode: 'vote', quorum: '1' }, {}, true, null, id);
  const [ballot] = store.openBallots(game);
  if (!ballot) throw new Error('No ballot is open');
  store.carry(ballot.id, { channel: CHANNEL, id: '900' }, 0);
}

/** As the bot's clock does it. */
async function struck(host: Host, now: number): Promise<void> {
  for (;;) {
    const { more, ready, missed } = host.timers.tick(now);
    if (missed.length > 0) throw missed[0]?.error;
    if (ready) await ready;
    else if (!more) return;
  }
}

/** What the bot does by itself after a start. */
function startRows(machine: boolean): readonly Row[] {
  const rows: Row[] = [
    { name: 'a map that a channel has not seen', work: owedMap },
    {
      name: 'such a map again, after its last order was taken back and given again',
      before({ host, store, caller }, game) {
        const last = store.entry(game, store.lastSeq(game));
        host.undo.takeBack(caller(CHANNEL, 0), null, true, 'A slip');
        if (last?.kind === 'order') host.orders.give(caller(CHANNEL, 0), last.order);
      },
      work: owedMap,
    },
    {
      name: 'a ballot’s message, posted or edited',
      before: (warm, game) => voting(warm, game),
      async work({ host }) {
        const place = { channel: CHANNEL, message: '900' };
        await host.ballotMessages.messageReady(place);
        host.ballotMessages.update(place);
      },
    },
    {
      name: 'a ballot whose time is over',
      before: (warm, game) => voting(warm, game),
      work: ({ host }) => struck(host, Date.now() + 8 * DAY),
    },
  ];
  if (machine)
    rows.push({
      name: 'the bot’s turn',
      before({ store }, game) {
        for (const seat of ['confederate', 'union']) store.setMachine(game, seat, true);
      },
      async work({ host, store }, game) {
        host.machines.due(null);
        for await (const channel of host.machines.sought()) host.machines.due(channel);
        store.delivered(game, store.lastSeq(game));
        await host.machines.play(game, () => Date.now());
      },
    });
  return rows;
}

/** The longest hold of each row, in milliseconds. Those that follow one another have the database as the one before has left it. */
async function holds({ path }: Base, rows: readonly Row[], apart: boolean): Promise<number[]> {
  const taken: number[] = [];
  let database: Database | null = null;
  for (const { before, work } of rows) {
    if (!database || apart) {
      if (database) await closeHosted(database);
      const copy = join(folder, `${++files}.sqlite`);
      copyFileSync(path, copy);
      database = openDatabase(copy);
    }
    const open = database;
    const warm = hosted(open, MADE);
    const game = warm.store.latestIn(CHANNEL)?.id ?? '';
    before?.(warm, game);
    // As after a start of the bot: nothing is known of the log.
    const cold = hosted(open, MADE);
    // What the row before has left is no work of this one.
    collectGarbage();
    taken.push(await longestHold(() => work(cold, game, open), processor));
  }
  if (database) await closeHosted(database);
  return taken;
}

async function table(
  title: string,
  heads: readonly string[],
  columns: readonly Base[],
  rowsOf: (base: Base) => readonly Row[],
  apart = false,
) {
  const shortest: number[][] = [];
  for (const column of columns) {
    const runs: number[][] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await holds(column, rowsOf(column), apart));
    shortest.push(rowsOf(column).map((_, row) => Math.min(...runs.map((taken) => taken[row] ?? Number.NaN))));
  }
  console.log(`\n| ${title} | ${heads.join(' | ')} |\n|---|${heads.map(() => '---').join('|')}|`);
  // Not every game has every row.
  const rows = columns.map(rowsOf).toSorted((one, other) => other.length - one.length)[0] ?? [];
  for (const [row, { name }] of rows.entries())
    console.log(`| ${name} | ${shortest.map((taken) => taken[row]?.toFixed(0) ?? '').join(' | ')} |`);
}

/** A list of games, as autocomplete makes it. */
function listed(name: string, list: (host: Host, caller: Caller) => readonly Completion[]): Row {
  return {
    name,
    async work({ host, caller }) {
      await host.recaps.ready(caller(CHANNEL, 0), '');
      return list(host, caller(CHANNEL, 0));
    },
  };
}

/** What looks at many campaigns, or at an early one of them. */
const MANY_ROWS: readonly Row[] = [
  {
    name: '/mydata export',
    async work({ host, caller }) {
      const member = caller(CHANNEL, 0);
      const answer = await asked(host, CHANNEL, () => host.myData.export(member));
      if (answer && 'files' in answer) for (const file of answer.files) await file.bytes();
    },
  },
  listed('/recap game:, completed', (host, caller) => host.recaps.completions(caller, '')),
  rowOf({ name: '/recap game:', ask: (host, caller, game) => host.recaps.recap(caller, game, null) }),
  listed('/verify game:, completed', (host, caller) => host.verify.completions(caller)),
  rowOf({ name: '/verify game:', ask: (host, caller, game) => host.verify.verify(caller, game) }),
  rowOf({ name: '/record', ask: (host, caller) => host.record.show(caller, false) }),
  {
    name: '/record, and the other campaigns for it',
    async work({ host, caller }) {
      const member = caller(CHANNEL, 0);
      await asked(host, CHANNEL, () => host.record.show(member, false));
      await struck(host, Date.now());
    },
  },
  rowOf({ name: '/mydata delete', ask: (host, caller) => host.myData.askDeletion(caller) }),
  rowOf({ name: '/mydata delete, confirmed', ask: (host, caller) => host.myData.delete(caller, true) }),
];

/** The longest commit, one of SQLite's own checkpoints in it, and the longest checkpoint at a quiet moment. */
async function checkpoints({ path }: Base): Promise<void> {
  const copy = join(folder, `${++files}.sqlite`);
  copyFileSync(path, copy);
  const database = openDatabase(copy);
  const { host, caller } = hosted(database, MADE, 1000);
  const ahead = writeAheadOf(database);
  host.games.start(caller('elsewhere', 0), 'overland', null);
  let commit = 0;
  for (let pair = 0; pair < 500; pair++) {
    const order = () => host.orders.give(caller('elsewhere', 0), { verb: 'attack', leader: 'grant' });
    commit = Math.max(commit, await longestHold(async () => order(), processor));
    await longestHold(async () => host.undo.takeBack(caller('elsewhere', 0), null, true, 'A slip'));
  }
  let tick = 0;
  for (let second = 0; second < 60; second++)
    tick = Math.max(tick, await longestHold(async () => ahead.tick(), processor));
  await closeHosted(database);
  console.log(
    `\nA commit with SQLite's own checkpoint: ${commit.toFixed(0)} ms; one at a quiet moment: ${tick.toFixed(0)} ms.`,
  );
}

const only = process.argv[2] ?? '';
const wants = (what: string) => only === '' || only === what;
const log = wants('road') ? await roadLog() : [];
const LENGTHS = [10, 1000, 10_000];
const overlands = wants('overland') ? await Promise.all(LENGTHS.map(overland)) : [];
const roads = wants('road') ? await Promise.all([10, 1000, log.length - 1].map((length) => road(log, length))) : [];
const heads = [
  ...overlands.map((_, at) => `Overland ${LENGTHS[at]}`),
  ...roads.map((_, at) => `Richmond ${[10, 1000, log.length - 1][at]}`),
];
await table('milliseconds', heads, [...overlands, ...roads], ({ orders }) =>
  (orders ? tableCommands(orders) : TABLE_COMMANDS).map(rowOf),
);
await table('after a start', heads, [...overlands, ...roads], ({ orders }) => startRows(orders !== null), true);
if (wants('many')) {
  const many = await manyGames();
  await table(`${MANY.games} campaigns of ${MANY.entries}`, ['ms'], [many], () => MANY_ROWS);
  await checkpoints(many);
}
