import type { Result, Unit } from './measure.ts';

/** A bound on a median, or where `at` says so on the 99th percentile. */
export type Bound = ({ readonly most: number } | { readonly least: number }) & { readonly at?: 'p99' };

/** What the bot is to keep to on two cores, each once; a measure that shows it, or several, name it. */
export const GOALS = {
  steps: { words: 'legal orders listed, one applied', unit: 'a second', least: 150_000 },
  solution: { words: 'the exact solution', unit: 'ms', most: 150 },
  map: { words: 'a map drawn and encoded', unit: 'ms', most: 15 },
  mapSize: { words: 'its size', unit: 'KB', most: 150 },
  gif: { words: 'a frame of a GIF', unit: 'ms', most: 10 },
  acknowledged: { words: '50 orders a second: acknowledged', unit: 'ms', most: 250, at: 'p99' },
  mapped: { words: '50 orders a second: the map', unit: 'ms', most: 750, at: 'p99' },
  lost: { words: '50 orders a second: lost', unit: '', most: 0 },
  ready: { words: 'start to ready', unit: 'ms', most: 2500 },
  resident: { words: 'resident, 10,000 games and 100 active', unit: 'MB', most: 200, at: 'p99' },
  logs: { words: 'an order, log of 10,000 against 10', unit: '×', most: 1.5 },
  games: { words: 'an order, 100,000 games against 1', unit: '×', most: 1.5 },
} as const satisfies Readonly<Record<string, Bound & { readonly words: string; readonly unit: Unit }>>;

export type Goal = keyof typeof GOALS;

/** A goal, and the worst that was measured of it. Null: nothing was. */
export interface Reached {
  readonly goal: Goal;
  readonly words: string;
  readonly bound: Bound;
  readonly unit: Unit;
  readonly worst: Result | null;
  readonly met: boolean | null;
}

export function reached(results: readonly Result[]): Reached[] {
  return (Object.keys(GOALS) as Goal[]).map((goal) => {
    const { words, unit, ...bound } = GOALS[goal];
    const shown = results.filter((result) => result.goal === goal);
    const [worst = null] = shown.sort((one, other) => badness(other, bound) - badness(one, bound));
    return { goal, words, bound, unit, worst, met: worst?.met ?? null };
  });
}

function badness(result: Result, bound: Bound): number {
  return 'most' in bound ? bounded(result, bound) : -bounded(result, bound);
}

/** What of a result a bound is on. */
export function bounded({ median, p99 }: Pick<Result, 'median' | 'p99'>, { at }: Bound): number {
  return at === 'p99' ? (p99 ?? median) : median;
}

export function keeps(result: Pick<Result, 'median' | 'p99'>, bound: Bound): boolean {
  const value = bounded(result, bound);
  return 'most' in bound ? value <= bound.most : value >= bound.least;
}
