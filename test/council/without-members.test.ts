import { describe, expect, test } from 'vitest';
import { type Council, DEFAULT_COUNCIL, withoutMembers } from '../../src/council/index.ts';

const RULES = { ...DEFAULT_COUNCIL.ballot, tie: 'commander' } as const;

function left(council: Partial<Council>, ...gone: number[]): Council {
  return withoutMembers({ ...DEFAULT_COUNCIL, ...council }, (member) => gone.includes(member));
}

describe('a council without a member', () => {
  test('is the same where they were not named', () => {
    const council: Council = { ...DEFAULT_COUNCIL, mode: 'commander', commanders: [1, 2] };
    expect(withoutMembers(council, (member) => member === 3)).toBe(council);
  });

  test('has the others in command, in their order', () => {
    const rotate = { after: 'order' } as const;
    expect(left({ mode: 'commander', commanders: [1, 2, 3], rotate }, 1)).toMatchObject({
      mode: 'commander',
      commanders: [2, 3],
      rotate,
    });
  });

  test('that was the only one in command obeys whoever orders first', () => {
    expect(left({ mode: 'commander', commanders: [1, 2] }, 1, 2)).toMatchObject({ mode: 'open', commanders: [] });
  });

  test('that broke ties votes on, and the first order to reach a number wins', () => {
    expect(left({ mode: 'vote', commanders: [1], ballot: RULES }, 1)).toMatchObject({
      mode: 'vote',
      commanders: [],
      ballot: { ...RULES, tie: 'first' },
    });
    expect(left({ mode: 'vote', commanders: [1, 2], ballot: RULES }, 1).ballot.tie).toBe('commander');
  });
});
