import { expect, test, vi } from 'vitest';
import { textFile } from '../../src/host/index.ts';

/** A long file is encoded a part at a time. */

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
