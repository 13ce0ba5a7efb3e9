import { describe, expect, test } from 'vitest';
import { absorption, type ChainState } from '../../src/advisor/markov-chain.ts';

function state(to: readonly (readonly [number, number])[], leaving = 0, winning = 0): ChainState {
  return { to: new Map(to), leaving, winning };
}

/** Gambler's ruin: a step up with chance `up`, down otherwise; it is won above the last place, lost below the first. */
function ruin(size: number, up: number): ChainState[] {
  return Array.from({ length: size }, (_, place) => {
    const [first, last] = [place === 0, place === size - 1];
    const to = [...(last ? [] : [[place + 1, up] as const]), ...(first ? [] : [[place - 1, 1 - up] as const])];
    return state(to, (last ? up : 0) + (first ? 1 - up : 0), last ? up : 0);
  });
}

describe('the chance of leaving a chain by winning', () => {
  test('of one state is its share of the ways out', () => {
    expect([...absorption([state([[0, 0.9]], 0.1, 0.025)])]).toEqual([0.25]);
  });

  test.each([0.5, 0.4, 0.7])('is that of gambler’s ruin, at %s up', (up) => {
    const size = 60;
    const ratio = (1 - up) / up;
    for (const [place, chance] of absorption(ruin(size, up)).entries()) {
      const known = up === 0.5 ? (place + 1) / (size + 1) : (1 - ratio ** (place + 1)) / (1 - ratio ** (size + 1));
      expect(chance / known).toBeCloseTo(1, 11);
    }
  });

  test('is 0 where the chain is never left, and where it is not left by winning', () => {
    expect([...absorption([state([[1, 1]]), state([[0, 1]])])]).toEqual([0, 0]);
    expect([...absorption([state([[1, 1]]), state([[0, 0.5]], 0.5)])]).toEqual([0, 0]);
  });

  test('loses no digits, however seldom the chain is left', () => {
    // 1 − (1 − 1e-18) would be 0.
    const seldom = 1e-18;
    const chances = absorption([state([[1, 1]]), state([[0, 1]], 3 * seldom, seldom)]);
    for (const chance of chances) expect(chance).toBeCloseTo(1 / 3, 15);
  });
});
