import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { type Product, startProduct } from '../bot/fixture.ts';
import { lostOf } from './load/audit.ts';
import { Load, type Round } from './load/load.ts';
import { Post, type Sent } from './load/post.ts';
import { PressedTable, TypedTable } from './load/tables.ts';
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
