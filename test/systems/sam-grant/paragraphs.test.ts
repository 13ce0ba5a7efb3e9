import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('./', import.meta.url);
const rules = readFileSync(new URL('../../../assets/sam-grant/rulings.md', import.meta.url), 'utf8');

/** The names of the tests of the system, this file's aside. */
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !file.startsWith('paragraphs'))
  .flatMap((file) => [
    ...readFileSync(new URL(file, folder), 'utf8').matchAll(/\btest(?:\.each\([\s\S]*?\]\))?\(\s*(['"`])(.*?)\1,/gs),
  ])
  .map(([, , name = '']) => name);

function cited(pattern: RegExp): ReadonlySet<string> {
  return new Set(names.flatMap((name) => [...name.matchAll(pattern)].map(([, number = '']) => number)));
}

test('every paragraph of the rules is named by a test', () => {
  const paragraphs = cited(/(?<![\d.-])(\d{1,2}\.\d{1,2})(?![\d.])/g);
  const stated = [...rules.matchAll(/^(\d+\.\d+) /gm)].map(([, number]) => number as string);
  expect(stated.length).toBeGreaterThan(60);
  expect(stated.filter((number) => !paragraphs.has(number))).toEqual([]);
});

test('every one of the 25 cases is a test', () => {
  const cases = cited(/case (\d{1,2})(?!\d)/g);
  const all = Array.from({ length: 25 }, (_, at) => String(at + 1));
  expect(all.filter((number) => !cases.has(number))).toEqual([]);
});
