import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { retold } from './transcript.ts';

/** What members do at a table and what is answered, as `transcript.ts` reads and writes it. */
const FOLDER = new URL('golden/', import.meta.url);

test.each(readdirSync(FOLDER))('what is typed and pressed in %s is answered as it says', async (name) => {
  const told = await retold(readFileSync(new URL(name, FOLDER), 'utf8'));
  await expect(told).toMatchFileSnapshot(`golden/${name}`);
  // A step that could not be done is no answer, even if the file was accepted.
  expect(told.match(/^ {2}! .*$/gm) ?? []).toEqual([]);
});
