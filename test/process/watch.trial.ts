import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { EXIT } from '../../src/exit-codes.ts';
import { FORCED_EXIT_MS } from '../../src/shutdown.ts';
import { BotProcess, folder, start } from '../harness/bot-process.ts';
import { PROJECT, preload } from '../harness/program.ts';
import { patientClock } from '../patient-clock.ts';

test('tells monitors how it fares, counts what it does, and stops answering at its end', async () => {
  const bot = await BotProcess.open({ clock: patientClock });
  const running = bot.launch({ HEALTH_PORT: '0', LOG_MEMBERS: 'no' });
  const [, base = ''] = await running.says(/^Bot status: (http:\/\/127\.0\.0\.1:\d+)\/health/m);
  await running.ready;
  const health = async () => (await fetch(`${base}/health`)).json();
  await expect.poll(health).toMatchObject({ status: 'well', connected: true, undelivered: 0 });

  await bot.begin();
  await bot.order();
  const metrics = async () => (await fetch(`${base}/metrics`)).text();
  // The channel has its maps before the bot has noted it.
  for (const line of [
    'council_interactions_total{what="button order",outcome="done"} 1',
    'council_writes_total{kind="order"} 1',
    'council_games_running 1',
    'council_undelivered 0',
    'council_gateway_connected 1',
    'council_interaction_seconds_count{step="posted"} 2',
  ])
    await expect.poll(metrics).toContain(`\n${line}\n`);
  const told = await metrics();
  expect(told).toMatch(/^council_rest_responses_total\{status="200"\} \d+$/m);
  expect(told).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  // Nothing by which a member, a channel, a server or a game could be told.
  const labels = told.match(/\{[^}]*\}/g)?.join('\n');
  expect(labels).not.toMatch(/\d{15,}|Ada|Bo\b|wilderness|[a-z0-9]{10}:\d/);

  expect(await running.leave()).toBe(0);
  await expect(fetch(`${base}/health`)).rejects.toThrow();
  const lines = running.output.err.split('\n').filter((line) => line.includes('"answered"'));
  expect(lines.map((line) => JSON.parse(line).what)).toEqual(['/new', 'button order']);
  expect(running.output.err).not.toContain(bot.sandbox.world.member('Bo').id);
});

test('a practice Discord is the first that it tells of, and where monitors ask the last', async () => {
  const running = start({ DATABASE_PATH: join(folder(), 'games.sqlite'), HEALTH_PORT: '0' });
  await running.says(/^Bot status: .*\n/m);
  expect(running.output.out.split('\n').map((line) => line.split(/ (?:is|are)\b|: http/)[0])).toEqual([
    'No DISCORD_TOKEN',
    'Council of War',
    'Its games',
    'Bot status',
    '',
  ]);
});

test('a health port that is taken is a sentence, before anything is asked of Discord', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const running = start({ DATABASE_PATH: join(folder(), 'games.sqlite'), HEALTH_PORT: String(port) });
  expect(await running.ended).toBe(69);
  expect(running.output.err).toBe(`Port ${port} is in use. Set HEALTH_PORT to another port, or leave it empty.\n`);
  expect(running.output.out).toBe('');
});

test('a service without its token never ends in a practice Discord', async () => {
  const running = start({ DATABASE_PATH: join(folder(), 'games.sqlite'), NODE_ENV: 'production' });
  expect(await running.ended).toBe(78);
  expect(running.output.err).toMatch(/^DISCORD_TOKEN is empty, and NODE_ENV is production\./);
  expect(running.output.out).toBe('');
});

test('the service and the image start what npm start does, and give it the time it needs to leave', () => {
  const service = readFileSync(join(PROJECT, 'deploy', 'council-of-war.service'), 'utf8');
  const image = readFileSync(join(PROJECT, 'deploy', 'Dockerfile'), 'utf8');
  const npmStart = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')).scripts.start as string;
  expect(service).toMatch(new RegExp(`^ExecStart=/usr/bin/env .+ ${npmStart}$`, 'm'));
  const container = readFileSync(join(PROJECT, 'deploy', 'container.sh'), 'utf8');
  expect(image).toContain('CMD ["sh", "deploy/container.sh"]\n');
  expect(container).toContain(`\n${npmStart} &\n`);
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(service)?.[1]) * 1000).toBeGreaterThan(FORCED_EXIT_MS);
  const promised = Math.ceil(FORCED_EXIT_MS / 1000);
  expect(service).toContain(`leaves within ${promised} seconds.`);
  expect(readFileSync(join(PROJECT, 'docs', 'promises.md'), 'utf8')).toContain(`for ${promised} seconds at most.`);
  // An exit that needs a person is not followed by another start.
  const codes = [EXIT.config, EXIT.data, EXIT.database].map(String).sort();
  const prevented = /^RestartPreventExitStatus=(.*)$/m.exec(service)?.[1]?.split(' ').sort();
  expect(prevented).toEqual(codes);
  expect(/^ {2}([\d |]+)\)$/m.exec(container)?.[1]?.split(' | ').sort()).toEqual(prevented);
  // Both have the same memory.
  const memory = /^MemoryMax=(\d+)M$/m.exec(service)?.[1];
  expect(memory).toBeDefined();
  expect(readFileSync(join(PROJECT, 'docs', 'hosting.md'), 'utf8')).toContain(` --memory ${memory}m `);
  // However else it ends, even by mistake, it is started again.
  expect(service).toMatch(/^Restart=always$/m);
  const analysed = spawnSync('systemd-analyze', ['verify', join(PROJECT, 'deploy', 'council-of-war.service')]);
  // Without systemd, the lines above have to do.
  if (!analysed.error) expect(String(analysed.stderr)).not.toContain('council-of-war.service:');
});

const CONTAINER = ['sh', join('deploy', 'container.sh')];

test('a container passes signals on, and ends with the code of the bot', async () => {
  const at = await BotProcess.open();
  const running = await at.start({ HEALTH_PORT: '0' }, CONTAINER);
  expect(await running.leave()).toBe(0);
  expect(running.output.out).toContain('SIGTERM: leaving.');
  const crashed = await at.start(
    { HEALTH_PORT: '0', NODE_OPTIONS: preload("process.on('SIGUSR2', () => process.exit(0))") },
    CONTAINER,
  );
  spawnSync('pkill', ['-USR2', '-P', String(crashed.child.pid)]);
  expect(await crashed.ended).toBe(70);
});

test('a container whose bot wants somebody to mend a setting stays until it is stopped', async () => {
  const running = start({ LOG_LEVEL: 'loud' }, CONTAINER);
  await expect.poll(() => running.output.err).toContain('restart the container');
  expect(running.output.err).toContain('Council of War has ended with code 78.');
  expect(running.child.exitCode).toBe(null);
  expect(await running.leave()).toBe(78);
});
