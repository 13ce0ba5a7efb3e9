import { describe, expect, test } from 'vitest';
import { BoundedCache } from '../../src/host/base/reading.ts';

describe('what was used of late', () => {
  test('is kept, and what was longest unused makes room', () => {
    const recent = new BoundedCache<number>(10);
    recent.keep('a', 1, 4);
    recent.keep('b', 2, 4);
    expect(recent.get('a')).toBe(1);
    recent.keep('c', 3, 4);
    expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([1, undefined, 3]);
  });

  test('makes room for the newest whatever it costs', () => {
    const recent = new BoundedCache<number>(10);
    recent.keep('a', 1, 4);
    expect(recent.keep('huge', 2, 1000)).toBe(2);
    expect([recent.get('a'), recent.get('huge')]).toEqual([undefined, 2]);
    recent.keep('b', 3, 4);
    expect([recent.get('huge'), recent.get('b')]).toEqual([undefined, 3]);
    expect(new BoundedCache<null>(1).keep('nothing', null, 1)).toBeNull();
  });

  test('is dropped at a word, and replaced by what comes under its key', () => {
    const recent = new BoundedCache<number>(10);
    recent.keep('a', 1, 9);
    recent.keep('a', 2, 3);
    recent.keep('b', 3, 7);
    expect(recent.get('a')).toBe(2);
    recent.drop('a');
    recent.drop('a');
    recent.keep('c', 4, 3);
    expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([undefined, 3, 4]);
  });
});
