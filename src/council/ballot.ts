import { type BallotRules, type Council, DAY, type Electorate, HOUR, type MemberId } from './council.ts';

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

/** How far a ballot is on the way to its end. Times are milliseconds since 1970. */
export interface Clockwork {
  /** When the present window began: at the opening, or with the extension. */
  readonly began: number;
  /** Null: it waits for votes without a deadline. */
  readonly closes: number | null;
  readonly extended: boolean;
  readonly reminded: boolean;
}

/** What is due: a reminder, a second window, the decision, to go on without a deadline, or to close with nothing decided. */
export type BallotStep = 'remind' | 'extend' | 'decide' | 'wait' | 'lapse';

/** When something is due next; null: not before a vote comes. */
export function whenDue(rules: BallotRules, clockwork: Clockwork, voters: number): number | null {
  const { closes } = clockwork;
  if (closes === null) return null;
  const reminder = reminderAt(rules, clockwork);
  return reminder !== null && voters < rules.quorum ? Math.min(reminder, closes) : closes;
}

/** What is due now, if anything. */
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

/** The one reminder comes when a quarter of the window is left: milliseconds since 1970; null: none comes. */
function reminderAt({ reminder }: BallotRules, { began, closes, reminded }: Clockwork): number | null {
  if (reminder === null || reminded || closes === null) return null;
  return closes - (closes - began) / 4;
}

/** What Discord says of a member when they vote. Times are milliseconds since 1970. */
export interface Standing {
  /** Ids of their roles in the server. */
  readonly roles: readonly string[];
  /** When they joined the server; null: it does not say. */
  readonly joinedAt: number | null;
  readonly accountSince: number;
}

/**
 * Why a member's vote does not count: they lack the role, or are too new. `from`: ballots that open at that time or later count it,
 * milliseconds since 1970; null: Discord does not say since when the member is there.
 */
export type Excluded =
  | { readonly why: 'role'; readonly role: string }
  | { readonly why: 'joined' | 'account'; readonly days: number; readonly from: number | null };

/** Why a member may not vote in a ballot that opened at `opened`; null: they may. */
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
