import { expect, test } from 'vitest';
import { galleries } from './index.ts';

test.each(galleries)('the gallery of $system has rooms, and no room is empty', ({ rooms }) => {
  expect(rooms().length).toBeGreaterThan(0);
  expect(rooms().filter(({ exhibits }) => exhibits.length === 0)).toEqual([]);
});
