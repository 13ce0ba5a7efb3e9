import type { BallotRules, Council } from '../council/index.ts';

type KeptRules = Omit<BallotRules, 'secret'> & Partial<Pick<BallotRules, 'secret'>>;
type KeptCouncil = Omit<Council, 'odds' | 'ballot'> & Partial<Pick<Council, 'odds'>> & { readonly ballot: KeptRules };

/** A council as it was kept; before councils had a rule on odds, or on who sees ballots, without one. */
export function councilRecord(kept: KeptCouncil): Council {
  return { ...kept, odds: kept.odds ?? null, ballot: rulesRecord(kept.ballot) };
}

/** The same of the rules of a ballot. */
export function rulesRecord(kept: KeptRules): BallotRules {
  return { ...kept, secret: kept.secret ?? true };
}
