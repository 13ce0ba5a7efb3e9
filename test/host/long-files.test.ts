import { expect, test, vi } from 'vitest';
import { textOf, writing } from '../../src/host/afterwards/replay-file/write-replay-file.ts';
import { drained } from '../../src/host/base/generator-steps.ts';
import { textFile } from '../../src/host/index.ts';

/** A file that is as long as a member's deeds is put together and encoded a part at a time. */

test('a list of fifty thousand deeds is written with few of them joined in one go', () => {
  const orders = Array.from({ length: 50_000 }, (_, at) => ({
    entry: at,
    reason: 'They are tired.',
    dice: [1, at % 6],
  }));
  const whole = { about: ['One.', 'Discord’s'], empty: [], orders, none: null };
  const expected = textOf(whole);
  const joined: number[] = [];
  const join = vi.spyOn(Array.prototype, 'join').mockImplementation(function (this: unknown[], between = ',') {
    joined.push(this.length);
    return this.reduce<string>((text, part, at) => `${text}${at > 0 ? between : ''}${part}`, '');
  });
  try {
    expect(drained(writing(whole)) === expected).toBe(true);
  } finally {
    join.mockRestore();
  }
  expect(Math.max(...joined)).toBeLessThan(2000);
});

test('a long text is encoded part by part, no letter cut in two', async () => {
  const text = `x${'\u{1F3B2}é’'.repeat(200_000)}\uD83C`;
  const whole = Buffer.from(text, 'utf8');
  const from = vi.spyOn(Buffer, 'from');
  try {
    const bytes = await textFile('long.txt', text).bytes();
    expect(bytes.equals(whole)).toBe(true);
    const lengths = from.mock.calls.map(([part]) => String(part).length);
    expect(lengths.length).toBeGreaterThan(5);
    expect(Math.max(...lengths)).toBeLessThan(200_000);
  } finally {
    from.mockRestore();
  }
});
