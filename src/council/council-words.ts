import { capital, count, listed } from '../kit/plain-english.ts';
import { earlyInWords, quorumInWords, secrecyInWords, tieBreak, votersInWords } from './ballot-words.ts';
import {
  type BallotRules,
  type Council,
  HOUR,
  inCommand,
  LIMITS,
  type MemberId,
  type OddsRule,
  oddsOf,
  type Rotation,
} from './council-rules.ts';
import { durationInWords } from './time-text.ts';

/** A member's name, safe in Markdown. */
type MemberNaming = (member: MemberId) => string;

/**
 * The rules of a council for `/council`: those that its present mode uses. Markdown, at most 1,400 characters.
 * @param solved whether the game has winning chances to show
 * @param side null in a game of one side
 * @param hidesDecision whether the side's orders are secret, so that others do not see what was decided
 */
export function councilInWords(
  council: Council,
  name: MemberNaming,
  solved = false,
  side: string | null = null,
  hidesDecision = false,
): string {
  const chances = `${council.mode === 'vote' ? '- ' : ''}**Winning chances:** ${oddsInWords(council)}`;
  return [modeInWords(council, name, side, hidesDecision), ...(solved ? [chances] : [])].join('\n');
}

function modeInWords(council: Council, name: MemberNaming, side: string | null, hidesDecision: boolean): string {
  switch (council.mode) {
    case 'open':
      return `**The first order given counts.** Any member${side === null ? '' : ` of the ${side}`} can give the next order, with a button or a command.`;
    case 'commander':
      return commandInWords(council, name);
    case 'vote':
      return voteInWords(council, name, side, hidesDecision);
    default:
      return council.mode satisfies never;
  }
}

function commandInWords({ commanders, rotate }: Council, name: MemberNaming): string {
  const [first, ...waiting] = commanders.map(name);
  if (rotate.after === 'never') {
    const who = listed(commanders.map(name), ' or ');
    return waiting.length === 0
      ? `**${who} commands.** Orders from other members don’t count.`
      : `**${who} gives the next order**, and the first order given counts. Orders from other members don’t count.`;
  }
  const rota =
    waiting.length === 0
      ? 'Nobody else is in the rota yet. Anyone can join it.'
      : `Next in the rota: ${waiting.join(', then ')}, and then ${first} again.`;
  return `**${first} commands.** ${capital(rotationInWords(rotate))}. ${rota}`;
}

/** The members for whom the host's `mayManageGame` is true. */
export const MANAGER = 'a moderator or the member who started this game';

const CLOSERS = `${capital(MANAGER)} can close it sooner.`;

const SHOWN = {
  open: 'Votes as they come in. Who voted for what is shown once the ballot closes.',
  sealed: 'Nothing until the ballot closes. Then votes, reasons, the rolls needed, and who voted for what.',
};

function voteInWords(council: Council, name: MemberNaming, side: string | null, hidesDecision: boolean): string {
  const { ballot, commanders } = council;
  const [first] = commanders;
  return [
    `**${side === null ? 'The channel votes' : `Members of the ${side} vote`} on each order.** The order${side === null ? '' : ' or plan'} with the most votes is carried out, and the next ballot opens.`,
    `- **Time:** ${durationInWords(ballot.window)} for each ballot. ${[...earlyInWords(ballot), CLOSERS].join(' ')}`,
    `- **Quorum:** ${quorumInWords(ballot)}`,
    `- **Tie:** ${capital(tieBreak(ballot.tie, first === undefined ? null : name(first)))}.`,
    `- **Voters:** ${votersInWords(ballot.voters, side)} You can change or withdraw your vote until the ballot closes.`,
    `- **Shown:** ${side !== null && ballot.secret ? secrecyInWords(side, ballot.sealed, hidesDecision) : SHOWN[ballot.sealed ? 'sealed' : 'open']}`,
    ...(ballot.reminder ? [`- **Reminder:** ${reminderInWords(ballot.reminder)}`] : []),
  ].join('\n');
}

function reminderInWords({ role }: { readonly role: string | null }): string {
  const once = 'One, when a quarter of the time is left and too few have voted';
  return role === null ? `${once}.` : `${once}, for <@&${role}>.`;
}

const CLOSED = 'Hidden while a ballot is open, and shown when it closes.';

function oddsInWords(council: Council): string {
  const rule = oddsOf(council);
  if (rule !== 'off' && council.mode === 'vote' && council.ballot.sealed) return CLOSED;
  switch (rule) {
    case 'off':
      return 'Hidden until the game is over.';
    case 'after':
      return 'Shown for each order once it’s decided.';
    case 'always':
      return 'Shown under the map. `/odds` shows what each order is worth.';
    default:
      return rule satisfies never;
  }
}

export function wayOfDeciding(side: string | null): string {
  return side === null ? 'how this table decides' : `how orders are decided for the ${side}`;
}

function rotationInWords(rotate: Rotation): string {
  switch (rotate.after) {
    case 'never':
      return 'command doesn’t pass on';
    case 'order':
      return 'command passes on after each order';
    case 'silence':
      return `command passes on after ${durationInWords(rotate.hours * HOUR)} without an order`;
    default:
      return rotate satisfies never;
  }
}

/** The names that clauses use. */
interface Names {
  readonly name: MemberNaming;
  readonly actor: MemberId | null;
  /** The table, or the side, and those of it who vote. */
  readonly body: { readonly whole: string; readonly voters: string };
}

const TABLE: Names['body'] = { whole: 'this table', voters: 'the channel' };
const SIDE: Names['body'] = { whole: 'the side', voters: 'the side' };

/** The setting by its name in the panel. */
const NAMED_ONLY = '“Who gives orders” is set to named members';

/**
 * A clause for each change, for "**Ann** changes how this table decides: …" and for the log. Markdown.
 * @param actor the member who made the change. If they took command themselves, the clause says so
 * @param side null in a game of one side
 */
export function changesInWords(
  before: Council,
  after: Council,
  name: MemberNaming,
  actor: MemberId | null = null,
  side: string | null = null,
): string[] {
  const names = { name, actor, body: side === null ? TABLE : SIDE };
  return [
    ...modeChange(before, after, names),
    ...commandersChange(before, after, names),
    ...rotationChange(before, after),
    ...ballotChanges(before.ballot, after, names),
    ...(before.odds === after.odds ? [] : [oddsChange(after.odds)]),
  ];
}

function modeChange(before: Council, after: Council, names: Names): string[] {
  if (before.mode === after.mode) return [];
  switch (after.mode) {
    case 'open':
      return ['the first order given counts'];
    case 'commander':
      return [command(before, after, names)];
    case 'vote':
      return [`${names.body.voters} votes on each order`];
    default:
      return after.mode satisfies never;
  }
}

function command(before: Council, after: Council, { name, actor }: Pick<Names, 'name' | 'actor'>): string {
  const those = inCommand(after);
  const [first] = those;
  if (first === undefined || those.length > 1) return `${listed(those.map(name))} command`;
  const had = before.mode === 'commander' && inCommand(before).includes(first);
  return `${name(first)} ${first === actor && !had ? 'takes command' : 'commands'}`;
}

function rotationChange(before: Council, { mode, rotate }: Council): string[] {
  if (same(before.rotate, rotate)) return [];
  const later = mode !== 'commander' && rotate.after !== 'never';
  return [`${rotationInWords(rotate)}${later ? `, once ${NAMED_ONLY}` : ''}`];
}

function commandersChange(before: Council, after: Council, names: Names): string[] {
  if (same(before.commanders, after.commanders)) return [];
  if (after.commanders.length === 0) return ['nobody is commander any more'];
  return after.mode === 'commander' ? commandChange(before, after, names) : futureCommand(before, after, names);
}

function commandChange(before: Council, after: Council, names: Names): string[] {
  const { name } = names;
  // `modeChange` tells who commands if the mode has changed too.
  const said =
    before.mode !== after.mode || same(inCommand(before), inCommand(after)) ? [] : [command(before, after, names)];
  if (after.rotate.after === 'never') return said;
  const joined = after.commanders.slice(1).filter((member) => !before.commanders.includes(member));
  const left = before.commanders.filter((member) => !after.commanders.includes(member));
  const clauses = [
    ...said,
    ...joined.map((member) => `${name(member)} joins the rota`),
    ...left.map((member) => `${name(member)} leaves the rota`),
  ];
  const reordered = clauses.length === 0 && before.mode === after.mode;
  return reordered ? [`next in the rota: ${after.commanders.slice(1).map(name).join(', then ')}`] : clauses;
}

/** A change of the commanders of a table in another mode, where they have the casting vote, or will command later. */
function futureCommand(before: Council, after: Council, names: Names): string[] {
  // `ballotChanges` tells who has the casting vote if the rule for ties has changed too.
  if (after.ballot.tie === 'commander' && before.commanders[0] !== after.commanders[0])
    return before.ballot.tie === 'commander' ? [castingVote(after, names)] : [];
  return [`${listed(inCommand(after).map(names.name))} will command once ${NAMED_ONLY}`];
}

function castingVote({ mode, commanders }: Council, { name, body }: Names): string {
  const who = commanders[0] === undefined ? 'the commander' : name(commanders[0]);
  return `${who} has the casting vote${mode === 'vote' ? '' : `, once ${body.whole} decides by vote`}`;
}

function ballotChanges(before: BallotRules, after: Council, names: Names): string[] {
  const { ballot } = after;
  const clauses: (readonly [changed: boolean, clause: string])[] = [
    [before.window !== ballot.window, `a ballot stays open for ${durationInWords(ballot.window)}`],
    [before.quorum !== ballot.quorum, `a ballot needs ${count(ballot.quorum, 'voter')}`],
    [before.early !== ballot.early, earlyClose(ballot)],
    [before.tie !== ballot.tie, tie(after, names)],
    [before.short !== ballot.short, tooFew(ballot)],
    [before.voters.role !== ballot.voters.role, voters(ballot)],
    [before.voters.memberDays !== ballot.voters.memberDays, memberDays(ballot)],
    [before.voters.accountDays !== ballot.voters.accountDays, accountDays(ballot)],
    [before.sealed !== ballot.sealed, hiddenVotes(ballot)],
    [before.secret !== ballot.secret, secrecy(ballot)],
    [!same(before.reminder, ballot.reminder), reminder(ballot)],
  ];
  return clauses.filter(([changed]) => changed).map(([, clause]) => clause);
}

function earlyClose({ early }: BallotRules): string {
  return early === null
    ? 'ballots don’t close early'
    : `a ballot closes as soon as one order has ${count(early, 'vote')}`;
}

function tie(council: Council, names: Names): string {
  const { tie } = council.ballot;
  switch (tie) {
    case 'first':
      return 'a tie goes to the order that has held its votes longest';
    case 'commander':
      return castingVote(council, names);
    case 'die':
      return 'a die breaks a tie';
    default:
      return tie satisfies never;
  }
}

function tooFew({ short }: BallotRules): string {
  return short === 'decide'
    ? 'when too few have voted, the votes cast decide'
    : 'when too few have voted, a ballot stays open';
}

function voters({ voters: { role } }: BallotRules): string {
  return role === null ? 'nobody needs a role to vote' : `only members with the role <@&${role}> can vote`;
}

function memberDays({ voters: { memberDays } }: BallotRules): string {
  return memberDays === 0
    ? 'new members of this server can vote'
    : `voters must have joined this server at least ${count(memberDays, 'day')} before a ballot opens`;
}

function accountDays({ voters: { accountDays } }: BallotRules): string {
  return accountDays === 0
    ? 'new accounts can vote'
    : `voters’ accounts must be at least ${count(accountDays, 'day')} old when a ballot opens`;
}

function hiddenVotes({ sealed }: BallotRules): string {
  return sealed
    ? 'votes, reasons and the rolls needed are hidden until a ballot closes'
    : 'votes, reasons and the rolls needed are shown while a ballot is open';
}

function secrecy({ secret }: BallotRules): string {
  return secret ? 'only the side sees its ballots' : 'everyone sees the ballots of the side';
}

function reminder({ reminder }: BallotRules): string {
  if (reminder === null) return 'no reminder is posted when too few have voted';
  const once = 'a reminder is posted when a quarter of the time is left and too few have voted';
  return reminder.role === null ? once : `${once}, for <@&${reminder.role}>`;
}

function oddsChange(odds: OddsRule | null): string {
  switch (odds) {
    case 'off':
      return 'winning chances are hidden until the game is over';
    case 'after':
      return 'winning chances are shown once an order is decided';
    case 'always':
      return 'winning chances are shown under the map and in `/odds`, but not while a sealed ballot is open';
    case null:
      return 'winning chances follow the default: shown once an order is decided, or after the game if ballots are sealed';
    default:
      return odds satisfies never;
  }
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export const COMPLAINTS = {
  noSuchRule: 'There’s no such rule. Choose one from the list.',
  fromList: (what: string) => `From the list, choose ${what}.`,
  wholeNumber: (what: string, least: number, most: number) =>
    `${what} must be a whole number from ${least} to ${most}.`,
  yesOrNo: 'Choose yes or no.',
  commanders: 'From the list, choose who commands.',
  rotation: `Write \`never\`, \`order\` (after each order), or how long to wait for an order, from \`${LIMITS.hours.least}h\` to \`${durationInWords(LIMITS.hours.most * HOUR)}\`.`,
  window: `A ballot can stay open from ${durationInWords(LIMITS.window.least)} to ${durationInWords(LIMITS.window.most)}. Examples: \`15m\`, \`1h\`, \`2 days\`.`,
  tooManyCommanders: (most: number) => `At most ${most} members can share command. Name fewer.`,
  nobodyCommands: 'Someone has to command: name a member with `commander`.',
  noCastingVote: 'Choose the commander first, in “Who commands”, or give `commander` together with `tie`.',
  earlyBelowQuorum: (early: number, quorum: number) =>
    `A ballot can’t close early at ${count(early, 'vote')} while it needs ${quorum} voters. Set \`early\` to at least ${quorum}, or \`quorum\` to at most ${early}.`,
} as const;
