import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * Registers the tests that hold a game's rulings to its tests: each paragraph, `7.1`, and each of the 25 cases, `case 7`, stands in the
 * name of a test in the game's folder.
 * @param least paragraphs that the rulings have at least
 */
export function everyParagraphIsATest(game: string, least: number): void {
  const folder = new URL(`./${game}/`, import.meta.url);
  const rules = readFileSync(new URL(`../../assets/${game}/rulings.md`, import.meta.url), 'utf8');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(new URL(file, folder), 'utf8').matchAll(NAME)].map(([, , name = '']) => name));
  const cited = (pattern: RegExp) =>
    new Set(names.flatMap((name) => [...name.matchAll(pattern)].map(([, number = '']) => number)));

  test('every paragraph of the rules is named by a test', () => {
    const paragraphs = cited(/(?<![\d.-])(\d{1,2}\.\d{1,2})(?![\d.])/g);
    const stated = [...rules.matchAll(/^(\d+\.\d+) /gm)].map(([, number]) => number as string);
    expect(stated.length).toBeGreaterThan(least);
    expect(stated.filter((number) => !paragraphs.has(number))).toEqual([]);
  });

  test('every one of the 25 cases is a test', () => {
    const cases = cited(/case (\d{1,2})(?!\d)/g);
    const all = Array.from({ length: 25 }, (_, at) => String(at + 1));
    expect(all.filter((number) => !cases.has(number))).toEqual([]);
  });
}

/** The name of a test, also of one that is made of a table. */
const NAME = /\btest(?:\.each(?:<[^(]*>)?\([\s\S]*?\))?\(\s*(['"`])(.*?)\1,/gs;
