import { Client, Events, GatewayIntentBits } from 'discord.js';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { watchConnections } from '../../src/discord/connection/connection-health.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { systemClock } from '../../src/time-source.ts';
import { Metrics } from '../../src/watch/metrics.ts';

let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing) await close();
  closing = [];
});

async function connected(sandbox: Sandbox) {
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api: sandbox.apiUrl },
    // Discord asks for five seconds between two sessions; the sandbox does not.
    ws: { buildIdentifyThrottler: async () => ({ waitForIdentify: async () => {} }) },
  });
  const metrics = new Metrics();
  const connection = watchConnections(client, metrics, systemClock, pino({ enabled: false })).health;
  const before = connection();
  closing = [() => client.destroy(), () => sandbox.close()];
  const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(sandbox.token);
  await ready;
  const counted = async (line: string) => {
    const [, number = '0'] =
      (await metrics.text()).body
        .split('\n')
        .find((one) => one.startsWith(line))
        ?.split('} ') ?? [];
    return Number(number);
  };
  return { client, metrics, connection, before, counted };
}

test('the connection: none, open, broken, resumed, begun anew; each break is counted once', async () => {
  const sandbox = await startSandbox({ port: 0 });
  const { connection, before, counted, metrics } = await connected(sandbox);
  expect(before).toMatchObject({ connected: false, delay: null, heard: null });
  expect(connection()).toMatchObject({ connected: true });
  sandbox.happen({ kind: 'cut' });
  await expect.poll(() => counted('council_gateway_changes_total{change="resumed"')).toBe(1);
  expect(connection().connected).toBe(true);
  sandbox.happen({ kind: 'invalidate' });
  await expect.poll(() => counted('council_gateway_changes_total{change="connected"')).toBe(2);
  expect(await counted('council_gateway_changes_total{change="broken"')).toBe(2);
  expect(metrics.mishaps().disconnected).toBe(2);
});

test('requests are counted by their status, and rate limits that they meet', async () => {
  const sandbox = await startSandbox({ port: 0 });
  const { client, counted, metrics } = await connected(sandbox);
  let limited = false;
  sandbox.faults = ({ path }, proceed) => {
    if (!path.endsWith('/users/@me') || limited) return proceed();
    limited = true;
    return {
      status: 429,
      headers: { 'retry-after': '0.05' },
      body: { message: 'Slow down', retry_after: 0.05, global: false },
    };
  };
  const before = await counted('council_rest_responses_total{status="200"');
  await client.rest.get('/users/@me');
  expect(await counted('council_rest_responses_total{status="200"')).toBe(before + 1);
  expect(await counted('council_rest_responses_total{status="429"')).toBe(1);
  expect(await counted('council_rest_rate_limits_total{scope="route"')).toBe(1);
  expect(metrics.mishaps().limited).toBe(1);
});
