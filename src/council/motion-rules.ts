import { type BallotRules, type Council, HOUR } from './council.ts';

/**
 * What a vote on the council itself asks for at least, whatever its ballots on orders do: so many voters, and a window of so many
 * milliseconds, so that two friends cannot change the rules while the others are away.
 */
export const MOTION_MINIMUM = { quorum: 3, window: HOUR } as const;

/** Who takes part lately: those who voted in so many ballots that decided, or gave one of so many orders, the last ones. */
export const TAKING_PART = { ballots: 5, orders: 10 } as const;

/**
 * The rules of a ballot on a change of a council. Half of the members who took part lately have to vote. Where members command, there is
 * no quorum among voters: three in four of all who command have to be for it.
 * @param lately how many took part lately
 */
export function motionRules({ mode, ballot }: Council, lately: number): BallotRules {
  return {
    ...ballot,
    window: Math.max(ballot.window, MOTION_MINIMUM.window),
    quorum: mode === 'commander' ? 1 : Math.max(MOTION_MINIMUM.quorum, Math.ceil(lately / 2)),
    early: null,
    short: 'lapse',
    sealed: false,
  };
}

/** The part of the votes that carries a change of a council. */
const MAJORITY = { votes: 3, of: 4 } as const;

/** Votes for a change of the council that carry it: three quarters of those that counted, and no fewer than the quorum. */
export function carried(inFavour: number, of: number, quorum: number): boolean {
  return of >= quorum && inFavour * MAJORITY.of >= of * MAJORITY.votes;
}

/** How many of so many have to be for it. */
export function votesToCarry(of: number): number {
  return Math.ceil((of * MAJORITY.votes) / MAJORITY.of);
}
