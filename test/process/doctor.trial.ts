import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/store/index.ts';
import { BotProcess, start } from '../harness/bot-process.ts';
import { CHANNEL } from '../harness/channel.ts';
import { built, type Environment } from '../harness/program.ts';
import { LONG } from '../trials/long.ts';

/** The program behind `npm run doctor`. */
async function doctor(settings: Environment, ...args: readonly string[]) {
  const running = start(settings, built('doctor', ...args));
  const code = await running.ended;
  return { code, lines: running.output.out.trim().split('\n'), err: running.output.err };
}

test('before the first start it says that commands are missing; afterwards all is well, also in a channel', async () => {
  const bot = await BotProcess.open();
  const { settings, sandbox } = bot;
  const channel = sandbox.world.channel(CHANNEL).id;
  const before = await doctor(settings);
  expect(before.code, before.err).toBe(1);
  expect(before.lines.filter((line) => line.startsWith('WRONG'))).toEqual([
    expect.stringMatching(
      /^WRONG {2}(\d+) of \1 commands aren’t registered\. Start the bot once; it registers them\.$/,
    ),
  ]);
  await bot.start();
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
  expect(bot.maps()).toEqual([]);
  await bot.begin();
  const database = new BetterSqlite3(bot.file);
  database.prepare('UPDATE game SET started_at = ?').run(Date.now() - 8 * 86_400_000);
  database.close();
  expect((await doctor(settings)).lines[4]).toContain(
    'WRONG  No backup was made yet, and the oldest game is 8 days old. ',
  );
});

test('a permission that the bot lacks is named', async () => {
  const { sandbox, settings } = await BotProcess.open();
  const channel = sandbox.world.channel(CHANNEL).id;
  sandbox.happen({ kind: 'denyBot', channel, permissions: ['AttachFiles'] });
  const { code, lines } = await doctor(settings, '--channel', channel);
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatch(
    /^WRONG {2}In the channel the bot can’t do this: it posts a picture \(.*\)\. Give it Send Messages and Attach Files there\.$/,
  );
});

test('an id that is no channel’s is to be copied again', async () => {
  const { settings } = await BotProcess.open();
  const { code, lines } = await doctor(settings, '--channel', '123456789012345678');
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatch(/\(Unknown Channel\)\. Copy the channel’s id again \(Copy Channel ID in Discord\)\.$/);
});

test.runIf(LONG)(
  'games without a backup are told as such once they are older than two backups would be, and games of other shards',
  async () => {
    const bot = await BotProcess.open();
    const running = await bot.start({ BACKUP_EVERY: '6h' });
    await bot.begin();
    await running.leave();
    const fifth = async (hours: number) => {
      const database = new BetterSqlite3(bot.file);
      database.prepare('UPDATE game SET started_at = ?').run(Date.now() - hours * 3_600_000);
      database.close();
      return (await doctor(bot.settings)).lines[4];
    };
    expect(await fifth(11)).toBe('ok     No backup was made yet.');
    expect(await fifth(13)).toBe(
      'WRONG  No backup was made yet, and the oldest game is less than a day old. Run npm run backup, and look into the bot’s log.',
    );
    expect(await fifth(50)).toContain('WRONG  No backup was made yet, and the oldest game is 2 days old. ');
    const { lines } = await doctor({ ...bot.settings, SHARDS: '1', SHARD_COUNT: '2' });
    expect(lines[4]).toMatch(
      /^WRONG {2}This database holds the games of all servers, but SHARDS and SHARD_COUNT ask for the servers of shard 1 of 2\. Games stay /,
    );
  },
);

test('a database with which the bot would not start is told of in the words of a start, and the rest goes on', async () => {
  const { settings, file } = await BotProcess.open();
  const fourth = async () => (await doctor(settings)).lines.slice(3, 5);
  writeFileSync(file, '');
  expect(await fourth()).toEqual([
    `ok     There is nothing in ${file} yet; the bot will fill it.`,
    'ok     Discord accepts the token: the bot is Council of War.',
  ]);
  writeFileSync(file, 'All the fury of the battle.\n'.repeat(100));
  expect((await fourth())[0]).toMatch(/^WRONG {2}\S+ is not a database\. Set DATABASE_PATH to another file/);
  rmSync(file);
  openDatabase(file).close();
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(7, 8192, 65_536));
  expect(await fourth()).toEqual([
    `WRONG  ${file} is damaged. Replace it with a backup, or set DATABASE_PATH to another file.`,
    'ok     Discord accepts the token: the bot is Council of War.',
  ]);
});

test('what ends it is a sentence: a token, a setting, a Discord that is not there', async () => {
  const { settings } = await BotProcess.open();
  const ends: readonly (readonly [wrong: Environment, says: string])[] = [
    [{ DISCORD_TOKEN: 'd.e.f' }, 'accept the token in DISCORD_TOKEN'],
    [{ DISCORD_GUILD_ID: '12' }, 'DISCORD_GUILD_ID must be a server’s id'],
    [{ DISCORD_API_URL: 'http://127.0.0.1:9/api' }, 'can’t be reached'],
  ];
  const each = ends.map(async ([wrong, says]) => {
    const { code, lines } = await doctor({ ...settings, ...wrong });
    expect([code, lines.at(-1)]).toEqual([1, expect.stringContaining(says)]);
  });
  const misspelt = doctor(settings, '--chanel', '1');
  await Promise.all(each);
  expect((await misspelt).code).toBe(2);
});
