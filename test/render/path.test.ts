import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePath } from '../../src/render/path.ts';
import { seen, sheet } from './pixels.ts';

describe('a path', () => {
  test('is read command by command', () => {
    expect(parsePath('M 1 2 L3,4 Q 5 6 7 8 C 1 2 3 4 5 6 Z')).toEqual([
      { command: 'M', at: [1, 2] },
      { command: 'L', at: [3, 4] },
      { command: 'Q', at: [5, 6, 7, 8] },
      { command: 'C', at: [1, 2, 3, 4, 5, 6] },
      { command: 'Z', at: [] },
    ]);
  });

  test('may leave out a letter that repeats, and the blanks before signs', () => {
    expect(parsePath('M0-1L2.5-3.5-4 .5').map(({ at }) => at)).toEqual([
      [0, -1],
      [2.5, -3.5],
      [-4, 0.5],
    ]);
  });

  test.each(['L 1 2', 'M 1', 'M 1 2 l 3 4', 'M 1 2 A 1 1 0 0 0 2 2', 'M 1 2 Z 3 4', 'M x 2', 'M 1 2 L 3 NaN'])(
    'is refused when malformed: %s',
    (d) => {
      expect(() => parsePath(d)).toThrow(/Not a path/);
    },
  );

  test('reads every number it is written with', () => {
    const number = fc.double({ noNaN: true, min: -1e6, max: 1e6 });
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { minLength: 1 }), (points) => {
        const d = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'} ${x} ${y}`).join(' ');
        expect(parsePath(d).map(({ at }) => at)).toEqual(points.map(([x, y]) => [Number(`${x}`), Number(`${y}`)]));
      }),
    );
  });

  test('is filled along lines and curves', async () => {
    const picture = await seen(
      sheet([{ kind: 'path', d: 'M 10 90 L 10 50 Q 10 10 50 10 C 90 10 90 50 90 90 Z', fill: '#336699' }]),
    );
    expect(picture.at(50, 50)).toBe('#336699');
    expect(picture.at(13, 13)).toBe('#ffffff');
    expect(picture.at(88, 15)).toBe('#ffffff');
  });
});
