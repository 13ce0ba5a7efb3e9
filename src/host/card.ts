import {
  counted,
  type Line,
  quorumInWords,
  rulesInWords,
  type StandingVote,
  standingVotes,
  tally,
  votersInWords,
} from '../council/index.ts';
import { type Label, labelWithChance, type Order, type State } from '../game/index.ts';
import { type Card, clipped } from './answer.ts';
import type { Void } from './ballots.ts';
import type { OpenBallot, Table } from './table.ts';
import { plainName } from './wording.ts';

/** Longest the tally gets, so that with what stands around it it stays below what an embed holds. */
const LONGEST_TALLY = 3000;
/** Reasons that are shown beside each order while the vote goes on, and when it is over. */
const REASONS = { open: 1, closed: 3 };

/** A ballot as a message shows it. `state`: where the table stood when it opened. */
export function cardOf({ system }: Pick<Table, 'system'>, state: State, ballot: OpenBallot): Card {
  const { id, revision, subject, closed } = ballot;
  const votes = standingVotes(ballot.votes);
  const seals = ballot.rules.sealed && !closed;
  const offered = seals ? (label: Label) => label.text : labelWithChance;
  const said = (choice: string) =>
    subject.kind === 'council' ? motionChoice(choice) : offered(system.label(state, JSON.parse(choice) as Order));
  const named = (choice: string) => system.label(state, JSON.parse(choice) as Order).text;
  const lines = seals ? [] : tally(votes).map((line) => lineInWords(ballot, line, said(line.choice)));
  const text = closed
    ? [closedInWords(ballot), ...fitting(lines)]
    : [openInWords(ballot, votes), ...fitting(lines), `-# ${smallPrint(ballot)}`];
  return {
    ballot: id,
    revision,
    title: clipped(titleOf(ballot, named), 256),
    text: clipped(text.join('\n'), 4000),
    foot: closed ? '' : 'Press a button to vote. You may change your vote until the ballot closes.',
  };
}

/** The lines that there is room for, the first ones, and how many orders are left out. */
function fitting(lines: readonly string[]): string[] {
  let room = LONGEST_TALLY;
  const shown = lines.filter((line) => {
    room -= line.length + 1;
    return room >= 0;
  });
  const left = lines.length - shown.length;
  return left === 0 ? shown : [...shown, `-# and ${counted(left, 'other order')} with votes`];
}

/** The rules that were fixed before it began. A change of the council knows no tie: three in four are more than half. */
function smallPrint({ subject, rules, casting, electors }: OpenBallot): string {
  if (electors !== null)
    return `Only those who command here vote on it, and ${needed(electors)} of the ${electors} have to be for it.`;
  return subject.kind === 'council'
    ? `${quorumInWords(rules)} ${votersInWords(rules.voters)}`
    : rulesInWords(rules, casting && plainName(casting.name));
}

/** What may be voted for where the ballot is on a change of the council. */
export const MOTION = { for: 'for', against: 'against' } as const;

function motionChoice(choice: string): string {
  return choice === MOTION.for ? 'For the change' : 'Against it';
}

function titleOf({ subject, closed }: OpenBallot, named: (choice: string) => string): string {
  const motion = subject.kind === 'council';
  if (!closed) return motion ? 'A vote on how this table decides' : 'The council votes';
  if (closed.how === 'void') return 'This vote is void';
  if (motion) return closed.how === 'lost' ? 'Not carried: this table decides as before' : 'Carried';
  return `Decided: ${named(closed.decision?.choice ?? '')}`;
}

/** Three in four of so many. */
function needed(electors: number): number {
  return Math.ceil((electors * 3) / 4);
}

function openInWords({ clockwork, rules, subject, electors }: OpenBallot, votes: readonly StandingVote[]): string {
  const { closes } = clockwork;
  const when =
    closes === null
      ? rules.short === 'wait'
        ? 'Open until enough have voted.'
        : 'Open until somebody votes.'
      : `Closes ${clockTime(closes)}${clockwork.extended ? ', extended once' : ''}.`;
  const missing = rules.quorum - votes.length;
  const so = votes.length === 0 ? 'No votes yet' : `${counted(votes.length, 'vote')} so far`;
  const needed = missing <= 0 ? '' : votes.length === 0 ? `, ${missing} needed` : `, ${missing} more needed`;
  // What is missing among named members is no quorum: the small print says what carries it.
  if (electors !== null) return `${when} ${so}.`;
  const carried = subject.kind === 'council' ? ' It takes three votes in four to carry it.' : '';
  return `${when} ${so}${needed}.${carried}`;
}

/** A time as every member's own clock shows it. */
export function clockTime(at: number): string {
  const seconds = Math.round(at / 1000);
  return `<t:${seconds}:t>, <t:${seconds}:R>`;
}

function lineInWords(ballot: OpenBallot, { voters, reasons }: Line, said: string): string {
  const shown = reasons.slice(0, ballot.closed ? REASONS.closed : REASONS.open);
  const quotes = shown.map(({ text, by, votes }) => {
    const others = votes > 1 ? ` and ${counted(votes - 1, 'other')}` : '';
    return `> “${plainName(text)}” · ${nameIn(ballot, by)}${others}`;
  });
  return [`**${voters.length}** · ${said}`, ...quotes].join('\n');
}

/** The name of somebody who voted, for Markdown. */
function nameIn({ votes }: Pick<OpenBallot, 'votes'>, member: number): string {
  return plainName(votes.find(({ by }) => by.id === member)?.by.name ?? '');
}

const VOID: { readonly [why in Void]: string } = {
  order: 'An order was given before it closed.',
  undo: 'The order before it was taken back.',
  ended: 'The campaign ended before it closed.',
  council: 'The way this table decides was changed before it closed.',
};

function closedInWords({ closed, votes }: OpenBallot): string {
  if (closed?.how === 'void') return VOID[closed.why as Void];
  return `${counted(standingVotes(votes).length, 'vote')} counted.`;
}
