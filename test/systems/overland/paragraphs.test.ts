import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PARAGRAPHS } from './paragraphs.ts';

/** Paragraph or ruling → the names of the tests that begin with it, out of the test files of this folder. */
function table(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const name of testNames()) {
    const [numbers = ''] = /^(?:(?:\[[^\]]+\]|R\d+) )+/.exec(name) ?? [];
    for (const number of numbers.match(/[^[\] ]+/g) ?? []) found.set(number, [...(found.get(number) ?? []), name]);
  }
  return found;
}

/** The names of tests that begin with a paragraph or a ruling: `test('[X] …`, `test.each(…)('R7 …`. */
function testNames(): readonly string[] {
  const files = readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('.test.ts'));
  return files.flatMap((file) => {
    const source = readFileSync(new URL(file, import.meta.url), 'utf8');
    return [...source.matchAll(/(?:test|\))\(\s*(['"`])((?:\[[IVX]|R\d).*?)\1,/g)].map(([, , name = '']) => name);
  });
}

const covered = table();

test.each(PARAGRAPHS)('%s is held by a test of its name', (paragraph) => {
  expect(covered.get(paragraph) ?? []).not.toEqual([]);
});

test('no test is named by a paragraph that does not exist', () => {
  expect([...covered.keys()].filter((cited) => !PARAGRAPHS.includes(cited))).toEqual([]);
});
