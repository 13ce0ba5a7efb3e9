import { expect, test } from 'vitest';
import { RepeatedFailures } from '../../src/watch/repeated-failures.ts';

test('trouble is reported once, and its end once', () => {
  const spells = new RepeatedFailures<'disk' | 'line'>();
  expect(spells.failed('disk', 1000)).toBe(true);
  expect(spells.failed('disk', 2000)).toBe(false);
  expect(spells.failed('line', 2000)).toBe(true);
  expect(spells.present).toEqual(['disk', 'line']);
  expect(spells.well('disk', 62_000)).toEqual({ seconds: 61, times: 2 });
  expect(spells.well('disk', 62_000)).toBeNull();
  expect(spells.present).toEqual(['line']);
  expect(spells.failed('disk', 63_000)).toBe(true);
});

test('occasional failures are one trouble: it ends with a success a minute after the last failure', () => {
  const spells = new RepeatedFailures<'line'>();
  let news = 0;
  let ends = 0;
  for (let second = 0; second < 600; second++) {
    if (second % 7 === 0) news += spells.failed('line', second * 1000) ? 1 : 0;
    else ends += spells.well('line', second * 1000) ? 1 : 0;
  }
  expect([news, ends]).toEqual([1, 0]);
  expect(spells.well('line', 700_000)).toEqual({ seconds: 700, times: 86 });
});

test('without a quiet time one success ends it; so does a clock that was set back', () => {
  const spells = new RepeatedFailures<'disk'>();
  spells.failed('disk', 1_000_000);
  expect(spells.well('disk', 1_000_000, 0)).toEqual({ seconds: 0, times: 1 });
  spells.failed('disk', 1_000_000);
  expect(spells.well('disk', 400_000)).toEqual({ seconds: 0, times: 1 });
});
