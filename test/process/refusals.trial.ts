import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { discord, folder, listening, start } from '../harness/bot-process.ts';
import { type Environment, PROJECT } from '../harness/program.ts';

/** How a start that cannot succeed ends: sentences and an exit code, nothing else. */
async function refused(environment: Environment): Promise<{ code: number | NodeJS.Signals; said: string }> {
  const running = start({ DATABASE_PATH: join(folder(), 'games.sqlite'), ...environment });
  const code = await running.ended;
  const { out, err } = running.output;
  expect(err).not.toMatch(/^ {4}at /m);
  expect(`${out}${err}`).not.toContain(environment.DISCORD_TOKEN || '\0');
  return { code, said: err };
}

/** The address of a server that closed again. */
async function nobody(): Promise<string> {
  const sandbox = await startSandbox({ port: 0 });
  await sandbox.close();
  return sandbox.apiUrl;
}

describe('settings that cannot be used', () => {
  test('each is named on a line of its own, and neither token, password nor key is repeated', async () => {
    const { code, said } = await refused({
      DISCORD_TOKEN: 'not a token',
      DISCORD_API_URL: 'http://u:pa55@[::1/api?key=k3y',
      DISCORD_GUILD_ID: 'my server',
      SANDBOX_PORT: 'eighty',
      LOG_LEVEL: 'loud',
    });
    expect(code).toBe(78);
    expect(
      said
        .trim()
        .split('\n')
        .map((line) => line.split(' ', 1)[0]),
    ).toEqual(['DISCORD_TOKEN', 'DISCORD_API_URL', 'DISCORD_GUILD_ID', 'SANDBOX_PORT', 'LOG_LEVEL']);
    expect(said).not.toMatch(/pa55|k3y/);
  });

  test('a token that Discord rejects', async () => {
    const sandbox = await discord({ token: 'the.right.token' });
    const { code, said } = await refused({ DISCORD_TOKEN: 'the.wrong.token', DISCORD_API_URL: sandbox.apiUrl });
    expect(said).toMatch(/^Discord doesn’t accept the token in DISCORD_TOKEN\..+\n$/);
    expect(code).toBe(78);
  });

  test('a server that the bot is not in keeps nobody from playing: the bot says so and starts', async () => {
    const sandbox = await discord({ token: 'the.right.token' });
    const running = start({
      DATABASE_PATH: join(folder(), 'games.sqlite'),
      DISCORD_TOKEN: 'the.right.token',
      DISCORD_API_URL: sandbox.apiUrl,
      DISCORD_GUILD_ID: '123456789012345678',
    });
    await running.says(/^Its commands couldn’t be registered\. .*DISCORD_GUILD_ID \(123456789012345678\)/m);
    await running.says(/^Invite it to a server: /m);
    expect(await running.leave()).toBe(0);
  });

  test('an address where something else than Discord answers', async () => {
    const api = await listening(createServer((_request, response) => response.end('<h1>It works</h1>')));
    const { code, said } = await refused({ DISCORD_TOKEN: 'a.b.c', DISCORD_API_URL: api });
    expect(said).toBe(`${api} doesn’t answer like Discord. Check DISCORD_API_URL.\n`);
    expect(code).toBe(78);
  });

  test('a Discord that is not there: the password of its address is not printed and not in the log', async () => {
    const api = await nobody();
    const secret = 'c0urier:pa55w@rd';
    const running = start({
      DATABASE_PATH: join(folder(), 'games.sqlite'),
      DISCORD_TOKEN: 'a.b.c',
      DISCORD_API_URL: api.replace('//', `//${secret}@`),
      LOG_LEVEL: 'trace',
    });
    expect(await running.ended).toBe(69);
    const { out, err } = running.output;
    expect(err).toMatch(/^http:\S+ can’t be reached: connect ECONNREFUSED \S+\.$/m);
    expect(err).toContain(`${api} can’t be reached`);
    expect(`${out}${err}`).not.toMatch(/c0urier|pa55|rd@|^ {4}at /m);
  });

  test('a port that is in use', async () => {
    const sandbox = await discord();
    const port = new URL(sandbox.pageUrl).port;
    const { code, said } = await refused({ SANDBOX_PORT: port });
    expect(said).toBe(
      `Port ${port} is in use. Is Council of War running already? Otherwise set SANDBOX_PORT to another port.\n`,
    );
    expect(code).toBe(69);
  });
});

// What else cannot be used, and what is then said, stands in the tests of the store.
test('a database that cannot be used is left as it is', async () => {
  const place = folder();
  const path = join(place, 'games.sqlite');
  const database = new BetterSqlite3(path);
  database.exec('CREATE TABLE recipe (name TEXT)');
  database.close();
  const before = readFileSync(path);
  const { code, said } = await refused({ DATABASE_PATH: path });
  expect(said).toBe(
    `${path} is another program’s database. Set DATABASE_PATH to another file; this one isn’t changed.\n`,
  );
  expect(code).toBe(74);
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(place)).toEqual(['games.sqlite']);
});

describe('the file of settings', () => {
  test('names every setting, each with a line that says what it is, and sets none', () => {
    const blocks = readFileSync(join(PROJECT, '.env.example'), 'utf8').trim().split('\n\n').slice(1);
    const names = blocks.map((block) => /^# .{10,}\n([A-Z_]+)=$/.exec(block)?.[1]);
    expect(names.sort()).toEqual(
      'BACKUP_EVERY BACKUP_KEEP DATABASE_PATH DISCORD_API_URL DISCORD_GUILD_ID DISCORD_TOKEN HEALTH_HOST HEALTH_PORT LOG_LEVEL LOG_MEMBERS SANDBOX_PORT SHARDS SHARD_COUNT'.split(
        ' ',
      ),
    );
  });
});
