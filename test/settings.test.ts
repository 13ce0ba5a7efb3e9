import { readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { describe, expect, test } from 'vitest';
import { BadSettings, readSettings } from '../src/settings.ts';

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
      database: 'data/practice.sqlite',
      sandboxPort: 8411,
      logLevel: 'warn',
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
    });
  });

  test('everything set, with spaces around it', () => {
    const env = {
      DISCORD_TOKEN: ' MTIz.Gx-y_z.abc ',
      DISCORD_API_URL: 'http://127.0.0.1:8411/api ',
      DISCORD_GUILD_ID: ` ${GUILD}`,
      DATABASE_PATH: ' games/our games.sqlite ',
      SANDBOX_PORT: ' 0 ',
      LOG_LEVEL: ' trace ',
      HOME: '/home/meade',
    };
    expect(readSettings(env)).toEqual({
      token: 'MTIz.Gx-y_z.abc',
      api: 'http://127.0.0.1:8411/api',
      guild: GUILD,
      database: 'games/our games.sqlite',
      sandboxPort: 0,
      logLevel: 'trace',
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
  });

  test.each(['loud', 'INFO', 'verbose'])('the log level %j', (level) => {
    expect(complaint({ LOG_LEVEL: level })).toMatch(/^LOG_LEVEL must be one of fatal, error, warn, info/);
  });

  test('everything wrong is said at once, one line each', () => {
    const said = complaint({ DISCORD_GUILD_ID: 'x', SANDBOX_PORT: 'x', LOG_LEVEL: 'x' });
    expect(said.split('\n')).toHaveLength(3);
  });
});
