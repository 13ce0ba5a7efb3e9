import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('./', import.meta.url);
const rules = readFileSync(new URL('../../../assets/wilderness/rulings.md', import.meta.url), 'utf8');

/** The names of the tests of the game, this file's aside. */
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !file.startsWith('paragraphs'))
  .flatMap((file) => [
    ...readFileSync(new URL(file, folder), 'utf8').matchAll(/^\s*test(?:\.each\(.*\))?\(\s*(['"`])(.*?)\1,/gms),
  ])
  .map(([, , name = '']) => name);

/** `7.1, 7.3`, `18.2–18.3`, `cases 2 and 3`: what is named, one by one. */
function cited(pattern: RegExp): ReadonlySet<string> {
  return new Set(names.flatMap((name) => [...name.matchAll(pattern)].map(([, number = '']) => number)));
}

const paragraphs = cited(/(?<![\d.-])(\d{1,2}\.\d{1,2})(?![\d.])/g);
const cases = cited(/case (\d{1,2})(?!\d)/g);

test('every paragraph of the rules is named by a test', () => {
  const stated = [...rules.matchAll(/^(\d+\.\d+) /gm)].map(([, number]) => number as string);
  expect(stated.length).toBeGreaterThan(45);
  expect(stated.filter((number) => !paragraphs.has(number))).toEqual([]);
});

test('every one of the 25 cases is a test', () => {
  const all = Array.from({ length: 25 }, (_, at) => String(at + 1));
  expect(all.filter((number) => !cases.has(number))).toEqual([]);
});
