import { byAge, type CastVote, standingVotes, tally } from './ballot.ts';
import type { TieRule } from './council.ts';

/**
 * What broke a tie. Under the rule `first` (`TieRule`) that is `held-longest`: the choice that has had its count the longest won. Here
 * `first` isn't that rule: it's how the rule was counted before files of version 2, where the choice whose newest vote is the oldest won.
 */
export type TieBreak = TieRule | 'held-longest';

/** What a ballot came to, and what broke the tie if there was one. */
export interface Decision {
  readonly choice: string;
  readonly votes: number;
  /** Votes that counted, for whatever choice. */
  readonly of: number;
  /** The choices that were level, in the order of their text; null: there was no tie. */
  readonly tie: { readonly rule: TieBreak; readonly among: readonly string[] } | null;
}

/**
 * What votes decide. Null: there are none.
 * @param casting the commander's standing choice, if any. If it isn't one of those that are level, the default rule breaks the tie
 * @param die throws the sealed die with so many faces: 1 stands for the first of `among`
 * @param byDefault how the rule `first` is counted
 */
export function decide(
  presses: readonly CastVote[],
  rule: TieRule,
  casting: string | null,
  die: (among: readonly string[]) => number,
  byDefault: 'held-longest' | 'first' = 'held-longest',
): Decision | null {
  const lines = tally(presses);
  const [first] = lines;
  if (!first) return null;
  const votes = first.voters.length;
  const of = lines.reduce((sum, { voters }) => sum + voters.length, 0);
  const level = lines.filter(({ voters }) => voters.length === votes).map(({ choice }) => choice);
  if (level.length === 1) return { choice: first.choice, votes, of, tie: null };
  const among = [...level].sort();
  const by = (choice: string, broken: TieBreak): Decision => ({ choice, votes, of, tie: { rule: broken, among } });
  if (rule === 'die') return by(among[die(among) - 1] as string, rule);
  if (rule === 'commander' && casting !== null && level.includes(casting)) return by(casting, rule);
  return by(byDefault === 'first' ? oldestNewest(presses, level) : first.choice, byDefault);
}

/** The choice whose newest vote is the oldest. */
function oldestNewest(presses: readonly CastVote[], among: readonly string[]): string {
  const newest = new Map(standingVotes(presses).map(({ choice, since }) => [choice, since]));
  const [oldest] = [...among].sort((a, b) => byAge(newest.get(a) ?? '', newest.get(b) ?? ''));
  return oldest as string;
}
