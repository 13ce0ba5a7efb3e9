import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  across,
  bandPath,
  beside,
  curveThrough,
  distance,
  distanceToSegment,
  evened,
  near,
  nearest,
  rounded,
  softPath,
  squarePath,
  through,
} from '../../../src/kit/draw/lines.ts';

const point = fc.record({ x: fc.integer({ min: -500, max: 500 }), y: fc.integer({ min: -500, max: 500 }) });
const line = fc.array(point, { minLength: 2, maxLength: 12 });
const EAST = [0, 10, 20, 30].map((x) => ({ x, y: 5 }));

describe('polylines', () => {
  it('are rounded through all their points', () => {
    fc.assert(
      fc.property(line, fc.integer({ min: 1, max: 9 }), (points, steps) => {
        const soft = rounded(points, steps);
        expect(soft).toHaveLength((points.length - 1) * steps + 1);
        expect(points.every((one, index) => distance(one, soft[index * steps] ?? { x: 1e9, y: 0 }) < 1e-6)).toBe(true);
      }),
    );
  });

  it('are walked in even steps, and end where they end', () => {
    fc.assert(
      fc.property(line, fc.integer({ min: 3, max: 60 }), (points, step) => {
        const even = evened(points, step);
        expect(even.at(-1)).toEqual(points.at(-1));
        expect(even.slice(1).every((one, index) => distance(one, even[index] ?? one) <= step + 1e-6)).toBe(true);
      }),
    );
    expect(evened(EAST, 7).map(({ x }) => x)).toEqual([0, 7, 14, 21, 28, 30]);
  });

  it('have a right and a left', () => {
    expect(across(EAST, 1)).toEqual({ x: -0, y: 1 });
    expect(beside(EAST, (index) => index).map(({ y }) => y)).toEqual([5, 6, 7, 8]);
    expect(beside(EAST, () => -4, 2).map(({ y }) => y)).toEqual([1, 1, 1, 1]);
  });

  it('know what is near them', () => {
    expect(nearest(EAST, { x: 17, y: 90 })).toBe(2);
    expect(distanceToSegment({ x: 3, y: 4 }, { x: 0, y: 0 }, { x: 10, y: 0 })).toBe(4);
    expect(distanceToSegment({ x: -3, y: 4 }, { x: 0, y: 0 }, { x: 10, y: 0 })).toBe(5);
    fc.assert(fc.property(point, point, (a, b) => near(a, b, 40) === distance(a, b) < 40));
  });
});

describe('paths', () => {
  it('are soft between their ends', () => {
    expect(softPath([])).toBe('');
    expect(softPath(EAST.slice(0, 2))).toBe('M 0 5 L 10 5');
    expect(softPath(EAST)).toBe('M 0 5 Q 10 5 15 5 Q 20 5 30 5');
    expect(squarePath(EAST)).toBe('M 0 5 Q 10 5 15 5 Q 20 5 25 5 L 30 5');
    expect(squarePath(EAST.slice(0, 2))).toBe('M 0 5 L 10 5');
  });

  it('close without a corner', () => {
    expect(
      softPath(
        [
          { x: 0, y: 0 },
          { x: 8, y: 0 },
          { x: 8, y: 8 },
        ],
        true,
      ),
    ).toBe('M 4 4 Q 0 0 4 0 Q 8 0 8 4 Q 8 8 4 4 Z');
  });

  it('lie about a line as a band', () => {
    expect(bandPath(EAST.slice(0, 2), () => 4)).toBe('M 0 7 L 10 7 L 10 3 L 0 3 Z');
  });

  it('pass through all their knots and points', () => {
    const knots = EAST.map((at) => ({ at, towards: { x: 1, y: 0 } }));
    expect(through(knots.slice(0, 2))).toBe('M 0 5 C 3.3 5 6.7 5 10 5');
    expect(through([])).toBe('');
    expect(curveThrough(EAST)).toMatch(/^M 0 5 C .* 10 5 C .* 20 5 C .* 30 5$/);
  });
});
