import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonical, type Json } from '../../src/game/index.ts';

describe('canonical JSON', () => {
  test('is JSON with the keys of every object in order, and nothing else', () => {
    expect(canonical({ b: 1, a: [true, null, 'x'], c: { z: 0.5, y: '"' } })).toBe(
      '{"a":[true,null,"x"],"b":1,"c":{"y":"\\"","z":0.5}}',
    );
  });

  test('leaves out what is undefined, as JSON does', () => {
    expect(canonical({ a: undefined, b: 1 })).toBe('{"b":1}');
  });

  test('is the same however the keys came', () => {
    const members = fc.uniqueArray(fc.tuple(fc.string(), fc.integer()), { selector: ([key]) => key });
    fc.assert(
      fc.property(members, fc.nat(), (entries, turn) => {
        const turned = [
          ...entries.slice(turn % (entries.length + 1)),
          ...entries.slice(0, turn % (entries.length + 1)),
        ];
        expect(canonical(Object.fromEntries(turned))).toBe(canonical(Object.fromEntries(entries)));
      }),
    );
  });

  test('differs where the values differ', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const same = isDeepStrictEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)));
        expect(canonical(a as Json) === canonical(b as Json)).toBe(same);
      }),
    );
  });
});
