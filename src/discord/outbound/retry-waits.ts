/** How long something that failed waits until it is tried again, in milliseconds: `first`, then twice as long each time, up to `longest`. */
export interface RetryWait {
  readonly first: number;
  readonly longest: number;
}

/** The longest wait while Discord is out of order: it doesn't say when that is over. Milliseconds. */
export const OUTAGE_LONGEST_MS = 60_000;

/** A message that can't be posted, or a board that can't be edited. */
export const POSTING: RetryWait = { first: 60_000, longest: 6 * 60 * 60_000 };

/** A thread that can't be opened. */
export const THREADS: RetryWait = { first: 60_000, longest: 60 * 60_000 };

/** A ballot's message that can't be edited: Discord is out of order, or refuses. */
export const BALLOT_EDITS = {
  broken: { first: 4000, longest: OUTAGE_LONGEST_MS },
  refused: { first: 60_000, longest: 6 * 60 * 60_000 },
} as const satisfies { [why in 'broken' | 'refused']: RetryWait };

/**
 * A look whether a message is still there. Refused looks count against the bot: a channel that it can't see stays so, and an edit is tried
 * again as soon as it can.
 */
export const LOOKS = {
  failed: { first: 30_000, longest: OUTAGE_LONGEST_MS },
  refused: { first: 30_000, longest: 60 * 60_000 },
} as const satisfies { [why in 'failed' | 'refused']: RetryWait };
