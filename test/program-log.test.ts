import { DiscordAPIError } from 'discord.js';
import { expect, test } from 'vitest';
import { openLog } from '../src/program-log.ts';

function logging(level = 'info') {
  const lines: string[] = [];
  const log = openLog(level, ['the.bot.token', null], { write: (line) => void lines.push(line) });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '') };
}

test('a line is one JSON object with its level, its time and what it says', () => {
  const { log, lines, last } = logging();
  log.debug('not at this level');
  log.info({ channel: '1' }, 'answered');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^\{.*\}\n$/);
  expect(last()).toEqual({ level: 30, time: expect.any(Number), channel: '1', msg: 'answered' });
});

test('an error tells what Discord answered, and neither the picture that was sent nor the interaction’s token', () => {
  const { log, lines, last } = logging();
  const url = 'https://discord.com/api/v10/interactions/123456789012345678/aW50ZXJhY3Rpb24-secret_1/callback';
  const error = new DiscordAPIError({ code: 10062, message: 'Unknown interaction' }, 10062, 404, 'POST', url, {
    body: { content: 'hello' },
    files: [{ name: 'map.png', data: Buffer.from('the picture') }],
  });
  log.warn({ err: new Error('around it', { cause: error }) }, 'an answer did not reach its interaction');
  expect(last().err.cause).toEqual({
    type: 'DiscordAPIError',
    message: 'Unknown interaction',
    code: 10062,
    status: 404,
    method: 'POST',
    url: 'https://discord.com/api/v10/interactions/123456789012345678/…/callback',
    rawError: { code: 10062, message: 'Unknown interaction' },
    stack: expect.stringContaining('Unknown interaction'),
  });
  expect(lines.join()).not.toContain('secret_1');
  expect(lines.join()).not.toContain('map.png');
});

test('the token of a webhook and the bot’s own are left out wherever they are', () => {
  const { log, lines, last } = logging();
  log.error({ err: new TypeError('bad header "Bot the.bot.token"'), path: '/webhooks/1/abc-DEF_9/messages/@original' });
  expect(last().err.message).toBe('bad header "Bot …"');
  expect(last().path).toBe('/webhooks/1/…/messages/@original');
  expect(lines.join()).not.toMatch(/the\.bot\.token|abc-DEF_9/);
});

test('names, passwords and keys in addresses are left out', () => {
  const { log, lines, last } = logging();
  log.error({
    err: new TypeError('Invalid URL http://bot:p@ss%40w@127.0.0.1:8411/api?key=k3y&with_response=true'),
    proxy: 'https://u:hidden@proxy.example',
    gateway: 'wss://gateway.example/?v=10&access_token=hidden',
  });
  expect(last().err.message).toBe('Invalid URL http://127.0.0.1:8411/api?key=…&with_response=true');
  expect(last().proxy).toBe('https://proxy.example');
  expect(last().gateway).toBe('wss://gateway.example/?v=10&access_token=…');
  expect(lines.join()).not.toMatch(/p@ss|k3y|hidden/);
});

test('an interaction’s token is left out also where Discord repeats it in its own words', () => {
  const { log, lines, last } = logging();
  const token = 'aW50ZXJhY3Rpb246MTMwMDAwMDAwMDAwMDAwMDAwMTpzZWNyZXQ-_x';
  log.warn({ err: Object.assign(new Error(`Invalid token ${token}.`), { rawError: { errors: { token: [token] } } }) });
  expect(last().err).toMatchObject({ message: 'Invalid token ….', rawError: { errors: { token: ['…'] } } });
  expect(lines.join()).not.toContain('aW50');
});

test('what a member wrote steers no terminal, and stays on its line', () => {
  const { log, lines, last } = logging();
  const name = 'Bo\u001b[2J\u009b31m\u202e\u2028\r\n{"level":60}';
  log.info({ name }, 'answered');
  expect(lines.join('')).toMatch(/^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]+\n$/u);
  expect(last().name).toBe(name);
});

test('several errors in one, and what is thrown that is no error', () => {
  const { log, last } = logging();
  log.error({ err: new AggregateError([new Error('first'), new Error('second')], 'both') });
  expect(last().err.errors.map(({ message }: Error) => message)).toEqual(['first', 'second']);
  log.error({ err: 'a string' });
  expect(last().err).toBe('a string');
});

test('a log that names no members leaves out who they are and what they typed, and keeps the rest', () => {
  const caller = {
    channel: '1',
    guild: '2',
    member: { discordId: '635809510195200064', name: 'Bo' },
    roles: ['9'],
    joinedAt: 1_600_000_000_000,
    accountSince: 1_500_000_000_000,
    isModerator: false,
  };
  const packet = '{"t":"INTERACTION_CREATE","d":{"member":{"nick":"Bo"}}}';
  const line = {
    what: '/council',
    caller,
    member: '635809510195200064',
    options: { commander: 'Bo' },
    packet,
    channel: '1',
  };
  const told = (members: boolean) => {
    const lines: string[] = [];
    openLog('info', [], { write: (text) => void lines.push(text) }, { namesMembers: members }).info(line, 'failed');
    return JSON.parse(lines.join());
  };
  expect(told(true)).toMatchObject(line);
  expect(told(false)).toEqual({
    level: 30,
    time: expect.any(Number),
    what: '/council',
    caller: { channel: '1', guild: '2', isModerator: false },
    channel: '1',
    msg: 'failed',
  });
  // The logged object is left as it was.
  expect(line.caller).toBe(caller);
  expect(caller.roles).toEqual(['9']);
});

test('somebody may be told of every line that is written, by its level', () => {
  const levels: number[] = [];
  const log = openLog('warn', [], { write: () => {} }, { onLine: (level) => void levels.push(level) });
  log.info('not written');
  log.warn('written');
  log.error({ err: new Error('written too') }, 'written too');
  expect(levels).toEqual([40, 50]);
});
