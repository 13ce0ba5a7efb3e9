import { expect } from 'vitest';

/** What no sentence may hold: traces of a bug, or a raised voice. */
const UNWANTED = /undefined|\[object|NaN|Infinity|\$\{|!/;

/** Expects words a member can read: something, not too much of it, and no trace of a bug. Lengths are in characters. */
export function expectWords(words: unknown, most: number, what: string): void {
  // Of what is well, and there are hundreds of thousands, `expect` is not asked.
  if (typeof words === 'string' && words.trim() !== '' && words.length <= most && !UNWANTED.test(words)) return;
  expect(typeof words, `${what} is text`).toBe('string');
  const text = words as string;
  expect(text.trim().length, `${what} says something`).toBeGreaterThan(0);
  expect(text.length, `${what} has at most ${most} characters: "${text}"`).toBeLessThanOrEqual(most);
  expect(UNWANTED.exec(text)?.[0], `${what}: "${text}"`).toBeUndefined();
}
