import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, durationInWords, HOUR, MINUTE, readDuration } from '../../src/council/index.ts';
import { count } from '../../src/kit/plain-english.ts';

describe('a length of time as members type it', () => {
  test.each<[string, number]>([
    ['15m', 15 * MINUTE],
    ['15 min', 15 * MINUTE],
    ['1 h', HOUR],
    ['1h30m', 90 * MINUTE],
    ['1h30', 90 * MINUTE],
    ['1H 30', 90 * MINUTE],
    ['1.5 hours', 90 * MINUTE],
    ['1 hour 30 minutes', 90 * MINUTE],
    ['2 days', 2 * DAY],
    ['  1 Day  2 hrs 5 mins ', DAY + 2 * HOUR + 5 * MINUTE],
    ['1w', 7 * DAY],
    ['90', 90 * MINUTE],
    ['0', 0],
  ])('%s', (text, ms) => {
    expect(readDuration(text)).toBe(ms);
  });

  test.each([
    '',
    ' ',
    'soon',
    'h',
    '-5m',
    '30s',
    '30m 1h',
    '5m 5m',
    '2 days 3',
    '1.001h',
    '1,5h',
    '1e3',
    '٣h',
    '9999999m',
    `1h${' '.repeat(5000)}x`,
  ])('not %j', (text) => {
    expect(readDuration(text)).toBeNull();
  });

  test('what is said can be typed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 * 24 * 60 }), (minutes) => {
        expect(readDuration(durationInWords(minutes * MINUTE))).toBe(minutes * MINUTE);
      }),
    );
  });
});

test.each<[number, string]>([
  [MINUTE, '1 minute'],
  [15 * MINUTE, '15 minutes'],
  [HOUR, '1 hour'],
  [90 * MINUTE, '1 hour 30 minutes'],
  [DAY, '1 day'],
  [7 * DAY, '7 days'],
  [DAY + MINUTE, '1 day 1 minute'],
  [HOUR + 59_999, '1 hour'],
  [59_999, 'less than a minute'],
])('%i ms in words: %s', (ms, words) => {
  expect(durationInWords(ms)).toBe(words);
});

test('one vote, two votes', () => {
  expect([0, 1, 2].map((votes) => count(votes, 'vote'))).toEqual(['0 votes', '1 vote', '2 votes']);
});
