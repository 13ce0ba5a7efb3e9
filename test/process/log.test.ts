import { DiscordAPIError } from 'discord.js';
import { expect, test } from 'vitest';
import { openLog } from '../../src/log.ts';

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

test('several errors in one, and what is thrown that is no error', () => {
  const { log, last } = logging();
  log.error({ err: new AggregateError([new Error('first'), new Error('second')], 'both') });
  expect(last().err.errors.map(({ message }: Error) => message)).toEqual(['first', 'second']);
  log.error({ err: 'a string' });
  expect(last().err).toBe('a string');
});
