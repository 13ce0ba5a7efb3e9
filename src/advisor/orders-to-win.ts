import type { Model, ModelOutcome } from '../game/index.ts';

/** Chances closer than this count as equal: the solution is exact to 1e-12, and members read tenths of a percent. */
export const SAME_WORTH = 1e-9;

/** The worth of an order before its dice. */
export function mean(order: readonly ModelOutcome[], worths: Float64Array): number {
  let sum = 0;
  for (const { chance, to } of order) sum += chance * (worths[to] as number);
  return sum;
}

/**
 * For every position, the fewest best orders after which the game may be won; Infinity if it cannot be. Searches
 * backwards from the won positions, breadth first.
 */
export function ordersToWin(positions: Model['positions'], worths: Float64Array): Float64Array {
  const before: number[][] = positions.map(() => []);
  for (const [place, { orders }] of positions.entries()) {
    for (const order of orders) {
      if ((worths[place] as number) - mean(order, worths) >= SAME_WORTH) continue;
      for (const { to } of order) before[to]?.push(place);
    }
  }
  const fewest = new Float64Array(positions.length).fill(Number.POSITIVE_INFINITY);
  const met = [...positions.keys()].filter((place) => positions[place]?.worth === 1);
  for (const place of met) fewest[place] = 0;
  for (const place of met) {
    for (const previous of before[place] ?? []) {
      if (fewest[previous] !== Number.POSITIVE_INFINITY) continue;
      fewest[previous] = (fewest[place] as number) + 1;
      met.push(previous);
    }
  }
  return fewest;
}
