import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HealthCheck } from '../../src/health-check.ts';
import type { BotHealth } from '../../src/host/index.ts';
import { openDatabase, openStore } from '../../src/store/index.ts';

const NOW = 1_795_000_000_000;
const VITALS: BotHealth = {
  version: '1.2.3',
  started: NOW - 90_000,
  connected: true,
  connections: { open: 1, all: 1 },
  shards: [{ id: 0, open: true, delay: 42 }],
  delay: 42,
  heard: 20_000,
  servers: ['army'],
  mishaps: { bug: 0, database: 0, undelivered: 0, disconnected: 0, limited: 0 },
  database: null,
};

function attended(vitals: Partial<BotHealth> | null = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'council-watch-'));
  const database = openDatabase(join(folder, 'games.sqlite'));
  const store = openStore(database);
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  const facts = new HealthCheck(store, '1.2.3');
  if (vitals) facts.connected(() => ({ ...VITALS, ...vitals }));
  return { facts, database, store, path: join(folder, 'games.sqlite') };
}

test('all is well', () => {
  expect(attended().facts.health(NOW)).toEqual({
    reasons: [],
    facts: {
      version: '1.2.3',
      connected: true,
      connections: 1,
      connectionsWanted: 1,
      gatewayDelayMs: 42,
      secondsSinceHeartbeat: 20,
      upSeconds: 90,
      databaseWritable: true,
      undelivered: 0,
      oldestUndeliveredSeconds: 0,
    },
  });
});

test('the gateway: not connected yet, not connected, not heard of', () => {
  const reasons = (vitals: Partial<BotHealth> | null) => attended(vitals).facts.health(NOW).reasons;
  expect(reasons(null)).toEqual(['the gateway is not connected']);
  const broken = (open: number, all: number) => ({ connected: false, connections: { open, all }, heard: 500_000 });
  expect(reasons(broken(0, 1))).toEqual(['the gateway is not connected']);
  expect(reasons(broken(0, 3))).toEqual(['the gateway is not connected']);
  expect(reasons(broken(2, 3))).toEqual(['1 of 3 connections to the gateway is broken']);
  expect(reasons(broken(1, 3))).toEqual(['2 of 3 connections to the gateway are broken']);
  expect(reasons({ heard: 131_000 })).toEqual([expect.stringContaining('a heartbeat')]);
  expect(reasons({ heard: null, delay: null })).toEqual([]);
});

test('a disk that is full is found out by writing, and so is that there is room again', () => {
  const { facts, database } = attended();
  const pages = Number(database.pragma('page_count', { simple: true }));
  expect(facts.health(NOW).reasons).toEqual([]);
  database.pragma('query_only = ON');
  // A write some seconds ago is not repeated.
  expect(facts.health(NOW + 4999).reasons).toEqual([]);
  expect(facts.health(NOW + 5000)).toMatchObject({
    reasons: ['the database can’t be written to'],
    facts: { databaseWritable: false, undelivered: 0 },
  });
  database.pragma('query_only = OFF');
  expect(facts.health(NOW + 10_000).reasons).toEqual([]);
  expect(Number(database.pragma('page_count', { simple: true }))).toBe(pages);
});

test('another process holds the database: told at once, and nobody waits for it', () => {
  const { facts, path, database } = attended();
  const other = openDatabase(path);
  other.exec('BEGIN IMMEDIATE');
  // As long as no busy machine takes.
  database.pragma('busy_timeout = 60000');
  const before = performance.now();
  expect(facts.health(NOW).reasons).toEqual(['another process holds the database']);
  expect(performance.now() - before).toBeLessThan(30_000);
  other.exec('ROLLBACK');
  other.close();
  expect(facts.health(NOW + 5000).reasons).toEqual([]);
  // Orders have as much patience as before.
  expect(database.pragma('busy_timeout', { simple: true })).toBe(60_000);
});

test('a database that is closed throws at nobody', () => {
  const { facts, database } = attended();
  database.close();
  expect(facts.health(NOW).reasons).toEqual(['the database is closed']);
  expect(facts.readings(NOW)).toMatchObject({
    gamesRunning: null,
    undelivered: null,
    databaseBytes: null,
    connected: 1,
  });
});

test('the last backup and the numbers of the database, as metrics', () => {
  const { facts, store } = attended({ delay: 50 });
  expect(facts.readings(NOW)).toMatchObject({ lastBackup: null, gamesRunning: 0, oldestUndeliveredSeconds: 0 });
  store.set('backup:last', String(NOW - 1000));
  expect(facts.readings(NOW)).toMatchObject({ lastBackup: NOW / 1000 - 1, gatewaySeconds: 0.05 });
});
