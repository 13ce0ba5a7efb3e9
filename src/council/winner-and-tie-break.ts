import { byAge, type CastVote, standingVotes, tally } from './ballot.ts';
import type { TieRule } from './council.ts';

/**
 * The rule that broke a tie. `held-longest`: the choice that has had its count the longest won (rule `first`). `first`: the choice with
 * the oldest newest vote won, as files before version 2 counted.
 */
export type TieBreak = TieRule | 'held-longest';

export interface Decision {
  readonly choice: string;
  readonly votes: number;
  readonly of: number;
  /** The tied choices, sorted; null without a tie. */
  readonly tie: { readonly rule: TieBreak; readonly among: readonly string[] } | null;
}

/**
 * The decision of some votes, or null without votes.
 * @param casting the commander's choice; if it is not among the tied, the default rule breaks the tie
 * @param die throws the sealed die; 1 stands for the first of `among`
 * @param byDefault how the rule `first` counts
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

function oldestNewest(presses: readonly CastVote[], among: readonly string[]): string {
  const newest = new Map(standingVotes(presses).map(({ choice, since }) => [choice, since]));
  const [oldest] = [...among].sort((a, b) => byAge(newest.get(a) ?? '', newest.get(b) ?? ''));
  return oldest as string;
}
