import { RateLimitError } from 'discord.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { errorCodeOf, HeldBack, isOutage } from '../../src/discord/connection/cannot-connect.ts';
import { drawnCases } from '../trials/long.ts';
import { outOfOrder, refusal } from './trouble.ts';

const broken = (code: string) => Object.assign(new Error('It broke'), { code });

test('Discord’s code if it has one, else the status', () => {
  expect(errorCodeOf(refusal(10_062))).toBe('10062');
  expect(errorCodeOf(refusal(50_013, 403))).toBe('50013');
  expect(errorCodeOf(refusal(0, 500))).toBe('500');
  expect(errorCodeOf(outOfOrder())).toBe('503');
});

test('errors of the connection', () => {
  expect(errorCodeOf(new DOMException('This operation was aborted', 'AbortError'))).toBe('timeout');
  expect(errorCodeOf(broken('UND_ERR_HEADERS_TIMEOUT'))).toBe('timeout');
  expect(errorCodeOf(broken('ECONNRESET'))).toBe('aborted');
  expect(errorCodeOf(broken('ENOTFOUND'))).toBe('unreachable');
});

test('requests that the bot holds back, and all other errors', () => {
  const limit = { timeToReset: 9000, limit: 5, method: 'POST', hash: '', url: '', route: '', majorParameter: '' };
  const limited = new RateLimitError({ ...limit, global: true, retryAfter: 9000, sublimitTimeout: 0, scope: 'global' });
  expect(errorCodeOf(limited)).toBe('rate limited');
  expect(errorCodeOf(new HeldBack('It waits'))).toBe('held back');
  for (const other of [new TypeError('A bug'), broken('constructor'), 'a word', null])
    expect(errorCodeOf(other)).toBe('other');
});

test('an outage is told from a refusal of the request itself', () => {
  const passing = ['EAI_AGAIN', 'ENOTFOUND', 'ECONNRESET', 'UND_ERR_SOCKET'].map(broken);
  for (const error of [...passing, outOfOrder(), refusal(0, 500), refusal(0, 401), new HeldBack('It waits')])
    expect(isOutage(error)).toBe(true);
  for (const error of [refusal(50_013, 403), refusal(50_035, 400), broken('ERR_INVALID_ARG'), new TypeError('A bug')])
    expect(isOutage(error)).toBe(false);
});

test('any error gives one of few words, so each may have a time series', () => {
  const words = new Set<string>();
  const any = fc.oneof(
    fc.tuple(fc.nat(), fc.nat(999)).map(([code, status]) => refusal(code, status)),
    fc.string().map(broken),
    fc.anything(),
  );
  fc.assert(
    fc.property(any, (error) => {
      words.add(errorCodeOf(error));
      return /^(\d{3}|\d{5,6}|timeout|aborted|unreachable|rate limited|held back|other)$/.test(errorCodeOf(error));
    }),
    { numRuns: drawnCases(2000) },
  );
  // Of codes that discord.js does not list the status is told.
  expect(errorCodeOf(refusal(987_654, 400))).toBe('400');
  expect(words.size).toBeLessThan(250);
});
