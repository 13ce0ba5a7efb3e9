import type { Clockwork } from './ballot-clock.ts';
import type { BallotRules, Electorate, TieRule } from './council.ts';
import { counted, durationInWords } from './duration.ts';
import { clockTime } from './moment.ts';

/** What a ballot's small print depends on beside its rules. */
export interface PrintedFor {
  /** The name of whoever has the casting vote, as it is to be shown; null: nobody has it. */
  readonly commander: string | null;
  /** Who may close it before its time, as a sentence begins: "A moderator, or Ann who started it,". Null: it is not said. */
  readonly closers: string | null;
  /** It has been extended: what is over is left out. */
  readonly extended: boolean;
  /** The side whose members vote, where there are several; otherwise everybody does. */
  readonly side?: string | null;
}

/** The small print of a ballot, before it begins and while it runs. Markdown, at most 500 characters and the two names. */
export function rulesInWords(rules: BallotRules, { commander, closers, extended, side }: PrintedFor): string {
  return [
    quorumInWords(rules, extended),
    ...earlyInWords(rules),
    ...(closers === null ? [] : [`${closers} may close it sooner.`]),
    tieInWords(rules.tie, commander),
    votersInWords(rules.voters, side),
    shownInWords(rules, side ?? null),
  ].join(' ');
}

/** What is shown of the votes while a ballot is open, when it closes, and to whom. */
function shownInWords({ sealed, secret }: BallotRules, side: string | null): string {
  if (side !== null && secret) return secrecyInWords(side, sealed);
  return sealed
    ? 'Votes, reasons and what the die must show are hidden until it closes. Then they are shown, with who voted for what.'
    : 'Who voted for what is shown when it closes.';
}

/** Who sees a secret ballot of a side, and when. */
export function secrecyInWords(side: string, sealed: boolean): string {
  const open = sealed
    ? 'Votes, reasons and what the die must show are hidden until it closes'
    : `Only members of the ${side} see the votes and the reasons`;
  return `${open}. When it closes, everybody sees the decision and its number of votes, and once the campaign is over who voted for what.`;
}

/**
 * "Needs 2 voters; if fewer, …": what a ballot needs, and what is done without it.
 * @param extended what is done without it for the first time is over; `openInWords` says what is needed still
 */
export function quorumInWords({ quorum, short, window }: BallotRules, extended = false): string {
  const one = quorum === 1;
  if (extended) return afterExtension(short, quorum);
  const more = `${one ? 'One vote is enough; without any' : `Needs ${quorum} voters; if fewer`}, ${longer(window)}`;
  switch (short) {
    case 'decide':
      return one
        ? `${more}, and then it waits for one.`
        : `${more}, and then one is enough. ${afterExtension(short, quorum)}`;
    case 'wait':
      return `${more}; after that it closes ${one ? 'with the first vote' : `as soon as ${quorum} have voted`}.`;
    case 'lapse':
      return `${more}; after that nothing changes.`;
    default:
      return short satisfies never;
  }
}

function afterExtension(short: BallotRules['short'], quorum: number): string {
  if (short === 'decide') return 'Without any vote it waits for one.';
  const without = quorum === 1 ? 'Without any vote' : `With fewer than ${quorum} voters`;
  if (short === 'lapse') return `${without} nothing changes.`;
  return `${without} it stays open, and closes ${quorum === 1 ? 'with the first' : `as soon as ${quorum} have voted`}.`;
}

function longer(window: number): string {
  return `${durationInWords(window)} more`;
}

/**
 * What carries a change of the council, and what is done without it. Among named members the whole of them counts: that is not said
 * here.
 * @param extended the second window is running, so it is not promised any more
 */
export function motionInWords({ quorum, window }: BallotRules, extended = false): string {
  if (quorum === 1) return 'It takes three votes in four. Without them nothing changes.';
  const more = extended ? '' : `; if fewer vote, ${longer(window)}`;
  return `It takes three votes in four, and at least ${quorum} voters${more}. Without them nothing changes. It closes at once when all who voted in the last 5 ballots or gave one of the last 10 orders are for it.`;
}

/** When a ballot closes by itself before its time, as a sentence; none: it does not. */
export function earlyInWords({ early }: BallotRules): string[] {
  return early === null ? [] : [`It closes at once when one order has ${counted(early, 'vote')}.`];
}

/** What breaks a tie, as a sentence. `commander`: the name of whoever has the casting vote; null: nobody has it. */
export function tieInWords(rule: TieRule, commander: string | null = null): string {
  return `On a tie, ${tieBreak(rule, commander)}.`;
}

/** What breaks a tie, as a clause. */
export function tieBreak(rule: TieRule, commander: string | null): string {
  switch (rule) {
    case 'first':
      return 'the order that has held that many votes longest wins';
    case 'commander':
      return `the order that ${commander ?? 'the commander'} voted for wins, or else the one that has held that many votes longest`;
    case 'die':
      return 'a die decides, thrown and logged like any other';
    default:
      return rule satisfies never;
  }
}

/** Who may vote, as a sentence. `side`: of its members, where there are several sides. */
export function votersInWords({ role, memberDays, accountDays }: Electorate, side: string | null = null): string {
  const days = [
    ...(memberDays > 0 ? [`at least ${counted(memberDays, 'day')} on this server`] : []),
    ...(accountDays > 0 ? [`an account at least ${counted(accountDays, 'day')} old`] : []),
  ];
  const all = side === null ? 'Everybody' : `Members of the ${side}`;
  const later = side === null ? '' : ' Who joins the side while a ballot is open votes from the next one.';
  const once = role === null ? '' : ' The role is checked once, at your first vote in a ballot.';
  if (days.length === 0) return `${role === null ? all : `Members with the role <@&${role}>`} may vote.${once}${later}`;
  const rank = role === null ? '' : `, and the role <@&${role}>`;
  return `To vote you need ${days.join(' and ')} when the ballot opens${rank}.${once}${later}`;
}

/**
 * What a ballot that is open says first: until when, how many have voted, and how many more it takes. Markdown.
 * @param votes how many count now
 */
export function openInWords(rules: BallotRules, { closes, extended }: Clockwork, votes: number): string {
  if (closes === null) return untilVotes(rules, votes);
  return `Closes ${clockTime(closes)}${extended ? ' (extended)' : ''}. ${soFar(rules, extended, votes)}`;
}

function soFar({ quorum, short }: BallotRules, extended: boolean, votes: number): string {
  const cast = votes === 0 ? 'No votes yet' : `${counted(votes, 'vote')} so far`;
  const missing = quorum - votes;
  if (missing <= 0) return `${cast}.`;
  if (!extended || short === 'wait') return `${cast}, ${missing} ${votes === 0 ? 'needed' : 'more needed'}.`;
  if (short === 'lapse') return `${cast}; without ${missing}${votes === 0 ? '' : ' more'} nothing changes.`;
  if (votes > 0) return `${cast}; that is enough now.`;
  return `${cast}; one is enough${quorum === 1 ? '' : ' now'}.`;
}

/** A ballot without a clock. */
function untilVotes({ quorum, short, window }: BallotRules, votes: number): string {
  if (short === 'decide')
    return `Too few voted. It is open until somebody votes; then it closes ${durationInWords(window)} later.`;
  if (quorum === 1) return 'It is open until somebody votes.';
  return `It is open until ${quorum} have voted; ${votes === 0 ? 'nobody has yet' : `${votes} ${votes === 1 ? 'has' : 'have'}`}.`;
}
