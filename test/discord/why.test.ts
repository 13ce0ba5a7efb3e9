import { RateLimitError } from 'discord.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HeldBack } from '../../src/discord/requests.ts';
import { whyOf } from '../../src/discord/why.ts';
import { outOfOrder, refusal } from './trouble.ts';

const broken = (code: string) => Object.assign(new Error('It broke'), { code });

test('a code of Discord where it has one, else the status', () => {
  expect(whyOf(refusal(10_062))).toBe('10062');
  expect(whyOf(refusal(50_013, 403))).toBe('50013');
  expect(whyOf(refusal(0, 500))).toBe('500');
  expect(whyOf(outOfOrder())).toBe('503');
});

test('what became of the connection', () => {
  expect(whyOf(new DOMException('This operation was aborted', 'AbortError'))).toBe('timeout');
  expect(whyOf(broken('UND_ERR_HEADERS_TIMEOUT'))).toBe('timeout');
  expect(whyOf(broken('ECONNRESET'))).toBe('aborted');
  expect(whyOf(broken('ENOTFOUND'))).toBe('unreachable');
});

test('what waits by our own choice, and what is none of these', () => {
  const limit = { timeToReset: 9000, limit: 5, method: 'POST', hash: '', url: '', route: '', majorParameter: '' };
  const limited = new RateLimitError({ ...limit, global: true, retryAfter: 9000, sublimitTimeout: 0, scope: 'global' });
  expect(whyOf(limited)).toBe('rate limited');
  expect(whyOf(new HeldBack('It waits'))).toBe('held back');
  for (const other of [new TypeError('A bug'), broken('constructor'), 'a word', null])
    expect(whyOf(other)).toBe('other');
});

test('whatever is answered, it is one of so few words that each may have a time series', () => {
  const words = new Set<string>();
  const any = fc.oneof(
    fc.tuple(fc.nat(), fc.nat(999)).map(([code, status]) => refusal(code, status)),
    fc.string().map(broken),
    fc.anything(),
  );
  fc.assert(
    fc.property(any, (error) => {
      words.add(whyOf(error));
      return /^(\d{3}|\d{5,6}|timeout|aborted|unreachable|rate limited|held back|other)$/.test(whyOf(error));
    }),
    { numRuns: 2000 },
  );
  // Of codes that discord.js does not list the status is told.
  expect(whyOf(refusal(987_654, 400))).toBe('400');
  expect(words.size).toBeLessThan(250);
});
