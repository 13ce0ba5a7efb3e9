/** A map as arrays, for a search that is asked for often: hexes are places in a list, and only sides that can be crossed are in it. */
export interface SearchGraph {
  /** Index of each hex's first side in the three lists below, with their length at the end. */
  readonly first: Int32Array;
  readonly to: Int16Array;
  /** Points to enter `to` from there. */
  readonly cost: Int16Array;
  /** 1: a way crosses the side. */
  readonly link: Uint8Array;
}

/** A side that can be crossed, out of a hex. */
export interface SearchStep {
  readonly to: number;
  readonly cost: number;
  readonly link: boolean;
}

/** @param sides of each hex in turn */
export function searchGraph(sides: readonly (readonly SearchStep[])[]): SearchGraph {
  const first = new Int32Array(sides.length + 1);
  for (const [at, { length }] of sides.entries()) first[at + 1] = (first[at] as number) + length;
  const all = sides.flat();
  return {
    first,
    to: Int16Array.from(all, ({ to }) => to),
    cost: Int16Array.from(all, ({ cost }) => cost),
    link: Uint8Array.from(all, ({ link }) => (link ? 1 : 0)),
  };
}

/** How a piece may go. Lists of hexes have 1 where it is so. */
export interface SearchTerms {
  /** The starting hex, and the points spent before. */
  readonly start: number;
  readonly spent: number;
  readonly allowance: number;
  /** Along ways only. */
  readonly byWay: boolean;
  /** Not to be entered. */
  readonly closed: Uint8Array;
  /** Hexes in an enemy zone of control: entering ends the move. */
  readonly controlled: Uint8Array;
  /** Points that may have been spent when a zone of control is entered; −1: it is not entered. */
  readonly controlLimit: number;
  /** More hexes that may not be entered; null if there are none. */
  readonly avoid: Uint8Array | null;
}

/** The cheapest ways from one hex. */
export interface SearchResult {
  /** −1: out of reach. */
  readonly cost: Int16Array;
  /** The hex before; −1: the start. */
  readonly before: Int16Array;
  /** Hexes whose neighbours were looked at. */
  readonly expanded: number;
}

/**
 * Dijkstra's search with a list for each cost, since those are few. Of paths that cost the same, it takes the one with more steps along ways of
 * the map; of those, the first found, which is the same every time.
 */
export function cheapestWays(graph: SearchGraph, terms: SearchTerms): SearchResult {
  const { start, spent, allowance, byWay, closed, controlled, controlLimit, avoid } = terms;
  const { first, to: neighbour, cost: entering, link } = graph;
  const hexes = first.length - 1;
  const cost = new Int16Array(hexes).fill(-1);
  const before = new Int16Array(hexes).fill(-1);
  const offWay = new Int16Array(hexes);
  const ready: number[][] = [];
  for (let points = 0; points <= allowance; points++) ready.push([]);
  let expanded = 0;
  cost[start] = spent;
  ready[spent]?.push(start);
  for (let now = spent; now <= allowance; now++) {
    for (const hex of ready[now] as number[]) {
      if (cost[hex] !== now || controlled[hex]) continue;
      expanded++;
      const end = first[hex + 1] as number;
      for (let side = first[hex] as number; side < end; side++) {
        const to = neighbour[side] as number;
        const total = now + (entering[side] as number);
        if (total > allowance || closed[to] || avoid?.[to] || (byWay && !link[side])) continue;
        if (controlled[to] && total > controlLimit) continue;
        const best = cost[to] as number;
        const off = (offWay[hex] as number) + (link[side] ? 0 : 1);
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

/** The hexes of the way found to one, its start first. */
export function wayTo({ before }: SearchResult, to: number): number[] {
  const way: number[] = [];
  for (let hex = to; hex >= 0; hex = before[hex] as number) way.push(hex);
  return way.reverse();
}
