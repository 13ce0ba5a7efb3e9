import { count, listed } from '../kit/plain-english.ts';
import { type Clockwork, type Decision, type Excluded, TAKING_PART } from './ballot.ts';
import type { BallotRules, Electorate, TieRule } from './council-rules.ts';
import { calendarDay, clockTime, durationInWords } from './time-text.ts';

/** The facts about a table that a ballot's message names. */
export interface PrintedFor {
  /** The name of the member with the casting vote; null if nobody has it. */
  readonly commander: string | null;
  readonly extended: boolean;
  /** `null`, or absent, in a game of one side. */
  readonly side?: string | null;
}

/** The rules of a ballot in words, for its message. Markdown, at most 500 characters and the two names. */
export function rulesInWords(rules: BallotRules, { commander, extended, side = null }: PrintedFor): string {
  return [
    quorumInWords(rules, extended),
    ...earlyInWords(rules),
    `On a tie, ${tieBreak(rules.tie, commander)}.`,
    votersInWords(rules.voters, side),
    shownInWords(rules, side),
  ].join(' ');
}

function shownInWords({ sealed, secret }: BallotRules, side: string | null): string {
  if (side !== null && secret) return secrecyInWords(side, sealed, false);
  return sealed
    ? 'Votes, reasons and the rolls needed are hidden until it closes, then shown with who voted for what.'
    : 'You see who voted for what when it closes.';
}

/**
 * Says what others see of a side's secret ballots, and when.
 * @param hidesDecision whether the order that was decided is a secret of the side, too
 */
export function secrecyInWords(side: string, sealed: boolean, hidesDecision: boolean): string {
  const open = sealed
    ? 'Votes, reasons and the rolls needed are hidden until it closes'
    : `Only members of the ${side} see the votes and the reasons`;
  const closed = hidesDecision
    ? 'everyone sees how many voted for the decision, but not what it is'
    : 'everyone sees the decision and how many voted for it';
  return `${open}. When it closes, ${closed}. Who voted for what is shown once the game is over.`;
}

/**
 * "Needs 2 voters. With fewer, …"
 * @param extended whether the extension has begun, so that it is not announced again
 */
export function quorumInWords({ quorum, short, window }: BallotRules, extended = false): string {
  if (extended) return afterExtension(short, quorum);
  const isOne = quorum === 1;
  const more = `${isOne ? 'One vote is enough. With none' : `Needs ${quorum} voters. With fewer`}, it stays open ${longer(window)}`;
  switch (short) {
    case 'decide':
      return isOne
        ? `${more}, and then until someone votes.`
        : `${more}, and then one vote is enough. ${afterExtension(short, quorum)}`;
    case 'wait':
      return `${more}, and then ${isOne ? 'until someone votes' : `until ${quorum} have voted`}.`;
    case 'lapse':
      return `${more}. If that isn’t enough, nothing changes.`;
    default:
      return short satisfies never;
  }
}

function afterExtension(short: BallotRules['short'], quorum: number): string {
  if (short === 'decide') return 'With no votes, it stays open until someone votes.';
  const without = quorum === 1 ? 'With no votes' : `With fewer than ${quorum} voters`;
  if (short === 'lapse') return `${without}, nothing changes.`;
  return `${without}, it stays open until ${quorum === 1 ? 'someone votes' : `${quorum} have voted`}.`;
}

function longer(window: number): string {
  return `${durationInWords(window)} longer`;
}

/**
 * The majority that a change of the council needs.
 * @param extended whether the extension has begun, so that it is not announced again
 */
export function motionInWords({ quorum, window }: BallotRules, extended = false): string {
  if (quorum === 1) return 'The change needs three quarters of the votes; otherwise nothing changes.';
  const more = extended ? '' : `; with fewer, the ballot stays open ${longer(window)}`;
  return `The change needs three quarters of the votes and at least ${quorum} voters${more}. The ballot closes at once when all recent players have voted for the change. Recent players are those who voted in any of the last ${TAKING_PART.ballots} ballots or gave one of the last ${TAKING_PART.orders} orders. If it fails, nothing changes.`;
}

/** A sentence on closing early; empty if the ballot doesn't. */
export function earlyInWords({ early }: BallotRules): string[] {
  return early === null ? [] : [`It closes as soon as one order has ${count(early, 'vote')}.`];
}

/**
 * A clause that says what happens on a tie.
 * @param commander the name of the member with the casting vote
 */
export function tieBreak(rule: TieRule, commander: string | null): string {
  switch (rule) {
    case 'first':
      return 'the order that has held its votes longest wins';
    case 'commander':
      return `the order that ${commander ?? 'the commander'} voted for wins; without that vote, the one that has held its votes longest`;
    case 'die':
      return 'a die decides, rolled and logged like any other';
    default:
      return rule satisfies never;
  }
}

/**
 * A sentence on the right to vote.
 * @param side null in a game of one side
 */
export function votersInWords({ role, memberDays, accountDays }: Electorate, side: string | null = null): string {
  const days = [
    ...(memberDays > 0 ? [`at least ${count(memberDays, 'day')} on this server`] : []),
    ...(accountDays > 0 ? [`an account at least ${count(accountDays, 'day')} old`] : []),
  ];
  const all = side === null ? 'Everyone' : `Members of the ${side}`;
  const later = side === null ? '' : ' Members who join while a ballot is open can vote from the next one on.';
  const once = role === null ? '' : ' The role is checked when you first vote.';
  const those = role === null ? all : `${side === null ? 'Members' : all} with the role <@&${role}>`;
  if (days.length === 0) return `${those} can vote.${once}${later}`;
  const withRole = role === null ? '' : `, and the role <@&${role}>`;
  return `To vote, you need ${days.join(' and ')} when the ballot opens${withRole}.${once}${later}`;
}

/**
 * The first line of an open ballot: its end, the votes so far and the votes missing. Markdown.
 * @param votes the number of votes that count now
 */
export function openInWords(rules: BallotRules, { closes, extended }: Clockwork, votes: number): string {
  if (closes === null) return untilVotes(rules, votes);
  return `Closes ${clockTime(closes)}${extended ? ', extended' : ''}. ${soFar(rules, extended, votes)}`;
}

function soFar({ quorum, short }: BallotRules, extended: boolean, votes: number): string {
  const cast = votes === 0 ? 'No votes yet' : `${count(votes, 'vote')} so far`;
  const missing = quorum - votes;
  if (missing <= 0) return `${cast}.`;
  if (!extended || short === 'wait') return `${cast}, ${missing} ${votes === 0 ? 'needed' : 'more needed'}.`;
  if (short === 'lapse') return `${cast}; it needs ${missing}${votes === 0 ? '' : ' more'}, or nothing changes.`;
  if (votes > 0) return `${cast}; that’s enough now.`;
  return `${cast}; one is enough${quorum === 1 ? '' : ' now'}.`;
}

function untilVotes({ quorum, short, window }: BallotRules, votes: number): string {
  if (short === 'decide')
    return `Nobody has voted. It stays open until someone votes, and then for ${durationInWords(window)} more.`;
  if (quorum === 1) return 'It stays open until someone votes.';
  return `It stays open until ${quorum} have voted; ${votes === 0 ? 'nobody has yet' : `${votes} ${votes === 1 ? 'has' : 'have'}`}.`;
}

/** Tells a member why their vote is not counted, and from when on it would be. */
export function excludedInWords(excluded: Excluded): string {
  return `${reasonOf(excluded)} The rule was set before the ballot opened. You can still argue your case here.`;
}

function reasonOf(excluded: Excluded): string {
  switch (excluded.why) {
    case 'role':
      return `Your vote can’t be counted: this ballot is for members with the role <@&${excluded.role}>. The role is checked once, so a role you get now counts from the next ballot.`;
    case 'joined':
      return `Your vote can’t be counted yet: this ballot is for members who joined this server at least ${count(excluded.days, 'day')} before it opened.${hope(excluded.from)}`;
    case 'account':
      return `Your vote can’t be counted yet: this ballot is for accounts that were at least ${count(excluded.days, 'day')} old when it opened.${hope(excluded.from)}`;
    default:
      return excluded satisfies never;
  }
}

/** The text says "after" the day, because a ballot that opens early on that day would still not count the vote. */
function hope(from: number | null): string {
  return from === null ? '' : ` You can vote in ballots that open after ${calendarDay(from)}.`;
}

/** How many tied choices are named. The others are counted. */
const NAMED = 3;
const FACES = 6;

/**
 * "by 5 of 8 votes", "with all 3 votes", "with the only vote". After a tie, also the tied choices and the rule that
 * broke it.
 * @param describe gives a choice in words, in quotation marks
 * @param commander the name of the member with the casting vote, if it is known
 */
export function decisionInWords(
  decision: Decision,
  describe: (choice: string) => string,
  commander: string | null,
): string {
  const { votes, of, tie } = decision;
  if (tie === null) return votesWon(votes, of);
  switch (tie.rule) {
    case 'first':
      return `${tiedWith(decision, describe)}; the tie went to the order that got there first`;
    case 'held-longest':
      return `${tiedWith(decision, describe)}; the tie went to the order that had held its votes longest`;
    case 'commander':
      return `${tiedWith(decision, describe)}; ${commander ?? 'the commander'}’s vote broke the tie`;
    case 'die':
      return `${votesWon(votes, of)}; ${thrown(decision.choice, tie.among, describe)}`;
    default:
      return tie.rule satisfies never;
  }
}

export function countInWords({ votes, of, tie }: Decision): string {
  return `${votesWon(votes, of)}${tie === null ? '' : ', after a tie'}`;
}

function votesWon(votes: number, of: number): string {
  if (votes < of) return `by ${votes} of ${count(of, 'vote')}`;
  if (of === 1) return 'with the only vote';
  return of === 2 ? 'with both votes' : `with all ${of} votes`;
}

/** "by 3 of 8 votes, tied with “…” and “…”" */
function tiedWith({ choice, votes, of, tie }: Decision, describe: (choice: string) => string): string {
  const others = (tie?.among ?? []).filter((other) => other !== choice).map(describe);
  const more = others.length - NAMED;
  const tied = listed(more > 0 ? [...others.slice(0, NAMED), count(more, 'other')] : others);
  return `${votesWon(votes, of)}, tied with ${tied}`;
}

/** The choices for the faces of the die, and the face that came up. */
function thrown(choice: string, among: readonly string[], describe: (choice: string) => string): string {
  const face = among.indexOf(choice) + 1;
  if (among.length > FACES)
    return `a die with ${among.length} faces broke the tie; it came up ${face}, ${describe(choice)}`;
  const faces = among.map((one, at) => `${at + 1} ${describe(one)}`);
  return `a die broke the tie: ${faces.join(', ')}; it came up ${face}`;
}
