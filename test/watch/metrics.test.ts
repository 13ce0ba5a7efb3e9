import { expect, test } from 'vitest';
import { Metrics, type Readings } from '../../src/watch/metrics.ts';

const READ: Readings = {
  gamesRunning: 3,
  undelivered: 2,
  oldestUndeliveredSeconds: 61,
  databaseBytes: 192_512,
  lastBackup: 1_795_000_000,
  connected: 1,
  connections: 2,
  connectionsWanted: 2,
  gatewaySeconds: 0.042,
  shards: [
    { id: 0, open: true, delay: 42 },
    { id: 3, open: false, delay: null },
  ],
};
const TIMINGS = { waited: 1, decided: 4, acknowledged: 20, drawn: 15, posted: 195, all: 210 };

const lines = async (metrics: Metrics) =>
  (await metrics.text()).body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('interactions are counted by kind and outcome, and their steps are measured', async () => {
  const metrics = new Metrics();
  metrics.interaction('button order', 'done', TIMINGS);
  metrics.interaction('button order', 'done', { ...TIMINGS, drawn: null, posted: null });
  metrics.interaction('/vote open', 'slowed', null);
  const told = await lines(metrics);
  expect(told).toContain('council_interactions_total{what="button order",outcome="done"} 2');
  expect(told).toContain('council_interactions_total{what="/vote open",outcome="slowed"} 1');
  const steps = told.filter((line) => /_seconds_(count|sum)/.test(line));
  // Discord's three seconds run from the interaction's coming: so do these.
  expect(steps).toContain('council_interaction_seconds_count{step="acknowledged"} 2');
  expect(steps).toContain('council_interaction_seconds_sum{step="posted"} 0.2');
  expect(steps).toContain('council_interaction_seconds_sum{step="drawn"} 0.015');
  expect(told).toContain('council_interaction_seconds_bucket{le="0.025",step="acknowledged"} 2');
});

test('changes of the connection, requests and lines of the log are counted', async () => {
  const metrics = new Metrics();
  metrics.gateway('connected');
  metrics.gateway('broken');
  metrics.response(204);
  metrics.response(429);
  metrics.rateLimited(false);
  metrics.write('order');
  for (const level of [30, 40, 50, 50]) metrics.logged(level);
  const told = await lines(metrics);
  for (const line of [
    'council_gateway_changes_total{change="broken"} 1',
    'council_rest_responses_total{status="429"} 1',
    'council_rest_rate_limits_total{scope="route"} 1',
    'council_writes_total{kind="order"} 1',
    'council_log_lines_total{level="error"} 2',
  ])
    expect(told).toContain(line);
  metrics.interaction('/map', 'undelivered', TIMINGS);
  metrics.interaction('completing /attack', 'undelivered', null);
  metrics.interaction('/map', 'trouble', null);
  metrics.undelivered('10062');
  expect(await lines(metrics)).toContain('council_answers_undelivered_total{why="10062"} 1');
  expect(metrics.mishaps()).toEqual({ bug: 2, database: 1, undelivered: 1, disconnected: 1, limited: 1 });
});

test('a gauge that cannot be read is left out until it can', async () => {
  const metrics = new Metrics();
  const linesWith = (readings: Readings) => {
    metrics.setGauges(readings);
    return lines(metrics);
  };
  expect(await linesWith(READ)).toEqual(
    expect.arrayContaining([
      'council_games_running 3',
      'council_undelivered_oldest_seconds 61',
      'council_gateway_connected 1',
      'council_gateway_connections 2',
      'council_gateway_connections_wanted 2',
    ]),
  );
  const later = await linesWith({ ...READ, gamesRunning: null, lastBackup: null });
  expect(later.filter((line) => /games_running|backup/.test(line))).toEqual([]);
  const last = await linesWith(READ);
  expect(last).toContain('council_last_backup_timestamp_seconds 1795000000');
  expect(last.filter((line) => line.includes('shard='))).toEqual([
    'council_gateway_shard_connected{shard="0"} 1',
    'council_gateway_shard_connected{shard="3"} 0',
    'council_gateway_shard_delay_seconds{shard="0"} 0.042',
  ]);
});

test('metrics of the process come only when asked for, with the delay of its event loop', async () => {
  const metrics = new Metrics();
  expect((await metrics.text()).body).not.toContain('nodejs_');
  metrics.measureProcess();
  const { type, body } = await metrics.text();
  expect(type).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(body).toMatch(/^nodejs_eventloop_lag_seconds /m);
  expect(body).toMatch(/^process_resident_memory_bytes \d+/m);
});
