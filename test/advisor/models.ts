import fc from 'fast-check';
import type { Model } from '../../src/game/index.ts';

/** A way of an order as tests write it: where to, and its weight beside the others. */
export type Way = readonly [to: string, weight?: number];
/** Positions by name, each with its orders. `won` and `lost` are there in any case; the first named is the start. */
export interface Sketch {
  readonly [position: string]: readonly (readonly Way[])[];
}

export function modelOf(sketch: Sketch): Model {
  const keys = [...Object.keys(sketch), 'won', 'lost'];
  const positions = keys.map((key) => ({
    key,
    worth: key === 'won' ? (1 as const) : key === 'lost' ? (0 as const) : null,
    orders: (sketch[key] ?? []).map((ways) => {
      const all = ways.reduce((total, [, weight = 1]) => total + weight, 0);
      return ways.map(([to, weight = 1]) => ({ chance: weight / all, to: placeOf(keys, to) }));
    }),
  }));
  return { positions };
}

function placeOf(keys: readonly string[], key: string): number {
  const place = keys.indexOf(key);
  if (place < 0) throw new Error(`There is no position ${key}`);
  return place;
}

export interface Size {
  readonly positions: number;
  readonly orders: number;
  readonly ways: number;
  /** Each order may end the game, by at least a way in nine: nothing goes round with certainty. */
  readonly leaks?: boolean;
}

/** Any sketch of up to so many positions: with loops, closed rings, positions without orders, wins out of reach. */
export function anySketch({ positions, orders, ways, leaks = false }: Size): fc.Arbitrary<Sketch> {
  return fc.integer({ min: 1, max: positions }).chain((size) => {
    const names = Array.from({ length: size }, (_, place) => `p${place}`);
    const way = fc.tuple(
      fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names) }, fc.constantFrom('won', 'lost')),
      fc.integer({ min: 1, max: 4 }),
    );
    const order = fc
      .tuple(fc.array(way, { minLength: 1, maxLength: ways }), fc.constantFrom('won', 'lost'))
      .map(([some, end]): readonly Way[] => (leaks ? [...some, [end, 1]] : some));
    return fc
      .array(fc.array(order, { maxLength: orders }), { minLength: size, maxLength: size })
      .map((all) => Object.fromEntries(names.map((name, place) => [name, all[place] as readonly (readonly Way[])[]])));
  });
}
