import { type BallotRules, type Council, HOUR, MINUTE } from './council.ts';

/** How every table begins. */
export const OPEN_COUNCIL: Council = {
  mode: 'open',
  commanders: [],
  rotate: { after: 'never' },
  ballot: {
    window: 15 * MINUTE,
    quorum: 2,
    early: null,
    tie: 'first',
    short: 'decide',
    voters: { role: null, memberDays: 0, accountDays: 0 },
    sealed: false,
    secret: true,
    reminder: { role: null },
  },
  odds: null,
};

/**
 * What a vote on the council itself asks for at least, whatever its ballots on orders do: so many voters, and a window of so many
 * milliseconds, so that two friends cannot change the rules while the others are away.
 */
export const MOTION = { quorum: 3, window: HOUR } as const;

/**
 * The rules of a ballot on a change of a council. Half of the members who took part lately have to vote. Where members command, there is
 * no quorum among voters: three in four of all who command have to be for it.
 * @param lately how many took part lately
 */
export function motionRules({ mode, ballot }: Council, lately: number): BallotRules {
  return {
    ...ballot,
    window: Math.max(ballot.window, MOTION.window),
    quorum: mode === 'commander' ? 1 : Math.max(MOTION.quorum, Math.ceil(lately / 2)),
    early: null,
    short: 'lapse',
    sealed: false,
  };
}
