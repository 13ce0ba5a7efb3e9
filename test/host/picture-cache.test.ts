import { expect, test } from 'vitest';
import { PictureCache } from '../../src/host/afterwards/recap/recap-pictures.ts';

/** Pictures of recaps: one in the making at a time, each made once, the last ones kept. */

const made = (size: number, alt = 'A map.') => ({ bytes: Buffer.alloc(size), alt });

test('a picture has its words once it is made, and is made once for all who ask', async () => {
  const cache = new PictureCache();
  let count = 0;
  const make = async () => {
    count += 1;
    return made(3);
  };
  const pictures = [cache.picture('5', 'a.png', '', make), cache.picture('5', 'a.png', '', make)];
  expect(pictures[0]?.alt).toBe('');
  const bytes = await Promise.all(pictures.map((picture) => picture.bytes()));
  expect(bytes[0]).toBe(bytes[1]);
  expect(pictures.map(({ alt, file }) => [alt, file])).toEqual([
    ['A map.', 'a.png'],
    ['A map.', 'a.png'],
  ]);
  await cache.picture('5', 'a.png', '', make).bytes();
  expect(count).toBe(1);
  await cache.picture('6', 'a.png', '', make).bytes();
  await cache.picture('5', 'b.png', '', make).bytes();
  expect(count).toBe(3);
});

test('one is made after the other', async () => {
  const cache = new PictureCache();
  let now = 0;
  let most = 0;
  const make = async () => {
    most = Math.max(most, ++now);
    await new Promise(setImmediate);
    now -= 1;
    return made(1);
  };
  await Promise.all(['1', '2', '3', '4'].map((of) => cache.picture(of, 'a.png', '', make).bytes()));
  expect(most).toBe(1);
});

test('one that fails is tried again, and stops no other', async () => {
  const cache = new PictureCache();
  let fails = true;
  const make = async () => {
    if (fails) throw new Error('No ink');
    return made(1);
  };
  await expect(cache.picture('1', 'a.png', '', make).bytes()).rejects.toThrow('No ink');
  fails = false;
  expect(await cache.picture('1', 'a.png', '', make).bytes()).toHaveLength(1);
});

test('no more bytes are kept than there is room for: the longest unused go first', async () => {
  const cache = new PictureCache(10);
  const counts = new Map<string, number>();
  const get = (of: string, size: number) =>
    cache
      .picture(of, 'a.png', '', async () => {
        counts.set(of, (counts.get(of) ?? 0) + 1);
        return made(size);
      })
      .bytes();
  for (const of of ['1', '2', '1', '3', '1', '2']) await get(of, 4);
  expect(Object.fromEntries(counts)).toEqual({ 1: 1, 2: 2, 3: 1 });
});
