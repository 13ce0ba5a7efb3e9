import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { isRefusal, legalOrders, type Order, orderKey, sealedDice } from '../../src/game/index.ts';
import { hmacOf } from '../../src/host/table/game-secret.ts';
import { GameTables } from '../../src/host/table/game-tables.ts';
import { openDatabase, type Store } from '../../src/store/index.ts';
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
    host.games.start(caller('1', 0), { systemId: 'overland' });
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
    const taken = LOGS.map((): number[] => []);
    const order = LOGS.map((orders) => orderIn(store, String(orders)));
    for (let run = -RUNS / 10; run < RUNS; run++)
      for (const [at, orders] of LOGS.entries()) {
        const channel = String(orders);
        const [given, undone] = [caller(channel, 1), caller(channel, 0)];
        const orderMs = msOf(() => host.orders.give(given, order[at] as Order, null));
        host.undo.takeBack(undone, null, true, 'A slip');
        if (run >= 0) taken[at]?.push(orderMs);
      }
    again.close();
    return taken;
  });
  const log = (orders: number) => `log of ${orders.toLocaleString('en-US')}`;
  return {
    title: 'Database: an order through the host, on the disk, without its picture',
    measures: [
      ...LOGS.map((orders, at) => measure(`an order, ${log(orders)}`, async () => (await all())[at])),
      {
        name: 'the longest log against the shortest',
        unit: '×',
        target: { most: 1.5 },
        run: async () => ratio(await all()),
      },
    ],
  };
}

function measure(name: string, run: () => Promise<readonly number[] | undefined>): Measure {
  return { name, unit: 'ms', run: async () => (await run()) ?? [] };
}

/** Orders where so many games are stored. */
function ofGames(folder: string): Section {
  const all = once(async () => {
    const places = GAMES.map((games) => manyIn(folder, games));
    const taken = places.map((): number[] => []);
    for (let run = -RUNS / 10; run < RUNS; run++)
      for (const [at, place] of places.entries()) {
        const order = place.once();
        if (run >= 0) taken[at]?.push(order);
      }
    for (const { close } of places) close();
    return taken;
  });
  const stored = (games: number) => (games === 1 ? '1 game' : `${games.toLocaleString('en-US')} games`);
  return {
    title: 'Database: the same by how many games are stored',
    measures: [
      ...GAMES.map((games, at) => measure(`an order, ${stored(games)}`, async () => (await all())[at])),
      {
        name: 'the most games against one',
        unit: '×',
        target: { most: 1.5 },
        run: async () => ratio(await all()),
      },
    ],
  };
}

function ratio(taken: readonly (readonly number[])[]): number[] {
  const medians = taken.map(medianOf);
  return [(medians.at(-1) as number) / (medians[0] as number)];
}

interface Place {
  /** One order, which is then taken back: milliseconds. */
  once(): number;
  close(): void;
}

/** One campaign beside as many others. */
function manyIn(folder: string, games: number): Place {
  const file = join(folder, `games-${games}.sqlite`);
  if (games > 1) {
    manyGames(file, { games: games - 1, running: Math.round(games * RUNNING) });
    toTheDisk(file);
  }
  const data = openDatabase(file);
  const { host, store, caller } = hosted(data);
  host.games.start(caller('open', 0), { systemId: 'overland', variantId: 'standard' });
  const order = orderIn(store, 'open');
  return {
    once() {
      const [given, undone] = [caller('open', 1), caller('open', 0)];
      const taken = msOf(() => host.orders.give(given, order, null));
      host.undo.takeBack(undone, null, true, 'A slip');
      return taken;
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

/** A campaign of Overland with a long log. */
function withLog({ host, store, caller }: Hosted, channel: string, orders: number): void {
  host.games.start(caller(channel, 0), { systemId: 'overland', variantId: 'standard' });
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
