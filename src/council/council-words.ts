import { capital, listed } from '../kit/plain-english.ts';
import { earlyInWords, quorumInWords, secrecyInWords, tieBreak, votersInWords } from './ballot-words.ts';
import { type Council, HOUR, type MemberId, oddsOf, type Rotation } from './council.ts';
import { durationInWords } from './duration-text.ts';

/** A member's name, safe in Markdown. */
export type Naming = (member: MemberId) => string;

/**
 * How a table decides, for `/council`: only what its present mode uses. Markdown, at most 1,400 characters.
 * @param solved whether the game has winning chances to tell
 * @param side the side that decides so, where there are several: others have their own way. Null: the table does
 */
export function councilInWords(
  council: Council,
  name: Naming,
  solved = false,
  side: string | null = null,
  hidesDecision = false,
): string {
  const chances = `${council.mode === 'vote' ? '- ' : ''}**Winning chances:** ${oddsInWords(council)}`;
  return [modeInWords(council, name, side, hidesDecision), ...(solved ? [chances] : [])].join('\n');
}

function modeInWords(council: Council, name: Naming, side: string | null, hidesDecision: boolean): string {
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

function commandInWords({ commanders, rotate }: Council, name: Naming): string {
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

/** Who directs a game: the host's `mayManageGame` says the same of a member. */
export const MANAGER = 'a moderator or the member who started this game';

const CLOSERS = `${capital(MANAGER)} can close it sooner.`;

/** When votes are shown, and whose they are. */
const SHOWN = {
  open: 'Votes as they come in. Who voted for what is shown once the ballot closes.',
  sealed: 'Nothing until the ballot closes. Then votes, reasons, the rolls needed, and who voted for what.',
};

function voteInWords(council: Council, name: Naming, side: string | null, hidesDecision: boolean): string {
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

/** With sealed ballots, whatever the rule. */
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

/** What a change of a council changes: of one side, where there are several. */
export function wayOfDeciding(side: string | null): string {
  return side === null ? 'how this table decides' : `how orders are decided for the ${side}`;
}

/** When command passes on, as a clause. */
export function rotationInWords(rotate: Rotation): string {
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
