import type { BallotRules, Council } from '../../council/index.ts';

type StoredRules = Omit<BallotRules, 'secret'> & Partial<Pick<BallotRules, 'secret'>>;
type StoredCouncil = Omit<Council, 'odds' | 'ballot'> &
  Partial<Pick<Council, 'odds'>> & { readonly ballot: StoredRules };

/** A council as it was kept; before councils had a rule on odds, or on who sees ballots, without one. */
export function councilRecord(stored: StoredCouncil): Council {
  return { ...stored, odds: stored.odds ?? null, ballot: rulesRecord(stored.ballot) };
}

/** The rules of a ballot as they were kept; older ones have no `secret`. */
export function rulesRecord(stored: StoredRules): BallotRules {
  return { ...stored, secret: stored.secret ?? true };
}
