import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrowPath } from '../../../src/kit/draw/arrow-shapes.ts';
import {
  type Curve,
  curve,
  curvePath,
  partOf,
  pointBeside,
  pointOn,
  reversed,
  straight,
} from '../../../src/kit/draw/curves.ts';
import { distance } from '../../../src/kit/draw/lines.ts';

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
        const cut = partOf(along, start, end);
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
