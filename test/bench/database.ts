import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { isRefusal, legalOrders, type Order, orderKey, sealedDice } from '../../src/game/index.ts';
import { hmacOf } from '../../src/host/table/game-secret.ts';
import { GameTables } from '../../src/host/table/game-tables.ts';
import { type Database, openDatabase, type Store } from '../../src/store/index.ts';
import { type Hosted, hosted } from './hosted.ts';
import { longLog } from './long-log.ts';
import { manyGames } from './many-games.ts';
import { type Measure, medianOf, once, type Section, timed } from './measure.ts';
import { LIBRARY, systemOf } from './played.ts';

const LOGS = [10, 1000, 10_000] as const;
const GAMES = [1, 10_000, 100_000] as const;
const RUNS = 80;
const RUNNING = 0.05;
const COMMITS = 3000;
const STARTS = 5;

/** What a commit costs as it is promised, and an order with all that the database is asked for it, but for its picture. */
export function database(folder: string): readonly Section[] {
  mkdirSync(folder, { recursive: true });
  return [commits(folder), ofLogs(folder), ofGames(folder)];
}

/** Entries of logs, each with the map that is owed for it, one a transaction, as an order has it. */
function commits(folder: string): Section {
  const all = once(async () => {
    const data = openDatabase(join(folder, 'commits.sqlite'));
    const { store, host, caller } = hosted(data);
    host.games.start(caller('1', 0), 'overland', null);
    const game = store.runningIn('1')?.id ?? '';
    const order = [
      ...legalOrders(systemOf('overland').rules, systemOf('overland').rules.start('standard', noDice).state, 'us'),
    ][0] as Order;
    const body = { kind: 'order', seat: 'us', order, throws: [], reason: null, ballot: null } as const;
    let seq = store.lastSeq(game);
    const taken = await timed(
      COMMITS,
      () => ++seq,
      (at) =>
        store.transaction(() => {
          store.append({ game, seq: at, member: 1, interaction: randomUUID(), at: 0, body });
          store.delivered(game, at - 1);
          store.addMap({ game, seq: at, channel: '1', since: 0 });
        }),
    );
    data.close();
    return taken;
  });
  return {
    title:
      'Database: commits, each on the disk before anything is said (WAL, synchronous = FULL, a checkpoint every 1,000 pages)',
    measures: [
      { name: 'commits', unit: 'a second', run: async () => inHundreds(await all()) },
      { name: 'a commit', unit: 'ms', run: all },
      {
        name: `the longest of ${COMMITS.toLocaleString('en-US')}`,
        unit: 'ms',
        run: async () => [Math.max(...(await all()))],
      },
    ],
  };
}

const noDice = {
  roll: (): number => 1,
  shuffle: <Card>(cards: readonly Card[]): Card[] => [...cards],
};

/** Commits a second, a hundred at a time. */
function inHundreds(taken: readonly number[]): number[] {
  const sums = Array.from({ length: Math.floor(taken.length / 100) }, (_, at) =>
    taken.slice(at * 100, (at + 1) * 100).reduce((sum, ms) => sum + ms, 0),
  );
  return sums.map((ms) => 100_000 / ms);
}

/** What was done again and again in some places in turn, in milliseconds each. */
interface Taken {
  readonly order: number[];
  readonly undo: number[];
  readonly vote: number[];
}

/** Orders of campaigns whose logs have so many already: an order is given and taken back, in each log in turn. */
function ofLogs(folder: string): Section {
  const all = once(async () => {
    const data = openDatabase(join(folder, 'logs.sqlite'));
    data.pragma('synchronous = OFF');
    const parts = hosted(data);
    for (const orders of LOGS) withLog(parts, String(orders), orders);
    data.close();
    const again = openDatabase(join(folder, 'logs.sqlite'));
    const { host, store, caller } = hosted(again);
    const cold = await Promise.all(LOGS.map((orders) => coldOrders(again, String(orders))));
    const taken = LOGS.map((): Taken => ({ order: [], undo: [], vote: [] }));
    const order = LOGS.map((orders) => orderIn(store, String(orders)));
    for (let run = -RUNS / 10; run < RUNS; run++)
      for (const [at, orders] of LOGS.entries()) {
        const channel = String(orders);
        const [given, undone] = [caller(channel, 1), caller(channel, 0)];
        const orderMs = msOf(() => host.orders.give(given, order[at] as Order, null));
        const undoMs = msOf(() => host.undo.takeBack(undone, null, true, 'A slip'));
        if (run < 0) continue;
        taken[at]?.order.push(orderMs);
        taken[at]?.undo.push(undoMs);
      }
    again.close();
    return { taken, cold };
  });
  const log = (orders: number) => `log of ${orders.toLocaleString('en-US')}`;
  return {
    title: 'Database: an order through the host, on the disk, without its picture',
    measures: [
      ...LOGS.map((orders, at) => measure(`an order, ${log(orders)}`, async () => (await all()).taken[at]?.order)),
      {
        name: 'the longest log against the shortest',
        unit: '×',
        target: 'logs',
        run: async () => ratio((await all()).taken.map(({ order }) => order)),
      },
      ...LOGS.map((orders, at) => measure(`taken back, ${log(orders)}`, async () => (await all()).taken[at]?.undo)),
      ...LOGS.map((orders, at) =>
        measure(`the first order after a start, ${log(orders)}`, async () => (await all()).cold[at]),
      ),
    ],
  };
}

function measure(name: string, run: () => Promise<readonly number[] | undefined>): Measure {
  return { name, unit: 'ms', run: async () => (await run()) ?? [] };
}

/** Orders and votes where so many games are stored. */
function ofGames(folder: string): Section {
  const all = once(async () => {
    const places = GAMES.map((games) => manyIn(folder, games));
    const taken = places.map((): Taken => ({ order: [], undo: [], vote: [] }));
    for (let run = -RUNS / 10; run < RUNS; run++)
      for (const [at, place] of places.entries()) {
        const { order, undo, vote } = place.once(run);
        if (run < 0) continue;
        taken[at]?.order.push(order);
        taken[at]?.undo.push(undo);
        taken[at]?.vote.push(vote);
      }
    for (const { close } of places) close();
    return taken;
  });
  const stored = (games: number) => (games === 1 ? '1 game' : `${games.toLocaleString('en-US')} games`);
  return {
    title: 'Database: the same by how many games are stored',
    measures: [
      ...GAMES.map((games, at) => measure(`an order, ${stored(games)}`, async () => (await all())[at]?.order)),
      {
        name: 'the most games against one',
        unit: '×',
        target: 'games',
        run: async () => ratio((await all()).map(({ order }) => order)),
      },
      ...GAMES.map((games, at) => measure(`a vote, ${stored(games)}`, async () => (await all())[at]?.vote)),
      ...GAMES.map((games, at) => measure(`taken back, ${stored(games)}`, async () => (await all())[at]?.undo)),
    ],
  };
}

function ratio(taken: readonly (readonly number[])[]): number[] {
  const medians = taken.map(medianOf);
  return [(medians.at(-1) as number) / (medians[0] as number)];
}

interface Place {
  /** One order, taken back, and one vote: milliseconds. */
  once(run: number): { readonly order: number; readonly undo: number; readonly vote: number };
  close(): void;
}

/** One campaign beside as many others, and one whose orders are voted for. */
function manyIn(folder: string, games: number): Place {
  const file = join(folder, `games-${games}.sqlite`);
  if (games > 1) {
    manyGames(file, { games: games - 1, running: Math.round(games * RUNNING) });
    toTheDisk(file);
  }
  const data = openDatabase(file);
  const { host, store, caller } = hosted(data);
  for (const channel of ['open', 'voted']) host.games.start(caller(channel, 0), 'overland', 'standard');
  host.council.set(caller('voted', 0), { mode: 'vote', window: '7 days', quorum: '3' }, {});
  const orders = [...legalOrders(systemOf('overland').rules, tableIn(store, 'voted').position.state, 'us')];
  const order = orderIn(store, 'open');
  return {
    once(run) {
      const [given, undone, voting] = [caller('open', 1), caller('open', 0), caller('voted', 1)];
      // A vote that changes nothing is not written.
      const choice = orders[Math.abs(run) % orders.length] as Order;
      return {
        order: msOf(() => host.orders.give(given, order, null)),
        undo: msOf(() => host.undo.takeBack(undone, null, true, 'A slip')),
        vote: msOf(() => host.orders.give(voting, choice, null)),
      };
    },
    close: () => data.close(),
  };
}

/** What has just been built is on the disk: else the first checkpoint would wait for all of it. */
function toTheDisk(file: string): void {
  const descriptor = openSync(file, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** The first order of a process in a campaign, which it folds from its log. It is taken back. */
async function coldOrders(data: Database, channel: string): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const { host, store, caller } = hosted(data);
    const order = orderIn(store, channel);
    const given = caller(channel, 1);
    taken.push(msOf(() => host.orders.give(given, order, null)));
    host.undo.takeBack(caller(channel, 0), null, true, 'A slip');
  }
  return taken;
}

/** A campaign of Overland with a long log. */
function withLog({ host, store, caller }: Hosted, channel: string, orders: number): void {
  host.games.start(caller(channel, 0), 'overland', 'standard');
  const game = store.runningIn(channel);
  if (!game) throw new Error('No campaign has begun');
  const first = store.lastSeq(game.id) + 1;
  store.transaction(() => {
    const bodies = longLog(systemOf('overland'), game.secret, game.id, game.variant, orders, first);
    for (const [at, body] of bodies.entries())
      store.append({ game: game.id, seq: first + at, member: 1, interaction: randomUUID(), at: at * 60_000, body });
  });
}

function tableIn(store: Store, channel: string) {
  const game = store.runningIn(channel);
  if (!game) throw new Error(`Nothing is played in ${channel}`);
  return new GameTables(store, LIBRARY).table(game);
}

/** An order that throws a die there, if one does, and after which the game goes on. */
function orderIn(store: Store, channel: string): Order {
  const { system, position, game } = tableIn(store, channel);
  const hmac = hmacOf(game.secret);
  const going = [...legalOrders(system.rules, position.state, 'us')].flatMap((order) => {
    const dice = sealedDice(hmac, { game: game.id, turn: position.turn, order: orderKey(order) });
    const applied = system.rules.apply(position.state, 'us', order, dice);
    return isRefusal(applied) || system.rules.asked(applied.state).length === 0
      ? []
      : [{ order, throws: dice.thrown.length }];
  });
  const [first] = going.sort((one, other) => other.throws - one.throws);
  if (!first) throw new Error(`Nothing can be ordered in ${channel}`);
  return first.order;
}

function msOf(work: () => unknown): number {
  const begun = performance.now();
  if (work() === null) throw new Error('It had been done before');
  return performance.now() - begun;
}
