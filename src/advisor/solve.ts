import type { Model } from '../game/index.ts';

/** The chance of winning under best play from every position of a model, 0 to 1, by the position's key. */
export type Solution = ReadonlyMap<string, number>;

/** To be written. */
export function solve(_model: Model): Solution {
  throw new Error('not yet');
}
