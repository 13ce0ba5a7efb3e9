import { count, listed } from '../kit/plain-english.ts';
import { type BallotRules, type Council, inCommand, type MemberId, type OddsRule } from './council.ts';
import { type Naming, rotationInWords } from './council-words.ts';
import { durationInWords } from './duration-text.ts';

/** Who is named in the words of a change, and who made it. */
interface Told {
  readonly name: Naming;
  readonly actor: MemberId | null;
  readonly body: Body;
}

/** What decides so, and who votes in it: the whole table, or one of its sides. */
interface Body {
  readonly whole: string;
  readonly voters: string;
}

const TABLE: Body = { whole: 'this table', voters: 'the channel' };
const SIDE: Body = { whole: 'the side', voters: 'the side' };

/** What commanders wait for where nobody commands. It calls the setting as the panel does. */
const NAMED_ONLY = '“Who gives orders” is set to named members';

/**
 * What has changed, a clause each with its own subject, for "**Ann** decides: …" and for the log. Markdown.
 * @param actor who made the change: their own taking of command is told as that. Null: nobody, or it does not matter
 * @param side the side that decides so, where there are several: others have their own way. Null: the table does
 */
export function changesInWords(
  before: Council,
  after: Council,
  name: Naming,
  actor: MemberId | null = null,
  side: string | null = null,
): string[] {
  const told = { name, actor, body: side === null ? TABLE : SIDE };
  return [
    ...modeChange(before, after, told),
    ...commandersChange(before, after, told),
    ...rotationChange(before, after),
    ...ballotChanges(before.ballot, after, told),
    ...(before.odds === after.odds ? [] : [oddsChange(after.odds)]),
  ];
}

function modeChange(before: Council, after: Council, told: Told): string[] {
  if (before.mode === after.mode) return [];
  switch (after.mode) {
    case 'open':
      return ['the first order given counts'];
    case 'commander':
      return [command(before, after, told)];
    case 'vote':
      return [`${told.body.voters} votes on each order`];
    default:
      return after.mode satisfies never;
  }
}

function command(before: Council, after: Council, { name, actor }: Pick<Told, 'name' | 'actor'>): string {
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

function commandersChange(before: Council, after: Council, told: Told): string[] {
  if (same(before.commanders, after.commanders)) return [];
  if (after.commanders.length === 0) return ['nobody is commander any more'];
  return after.mode === 'commander' ? commandChange(before, after, told) : futureCommand(before, after, told);
}

function commandChange(before: Council, after: Council, told: Told): string[] {
  const { name } = told;
  const said =
    before.mode !== after.mode || same(inCommand(before), inCommand(after)) ? [] : [command(before, after, told)];
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

/** Commanders named where nobody commands: they have the casting vote, or wait for the day. */
function futureCommand(before: Council, after: Council, told: Told): string[] {
  if (after.ballot.tie === 'commander' && before.commanders[0] !== after.commanders[0])
    return before.ballot.tie === 'commander' ? [castingVote(after, told)] : [];
  return [`${listed(inCommand(after).map(told.name))} will command once ${NAMED_ONLY}`];
}

function castingVote({ mode, commanders }: Council, { name, body }: Told): string {
  const who = commanders[0] === undefined ? 'the commander' : name(commanders[0]);
  return `${who} has the casting vote${mode === 'vote' ? '' : `, once ${body.whole} decides by vote`}`;
}

function ballotChanges(before: BallotRules, after: Council, told: Told): string[] {
  const { ballot } = after;
  const clauses: (readonly [changed: boolean, clause: string])[] = [
    [before.window !== ballot.window, `a ballot stays open for ${durationInWords(ballot.window)}`],
    [before.quorum !== ballot.quorum, `a ballot needs ${count(ballot.quorum, 'voter')}`],
    [before.early !== ballot.early, earlyClose(ballot)],
    [before.tie !== ballot.tie, tie(after, told)],
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

function tie(council: Council, told: Told): string {
  const { tie } = council.ballot;
  switch (tie) {
    case 'first':
      return 'a tie goes to the order that has held its votes longest';
    case 'commander':
      return castingVote(council, told);
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
