import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HexGrid } from '../../../src/kit/hex/hex-grid.ts';
import {
  cheapestWays,
  type SearchTerms,
  searchGraph,
  wayTo,
} from '../../../src/systems/road-to-richmond/rules/movement/movement-costs.ts';

const grid = new HexGrid({ columns: 8, rowsOdd: 7, rowsEven: 6 });
const place = (hex: string) => grid.index.get(hex) as number;

/** A map in which it costs so much to enter each hex; ways join those whose number divides by three. */
function graphOf(costs: readonly number[]) {
  const sides = grid.ids.map((id) =>
    grid.neighbours(id).map((to) => ({
      to: place(to),
      cost: costs[place(to)] as number,
      link: place(to) % 3 === 0 && place(id) % 3 === 0,
    })),
  );
  return { sides, graph: searchGraph(sides) };
}

const flat = graphOf(grid.ids.map(() => 1));
const NONE = new Uint8Array(grid.ids.length);
const terms = (more: Partial<SearchTerms>): SearchTerms => ({
  start: place('0404'),
  spent: 0,
  allowance: 3,
  byWay: false,
  closed: NONE,
  controlled: NONE,
  controlLimit: 3,
  avoid: null,
  ...more,
});
const marked = (...hexes: string[]) => Uint8Array.from(grid.ids, (id) => (hexes.includes(id) ? 1 : 0));

describe('the cheapest ways', () => {
  test('where every hex costs one point, cost is distance', () => {
    const { cost } = cheapestWays(flat.graph, terms({}));
    for (const [at, id] of grid.ids.entries()) {
      const far = grid.distance('0404', id);
      expect(cost[at], id).toBe(far <= 3 ? far : -1);
    }
  });

  test('cost what costs along the ways found add up to, and no way is cheaper', () => {
    const cost = fc.integer({ min: 1, max: 200 });
    fc.assert(
      fc.property(fc.array(cost, { minLength: grid.ids.length, maxLength: grid.ids.length }), (costs) => {
        const { graph, sides } = graphOf(costs);
        const found = cheapestWays(graph, terms({ allowance: 600, controlLimit: 600 }));
        for (const [at, links] of sides.entries()) {
          const here = found.cost[at] as number;
          if (here < 0) continue;
          const way = wayTo(found, at);
          expect(way[0]).toBe(place('0404'));
          expect(way.slice(1).reduce((sum, hex) => sum + (costs[hex] as number), 0)).toBe(here);
          for (const { to, cost: more } of links)
            if (here + more <= 600) expect(found.cost[to]).toBeLessThanOrEqual(here + more);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('closed hexes and those to be avoided are gone round', () => {
    const wall = marked('0503', '0504', '0403');
    for (const { cost } of [
      cheapestWays(flat.graph, terms({ closed: wall })),
      cheapestWays(flat.graph, terms({ avoid: wall })),
    ]) {
      expect(cost[place('0503')]).toBe(-1);
      expect(cost[place('0603')]).toBe(3);
    }
  });

  test('entering a zone of control ends the move; it may be closed, or have to be cheap', () => {
    const controlled = marked(...grid.neighbours('0404'));
    const costAt = (hex: string, more: Partial<SearchTerms>) =>
      cheapestWays(flat.graph, terms({ controlled, ...more })).cost[place(hex)];
    expect([costAt('0504', {}), costAt('0503', {})]).toEqual([1, -1]);
    expect(costAt('0504', { controlLimit: -1 })).toBe(-1);
    expect([costAt('0504', { spent: 2, controlLimit: 2 }), costAt('0504', { spent: 1, controlLimit: 2 })]).toEqual([
      -1, 2,
    ]);
  });

  test('by way alone only links are crossed; of ways that cost the same the one with more of it on links is taken', () => {
    const { cost } = cheapestWays(flat.graph, terms({ start: 0, byWay: true, allowance: 9 }));
    for (const [at, points] of cost.entries()) if (points >= 0) expect(at % 3).toBe(0);
  });
});
