import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { manualClock, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { npmCommand } from '../../src/setup/install.mjs';
import { answer } from '../answered-message.ts';
import { signal } from '../discord/trouble.ts';
import { discord, folder, start } from '../harness/bot-process.ts';
import { CHANNEL, isOwnMap, maps } from '../harness/channel.ts';
import { type Environment, type Program, preload } from '../harness/program.ts';

const TOKEN = 'MTI4ODg4.Gq-9_z.not-a-word-of-it';
const READY = /^Council of War is ready as .+, in 2 servers\.$/m;
const INVITE = /^Invite it to a server: (\S+)$/m;
const REGISTERED = /^Its commands were registered\.$/m;

/** Has the program, and not npm, say how it ended. */
const TELLS_CODE = preload(
  "process.on('exit', (code) => process.argv[1].endsWith('main.js') && console.log('exit', code))",
);

let environment: Environment;
const started: Program[] = [];
beforeEach(() => {
  environment = { DISCORD_TOKEN: TOKEN, DATABASE_PATH: join(folder(), 'games.sqlite'), LOG_LEVEL: 'trace' };
});
afterEach(() => {
  for (const { output } of started.splice(0)) expect(`${output.out}${output.err}`).not.toContain(TOKEN);
});

function run(more: Environment, command?: readonly string[]): Program {
  const running = start({ ...environment, ...more }, command);
  started.push(running);
  return running;
}

const seat = (sandbox: Sandbox, member: string) => sandbox.as(member).in(CHANNEL);
const forgetful = (port = 0, token = TOKEN) => discord({ port, token, clock: manualClock() });

test('with a token: serves Discord, registers once, and leaves at a signal with the order in hand answered', async () => {
  const sandbox = await forgetful();
  const first = run({ DISCORD_API_URL: sandbox.apiUrl });
  await first.says(READY);
  await first.says(REGISTERED);
  const [, invite = ''] = await first.says(INVITE);
  const link = new URL(invite);
  expect(`${link.origin}${link.pathname}`).toBe('https://discord.com/oauth2/authorize');
  expect(Object.fromEntries(link.searchParams)).toEqual({
    client_id: sandbox.world.applicationId,
    scope: 'bot applications.commands',
    // To see channels, to send messages in them and in threads, to open threads, to attach files, to embed links and to read message history.
    permissions: String(
      (1n << 10n) | (1n << 11n) | (1n << 38n) | (1n << 35n) | (1n << 15n) | (1n << 14n) | (1n << 16n),
    ),
  });
  expect(first.output.out).not.toMatch(/practice|127\.0\.0\.1/);
  expect(sandbox.commands().length).toBeGreaterThan(8);

  const opening = answer(await seat(sandbox, 'Ada').command('new'));
  const map = await sandbox.waitForMessage(CHANNEL, ({ id, files }) => id === opening.id && files.length > 0);
  const reached = signal();
  const goesOn = signal();
  sandbox.faults = async (call, proceed) => {
    if (isOwnMap(call)) {
      reached.give();
      await goesOn.given;
    }
    return proceed();
  };
  const told = answer(await seat(sandbox, 'Bo').press(map, 'Grant attacks Lee · 5+'));
  await reached.given;
  first.child.kill('SIGTERM');
  await first.says(/^SIGTERM: leaving\. Every game is saved/m);
  // The same signal from npm, the terminal or an impatient hand is no reason to drop the order.
  first.child.kill('SIGTERM');
  first.child.kill('SIGINT');
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(first.child.exitCode).toBe(null);
  sandbox.faults = null;
  goesOn.give();
  expect(await first.ended).toBe(0);
  // It left because it had finished, not because its time was up.
  expect(first.output.err).not.toContain('stopped during an answer');
  expect(maps(sandbox).map(({ id }) => id)).toEqual([map.id, told.id]);

  // By npm, and stopped as a terminal does it: every process of the group gets the signal.
  const second = run({ DISCORD_API_URL: sandbox.apiUrl, NODE_OPTIONS: TELLS_CODE }, [...npmCommand(), 'start']);
  await second.says(INVITE);
  expect(second.output.out).not.toMatch(REGISTERED);
  const log = answer(await seat(sandbox, 'Cy').command('log'));
  expect(log.content.match(/\*\*Bo\*\*/g)).toHaveLength(1);
  process.kill(-(second.child.pid as number), 'SIGINT');
  await second.ended;
  expect(second.output.out).toMatch(/\nSIGINT: leaving\. .+\n(Finishing.*\n)?exit 0\n$/);
  expect(maps(sandbox)).toHaveLength(2);
});

test('a Discord that has forgotten the commands is told them again; one that shuts the bot out ends it with a sentence', async () => {
  const before = await forgetful();
  const port = Number(new URL(before.apiUrl).port);
  const running = run({ DISCORD_API_URL: before.apiUrl });
  await running.says(REGISTERED);
  await running.says(INVITE);
  await running.kill();
  await before.close();

  const after = await forgetful(port);
  const again = run({ DISCORD_API_URL: after.apiUrl });
  await again.says(REGISTERED);
  await again.says(INVITE);
  expect(after.commands().length).toBeGreaterThan(8);
  await after.close();
  const reset = await forgetful(port, 'another.token');
  expect(await again.ended).toBe(78);
  expect(again.output.err).toContain('Discord doesn’t accept the token in DISCORD_TOKEN.');
  expect(again.output.err).not.toMatch(/^ {4}at /m);
  expect(reset.bot.online).toBe(false);
});
