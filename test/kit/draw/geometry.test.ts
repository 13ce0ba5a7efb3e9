import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
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
import {
  type Curve,
  curve,
  curvePart,
  curvePath,
  distance,
  pointBeside,
  pointOn,
  reversed,
  straight,
} from '../../../src/kit/draw/lines.ts';
import { arrowPath } from '../../../src/systems/overland/map/march-arrows.ts';

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

const BEND = curve(0, 0, 40, 0, 60, 20, 60, 60);
const point = fc.record({ x: fc.integer({ min: -300, max: 300 }), y: fc.integer({ min: -300, max: 300 }) });
const bend: fc.Arbitrary<Curve> = fc.record({ from: point, pullFrom: point, pullTo: point, to: point });
const part = fc.double({ min: 0.01, max: 0.99, noNaN: true });

describe('curves', () => {
  it('run from end to end, and back', () => {
    expect(pointOn(BEND, 0)).toEqual({ x: 0, y: 0 });
    expect(pointOn(BEND, 1)).toEqual({ x: 60, y: 60 });
    expect(pointOn(reversed(BEND), 0.25)).toEqual(pointOn(BEND, 0.75));
    expect(curvePath(BEND)).toBe('M 0 0 C 40 0 60 20 60 60');
    expect(pointOn(straight({ x: 0, y: 0 }, { x: 30, y: 60 }), 0.5)).toEqual({ x: 15, y: 30 });
  });

  it('have a right and a left', () => {
    expect(pointBeside(straight({ x: 0, y: 0 }, { x: 30, y: 0 }), 0.5, 4)).toEqual({ x: 15, y: 4 });
  });

  it('are cut where they run', () => {
    fc.assert(
      fc.property(bend, part, part, (along, one, other) => {
        const [start, end] = one < other ? [one, other] : [other, one];
        const cut = curvePart(along, start, end);
        expect(distance(cut.from, pointOn(along, start))).toBeLessThan(1e-6);
        expect(distance(cut.to, pointOn(along, end))).toBeLessThan(1e-6);
        expect(distance(pointOn(cut, 0.5), pointOn(along, (start + end) / 2))).toBeLessThan(1e-6);
      }),
    );
  });

  it('are arrows with their tips at the end, and a shaft even where they are short', () => {
    const shape = { width: 10, headWidth: 30, headLength: 24 };
    const points = (d: string) => d.match(/-?[\d.]+ -?[\d.]+/g) ?? [];
    expect(points(arrowPath(straight({ x: 0, y: 0 }, { x: 100, y: 0 }), shape))).toContain('100 0');
    expect(points(arrowPath(straight({ x: 0, y: 0 }, { x: 10, y: 0 }), shape))).toEqual(
      expect.arrayContaining(['0 -5', '10 0', '0 5']),
    );
  });
});
