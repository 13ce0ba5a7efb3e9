import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everyFall, everyWay } from '../../src/game/index.ts';

describe('every fall of the dice', () => {
  test('is met once, the last die first, each as likely as the others', () => {
    const falls = everyFall((dice) => [dice.roll(2, 'a'), dice.roll(3, 'b')].join(''));
    expect(falls.map(({ result }) => result)).toEqual(['11', '12', '13', '21', '22', '23']);
    for (const { chance } of falls) expect(chance).toBeCloseTo(1 / 6, 15);
  });

  test('is one without dice', () => {
    expect(everyFall(() => 'done')).toEqual([{ chance: 1, result: 'done' }]);
  });

  test('cannot be counted for a shuffle', () => {
    expect(() => everyFall((dice) => dice.shuffle([1, 2], 'deck'))).toThrow('A shuffle has too many outcomes');
  });
});

describe('every way of a lot', () => {
  test('is met as likely as it weighs, and not at all if it weighs nothing', () => {
    expect(everyWay((lot) => lot([0, 3, 0, 1, 0]))).toEqual([
      { chance: 3 / 4, result: 1 },
      { chance: 1 / 4, result: 3 },
    ]);
    expect(() => everyWay((lot) => lot([0, 0]))).toThrow('Nothing may happen');
  });

  test('adds up to 1, each once, whatever is drawn after what', () => {
    const tree = fc.letrec<{ tree: Tree }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constant(null),
        fc.array(fc.record({ weight: fc.integer({ min: 1, max: 6 }), next: tie('tree') }), {
          minLength: 1,
          maxLength: 4,
        }),
      ),
    })).tree;
    fc.assert(
      fc.property(tree, (root) => {
        const falls = everyWay((lot) => {
          const path: number[] = [];
          for (let at = root; at !== null; ) {
            const place = lot(at.map(({ weight }) => weight));
            path.push(place);
            at = at[place]?.next ?? null;
          }
          return path.join();
        });
        expect(falls.reduce((total, { chance }) => total + chance, 0)).toBeCloseTo(1, 12);
        expect(new Set(falls.map(({ result }) => result)).size).toBe(falls.length);
        expect(falls).toHaveLength(leaves(root));
      }),
    );
  });
});

type Tree = readonly { readonly weight: number; readonly next: Tree }[] | null;

function leaves(tree: Tree): number {
  return tree === null ? 1 : tree.reduce((count, { next }) => count + leaves(next), 0);
}
