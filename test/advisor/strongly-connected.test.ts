import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stronglyConnected } from '../../src/advisor/strongly-connected.ts';

function componentsOf(graph: readonly (readonly number[])[]): number[][] {
  return stronglyConnected(graph.length, (node) => graph[node] ?? []);
}

describe('strongly connected components', () => {
  test.each<[what: string, graph: number[][], found: number[][]]>([
    ['of no node', [], []],
    ['of a node', [[]], [[0]]],
    ['of a node that leads to itself', [[0]], [[0]]],
    ['of a path, the end first', [[1], [2], []], [[2], [1], [0]]],
    ['of a ring', [[1], [2], [0]], [[0, 1, 2]]],
    [
      'of two rings, one into the other',
      [[1], [0, 2], [3], [2]],
      [
        [2, 3],
        [0, 1],
      ],
    ],
    ['of rings that share a node', [[1, 2], [0], [0]], [[0, 1, 2]]],
    ['of a fork, both ways first', [[1, 2], [], []], [[1], [2], [0]]],
    ['of what is apart', [[], [2], [1]], [[0], [1, 2]]],
    [
      'of edges drawn twice',
      [
        [1, 1],
        [0, 0],
      ],
      [[0, 1]],
    ],
  ])('%s', (_, graph, found) => {
    expect(componentsOf(graph).map((component) => component.sort((a, b) => a - b))).toEqual(found);
  });

  test('of a path and of a ring of a hundred thousand', () => {
    const size = 100_000;
    expect(stronglyConnected(size, (node) => (node + 1 < size ? [node + 1] : []))).toHaveLength(size);
    expect(stronglyConnected(size, (node) => [(node + 1) % size])).toHaveLength(1);
  });

  test('are who can reach each other, and come after all they lead to', () => {
    const graph = fc
      .integer({ min: 1, max: 9 })
      .chain((size) => fc.array(fc.array(fc.nat(size - 1), { maxLength: 3 }), { minLength: size, maxLength: size }));
    fc.assert(
      fc.property(graph, (edges) => {
        const found = componentsOf(edges);
        const placeOf = new Map(found.flatMap((component, place) => component.map((node) => [node, place])));
        expect(found.flat()).toHaveLength(edges.length);
        expect(placeOf.size).toBe(edges.length);
        const reach = edges.map((_, node) => reachedFrom(edges, node));
        for (const [a, fromA] of reach.entries()) {
          for (const [b, fromB] of reach.entries()) {
            expect(placeOf.get(a) === placeOf.get(b)).toBe(fromA.has(b) && fromB.has(a));
            if (fromA.has(b)) expect(placeOf.get(b)).toBeLessThanOrEqual(placeOf.get(a) as number);
          }
        }
      }),
    );
  });
});

function reachedFrom(edges: readonly (readonly number[])[], node: number): ReadonlySet<number> {
  const reached = new Set([node]);
  for (const one of reached) for (const to of edges[one] ?? []) reached.add(to);
  return reached;
}
