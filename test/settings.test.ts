import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BadSettings, readFileInto, readSettings } from '../src/settings.ts';

const GUILD = '123456789012345678';

function complaint(env: Record<string, string>): string {
  try {
    return `taken: ${JSON.stringify(readSettings(env))}`;
  } catch (error) {
    if (error instanceof BadSettings) return error.message;
    throw error;
  }
}

describe('settings', () => {
  test('nothing set: the practice Discord, with a file of its own', () => {
    const practice = {
      token: null,
      api: null,
      guild: null,
      shards: null,
      database: 'data/practice.sqlite',
      sandboxPort: 8411,
      logLevel: 'warn',
      logsMembers: true,
      healthPort: null,
      healthHost: '127.0.0.1',
      backups: null,
    };
    expect(readSettings({})).toEqual(practice);
    const example = parse(readFileSync(new URL('../.env.example', import.meta.url)));
    expect(readSettings(example)).toEqual(practice);
  });

  test('with a token: Discord, another file, and a log that tells what is done', () => {
    expect(readSettings({ DISCORD_TOKEN: 'a.b.c' })).toMatchObject({
      token: 'a.b.c',
      api: null,
      database: 'data/council-of-war.sqlite',
      logLevel: 'info',
      backups: { every: 24 * 3_600_000, keep: 7 },
    });
  });

  test('everything set, with spaces around it', () => {
    const env = {
      DISCORD_TOKEN: ' MTIz.Gx-y_z.abc ',
      DISCORD_API_URL: 'http://127.0.0.1:8411/api ',
      DISCORD_GUILD_ID: ` ${GUILD}`,
      SHARDS: ' 3, 1,3 ',
      SHARD_COUNT: ' 4',
      DATABASE_PATH: ' games/our games.sqlite ',
      SANDBOX_PORT: ' 0 ',
      LOG_LEVEL: ' trace ',
      LOG_MEMBERS: ' no',
      HEALTH_PORT: '8412',
      HEALTH_HOST: ' ::1',
      BACKUP_EVERY: ' 6h',
      BACKUP_KEEP: '30',
      HOME: '/home/meade',
    };
    expect(readSettings(env)).toEqual({
      token: 'MTIz.Gx-y_z.abc',
      api: 'http://127.0.0.1:8411/api',
      guild: GUILD,
      shards: { own: [1, 3], count: 4 },
      database: 'games/our games.sqlite',
      sandboxPort: 0,
      logLevel: 'trace',
      logsMembers: false,
      healthPort: 8412,
      healthHost: '::1',
      backups: { every: 6 * 3_600_000, keep: 30 },
    });
  });

  test.each(['Bot a.b.c', '"a.b.c"', "'a.b.c'", 'a.b.c\nd', 'a.b…c', 'токен'])('the token %j', (token) => {
    const said = complaint({ DISCORD_TOKEN: token });
    expect(said).toMatch(/^DISCORD_TOKEN must be the bot’s token/);
    expect(said).not.toContain(token);
  });

  test.each([
    'loopback',
    'ftp://127.0.0.1/api',
    'http://',
    'http://127.0.0.1:8411/api/',
    'https://discord.com/api/v10',
    'http://127.0.0.1/api?v=10',
    'http://127.0.0.1/api#',
    'http://127.0.0.1/a pi',
    'javascript:alert(1)',
  ])('the address %j', (address) => {
    expect(complaint({ DISCORD_API_URL: address })).toMatch(/^DISCORD_API_URL must be an address like http:/);
  });

  test.each(['https://discord.com/api', 'http://localhost:8411/api', 'http://[::1]:8411/api', 'https://a.example'])(
    'the address %j is taken',
    (address) => expect(readSettings({ DISCORD_API_URL: address }).api).toBe(address),
  );

  test.each(['my server', '12345', `${GUILD}000`, `<#${GUILD}>`])('the server %j', (guild) => {
    expect(complaint({ DISCORD_GUILD_ID: guild })).toMatch(/^DISCORD_GUILD_ID must be a server’s id/);
  });

  test.each(['eighty', '-1', '65536', '80.5', '0x50', '1e3', '123456'])('the port %j', (port) => {
    expect(complaint({ SANDBOX_PORT: port })).toBe('SANDBOX_PORT must be a port number, 0 to 65535.');
    expect(complaint({ HEALTH_PORT: port })).toBe('HEALTH_PORT must be a port number, 0 to 65535.');
  });

  test.each(['0h', '24', '5m', 'daily', '-1d', '1000d'])('how often it backs up: %j', (time) => {
    expect(complaint({ BACKUP_EVERY: time })).toBe('BACKUP_EVERY must be a time such as 6h or 1d, or off.');
    expect(readSettings({ DISCORD_TOKEN: 'a.b.c', BACKUP_EVERY: 'off' }).backups).toBeNull();
  });

  test('how many backups stay, and where it is asked for its health', () => {
    expect(complaint({ BACKUP_KEEP: '0' })).toBe('BACKUP_KEEP must be a number, 1 to 999.');
    expect(complaint({ HEALTH_HOST: 'localhost' })).toMatch(/^HEALTH_HOST must be an IP address of this machine/);
  });

  test.each(['loud', 'INFO', 'verbose'])('the log level %j', (level) => {
    expect(complaint({ LOG_LEVEL: level })).toMatch(/^LOG_LEVEL must be one of fatal, error, warn, info/);
  });

  test.each(['ids', 'Yes', 'true'])('whether the log names members: %j', (word) => {
    expect(complaint({ LOG_MEMBERS: word })).toBe('LOG_MEMBERS must be yes or no.');
  });

  test('shards: of all, where no numbers are given; never without how many there are, nor beyond them', () => {
    expect(readSettings({ SHARD_COUNT: '3' }).shards).toEqual({ own: [0, 1, 2], count: 3 });
    // As discord.js's ShardingManager gives them.
    expect(readSettings({ SHARDS: '2', SHARD_COUNT: '3' }).shards).toEqual({ own: [2], count: 3 });
    expect(readSettings({ SHARDS: '', SHARD_COUNT: '' }).shards).toBeNull();
    expect(complaint({ SHARDS: '0' })).toMatch(/^SHARDS needs SHARD_COUNT/);
    expect(complaint({ SHARDS: '0,2', SHARD_COUNT: '2' })).toBe(
      'SHARDS must be numbers from 0 to 1, as SHARD_COUNT is 2.',
    );
    for (const shards of ['0-3', '-1', '0,', 'all', '[0]', '0.5'])
      expect(complaint({ SHARDS: shards, SHARD_COUNT: '9' })).toMatch(/^SHARDS must list/);
    for (const count of ['0', '1001', 'two', '1.5', '-2'])
      expect(complaint({ SHARD_COUNT: count })).toBe(
        'SHARD_COUNT must be how many shards there are in all, 1 to 1000.',
      );
  });

  test('a token of nothing but spaces, or none where it is meant: no practice Discord', () => {
    for (const token of [' ', '\t', ' \n '])
      expect(complaint({ DISCORD_TOKEN: token })).toMatch(/^DISCORD_TOKEN holds only spaces or quotes\./);
    expect(complaint({ DISCORD_TOKEN: '""' })).toMatch(/^DISCORD_TOKEN must be the bot’s token/);
    expect(complaint({ NODE_ENV: 'production' })).toMatch(/^DISCORD_TOKEN is empty, and NODE_ENV is production\./);
    expect(complaint({ NODE_ENV: 'production', DISCORD_TOKEN: 'a.b.c' })).toMatch(/^taken/);
    expect(complaint({ NODE_ENV: 'test' })).toMatch(/^taken/);
  });

  test('everything wrong is said at once, one line each', () => {
    const said = complaint({ DISCORD_GUILD_ID: 'x', SANDBOX_PORT: 'x', LOG_LEVEL: 'x' });
    expect(said.split('\n')).toHaveLength(3);
  });
});

describe('the file .env', () => {
  const file = (content: string | Buffer | null) => {
    const path = join(mkdtempSync(join(tmpdir(), 'council-env-')), '.env');
    onTestFinished(() => rmSync(join(path, '..'), { recursive: true }));
    if (content === null) mkdirSync(path);
    else writeFileSync(path, content);
    return path;
  };
  const read = (path: string, env: Record<string, string> = {}) => {
    readFileInto(env, path);
    return env;
  };

  test('says what the environment does not, and need not be there', () => {
    const path = file('DISCORD_TOKEN="a.b.c"\nLOG_LEVEL=debug\n');
    expect(read(path, { LOG_LEVEL: 'warn' })).toEqual({ DISCORD_TOKEN: 'a.b.c', LOG_LEVEL: 'warn' });
    // An empty setting counts as set.
    expect(read(path, { LOG_LEVEL: '' })).toEqual({ DISCORD_TOKEN: 'a.b.c', LOG_LEVEL: '' });
    expect(read(`${path}.none`)).toEqual({});
    expect(read(`${path}.none`, { DISCORD_TOKEN: '' })).toEqual({ DISCORD_TOKEN: '' });
  });

  test('with a token, and an empty one in the environment, is no word for a practice Discord', () => {
    const path = file('DISCORD_TOKEN=a.b.c');
    const env = { DISCORD_TOKEN: '' };
    const thrown = expect(() => read(path, env));
    thrown.toThrow(BadSettings);
    thrown.toThrow(/^DISCORD_TOKEN is empty in the environment and set in \.env\. Unset it [^=]+ another file\.$/);
    expect(env).toEqual({ DISCORD_TOKEN: '' });
  });

  test('may be another, which is there then', () => {
    const path = file('DISCORD_TOKEN=a.b.c');
    const other = file('LOG_LEVEL=debug');
    expect(read(path, { ENV_FILE: other })).toEqual({ ENV_FILE: other, LOG_LEVEL: 'debug' });
    // By its place beside the first.
    writeFileSync(join(path, '..', 'other'), 'LOG_LEVEL=trace');
    expect(read(path, { ENV_FILE: 'other' })).toMatchObject({ LOG_LEVEL: 'trace' });
    expect(read(path, { ENV_FILE: devNull })).toEqual({ ENV_FILE: devNull });
    expect(() => read(path, { ENV_FILE: 'none' })).toThrow(/^ENV_FILE names none, which doesn’t exist\.$/);
  });

  test('is read as an editor on Windows saves it', () => {
    expect(read(file('\uFEFFDISCORD_TOKEN=a.b.c\r\nLOG_LEVEL=debug\r\n'))).toEqual({
      DISCORD_TOKEN: 'a.b.c',
      LOG_LEVEL: 'debug',
    });
  });

  test.each([
    'DISCORD_TOKEN=""',
    "DISCORD_TOKEN='  '",
    'export DISCORD_TOKEN = ``',
    '# a token\n DISCORD_TOKEN="" # mine\n',
  ])('with a token of quotes alone is no word for a practice Discord: %j', (content) => {
    expect(() => read(file(content))).toThrow(/only spaces or quotes/);
    // The environment goes before the file.
    expect(read(file(content), { DISCORD_TOKEN: 'a.b.c' })).toEqual({ DISCORD_TOKEN: 'a.b.c' });
    expect(() => read(file(content), { DISCORD_TOKEN: '' })).toThrow(/only spaces or quotes/);
  });
  test.each(['DISCORD_TOKEN=', 'DISCORD_TOKEN=\nLOG_LEVEL=""', '#DISCORD_TOKEN=""'])(
    'without a token: %j',
    (content) => {
      expect(read(file(content)).DISCORD_TOKEN ?? '').toBe('');
    },
  );

  test.each([
    [null, /^The file \.env can’t be read \(EISDIR\)\. Fix it, or remove it/],
    [
      Buffer.from('\uFEFFDISCORD_TOKEN=a.b.c', 'utf16le'),
      /^The file \.env isn’t plain text\. Save it again as UTF-8\.$/,
    ],
    [Buffer.from('DISCORD_TOKEN=a.b.c', 'utf16le'), /isn’t plain text/],
    [Buffer.from([0x44, 0xff, 0xfe]), /isn’t plain text/],
  ])('that cannot be read is a sentence, and never taken for one without a token', (content, said) => {
    const path = file(content);
    const thrown = expect(() => read(path));
    thrown.toThrow(BadSettings);
    thrown.toThrow(said);
  });
});
