import fc from 'fast-check';
import {
  type BallotRules,
  type Council,
  DEFAULT_COUNCIL,
  LIMITS,
  MINUTE,
  type TieRule,
} from '../../src/council/index.ts';

/** A council that votes and has a commander. */
export const ready: Council = { ...DEFAULT_COUNCIL, mode: 'vote', commanders: [1] };

/** A council of commanders among whom command passes on after each order. */
export function rota(...commanders: readonly number[]): Council {
  return { ...DEFAULT_COUNCIL, mode: 'commander', commanders, rotate: { after: 'order' } };
}

/** A role's id, as long as they are now. */
export const ROLE = '1234567890123456789';

/** As long as a name gets: 32 characters, each with a backslash before it. */
export const longName = () => '\\*'.repeat(32);

/** Rules that may be set, though not all together. */
export const anyRules: fc.Arbitrary<BallotRules> = fc.record({
  window: fc.integer({ min: 1, max: 7 * 24 * 60 }).map((minutes) => minutes * MINUTE),
  quorum: fc.integer({ min: 1, max: LIMITS.quorum.most }),
  early: fc.option(fc.integer({ min: 1, max: LIMITS.early.most })),
  tie: fc.constantFrom<TieRule>('first', 'commander', 'die'),
  short: fc.constantFrom('decide' as const, 'wait' as const),
  voters: fc.record({
    role: fc.option(fc.constant(ROLE)),
    memberDays: fc.integer({ min: 0, max: LIMITS.days.most }),
    accountDays: fc.integer({ min: 0, max: LIMITS.days.most }),
  }),
  sealed: fc.boolean(),
  secret: fc.boolean(),
  reminder: fc.option(fc.record({ role: fc.option(fc.constant(ROLE)) })),
});

export const anyCouncil: fc.Arbitrary<Council> = fc.record({
  mode: fc.constantFrom('open' as const, 'commander' as const, 'vote' as const),
  commanders: fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: LIMITS.commanders }),
  rotate: fc.oneof(
    fc.constantFrom({ after: 'never' as const }, { after: 'order' as const }),
    fc
      .integer({ min: LIMITS.hours.least, max: LIMITS.hours.most })
      .map((hours) => ({ after: 'silence' as const, hours })),
  ),
  ballot: anyRules,
  odds: fc.constantFrom(null, 'off' as const, 'after' as const, 'always' as const),
});
