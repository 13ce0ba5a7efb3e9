import { expect, test } from 'vitest';
import { Memo, MemoPer, oncePer } from '../../src/kit/memo.ts';

test('works out once for an object, also where nothing comes of it', () => {
  let worked = 0;
  const once = oncePer((of: { readonly n: number }) => {
    worked++;
    return of.n > 1 ? of.n : undefined;
  });
  const [one, two] = [{ n: 1 }, { n: 2 }];
  expect([once(one), once(one), once(two), once(two)]).toEqual([undefined, undefined, 2, 2]);
  expect(worked).toBe(2);
});

test('forgets the key used longest ago, and what is known of one object is not known of another', () => {
  const worked: string[] = [];
  const memo = new MemoPer<object, string>(2);
  const [a, b] = [{}, {}];
  const ask = (of: object, key: string) =>
    memo.get(of, key, () => {
      worked.push(key);
      return key;
    });
  for (const key of ['x', 'y', 'x', 'z', 'x', 'y']) expect(ask(a, key)).toBe(key);
  ask(b, 'x');
  expect(worked).toEqual(['x', 'y', 'z', 'y', 'x']);
});

test('the oldest is forgotten where there is no room', () => {
  const made: string[] = [];
  const kept = new Memo<string>(2);
  const get = (key: string) =>
    kept.get(key, () => {
      made.push(key);
      return key.toUpperCase();
    });
  expect(['a', 'b', 'a', 'b'].map(get)).toEqual(['A', 'B', 'A', 'B']);
  expect(made).toEqual(['a', 'b']);
  expect(['c', 'b', 'a'].map(get)).toEqual(['C', 'B', 'A']);
  expect(made).toEqual(['a', 'b', 'c', 'a']);
});
