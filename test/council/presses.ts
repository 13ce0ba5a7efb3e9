import fc from 'fast-check';
import type { CastVote, MemberId } from '../../src/council/index.ts';

/** A member's press, before it has an id. */
export interface Pressed {
  readonly member: MemberId;
  readonly choice: string | null;
  readonly reason: string | null;
}

/** Ids of interactions, each later than the one before: the tenth has a digit more than the ninth. */
export function idAt(index: number): string {
  return String(999_999_999_999_999_990n + BigInt(index));
}

export function presses(pressed: readonly Pressed[]): CastVote[] {
  return pressed.map((press, index) => ({ ...press, cast: idAt(index) }));
}

/** "1a 2b 1-": member 1 votes for a, member 2 for b, member 1 withdraws. */
export function pressesOf(told: string): CastVote[] {
  return presses(
    told.split(' ').map((press) => {
      const [, member, choice] = /^(\d+)(\D)$/.exec(press) as unknown as [string, string, string];
      return { member: Number(member), choice: choice === '-' ? null : choice, reason: null };
    }),
  );
}

/** Two to forty members over few choices, so that ties are common: votes, changes of mind, withdrawals and reasons. */
export const anyPresses: fc.Arbitrary<CastVote[]> = fc
  .record({
    // Small councils are level more often than large ones.
    members: fc.oneof(fc.integer({ min: 2, max: 8 }), fc.integer({ min: 2, max: 40 })),
    choices: fc.integer({ min: 1, max: 4 }),
  })
  .chain(({ members, choices }) =>
    fc.array(
      fc.record({
        member: fc.integer({ min: 1, max: members }),
        choice: fc.option(fc.constantFrom(...['a', 'b', 'c', 'd'].slice(0, choices)), { freq: 6 }),
        reason: fc.option(fc.constantFrom('Press on.', 'press  on', 'Rest first', ''), { freq: 2 }),
      }),
      { maxLength: 2 * members, size: 'max' },
    ),
  )
  .map(presses);

/** Few members who change their minds and withdraw all the time, between two choices: most ballots end level. */
export const fickle: fc.Arbitrary<CastVote[]> = fc
  .array(
    fc.record({
      member: fc.integer({ min: 1, max: 6 }),
      choice: fc.option(fc.constantFrom('a', 'b'), { freq: 2 }),
      reason: fc.constant(null),
    }),
    { minLength: 8, maxLength: 30, size: 'max' },
  )
  .map(presses);

/** The same rows in an order drawn at random. */
export function shuffled(votes: readonly CastVote[]): fc.Arbitrary<CastVote[]> {
  return fc.shuffledSubarray([...votes], { minLength: votes.length });
}

/** Presses, and the same in another order. */
export const anyStored: fc.Arbitrary<readonly [CastVote[], CastVote[]]> = anyPresses.chain((votes) =>
  fc.tuple(fc.constant(votes), shuffled(votes)),
);

/** Each member's choice and the press that brought them to it, found by going back from their last press. */
export function cameTo(votes: readonly CastVote[]): Map<MemberId, { readonly choice: string; readonly at: number }> {
  const found = new Map<MemberId, { choice: string; at: number }>();
  for (const member of new Set(votes.map((vote) => vote.member))) {
    const own = votes.flatMap((vote, at) => (vote.member === member ? [{ choice: vote.choice, at }] : []));
    const last = own.at(-1);
    if (last === undefined || last.choice === null) continue;
    const other = own.findLastIndex(({ choice }) => choice !== last.choice);
    found.set(member, { choice: last.choice, at: own[other + 1]?.at as number });
  }
  return found;
}
