import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Solution, solve } from '../../src/advisor/index.ts';
import type { Model } from '../../src/game/index.ts';
import { anySketch, modelOf, type Sketch } from './models.ts';

function solved(sketch: Sketch): { readonly [position: string]: number } {
  return Object.fromEntries([...solve(modelOf(sketch))].map(([key, { chance }]) => [key, chance]));
}

/** How far the solution is from being its own best order's mean, at worst. */
function residual({ positions }: Model, solution: Solution): number {
  const worth = (place: number) => solution.get(positions[place]?.key ?? '')?.chance as number;
  return Math.max(
    ...positions.map(({ worth: ended, orders }, place) => {
      const best = Math.max(
        0,
        ...orders.map((ways) => ways.reduce((sum, { chance, to }) => sum + chance * worth(to), 0)),
      );
      return Math.abs(worth(place) - (ended ?? best));
    }),
  );
}

/** Sweeps from nothing: never above the solution, and towards it. */
function valueIteration({ positions }: Model, sweeps: number): Float64Array {
  const worths = Float64Array.from(positions, ({ worth }) => worth ?? 0);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (const [place, { worth, orders }] of positions.entries()) {
      if (worth !== null) continue;
      for (const ways of orders) {
        const mean = ways.reduce((sum, { chance, to }) => sum + chance * (worths[to] as number), 0);
        if (mean > (worths[place] as number)) worths[place] = mean;
      }
    }
  }
  return worths;
}

describe('the solution', () => {
  test('passes over a loop: trying again until it works, works', () => {
    expect(solved({ here: [[['here', 5], ['won']]] }).here).toBe(1);
    expect(solved({ here: [[['here', 5], ['won'], ['lost']]] }).here).toBe(0.5);
  });

  test('is not drawn into a closed ring beside the way out', () => {
    // Both orders of `gate` look the same once `ring` is thought to be worth what `gate` is: only one of them leads anywhere.
    const sketch: Sketch = {
      gate: [[['ring']], [['won'], ['lost']]],
      ring: [[['gate']], [['trap']]],
      trap: [[['trap']]],
    };
    expect(solved(sketch)).toMatchObject({ gate: 0.5, ring: 0.5, trap: 0 });
  });

  test('takes a win ever so seldom before none at all', () => {
    const seldom: Sketch = { a: [[['a']], [['b']]], b: [[['a', 1e15], ['c']]], c: [[['a', 1e15], ['won'], ['lost']]] };
    for (const name of ['a', 'b', 'c']) expect(solved(seldom)[name]).toBeCloseTo(0.5, 13);
  });

  test('is found through a path and a ring of thousands of positions', () => {
    const size = 5_000;
    const name = (place: number) => `p${place}`;
    const path = Object.fromEntries(
      Array.from({ length: size }, (_, place) => [
        name(place),
        [[[place + 1 < size ? name(place + 1) : 'won'] as const]],
      ]),
    );
    expect(solved(path).p0).toBe(1);
    const ring = Object.fromEntries(
      Array.from({ length: size }, (_, place) => [
        name(place),
        [[[name((place + 1) % size)] as const], [['won'] as const, ['lost', place === 1234 ? 1 : 2] as const]],
      ]),
    );
    expect(new Set(Object.values(solved(ring)))).toEqual(new Set([0.5, 1, 0]));
  });
});

describe('of any model, the solution', () => {
  test('lies within 0 and 1, satisfies Bellman’s equation, and no sweep from below passes it', () => {
    fc.assert(
      fc.property(anySketch({ positions: 40, orders: 4, ways: 4 }), (sketch) => {
        const model = modelOf(sketch);
        const solution = solve(model);
        expect(solution.size).toBe(model.positions.length);
        expect(residual(model, solution)).toBeLessThanOrEqual(1e-12);
        for (const [place, below] of valueIteration(model, 200).entries()) {
          const worth = solution.get(model.positions[place]?.key ?? '')?.chance as number;
          expect(worth).toBeGreaterThanOrEqual(below - 1e-12);
          expect(worth).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test('is where sweeps come to, where they must', () => {
    fc.assert(
      fc.property(anySketch({ positions: 60, orders: 4, ways: 2, leaks: true }), (sketch) => {
        const model = modelOf(sketch);
        const solution = solve(model);
        // Each sweep leaves at most eight ninths of the error: 300 leave nothing of it.
        for (const [place, swept] of valueIteration(model, 300).entries()) {
          expect(Math.abs((solution.get(model.positions[place]?.key ?? '')?.chance as number) - swept)).toBeLessThan(
            1e-12,
          );
        }
      }),
    );
  });
});
