import type { Grid } from './grid.ts';

/** How a piece may go. Hexes are places in `Grid.ids`; lists of them have 1 where it is so. */
export interface Terms {
  /** Where it sets out, and what that has cost. */
  readonly start: number;
  readonly spent: number;
  readonly allowance: number;
  /** Along roads and trails only [15.1]. */
  readonly byWay: boolean;
  /** Not to be entered. */
  readonly closed: Uint8Array;
  /** In enemy control: entering ends the move [6.2]. */
  readonly controlled: Uint8Array;
  /** Points that may have been spent when enemy control is entered; −1: it is not entered. */
  readonly controlLimit: number;
  /** Not to be entered either. */
  readonly avoid: Uint8Array | null;
}

/** The cheapest ways from one hex. */
export interface Spread {
  /** By place in `Grid.ids`; −1: out of reach. */
  readonly cost: Int8Array;
  /** The hex before; −1: the start. */
  readonly before: Int16Array;
  /** Hexes whose neighbours were looked at. */
  readonly expanded: number;
}

/**
 * Dijkstra's search with a list for each cost, since those are few. Of ways that cost the same, the one with more of it on roads and
 * trails; of those, the first found, which is the same every time.
 */
export function spread(grid: Grid, terms: Terms): Spread {
  const { start, spent, allowance, byWay, closed, controlled, controlLimit, avoid } = terms;
  const cost = new Int8Array(grid.ids.length).fill(-1);
  const before = new Int16Array(grid.ids.length).fill(-1);
  const ready: number[][] = Array.from({ length: allowance + 1 }, () => []);
  const offWay = new Int8Array(grid.ids.length);
  let expanded = 0;
  cost[start] = spent;
  ready[spent]?.push(start);
  for (let now = spent; now <= allowance; now++) {
    for (const hex of ready[now] as number[]) {
      if (cost[hex] !== now || controlled[hex]) continue;
      expanded++;
      for (let side = grid.first[hex] as number; side < (grid.first[hex + 1] as number); side++) {
        const to = grid.to[side] as number;
        const total = now + (grid.cost[side] as number);
        if (total > allowance || closed[to] || avoid?.[to] || (byWay && !grid.link[side])) continue;
        if (controlled[to] && total > controlLimit) continue;
        const best = cost[to] as number;
        const off = (offWay[hex] as number) + (grid.link[side] ? 0 : 1);
        if (best >= 0 && (best < total || (best === total && (offWay[to] as number) <= off))) continue;
        cost[to] = total;
        before[to] = hex;
        offWay[to] = off;
        if (best !== total) ready[total]?.push(to);
      }
    }
  }
  return { cost, before, expanded };
}
