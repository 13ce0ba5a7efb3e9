import type { Decision } from './ballot.ts';
import {
  type BallotRules,
  type Council,
  type Electorate,
  HOUR,
  type MemberId,
  type Rotation,
  type TieRule,
} from './council.ts';
import { counted, durationInWords } from './duration.ts';
import type { Excluded } from './electorate.ts';

/** A member's name, safe in Markdown. */
export type Naming = (member: MemberId) => string;

/** How a table decides, for `/council`: only what its present mode uses. Markdown, at most 1,200 characters. */
export function councilInWords(council: Council, name: Naming): string {
  switch (council.mode) {
    case 'open':
      return '**Whoever orders first is obeyed.** Any member may give the next order, by button or by command.';
    case 'commander':
      return commandInWords(council, name);
    case 'vote':
      return voteInWords(council, name);
    default:
      return council.mode satisfies never;
  }
}

function commandInWords({ commanders, rotate }: Council, name: Naming): string {
  const [first, ...waiting] = commanders.map(name);
  if (rotate.after === 'never') {
    const who = listed(commanders.map(name), 'or');
    return waiting.length === 0
      ? `**${who} commands.** Orders of other members are not carried out.`
      : `**${who} gives the next order**, whoever is first. Orders of other members are not carried out.`;
  }
  const rota =
    waiting.length === 0
      ? 'Nobody else is in the rota yet; anybody may join it.'
      : `Next in the rota: ${waiting.join(', then ')}, and then ${first} again.`;
  return `**${first} commands.** ${capital(rotationInWords(rotate))}. ${rota}`;
}

function voteInWords(council: Council, name: Naming): string {
  const { ballot, commanders } = council;
  const [first] = commanders;
  return [
    `**The channel votes on each order.** The order with the most votes is carried out, and the next ballot opens.`,
    `- **Time:** ${durationInWords(ballot.window)} for each ballot. ${closesInWords(ballot)}`,
    `- **Quorum:** ${quorumInWords(ballot)}`,
    `- **Tie:** ${capital(tieBreak(ballot.tie, first === undefined ? null : name(first)))}.`,
    `- **Voters:** ${votersInWords(ballot.voters)} A vote may be changed or withdrawn until the ballot closes.`,
    ...(ballot.sealed ? ['- **Hidden** until the ballot closes: votes, reasons and odds.'] : []),
    ...(ballot.reminder ? [`- **Reminder:** ${reminderInWords(ballot.reminder)}`] : []),
  ].join('\n');
}

/**
 * The small print of a ballot, before it begins and while it runs. Markdown, at most 600 characters.
 * @param commander the name of whoever has the casting vote; null: nobody has it
 */
export function rulesInWords(rules: BallotRules, commander: string | null): string {
  return [
    quorumInWords(rules),
    closesInWords(rules),
    tieInWords(rules.tie, commander),
    votersInWords(rules.voters),
    ...(rules.sealed ? ['Votes, reasons and odds are hidden until it closes.'] : []),
  ].join(' ');
}

/** "It needs 2 voters. Without them …": what a ballot needs, and what is done without it. */
export function quorumInWords({ quorum, short, window }: BallotRules): string {
  const longer = `stays open for another ${durationInWords(window)}`;
  if (quorum === 1) {
    const until = short === 'wait' ? 'then until somebody votes' : 'then waits for a vote, which starts the time again';
    return `One vote is enough. Without any it ${longer}, and ${until}.`;
  }
  return short === 'wait'
    ? `At least ${quorum} members have to vote. If fewer have, it ${longer}, and then until ${quorum} have.`
    : `At least ${quorum} members have to vote. If fewer have, it ${longer}; after that, even one vote is enough.`;
}

function closesInWords({ early }: BallotRules): string {
  return early === null
    ? 'A moderator may close it sooner.'
    : `It closes at once when one order has ${counted(early, 'vote')}, or when a moderator closes it.`;
}

/** What breaks a tie, as a sentence. `commander`: the name of whoever has the casting vote; null: nobody has it. */
export function tieInWords(rule: TieRule, commander: string | null = null): string {
  return `On a tie, ${tieBreak(rule, commander)}.`;
}

function tieBreak(rule: TieRule, commander: string | null): string {
  switch (rule) {
    case 'first':
      return 'the order whose votes were in first wins';
    case 'commander':
      return `the order that ${commander ?? 'the commander'} voted for wins, or else the one whose votes were in first`;
    case 'die':
      return 'a die decides, thrown and logged like any other';
    default:
      return rule satisfies never;
  }
}

/** Who may vote, as a sentence. */
export function votersInWords({ role, memberDays, accountDays }: Electorate): string {
  const days = [
    ...(memberDays > 0 ? [`they have been on this server for at least ${counted(memberDays, 'day')}`] : []),
    ...(accountDays > 0 ? [`their account is at least ${counted(accountDays, 'day')} old`] : []),
  ];
  const who = role === null ? 'All members' : `Members with the role <@&${role}>`;
  return days.length === 0 ? `${who} may vote.` : `${who} may vote if, when the ballot opens, ${days.join(' and ')}.`;
}

function reminderInWords({ role }: { readonly role: string | null }): string {
  const once = 'One, when a quarter of the time is left and votes are missing';
  return role === null ? `${once}.` : `${once}, for <@&${role}>.`;
}

/** When command passes on, as a clause. */
export function rotationInWords(rotate: Rotation): string {
  switch (rotate.after) {
    case 'never':
      return 'command does not pass on';
    case 'order':
      return 'command passes on after each order';
    case 'silence':
      return `command passes on after ${durationInWords(rotate.hours * HOUR)} without an order`;
    default:
      return rotate satisfies never;
  }
}

/** Why a vote does not count, for the member who cast it. */
export function excludedInWords(excluded: Excluded): string {
  return `${reasonOf(excluded)} This is nothing personal: the rule stood before the ballot opened. You can still argue your case here.`;
}

function reasonOf(excluded: Excluded): string {
  switch (excluded.why) {
    case 'role':
      return `Your vote cannot be counted: this ballot is for members with the role <@&${excluded.role}>.`;
    case 'joined':
      return `Your vote cannot be counted yet: this ballot is for members who joined this server at least ${counted(excluded.days, 'day')} before it opened.`;
    case 'account':
      return `Your vote cannot be counted yet: this ballot is for accounts that were at least ${counted(excluded.days, 'day')} old when it opened.`;
    default:
      return excluded satisfies never;
  }
}

/** Level choices that are named; the others are only counted. */
const NAMED = 3;

/** "5 of 8 votes", and where there was a tie, with whom and what broke it. */
export function decisionInWords({ choice, votes, of, tie }: Decision, describe: (choice: string) => string): string {
  const count = `${votes} of ${counted(of, 'vote')}`;
  if (tie === null) return count;
  const others = tie.among.filter((other) => other !== choice).map(describe);
  const more = others.length - NAMED;
  const level = listed(more > 0 ? [...others.slice(0, NAMED), counted(more, 'other')] : others, 'and');
  return `${count}, level with ${level}; ${brokenBy(tie.rule)}`;
}

function brokenBy(rule: TieRule): string {
  switch (rule) {
    case 'first':
      return 'the tie went to the order whose votes were in first';
    case 'commander':
      return "the commander's vote broke the tie";
    case 'die':
      return 'a die broke the tie';
    default:
      return rule satisfies never;
  }
}

/** "Ann, Bo or Cy". */
export function listed(items: readonly string[], word: 'and' | 'or'): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${word} ${last}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
