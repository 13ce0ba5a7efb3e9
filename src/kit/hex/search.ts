import type { HexId } from './hex-grid.ts';

/** A thing that was reached: its distance from a start, and the thing before it; null at a start. */
interface Traced<T> {
  readonly steps: number;
  readonly before: T | null;
}

/** Everything that can be reached from some starts step by step, the nearest first. */
export function trace<T>(starts: Iterable<T>, next: (from: T) => Iterable<T>): ReadonlyMap<T, Traced<T>> {
  const found = new Map<T, Traced<T>>();
  for (const start of starts) found.set(start, { steps: 0, before: null });
  // A Map is iterated in insertion order, and entries added on the way are visited too.
  for (const [from, { steps }] of found)
    for (const to of next(from)) if (!found.has(to)) found.set(to, { steps: steps + 1, before: from });
  return found;
}

/** A cost that stands for "no path". No path without a limit costs as much. */
export const FAR = 400;

/**
 * The cost of the cheapest path from the nearest start to each hex. `FAR` if there is none.
 * @param links the sides of each hex that can be crossed
 * @param costOf the cost of crossing one; `FAR` if it can't be crossed
 */
export function costsFromNearest<L extends { readonly to: number }>(
  links: readonly (readonly L[])[],
  starts: Iterable<number>,
  costOf: (link: L, from: number) => number,
): Int16Array {
  const points = new Int16Array(links.length).fill(FAR);
  const ready: number[][] = [];
  const reached = (hex: number, at: number) => {
    if (at >= (points[hex] as number)) return;
    points[hex] = at;
    const list = ready[at];
    if (list) list.push(hex);
    else ready[at] = [hex];
  };
  for (const start of starts) reached(start, 0);
  for (let now = 0; now < Math.min(ready.length, FAR); now++)
    for (const hex of ready[now] ?? [])
      if (points[hex] === now) for (const link of links[hex] ?? []) reached(link.to, now + costOf(link, hex));
  return points;
}

interface CostedStep {
  readonly to: HexId;
  readonly cost: number;
}

/** The hexes that a piece can reach, the nearest first, each with its cost and the hex before; null at the start. */
export type ReachedHexes = ReadonlyMap<HexId, { readonly cost: number; readonly before: HexId | null }>;

/** The cheapest paths within an allowance; of equals, the first that is found. */
export function hexesWithin(
  start: HexId,
  allowance: number,
  steps: (from: HexId) => Iterable<CostedStep>,
): ReachedHexes {
  const found = new Map<HexId, { cost: number; before: HexId | null }>([[start, { cost: 0, before: null }]]);
  const ready: HexId[][] = [[start]];
  for (let now = 0; now <= allowance; now++)
    for (const from of ready[now] ?? []) {
      if (found.get(from)?.cost !== now) continue;
      for (const { to, cost } of steps(from)) {
        const total = now + cost;
        if (total > allowance || total >= (found.get(to)?.cost ?? allowance + 1)) continue;
        found.set(to, { cost: total, before: from });
        ready[total] = [...(ready[total] ?? []), to];
      }
    }
  return found;
}

/** The hexes of the path to a hex that was reached, its start first. */
export function hexesTo(reached: ReadonlyMap<HexId, { readonly before: HexId | null }>, to: HexId): HexId[] {
  const way: HexId[] = [];
  for (let hex: HexId | null = to; hex !== null; hex = reached.get(hex)?.before ?? null) way.push(hex);
  return way.reverse();
}
