import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  byAge,
  type CastVote,
  carried,
  type Decision,
  decide,
  decisionInWords,
  standingVotes,
  type TieBreak,
  type TieRule,
  tally,
} from '../../src/council/index.ts';
import { anyPresses, anyStored, cameTo, fickle, idAt, presses, pressesOf } from './presses.ts';

const noDie = () => {
  throw new Error('No die was to be thrown');
};

/** Most votes, and the choices that have so many, told from what each member came to. */
function levelOf(votes: readonly CastVote[]): { readonly most: number; readonly level: readonly string[] } {
  const came = [...cameTo(votes).values()];
  const count = (choice: string) => came.filter((vote) => vote.choice === choice).length;
  const most = Math.max(0, ...came.map(({ choice }) => count(choice)));
  return { most, level: [...new Set(came.map(({ choice }) => choice))].filter((choice) => count(choice) === most) };
}

/** The press since which a choice has never had fewer votes than at the end, from the counts after each press. */
function heldSince(votes: readonly CastVote[], choice: string): number {
  const after = votes.map(
    (_, at) => [...cameTo(votes.slice(0, at + 1)).values()].filter((one) => one.choice === choice).length,
  );
  const fewer = after.findLastIndex((count) => count < (after.at(-1) ?? 0));
  return fewer + 1;
}

describe('votes that count', () => {
  test('are what each member came to, whatever the order of storage', () => {
    fc.assert(
      fc.property(anyStored, ([votes, stored]) => {
        const standing = standingVotes(stored);
        expect(standing).toEqual(standingVotes(votes));
        expect(new Map(standing.map(({ member, choice, since }) => [member, { choice, since }]))).toEqual(
          new Map([...cameTo(votes)].map(([member, { choice, at }]) => [member, { choice, since: idAt(at) }])),
        );
        expect(standing.length).toBe(new Set(standing.map(({ member }) => member)).size);
      }),
    );
  });

  test('of an id with more digits are later', () => {
    expect([idAt(10), idAt(2), idAt(9)].sort(byAge)).toEqual([idAt(2), idAt(9), idAt(10)]);
    expect(byAge(idAt(9), idAt(10))).toBeLessThan(0);
    expect(byAge(idAt(3), idAt(3))).toBe(0);
    // The same press in one of several ballots.
    expect(byAge(`${idAt(9)}/12`, idAt(10))).toBeLessThan(0);
    expect(byAge(`${idAt(9)}/12`, idAt(8))).toBeGreaterThan(0);
  });
});

describe('reasons', () => {
  const give = (told: readonly (readonly [member: number, reason: string | null, choice?: string])[]) =>
    tally(presses(told.map(([member, reason, choice = 'a']) => ({ member, choice, reason }))))[0]?.reasons;

  test('the best supported comes first; of equals, the earlier', () => {
    expect(
      give([
        [1, 'Lee is weak'],
        [2, 'The river is low'],
        [3, 'It is May'],
        [4, 'It is May'],
      ]),
    ).toEqual([
      { text: 'It is May', by: 3, votes: 2 },
      { text: 'Lee is weak', by: 1, votes: 1 },
      { text: 'The river is low', by: 2, votes: 1 },
    ]);
  });

  test('capitals, spaces and the last stop do not make another', () => {
    expect(
      give([
        [1, 'Lee is weak.'],
        [2, 'lee  IS weak'],
        [3, ' Lee is weak !'],
      ]),
    ).toEqual([{ text: 'Lee is weak.', by: 1, votes: 3 }]);
  });

  test('belong to whoever gave them first, not to whoever voted first', () => {
    expect(
      give([
        [1, null],
        [2, 'Lee is weak'],
        [1, 'Lee is weak'],
      ]),
    ).toEqual([{ text: 'Lee is weak', by: 2, votes: 2 }]);
  });
});

describe('what votes decide', () => {
  const rule = fc.constantFrom<TieRule>('first', 'commander', 'die');
  const casting = fc.constantFrom('a', 'b', 'c', 'd', null);
  const face = (seed: number) => (among: readonly string[]) => 1 + (seed % among.length);

  test('nothing without any', () => {
    expect(decide([], 'die', 'a', noDie)).toBeNull();
    expect(decide(pressesOf('1a 1-'), 'first', null, noDie)).toBeNull();
  });

  test('never depends on the order of storage', () => {
    fc.assert(
      fc.property(anyStored, rule, casting, fc.nat(), ([votes, stored], rule, casting, seed) => {
        expect(decide(stored, rule, casting, face(seed))).toEqual(decide(votes, rule, casting, face(seed)));
      }),
    );
  });

  test('a choice that nobody has more votes than, with the true count', () => {
    fc.assert(
      fc.property(anyPresses, rule, casting, fc.nat(), (votes, rule, casting, seed) => {
        const { most, level } = levelOf(votes);
        const decision = decide(votes, rule, casting, face(seed));
        expect(decision === null).toBe(most === 0);
        if (decision === null) return;
        expect(level).toContain(decision.choice);
        expect(decision).toMatchObject({ votes: most, of: cameTo(votes).size });
        expect(decision.tie?.among ?? null).toEqual(level.length > 1 ? [...level].sort() : null);
      }),
    );
  });

  test('first: of those level, the choice that has had so many votes the longest', () => {
    let differ = 0;
    fc.assert(
      fc.property(fc.oneof(anyPresses, fickle), (votes) => {
        const { level } = levelOf(votes);
        const [longest] = level.toSorted((a, b) => heldSince(votes, a) - heldSince(votes, b));
        const decision = decide(votes, 'first', null, noDie);
        expect(decision?.choice).toBe(longest);
        expect(decision?.tie?.rule).toBe(level.length > 1 ? 'held-longest' : undefined);
        const before = decide(votes, 'first', null, noDie, 'first');
        expect(before).toEqual(
          decision?.tie ? { ...decision, choice: before?.choice, tie: { ...decision.tie, rule: 'first' } } : decision,
        );
        differ += Number(before?.choice !== decision?.choice);
      }),
      // a had three votes first, and never fewer since; its last one came after all of b's.
      { numRuns: 300, examples: [[pressesOf('1a 2a 3a 5b 6b 7b 4a 1-')]] },
    );
    // The two ways of counting differ.
    expect(differ).toBeGreaterThan(0);
  });

  test('first, as it was counted before: of those level, the choice whose last vote came earliest', () => {
    fc.assert(
      fc.property(anyPresses, (votes) => {
        const came = [...cameTo(votes).values()];
        const { level } = levelOf(votes);
        const complete = (choice: string) =>
          Math.max(...came.filter((vote) => vote.choice === choice).map(({ at }) => at));
        const [earliest] = [...level].sort((a, b) => complete(a) - complete(b));
        const decision = decide(votes, 'first', null, noDie, 'first');
        expect(decision?.choice).toBe(earliest);
        expect(decision?.tie?.rule).toBe(level.length > 1 ? 'first' : undefined);
      }),
    );
  });

  test('die: thrown once and only on a tie, among the level ones, each face its choice', () => {
    fc.assert(
      fc.property(anyPresses, casting, (votes, casting) => {
        const { level } = levelOf(votes);
        const among = [...level].sort();
        const chosen = among.map((_, at) => {
          const thrown: (readonly string[])[] = [];
          const decision = decide(votes, 'die', casting, (those) => {
            thrown.push(those);
            return at + 1;
          });
          expect(thrown).toEqual(level.length > 1 ? [among] : []);
          return decision?.choice;
        });
        expect(chosen).toEqual(among);
      }),
    );
  });
});

describe('a change of the council', () => {
  test.each([
    [3, 4, 2, true],
    [2, 3, 2, false],
    [74, 99, 2, false],
    [75, 100, 2, true],
    [74, 100, 2, false],
    [1, 1, 2, false],
    [1, 1, 1, true],
    [3, 4, 4, true],
    [3, 4, 5, false],
    [0, 0, 1, false],
  ])('with %i of %i in favour and a quorum of %i: %s', (inFavour, of, quorum, passes) => {
    expect(carried(inFavour, of, quorum)).toBe(passes);
  });
});

const quoted = (choice: string) => `“${choice.toUpperCase()}”`;
const words = (decision: Decision, commander: string | null = '**Cy**') => decisionInWords(decision, quoted, commander);
const tied = (rule: TieBreak, among: readonly string[], choice = 'b'): Decision => ({
  choice,
  votes: 4,
  of: 9,
  tie: { rule, among },
});

describe('a decision', () => {
  test.each([
    [5, 8, 'by 5 of 8 votes'],
    [1, 2, 'by 1 of 2 votes'],
    [3, 3, 'with all 3 votes'],
    [2, 2, 'with both votes'],
    [1, 1, 'with the only vote'],
  ])('%i of %i: %s', (votes, of, expected) => {
    expect(words({ choice: 'b', votes, of, tie: null })).toBe(expected);
  });

  test('by the first rule, before files of version 2, says with whom it was level', () => {
    expect(words(tied('first', ['a', 'b']))).toBe(
      'by 4 of 9 votes, tied with “A”; the tie went to the order that got there first',
    );
    expect(words(tied('first', ['a', 'b', 'c', 'd', 'e', 'f']))).toBe(
      'by 4 of 9 votes, tied with “A”, “C”, “D” and 2 others; the tie went to the order that got there first',
    );
  });

  test('by a die of many faces names the one that came up', () => {
    expect(words(tied('die', ['a', 'b', 'c', 'd', 'e', 'f', 'g'], 'e'))).toBe(
      'by 4 of 9 votes; a die with 7 faces broke the tie; it came up 5, “E”',
    );
  });

  test('by a die shows what was thrown, whatever was voted', () => {
    fc.assert(
      fc.property(anyPresses, fc.nat(), (presses, seed) => {
        let face = 0;
        const decision = decide(presses, 'die', null, (among) => {
          face = 1 + (seed % among.length);
          return face;
        });
        if (!decision?.tie) return;
        expect(words(decision)).toMatch(new RegExp(`; it came up ${face}$`));
        expect(words(decision)).toContain(`${face} ${quoted(decision.choice)}`);
      }),
    );
  });
});
