import { join } from 'node:path';
import { PermissionFlagsBits } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { type Environment, folder, start } from './child.ts';

/** `npm run doctor` as npm runs it. */
async function doctor(settings: Environment, ...args: readonly string[]) {
  const running = start(settings, [process.execPath, join('src', 'setup', 'run.mjs'), 'doctor', ...args]);
  const code = await running.ended;
  return { code, lines: running.output.out.trim().split('\n'), err: running.output.err };
}

async function discord() {
  const sandbox = await startSandbox({ port: 0, token: 'a.b.c' });
  onTestFinished(() => sandbox.close());
  const settings = {
    DISCORD_TOKEN: 'a.b.c',
    DISCORD_API_URL: sandbox.apiUrl,
    DATABASE_PATH: join(folder(), 'games.sqlite'),
  };
  return { sandbox, settings, channel: sandbox.world.channel('library').id };
}

test('before the first start it says that commands are missing; afterwards all is well, also in a channel', async () => {
  const { sandbox, settings, channel } = await discord();
  const before = await doctor(settings);
  expect(before.code, before.err).toBe(1);
  expect(before.lines.filter((line) => line.startsWith('WRONG'))).toEqual([
    expect.stringMatching(
      /^WRONG {2}(\d+) of \1 commands aren’t registered\. Start the bot once; it registers them\.$/,
    ),
  ]);
  const bot = start(settings);
  await bot.says(/^Its games are saved/m);
  const after = await doctor(settings, '--channel', channel);
  expect(after.code, after.err).toBe(0);
  expect(after.lines.slice(3)).toEqual([
    `ok     ${settings.DATABASE_PATH} is whole: 0 games.`,
    'ok     No backup was made yet.',
    'ok     Discord accepts the token: the bot is Council of War.',
    'ok     Connections to the gateway: 1.',
    expect.stringMatching(/^ok {5}All \d+ commands are registered\.$/),
    ...['sees the channel', 'posts a picture', 'edits it', 'finds it again'].map(
      (what) => `ok     In the channel the bot ${what}.`,
    ),
    ...['opens a thread', 'writes in it', 'closes it'].map((what) => `ok     In the channel the bot ${what}.`),
    'ok     It has deleted the message; the closed thread stays.',
  ]);
  expect(sandbox.messages('library').filter(({ attachments }) => attachments.length > 0)).toEqual([]);
});

test('a permission that the bot lacks is named', async () => {
  const { sandbox, settings, channel } = await discord();
  sandbox.denyBot(channel, PermissionFlagsBits.AttachFiles);
  const { code, lines } = await doctor(settings, '--channel', channel);
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatch(
    /^WRONG {2}In the channel the bot can’t do this: it posts a picture \(.*\)\. Give it Send Messages and Attach Files there\.$/,
  );
});

test('what ends it is a sentence: a token, a setting, a Discord that is not there', async () => {
  const { settings } = await discord();
  const last = async (more: Environment) => {
    const { code, lines } = await doctor({ ...settings, ...more });
    return [code, lines.at(-1)];
  };
  expect(await last({ DISCORD_TOKEN: 'd.e.f' })).toEqual([
    1,
    expect.stringContaining('accept the token in DISCORD_TOKEN'),
  ]);
  expect(await last({ DISCORD_GUILD_ID: '12' })).toEqual([
    1,
    expect.stringContaining('DISCORD_GUILD_ID must be a server’s id'),
  ]);
  expect(await last({ DISCORD_API_URL: 'http://127.0.0.1:9/api' })).toEqual([
    1,
    expect.stringContaining('can’t be reached'),
  ]);
  expect((await doctor(settings, '--chanel', '1')).code).toBe(2);
});
