import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cheapest, subsets, sum } from '../../src/kit/subsets.ts';
import { leastTotal } from '../../src/systems/road-to-richmond/rules/combat/battle-odds.ts';
import { starCover } from '../../src/systems/road-to-richmond/rules/combat/lawful-plan.ts';

const strengths = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 7 });

test('the least total and the cheapest choice are those of all choices', () => {
  fc.assert(
    fc.property(strengths, fc.integer({ min: 1, max: 40 }), (numbers, need) => {
      const enough = subsets(numbers).filter((some) => sum(some) >= need);
      const least = enough.length === 0 ? sum(numbers) : Math.min(...enough.map(sum));
      expect(leastTotal(numbers, need)).toBe(least);
      const chosen = cheapest(numbers, need, (number) => number);
      expect(sum(chosen)).toBe(least);
      const fewest = Math.min(...enough.filter((some) => sum(some) === least).map(({ length }) => length));
      if (enough.length > 0) expect(chosen).toHaveLength(fewest);
    }),
  );
});

describe('stars', () => {
  const edges = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 })), {
    minLength: 1,
    maxLength: 16,
  });

  test('cover every node once, and all sources of one are beside all its targets', () => {
    fc.assert(
      fc.property(edges, (pairs) => {
        const sources = new Map<string, string[]>();
        const targets = new Map<string, string[]>();
        for (const [s, t] of pairs) {
          const [source, target] = [`s${s}`, `t${t}`];
          if (sources.get(source)?.includes(target)) continue;
          sources.set(source, [...(sources.get(source) ?? []), target]);
          targets.set(target, [...(targets.get(target) ?? []), source]);
        }
        const stars = starCover(sources, targets);
        const nodes = stars.flatMap((star) => [...star.sources, ...star.targets]);
        expect(nodes.sort()).toEqual([...sources.keys(), ...targets.keys()].sort());
        for (const star of stars) {
          expect(Math.min(star.sources.length, star.targets.length)).toBe(1);
          for (const source of star.sources)
            for (const target of star.targets) expect(sources.get(source)).toContain(target);
        }
      }),
    );
  });
});
