import { expect, test } from 'vitest';
import { renderScene } from '../../../src/render/index.ts';
import { rooms } from './sheets.ts';

/** What a picture may weigh on a phone. */
const MOST_BYTES = 150_000;

test('no picture is larger than 150 KB', async () => {
  const sheets = Object.values(rooms()).flatMap((room) => Object.entries(room));
  const sizes = await Promise.all(
    sheets.map(async ([name, { scene }]) => ({ name, bytes: (await renderScene(scene)).length })),
  );
  expect(sizes.filter(({ bytes }) => bytes > MOST_BYTES)).toEqual([]);
});
