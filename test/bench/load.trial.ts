import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/sandbox/sandbox.ts';
import { type Product, startProduct } from '../bot/fixture.ts';
import { lostOf } from './load/audit.ts';
import { Load, type Round } from './load/load.ts';
import { Post, type Sent } from './load/post.ts';
import { resident, used, usedSince } from './load/process.ts';
import { PressedTable, type Table, TypedTable } from './load/tables.ts';
import { ROAD, systemOf } from './played.ts';

const CHANNELS = ['council-of-war', 'the-wilderness'];

async function withProduct(work: (product: Product, post: Post) => Promise<void>): Promise<void> {
  const product = await startProduct();
  try {
    await work(product, new Post(product.sandbox));
  } finally {
    await product.close();
  }
}

function expectAll({ sent }: Round, count: number): void {
  expect(sent).toHaveLength(count);
  for (const { at, acknowledged, mapped, file } of sent) {
    expect(acknowledged).toBeGreaterThanOrEqual(at);
    expect(mapped).toBeGreaterThanOrEqual(acknowledged ?? Number.POSITIVE_INFINITY);
    expect(file).toMatch(/\.png$/);
  }
}

describe('a load', () => {
  test('is of orders that are acknowledged, stand in the log, and have their maps', () =>
    withProduct(async ({ sandbox, database }, post) => {
      const tables = CHANNELS.map((name, seed) => new PressedTable(sandbox, sandbox.world.channel(name).id, seed));
      const load = new Load(post, tables, ['Ada']);
      const rounds = [
        [await load.all(2), 2],
        [await load.oneByOne(3), 3],
        [await load.steady(20, 0.2), 4],
      ] as const;
      for (const [round, count] of rounds) expectAll(round, count - round.unsent);
      const most = await load.flatOut(0.1);
      expectAll(most, most.sent.length);
      const sent = [...rounds.flatMap(([round]) => round.sent), ...most.sent];
      expect(lostOf(database, sent)).toBe(0);
      expect(sent.length).toBeGreaterThan(6);
      const [one, two] = sent as [Sent, Sent];
      expect(lostOf(database, [{ ...one, acknowledged: null }])).toBe(1);
      expect(lostOf(database, [{ ...one, interaction: '1' }])).toBe(1);
      expect(lostOf(database, [{ ...one, file: null }])).toBe(1);
      expect(lostOf(database, [{ ...one, file: two.file }])).toBe(1);
    }));

  test('of a game of two sides is typed, by what its log says', () =>
    withProduct(async ({ sandbox, database }, post) => {
      const reading = new BetterSqlite3(database, { readonly: true });
      const channel = sandbox.world.channel('library').id;
      const table = new TypedTable(sandbox, channel, 1, { system: systemOf(ROAD), database: reading, member: 'Ada' });
      const load = new Load(post, [table], ['Ada']);
      const begun = await load.all(1);
      await table.sit();
      const played = await load.oneByOne(3);
      expectAll(begun, 1);
      expectAll(played, 3);
      expect(lostOf(database, [...begun.sent, ...played.sent])).toBe(0);
      reading.close();
    }));
});

/** A table at which nothing ever comes of anything. */
function mute(channel: string): Table & { asked: number } {
  return {
    channel,
    asked: 0,
    next() {
      this.asked += 1;
      return () => new Promise<Outcome>(() => {});
    },
    saw: () => {},
  };
}

test('a steady load waits for nothing: tables that wait for their map are passed over, and what none can take is counted', async () => {
  const tables = [mute('1'), mute('2')];
  let interactions = 0;
  const over: (() => void)[] = [];
  const post = {
    send(channel: string) {
      const sent: Sent = {
        interaction: `${++interactions}`,
        channel,
        at: 0,
        acknowledged: null,
        mapped: null,
        file: null,
        refused: false,
      };
      return { sent, map: new Promise<null>((resolve) => over.push(() => resolve(null))) };
    },
  };
  const load = new Load(post as unknown as Post, tables, ['Ada']);
  const round = load.steady(1000, 0.005);
  setTimeout(() => {
    for (const end of over) end();
  }, 100);
  expect(await round).toMatchObject({ passedOver: 6, unsent: 3, sent: { length: 2 } });
  expect(tables.map(({ asked }) => asked)).toEqual([1, 1]);
});

test('what a process uses is told by thread, where the system tells it', () => {
  const before = used(process.pid);
  // Of the processor's time: a busy machine gives little of it in as much of the clock's.
  const { user } = process.cpuUsage();
  while (process.cpuUsage().user - user < 60_000);
  const after = used(process.pid);
  if (process.platform !== 'linux') expect([before, after, resident(process.pid)]).toEqual([null, null, null]);
  if (!before || !after) return;
  const { all, busiest } = usedSince(before, after);
  expect(busiest).toBeGreaterThan(0);
  expect(all).toBeGreaterThanOrEqual(busiest);
  expect(resident(process.pid)).toBeGreaterThan(10);
});
