import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GameTables } from '../../src/host/table/game-tables.ts';
import { type Database, openDatabase, openStore, type Store } from '../../src/store/index.ts';
import { type Held, manyGames, overland, road } from './many-games.ts';
import { LIBRARY } from './played.ts';

const NOW = 1_800_000_000_000;
const MANY = {
  games: 150,
  running: 60,
  now: NOW,
  campaigns: {
    ended: [overland(1, { weight: 2 }), overland(2, { voted: true, undone: 3 }), road(3, 8, { abandoned: true })],
    running: [overland(4, { orders: 2 }), overland(5, { orders: 2, voted: true }), road(6, 12)],
  },
} as const;

describe('a database of many games', () => {
  let folder: string;
  let held: Held;
  let database: Database;
  let store: Store;
  const file = () => join(folder, 'many.sqlite');
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'council-many-'));
    held = manyGames(file(), MANY);
    expect(readdirSync(folder)).toEqual(['many.sqlite']);
    database = openDatabase(file());
    store = openStore(database);
  });
  afterAll(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const games = () =>
    (database.prepare('SELECT id FROM game').pluck().all() as string[]).map((id) => store.game(id) ?? expect.fail(id));

  test('has as many as were asked for, so many of them being played', () => {
    expect(held).toMatchObject({ games: 150, running: 60 });
    expect(games().filter(({ ended }) => ended === null)).toHaveLength(60);
    expect(held.entries).toBeGreaterThan(5 * 150);
    expect(held.votes).toBeGreaterThan(150);
    expect(database.pragma('foreign_key_check')).toEqual([]);
  });

  test('has logs that lead by the rules to where each game stands', () => {
    const tables = new GameTables(store, LIBRARY);
    for (const game of games()) {
      expect(tables.tableIfCompatible(game), game.id).not.toBeNull();
      const { system, position } = tables.table(game);
      expect(game.ended?.how === 'finished', game.id).toBe(system.rules.outcome(position.state) !== null);
    }
  });

  test('owes nobody anything, and no clock has run out in it', () => {
    expect([store.undeliveredMaps(), store.notices(), store.dueMessages()]).toEqual([[], [], []]);
    const alarms = database.prepare('SELECT min(at), count(*) FROM alarm').raw().get() as [number, number];
    expect(alarms[0]).toBeGreaterThan(NOW);
    expect(alarms[1]).toBeGreaterThan(0);
    const last = database.prepare('SELECT max(at) FROM entry').pluck().get();
    expect(last).toBeLessThanOrEqual(NOW);
    expect(last).toBeGreaterThan(NOW - 5 * 60_000);
  });
});

test('no more games can run than there are', () => {
  expect(() => manyGames('nowhere', { games: 3, running: 4 })).toThrow(RangeError);
});
