import type { Clockwork } from './ballot-timing.ts';
import type { BallotRules, MemberId } from './council.ts';

/** One press, as it is stored: all of a ballot's together say how it stands. */
export interface CastVote {
  readonly member: MemberId;
  /** What was voted for; null: the vote was withdrawn. */
  readonly choice: string | null;
  /** Null: the press said nothing of a reason, and one given for the same choice before stays. Empty: that one is taken back. */
  readonly reason: string | null;
  /** Discord's id of the interaction. Ids grow with time, so they order votes as Discord received them (`byAge`). */
  readonly cast: string;
}

/** A vote that counts: a member's last, unless it was withdrawn. */
export interface StandingVote {
  readonly member: MemberId;
  readonly choice: string;
  readonly reason: string | null;
  /** The press that brought the member to this choice. Adding a reason to it, or pressing it again, keeps its place. */
  readonly since: string;
  /** The press that gave the reason; null: there is none. */
  readonly reasoned: string | null;
}

/** A reason, who gave it first, and how many of the choice's votes share it. */
export interface VoteReason {
  readonly text: string;
  readonly by: MemberId;
  readonly votes: number;
}

/** How a choice stands. */
export interface Line {
  readonly choice: string;
  /** In the order they came; never empty. */
  readonly voters: readonly MemberId[];
  /** The press that brought it to so many votes: it has never had fewer since. */
  readonly since: string;
  /** The best supported first; of equals, the earlier. */
  readonly reasons: readonly VoteReason[];
}

/** Presses by age. Snowflakes are numbers too long for `number`. */
export function byAge(a: string, b: string): number {
  const [one, other] = [snowflakeIn(a), snowflakeIn(b)];
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : one > other ? 1 : 0;
}

/** One press on “Delete it all” withdraws the votes in several ballots: each has its id, a stroke, and the ballot's number. */
function snowflakeIn(cast: string): string {
  const end = cast.indexOf('/');
  return end < 0 ? cast : cast.slice(0, end);
}

/** Presses as Discord received them, in whatever order they were stored. */
function inTurn(presses: readonly CastVote[]): CastVote[] {
  return [...presses].sort((a, b) => byAge(a.cast, b.cast));
}

/** The votes that count, the oldest first. */
export function standingVotes(presses: readonly CastVote[]): StandingVote[] {
  const standing = new Map<MemberId, StandingVote>();
  for (const { member, choice, reason, cast } of inTurn(presses)) {
    const before = standing.get(member);
    const same = before?.choice === choice ? before : null;
    if (choice === null) standing.delete(member);
    else standing.set(member, { member, choice, since: same?.since ?? cast, ...given(same, reason, cast) });
  }
  return [...standing.values()].sort((a, b) => byAge(a.since, b.since));
}

/** The reason that stands after a press, and the press that gave it. */
function given(
  same: StandingVote | null,
  reason: string | null,
  cast: string,
): Pick<StandingVote, 'reason' | 'reasoned'> {
  if (reason === null || reason === same?.reason)
    return { reason: same?.reason ?? null, reasoned: same?.reasoned ?? null };
  return reason === '' ? { reason: null, reasoned: null } : { reason, reasoned: cast };
}

/** The choices that have votes: most votes first; of equals, the one that has had so many the longest. */
export function tally(presses: readonly CastVote[]): Line[] {
  const byChoice = new Map<string, StandingVote[]>();
  for (const vote of standingVotes(presses)) {
    const known = byChoice.get(vote.choice);
    if (known) known.push(vote);
    else byChoice.set(vote.choice, [vote]);
  }
  const rises = risesOf(presses);
  const lines = [...byChoice].map(([choice, votes]): Line => {
    const since = rises.get(choice)?.[votes.length - 1] as string;
    return { choice, voters: votes.map(({ member }) => member), since, reasons: reasonsOf(votes) };
  });
  return lines.sort((a, b) => b.voters.length - a.voters.length || byAge(a.since, b.since));
}

/** Of each choice, the presses that last raised its count to one, to two, and so on. */
function risesOf(presses: readonly CastVote[]): ReadonlyMap<string, readonly string[]> {
  const choices = new Map<MemberId, string>();
  const counts = new Map<string, number>();
  const rises = new Map<string, string[]>();
  for (const { member, choice, cast } of inTurn(presses)) {
    const before = choices.get(member) ?? null;
    if (choice === before) continue;
    if (before !== null) counts.set(before, (counts.get(before) ?? 0) - 1);
    choices.delete(member);
    if (choice === null) continue;
    choices.set(member, choice);
    const count = (counts.get(choice) ?? 0) + 1;
    counts.set(choice, count);
    const own = rises.get(choice) ?? [];
    own[count - 1] = cast;
    rises.set(choice, own);
  }
  return rises;
}

function reasonsOf(votes: readonly StandingVote[]): VoteReason[] {
  const reasons = new Map<string, VoteReason>();
  const given = votes.filter(({ reasoned }) => reasoned !== null);
  for (const { reason, member } of given.sort((a, b) => byAge(a.reasoned ?? '', b.reasoned ?? ''))) {
    if (reason === null) continue;
    const key = sameReason(reason);
    const known = reasons.get(key);
    reasons.set(key, known ? { ...known, votes: known.votes + 1 } : { text: reason, by: member, votes: 1 });
  }
  return [...reasons.values()].sort((a, b) => b.votes - a.votes);
}

/** Reasons that differ in nothing but capitals, spaces and their last stop are one. */
function sameReason(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s.!]+$/, '');
}

/** What a vote brings about beside being counted: the decision, or for a ballot that waits without a clock a new window. */
export function afterVote(
  rules: BallotRules,
  { closes }: Clockwork,
  presses: readonly CastVote[],
): 'decide' | 'restart' | null {
  const best = tally(presses)[0]?.voters.length ?? 0;
  if (rules.early !== null && best >= rules.early) return 'decide';
  if (closes !== null) return null;
  const votes = standingVotes(presses).length;
  if (rules.short !== 'decide') return votes >= rules.quorum ? 'decide' : null;
  return votes > 0 ? 'restart' : null;
}
