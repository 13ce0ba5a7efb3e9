import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BoundedCache } from '../../src/render/bounded-cache.ts';

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

  test('never costs more than it may, but for the newest; and holds all that was used since', () => {
    const uses = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer({ min: 0, max: 12 })));
    fc.assert(
      fc.property(uses, (all) => {
        const recent = new BoundedCache<number>(20);
        // By the book: keys and costs, the last used last.
        let kept: [string, number][] = [];
        for (const [key, cost] of all) {
          recent.keep(key, cost, cost);
          kept = [...kept.filter(([other]) => other !== key), [key, cost]];
          while (kept.length > 1 && kept.reduce((sum, [, each]) => sum + each, 0) > 20) kept.shift();
          expect(kept.map(([each]) => recent.get(each))).toEqual(kept.map(([, each]) => each));
          const others = ['a', 'b', 'c', 'd', 'e'].filter((each) => !kept.some(([one]) => one === each));
          for (const other of others) expect(recent.get(other)).toBeUndefined();
        }
      }),
    );
  });
});
