import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  around,
  cornersOf,
  enclosing,
  freeBox,
  grown,
  holds,
  overlap,
  pathOf,
  scaled,
} from '../../../src/kit/draw/geometry.ts';

const BOX = { x: 10, y: 20, width: 30, height: 40 };
const number = fc.integer({ min: -200, max: 200 });
const size = fc.integer({ min: 1, max: 200 });
const box = fc.record({ x: number, y: number, width: size, height: size });

test('a box is what lies about its corners', () => {
  expect(pathOf(cornersOf(BOX), true)).toBe('M 10 20 L 40 20 L 40 60 L 10 60 Z');
  fc.assert(
    fc.property(box, (one) => {
      expect(around(cornersOf(one))).toEqual(one);
    }),
  );
});

test('boxes that overlap have a point in common, and those about them hold both', () => {
  fc.assert(
    fc.property(box, box, (one, other) => {
      const all = enclosing([one, other]);
      expect([...cornersOf(one), ...cornersOf(other)].every((at) => holds(grown(all, 1), at))).toBe(true);
      expect(overlap(one, other)).toBe(all.width < one.width + other.width && all.height < one.height + other.height);
    }),
  );
});

test('a point on the edge is not inside', () => {
  expect([holds(BOX, { x: 10, y: 30 }), holds(BOX, { x: 11, y: 30 })]).toEqual([false, true]);
  expect(grown(BOX, -5)).toEqual({ x: 15, y: 25, width: 20, height: 30 });
});

test('a vector is made as long as it should be', () => {
  expect(scaled({ x: 3, y: 4 }, 10)).toEqual({ x: 6, y: 8 });
  expect(scaled({ x: 0, y: 0 }, 10)).toEqual({ x: 0, y: 0 });
});

test('a free box touches nothing that is taken, and is sought from the upper right', () => {
  const within = { x: 0, y: 0, width: 100, height: 100 };
  const wanted = { width: 40, height: 20 };
  expect(freeBox(within, wanted, 10, [])).toEqual({ x: 60, y: 0, ...wanted });
  expect(freeBox(within, wanted, 10, [{ x: 90, y: 5, width: 5, height: 5 }])).toEqual({ x: 60, y: 10, ...wanted });
  expect(freeBox(within, wanted, 10, [within])).toBeNull();
});
