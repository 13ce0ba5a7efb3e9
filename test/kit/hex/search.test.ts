import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HexGrid } from '../../../src/kit/hex/hex-grid.ts';
import {
  cheapestWays,
  costsFromNearest,
  FAR,
  hexesTo,
  hexesWithin,
  type SearchTerms,
  searchGraph,
  trace,
  wayTo,
} from '../../../src/kit/hex/search.ts';

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

test('a trace counts the steps to whatever can be reached, the nearest first', () => {
  const steps = trace(['0101', '0806'], (hex) => grid.neighbours(hex));
  for (const [hex, { steps: far, before }] of steps) {
    expect(far).toBe(Math.min(grid.distance(hex, '0101'), grid.distance(hex, '0806')));
    expect(before === null ? 0 : grid.distance(before, hex)).toBe(before === null ? far : 1);
  }
  expect(steps.size).toBe(grid.ids.length);
});

test('costs from the nearest of several starts; what cannot be crossed is not', () => {
  const links = grid.ids.map((id) => grid.neighbours(id).map((to) => ({ to: place(to) })));
  const costs = costsFromNearest(links, [place('0101')], ({ to }) => (to === place('0102') ? FAR : 2));
  expect([costs[place('0101')], costs[place('0201')], costs[place('0301')]]).toEqual([0, 2, 4]);
  expect(costs[place('0102')]).toBe(FAR);
});

describe('hexes within an allowance', () => {
  const steps = (from: string) => grid.neighbours(from).map((to) => ({ to, cost: to === '0403' ? 3 : 1 }));

  test('are those whose cheapest way it pays, each with the hex before', () => {
    const reached = hexesWithin('0404', 2, steps);
    for (const id of grid.ids) {
      const far = grid.distance('0404', id);
      expect(reached.has(id), id).toBe(id !== '0403' && far <= 2 && id !== '0402');
    }
    expect(reached.get('0404')).toEqual({ cost: 0, before: null });
    expect(hexesTo(reached, '0404')).toEqual(['0404']);
  });

  test('a dear hex is gone around where that is cheaper', () => {
    const reached = hexesWithin('0404', 3, steps);
    expect(reached.get('0402')?.cost).toBe(3);
    expect(reached.get('0403')?.cost).toBe(3);
    expect(hexesTo(reached, '0402')).toHaveLength(4);
    expect(hexesTo(reached, '0402')).not.toContain('0403');
  });
});
