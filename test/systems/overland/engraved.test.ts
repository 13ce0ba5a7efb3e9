import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import LAND_FILE from '../../../assets/overland/land.json' with { type: 'json' };
import type { Json } from '../../../src/game/index.ts';
import type { Point } from '../../../src/kit/draw/geometry.ts';
import { distance as apart } from '../../../src/kit/draw/lines.ts';
import { readLand } from '../../../src/systems/overland/land/land-file.ts';
import { thinPlate } from '../../../src/systems/overland/land/projection.ts';

describe('a thin-plate spline', () => {
  const point = fc.record({ x: fc.integer({ min: -60, max: 60 }), y: fc.integer({ min: -60, max: 60 }) });
  const triangle = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 0, y: 100 },
  ];

  test('takes every fixed point to its place', () => {
    const places = fc.uniqueArray(point, { maxLength: 12, selector: ({ x, y }) => `${x} ${y}` });
    fc.assert(
      fc.property(places, fc.array(point, { minLength: 15, maxLength: 15 }), (some, targets) => {
        const from = [...triangle, ...some.filter(({ x, y }) => x !== 0 || y !== 0)];
        const fixed = from.map((at, index) => ({ from: at, to: targets[index] as Point }));
        const warp = thinPlate(fixed);
        for (const { from: at, to } of fixed) expect(apart(warp(at), to)).toBeLessThan(1e-4);
      }),
      { numRuns: 60 },
    );
  });

  test('bends nothing where nothing is bent', () => {
    const turned = ({ x, y }: Point) => ({ x: 3 + 2 * x - y, y: 1 + x + 2 * y });
    const warp = thinPlate([...triangle, { x: 40, y: 70 }].map((from) => ({ from, to: turned(from) })));
    fc.assert(fc.property(point, (at) => apart(warp(at), turned(at)) < 1e-6));
  });

  test('is refused points that lie in a line', () => {
    const fixed = [0, 1, 2].map((at) => ({ from: { x: at, y: at }, to: { x: at, y: 0 } }));
    expect(() => thinPlate(fixed)).toThrow('in a line');
  });
});

/** A land file with nothing but three places that are held. */
const bare = {
  ...LAND_FILE,
  anchors: { town: { at: 'Richmond', part: [0.5, 0.5] } },
  controls: [
    { at: [37.3, -77.4], to: [300, 390] },
    { at: [38.2, -77.9], to: [20, 20] },
    { at: [38.2, -76.9], to: [580, 30] },
  ],
};

describe('a land file', () => {
  test.each<[string, object, string]>([
    [
      'a place nobody knows',
      { compass: [1, 1], middle: 'Atlantis' },
      'middle: must be [latitude, longitude], or the name of one of the places',
    ],
    ['no anchor', { anchors: {} }, 'anchors.town: is missing'],
    [
      'the name of no river',
      { riverNames: [{ ...LAND_FILE.riverNames[0], river: 'Styx' }] },
      'riverNames.0.river: there is no river named Styx',
    ],
  ])('with %s is refused at that entry', (_, change, reason) => {
    const data = JSON.parse(JSON.stringify({ ...bare, ...change })) as Json;
    const read = readLand('land.json', data, ['town']);
    expect(Array.isArray(read) ? read.map((fault) => `${fault.path.join('.')}: ${fault.reason}`) : []).toEqual([
      reason,
    ]);
  });
});
