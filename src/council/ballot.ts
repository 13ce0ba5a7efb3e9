import { grouped } from '../kit/plain-english.ts';
import {
  type BallotRules,
  type Council,
  DAY,
  type Electorate,
  HOUR,
  type MemberId,
  type TieRule,
} from './council-rules.ts';

/** One press on a ballot, as it is stored. The votes of a ballot are computed from all its presses. */
export interface CastVote {
  readonly member: MemberId;
  /** The order voted for; null withdraws the vote. */
  readonly choice: string | null;
  /** `null` keeps the earlier reason for the same choice; an empty text deletes it. */
  readonly reason: string | null;
  /** Discord's id of the interaction. Such ids grow with time, and `byAge` sorts presses by them. */
  readonly cast: string;
}

export interface StandingVote {
  readonly member: MemberId;
  readonly choice: string;
  readonly reason: string | null;
  /** The press with which the member came to this choice. Pressing it again keeps the vote's place. */
  readonly since: string;
  /** The press with which the member gave this reason. */
  readonly reasoned: string | null;
}

/** A reason, the member who was the first to give it, and the number of votes for the choice with the same reason. */
interface VoteReason {
  readonly text: string;
  readonly by: MemberId;
  readonly votes: number;
}

export interface BallotLine {
  readonly choice: string;
  /** In the order of their votes; never empty. */
  readonly voters: readonly MemberId[];
  /** The press that brought the choice to so many votes. It has never had fewer since. */
  readonly since: string;
  /** By the number of votes for each; of equals, the earlier first. */
  readonly reasons: readonly VoteReason[];
}

/** Compares two presses, for the oldest first. Discord's ids are too long for `number`. */
export function byAge(a: string, b: string): number {
  const [one, other] = [snowflakeIn(a), snowflakeIn(b)];
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : one > other ? 1 : 0;
}

/**
 * The id of the press. One press on “Delete everything” withdraws votes in several ballots: each is stored with the
 * press's id, a slash, and the ballot's number.
 */
function snowflakeIn(cast: string): string {
  const end = cast.indexOf('/');
  return end < 0 ? cast : cast.slice(0, end);
}

function oldestFirst(presses: readonly CastVote[]): CastVote[] {
  return presses.toSorted((a, b) => byAge(a.cast, b.cast));
}

export function standingVotes(presses: readonly CastVote[]): StandingVote[] {
  const standing = new Map<MemberId, StandingVote>();
  for (const { member, choice, reason, cast } of oldestFirst(presses)) {
    const before = standing.get(member);
    const same = before?.choice === choice ? before : null;
    if (choice === null) standing.delete(member);
    else standing.set(member, { member, choice, since: same?.since ?? cast, ...reasonGiven(same, reason, cast) });
  }
  return [...standing.values()].sort((a, b) => byAge(a.since, b.since));
}

/** @param same the member's vote so far, if it is for the same choice */
function reasonGiven(
  same: StandingVote | null,
  reason: string | null,
  cast: string,
): Pick<StandingVote, 'reason' | 'reasoned'> {
  if (reason === null || reason === same?.reason)
    return { reason: same?.reason ?? null, reasoned: same?.reasoned ?? null };
  return reason === '' ? { reason: null, reasoned: null } : { reason, reasoned: cast };
}

/** The choices that have votes, best first. Of equals, the one that has had its votes longest is first. */
export function tally(presses: readonly CastVote[]): BallotLine[] {
  const rises = risesOf(presses);
  const lines = grouped(standingVotes(presses), ({ choice }) => choice).map(([choice, votes]): BallotLine => {
    const since = rises.get(choice)?.[votes.length - 1] as string;
    return { choice, voters: votes.map(({ member }) => member), since, reasons: reasonsOf(votes) };
  });
  return lines.sort((a, b) => b.voters.length - a.voters.length || byAge(a.since, b.since));
}

/** For each choice, the presses that last raised its count to one, two, and so on. */
function risesOf(presses: readonly CastVote[]): ReadonlyMap<string, readonly string[]> {
  const choices = new Map<MemberId, string>();
  const counts = new Map<string, number>();
  const rises = new Map<string, string[]>();
  for (const { member, choice, cast } of oldestFirst(presses)) {
    const before = choices.get(member) ?? null;
    if (choice === before) continue;
    if (before !== null) counts.set(before, (counts.get(before) ?? 0) - 1);
    choices.delete(member);
    if (choice === null) continue;
    choices.set(member, choice);
    const count = (counts.get(choice) ?? 0) + 1;
    counts.set(choice, count);
    const ofChoice = rises.get(choice) ?? [];
    ofChoice[count - 1] = cast;
    rises.set(choice, ofChoice);
  }
  return rises;
}

function reasonsOf(votes: readonly StandingVote[]): VoteReason[] {
  const given = votes.flatMap(({ member, reason, reasoned }) =>
    reason === null || reasoned === null ? [] : [{ text: reason, by: member, reasoned }],
  );
  given.sort((a, b) => byAge(a.reasoned, b.reasoned));
  const reasons = grouped(given, ({ text }) => reasonKey(text)).map(([, same]) => {
    const { text, by } = same[0] as (typeof given)[number];
    return { text, by, votes: same.length };
  });
  return reasons.sort((a, b) => b.votes - a.votes);
}

/** Reasons count as the same if they differ only in capitals, spaces and full stops or exclamation marks at the end. */
function reasonKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s.!]+$/, '');
}

/**
 * The immediate effect of a vote.
 * - `decide`: the ballot closes.
 * - `restart`: the ballot, which was waiting without a deadline, gets a new window.
 */
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

/** The clock of an open ballot. Times are milliseconds since 1970. */
export interface Clockwork {
  /** The start of the present window: the opening, or the extension. */
  readonly began: number;
  /** `null` if the ballot waits for votes without a deadline. */
  readonly closes: number | null;
  readonly extended: boolean;
  readonly reminded: boolean;
}

/** `wait`: the ballot stays open without a deadline. `lapse`: it closes and nothing is decided. */
export type BallotStep = 'remind' | 'extend' | 'decide' | 'wait' | 'lapse';

/** The time when `whatIsDue` has something next, milliseconds since 1970; null if only a vote can bring that. */
export function whenDue(rules: BallotRules, clockwork: Clockwork, voters: number): number | null {
  const { closes } = clockwork;
  if (closes === null) return null;
  const reminder = reminderAt(rules, clockwork);
  return reminder !== null && voters < rules.quorum ? Math.min(reminder, closes) : closes;
}

export function whatIsDue(rules: BallotRules, clockwork: Clockwork, voters: number, now: number): BallotStep | null {
  const { closes, extended } = clockwork;
  if (closes === null) return null;
  const quorate = voters >= rules.quorum;
  if (now >= closes) {
    if (quorate) return 'decide';
    if (!extended) return 'extend';
    if (rules.short === 'lapse') return 'lapse';
    return rules.short === 'decide' && voters > 0 ? 'decide' : 'wait';
  }
  const reminder = reminderAt(rules, clockwork);
  return !quorate && reminder !== null && now >= reminder ? 'remind' : null;
}

/**
 * The time of the reminder, when a quarter of the window is left; milliseconds since 1970. Null if there is no
 * reminder, or it was posted.
 */
function reminderAt({ reminder }: BallotRules, { began, closes, reminded }: Clockwork): number | null {
  if (reminder === null || reminded || closes === null) return null;
  return closes - (closes - began) / 4;
}

/** The facts from Discord that decide a member's right to vote. Times are milliseconds since 1970. */
export interface Standing {
  readonly roles: readonly string[];
  readonly joinedAt: number | null;
  readonly accountSince: number;
}

/**
 * The reason why a vote does not count. `from` is the time since which it counts in new ballots, milliseconds since
 * 1970; null if Discord does not say when the member joined.
 */
export type Excluded =
  | { readonly why: 'role'; readonly role: string }
  | { readonly why: 'joined' | 'account'; readonly days: number; readonly from: number | null };

/** Checks a member against the rules of a ballot that opened at `opened`; null if they may vote. */
export function excluded(
  { role, memberDays, accountDays }: Electorate,
  opened: number,
  { roles, joinedAt, accountSince }: Standing,
): Excluded | null {
  if (role !== null && !roles.includes(role)) return { why: 'role', role };
  const account = accountSince + accountDays * DAY;
  if (memberDays > 0) {
    const joined = joinedAt === null ? null : joinedAt + memberDays * DAY;
    // A member who is too new in both ways waits for the later date.
    const from = joined === null || accountDays === 0 ? joined : Math.max(joined, account);
    if (joined === null || joined > opened) return { why: 'joined', days: memberDays, from };
  }
  if (accountDays > 0 && account > opened) return { why: 'account', days: accountDays, from: account };
  return null;
}

/**
 * The least number of voters and the shortest window (milliseconds) of a vote on the council. They keep two friends
 * from changing the rules while others are away.
 */
const MOTION_MINIMUM = { quorum: 3, window: HOUR } as const;

/** Recent players have voted in one of the last 5 ballots that decided an order, or given one of the last 10 orders. */
export const TAKING_PART = { ballots: 5, orders: 10 } as const;

/**
 * The rules of a ballot on a change of the council. Half of the recent players must vote. In commander mode the
 * commanders vote, without a quorum: three quarters of all of them must be for the change.
 * @param lately the number of recent players
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

const MAJORITY = { votes: 3, of: 4 } as const;

/** A change needs three quarters of the votes that counted, and the quorum. */
export function carried(inFavour: number, of: number, quorum: number): boolean {
  return of >= quorum && inFavour * MAJORITY.of >= of * MAJORITY.votes;
}

export function votesToCarry(of: number): number {
  return Math.ceil((of * MAJORITY.votes) / MAJORITY.of);
}

/**
 * The rule that broke a tie.
 * - `held-longest`: the choice won that has had its count for the longest time. New decisions by the rule `first` are
 *   marked so.
 * - `first`: the choice won whose newest vote is the oldest, as replay files before version 2 counted.
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
 * The decision of some votes; null without votes.
 * @param casting the commander's choice. If it is not among the tied choices, the default rule breaks the tie
 * @param die rolls the sealed die; 1 stands for the first of `among`
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
  const tied = lines.filter(({ voters }) => voters.length === votes).map(({ choice }) => choice);
  if (tied.length === 1) return { choice: first.choice, votes, of, tie: null };
  const among = tied.toSorted();
  const by = (choice: string, broken: TieBreak): Decision => ({ choice, votes, of, tie: { rule: broken, among } });
  if (rule === 'die') return by(among[die(among) - 1] as string, rule);
  if (rule === 'commander' && casting !== null && tied.includes(casting)) return by(casting, rule);
  return by(byDefault === 'first' ? withOldestNewestVote(presses, tied) : first.choice, byDefault);
}

/** The one of some choices whose newest vote is the oldest. */
function withOldestNewestVote(presses: readonly CastVote[], choices: readonly string[]): string {
  const newest = new Map(standingVotes(presses).map(({ choice, since }) => [choice, since]));
  const [oldest] = choices.toSorted((a, b) => byAge(newest.get(a) ?? '', newest.get(b) ?? ''));
  return oldest as string;
}
