import { expect } from 'vitest';

/** What no sentence may hold: traces of a bug, or a raised voice. */
const UNWANTED = /undefined|\[object|NaN|Infinity|\$\{|!/;

/** Slips of the pen: spaces and stops that do not belong, numbers that do not agree. */
const AWKWARD =
  /[^\s|] {2}\S| ,| \.(?!\.)|(?<!\.)\.\.(?!\.)|\bnull\b|(?<![\d.])\b1 (points|units|battles|others|turns|lines)\b/;
const TABLE = /```[\s\S]*?```/g;

/**
 * Expects words a member can read: something, not too much of it, no trace of a bug and no slip of the pen, tables apart. Lengths are in
 * characters.
 */
export function expectWords(words: unknown, most: number, what: string): void {
  // Of what is well, and there are hundreds of thousands, `expect` is not asked.
  if (typeof words === 'string' && words.trim() !== '' && words.length <= most && !isUnwanted(words)) return;
  expect(typeof words, `${what} is text`).toBe('string');
  const text = words as string;
  expect(text.trim().length, `${what} says something`).toBeGreaterThan(0);
  expect(text.length, `${what} has at most ${most} characters: "${text}"`).toBeLessThanOrEqual(most);
  expect(UNWANTED.exec(text)?.[0], `${what}: "${text}"`).toBeUndefined();
  expect(AWKWARD.exec(text.replaceAll(TABLE, ''))?.[0], `${what}: "${text}"`).toBeUndefined();
}

function isUnwanted(words: string): boolean {
  return UNWANTED.test(words) || AWKWARD.test(words.includes('```') ? words.replaceAll(TABLE, '') : words);
}
