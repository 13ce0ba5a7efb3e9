import { type StandingVote, standingVotes, tally } from '../../council/index.ts';
import { LONGEST_CHOICE, LONGEST_LABEL, MOST_CHOICES, MOST_IN_ROW, MOST_ROWS, type State } from '../../game/index.ts';
import type { Store } from '../../store/index.ts';
import { joinedLater } from '../actions/vote-casting.ts';
import {
  choiceLabel,
  END_STEP,
  MOTION_CHOICE,
  ordersIn,
  outcomeLines,
  planOfChoice,
  readChoice,
  shortcutTexts,
  soleOrder,
} from '../base/ballot-choice.ts';
import { type Caller, mayManageGame } from '../base/caller.ts';
import { nameAlone, plainName } from '../base/common-words.ts';
import {
  button,
  clipped,
  type Menu,
  type Renderer,
  type Reply,
  type ReplyButton,
  reply,
  selectOne,
} from '../base/reply.ts';
import {
  BALLOT_ANSWERS,
  CARD_WORDS,
  COUNCIL_ANSWERS,
  closeNow,
  PROPOSAL,
  SIDE_BALLOT,
  VOTE,
  yourLastVote,
  yourVote,
} from '../base/voting-words.ts';
import type { GameTable } from '../table/game-tables.ts';
import { isSecretBallot, notVotedInWords, type OpenBallot, standingOf } from '../table/open-ballots.ts';
import { planForm, planText } from '../table/planning-words.ts';
import type { CloseQuestion, OwnVote } from '../table/said.ts';
import { sideNameOf, sitsAt } from '../table/seat-rules.ts';
import { ballotCard, carriedOut, type Proposal, proposalsIn, verdictOf } from './ballot-card.ts';
import { drawingOf } from './map-drawing.ts';
import { askButton, myVote, seatOffers } from './order-buttons.ts';

const MOST_AGREED = 2;

function voterButtons(ballot: OpenBallot, mine: StandingVote): ReplyButton[] {
  const line = tally(ballot.votes).find(({ choice }) => choice === mine.choice);
  const others = ballot.rules.sealed || mine.reason !== null ? [] : (line?.reasons ?? []).slice(0, MOST_AGREED);
  // A label has no Markdown.
  const nameOf = (member: number) => nameAlone(ballot.votes.find(({ by }) => by.id === member)?.by.name ?? '');
  return [
    button(mine.reason === null ? VOTE.giveReason : VOTE.changeReason, { do: 'reason', ballot: ballot.id }, 'bold'),
    ...(mine.reason === null ? [] : [button(VOTE.deleteReason, { do: 'delete-reason', ballot: ballot.id })]),
    ...others.map(({ by, text }) =>
      button(clipped(VOTE.agreeWith(nameOf(by), text), LONGEST_LABEL), { do: 'agree', ballot: ballot.id, member: by }),
    ),
    button(VOTE.withdraw, { do: 'withdraw', ballot: ballot.id }),
  ];
}

export function ownVoteReply(store: Store, said: OwnVote): Reply {
  const { caller, table, ballot, what, lead, closedAt, proposalsFrom, replaces } = said;
  const mine = standingOf(ballot, caller);
  const voter = mine ? voterButtons(ballot, mine) : [];
  const manager = mayManageGame(caller, table.game)
    ? [button(VOTE.closeNow, { do: 'count', ballot: ballot.id, sure: false })]
    : [];
  const rows = what === 'withdrawn' ? [] : [voter, manager];
  const text = mine ? voteInWords(said, mine) : what === 'withdrawn' ? BALLOT_ANSWERS.withdrawn : noVote(table, ballot);
  const inFull = isSecretBallot(table, ballot)
    ? sideBallot(store, table, ballot, text, rows.flat())
    : reply('member', text, { rows, menu: proposalMenu(table, ballot) });
  const words = what === 'proposed' ? COUNCIL_ANSWERS.proposed : inFull.text;
  const answer: Reply = {
    ...inFull,
    text: lead === null ? words : `${lead}\n${words}`,
    replaces: replaces || inFull.replaces,
    ...(proposalsFrom > 0 ? { menu: proposalMenu(table, ballot, proposalsFrom) } : {}),
  };
  if (!closedAt) return answer;
  const result = resultButton(closedAt, { ...ballot, ...store.ballot(ballot.id) });
  const closed = `${yourLastVote(answer.text)}\n${BALLOT_ANSWERS.closedByIt}`;
  return { ...answer, text: closed, rows: result ? [[result]] : [], menu: null, cards: [] };
}

function noVote({ system }: GameTable, ballot: OpenBallot): string {
  return system.play?.planning && ballot.subject.kind === 'order'
    ? BALLOT_ANSWERS.notVotedOnPlans
    : notVotedInWords(ballot);
}

function voteInWords({ table, ballot, before }: OwnVote, mine: StandingVote): string {
  const choice = (which: string) => choiceInWords(table, ballot, which);
  return yourVote(choice(mine.choice), before === null ? null : choice(before), mine.reason, ballot.clockwork.closes);
}

function choiceInWords({ system, position }: GameTable, { subject, seat }: OpenBallot, choice: string): string {
  if (subject.kind === 'council') return choice === MOTION_CHOICE.for ? VOTE.for : VOTE.against;
  return choiceLabel(system, position.state, seat, choice).text;
}

export function closeQuestion(store: Store, { caller, table, ballot }: CloseQuestion): Reply {
  const { quorum, sealed } = ballot.rules;
  const isHidden = mayNotSee(store, table, caller, ballot) !== null;
  const [first, second] = tally(ballot.votes);
  const isTied = second !== undefined && second.voters.length === first?.voters.length;
  const namesNone = ballot.subject.kind === 'council' || sealed || isHidden || isTied || !first;
  const choice = namesNone ? null : choiceInWords(table, ballot, first.choice);
  return reply('member', closeNow(standingVotes(ballot.votes), quorum, choice), {
    rows: [
      [
        button(VOTE.close, { do: 'count', ballot: ballot.id, sure: true }, 'bold'),
        button(VOTE.leaveOpen, isHidden ? { do: 'keep' } : { do: 'mine', ballot: ballot.id }),
      ],
    ],
  });
}

/** A secret ballot for a member of its side. `own`: the member's buttons, which make the last row. */
function sideBallot(
  store: Store,
  table: GameTable,
  ballot: OpenBallot,
  text: string,
  own: readonly ReplyButton[],
): Reply {
  // With the votes after the press, for the buttons to count.
  const now = { ...table, ballots: table.ballots.map((open) => (open.id === ballot.id ? ballot : open)) };
  const cards = [ballotCard(now, now.position.state, ballot, { forOwnSide: true, isBrief: true })];
  const lines = [...decidedBefore(store, table, ballot), text];
  return reply('member', lines.join('\n'), { cards, ...sideOffers(now, ballot, own), replaces: true });
}

/** Lines on the plan that the side decided in its ballot before this one. */
function decidedBefore(store: Store, table: GameTable, { game, seat, seq }: OpenBallot): string[] {
  const last = store.lastClosed(game, seat);
  const decision = last?.closed?.decision;
  if (!decision || last.seq >= seq) return [];
  // Orders of other sides may have come since. A plan that was partly taken back is not told again.
  const isTakenBack = [...store.entriesAfter(game, last.seq)].some(({ kind }) => kind === 'undo');
  const done = isTakenBack ? [] : carriedOut(store, last);
  if (done.length === 0) return [];
  return outcomeLines(table.system, seat, decision.choice, done, { own: true }).map((line) => `-# ${line}`);
}

/** A ballot in the channel for its side's ballots. */
export function sideMessage(table: GameTable, ballot: OpenBallot): Reply {
  const text = SIDE_BALLOT.callInChannel(sideNameOf(table.system, ballot.seat) ?? '', table.game.channel);
  const card = ballotCard(table, table.position.state, ballot, { forOwnSide: true });
  return reply('channel', text, { cards: [{ ...card, forSide: true }], ...sideOffers(table, ballot) });
}

export function sideOffers(
  table: GameTable,
  ballot: OpenBallot,
  own: readonly ReplyButton[] = [myVote(ballot)],
): Pick<Reply, 'rows' | 'menu'> {
  const { rows: offered, menu: orders } = seatOffers(table, ballot.seat);
  const proposals = proposalMenu(table, ballot);
  const menu = proposals ?? orders;
  // The list of proposals replaces the list of orders.
  const rows = proposals && orders ? withButton(offered, askButton(table, { isBeside: true })) : offered;
  const room = MOST_ROWS - Number(menu !== null) - Number(own.length > 0);
  return { rows: [...rows.slice(0, room), own.slice(0, MOST_IN_ROW)].filter((row) => row.length > 0), menu };
}

/** Adds a button to the last row with room. */
function withButton(rows: readonly (readonly ReplyButton[])[], button: ReplyButton): (readonly ReplyButton[])[] {
  const last = rows.at(-1) ?? [];
  return last.length < MOST_IN_ROW ? [...rows.slice(0, -1), [...last, button]] : [...rows, [button]];
}

/** Null if everybody sees the result, or nobody voted. */
export function resultButton(table: GameTable, ballot: OpenBallot): ReplyButton | null {
  if (!ballot.closed || ballot.votes.length === 0 || !isSecretBallot(table, ballot)) return null;
  const side = sideNameOf(table.system, ballot.seat) ?? '';
  return button(clipped(SIDE_BALLOT.howVoted(side), LONGEST_LABEL), { do: 'mine', ballot: ballot.id });
}

/** How a side voted, for its members alone until the game ends. `before`: the position when the ballot opened. */
export function sideResult(store: Store, table: GameTable, caller: Caller, ballot: OpenBallot, before: State): Reply {
  const side = sideNameOf(table.system, ballot.seat) ?? '';
  if (isSecretBallot(table, ballot) && !sitsAt(store, table, caller.member.discordId, ballot.seat))
    return reply('member', SIDE_BALLOT.onlySideSees(side));
  const card = ballotCard(table, before, ballot, {
    verdict: verdictOf(store, table, before, ballot, { forOwnSide: true }),
    forOwnSide: true,
  });
  return reply('member', `${SIDE_BALLOT.howVoted(side)}:`, { cards: [card] });
}

/** Why a member may not see or use a ballot; null if they may. */
export function mayNotSee(store: Store, table: GameTable, caller: Caller, ballot: OpenBallot): string | null {
  const { member } = caller;
  if (!isSecretBallot(table, ballot)) return null;
  if (sitsAt(store, table, member.discordId, ballot.seat))
    return joinedLater(store, caller, table, ballot) ? BALLOT_ANSWERS.joinedLater : null;
  return SIDE_BALLOT.notYours(sideNameOf(table.system, ballot.seat) ?? '');
}

const REASONS = 3;

/**
 * Null if nobody has proposed a plan.
 * @param first the index of the first proposal that is listed
 */
function proposalMenu({ system, position }: GameTable, ballot: OpenBallot, first = 0): Menu | null {
  if (ballot.subject.kind !== 'order') return null;
  const all = proposalsIn(ballot);
  if (all.every(({ choice }) => soleOrder(choice) !== null)) return null;
  const most = all.length <= MOST_CHOICES ? MOST_CHOICES : MOST_CHOICES - 1;
  const shown = all.slice(first, first + most);
  const next = first + most < all.length ? first + most : 0;
  const choices = shown.map(({ number, choice, by, line }) => ({
    value: String(number),
    label: clipped(choiceLabel(system, position.state, ballot.seat, choice).text, LONGEST_CHOICE),
    hint: clipped(
      ballot.rules.sealed ? PROPOSAL.plan : PROPOSAL.votes(line?.voters.length ?? 0, nameAlone(by)),
      LONGEST_CHOICE,
    ),
  }));
  const more = all.length > most ? [{ value: `${MORE}${next}`, label: PROPOSAL.more }] : [];
  return selectOne(PROPOSAL.look, { what: 'proposal', ballot: ballot.id }, [...choices, ...more]);
}

const MORE = 'from';

/** The index from which the list goes on; null if a proposal was chosen. */
export function goesOnFrom(value: string): number | null {
  return value.startsWith(MORE) ? Number(value.slice(MORE.length)) : null;
}

export function proposalReply(
  table: GameTable,
  ballot: OpenBallot,
  { number, choice, by, line }: Proposal,
  render: Renderer,
): Reply {
  const { system, position } = table;
  const { id, seat, rules } = ballot;
  const plan = planOfChoice(system, position.state, seat, choice);
  const picture =
    system.play?.planning?.picture(system.knowledge.view(position.state, seat), seat, plan.orders) ?? null;
  const { text } = choiceLabel(system, position.state, seat, choice);
  const follows = shortcutTexts(system, position.state, seat, choice).map(PROPOSAL.follows);
  const reasons = (line?.reasons ?? []).slice(0, REASONS).map(({ text, by: member }) => {
    const name = ballot.votes.find((vote) => vote.by.id === member)?.by.name ?? '';
    return CARD_WORDS.reasonLine(plainName(text), plainName(name));
  });
  const proposer = rules.sealed ? [] : [PROPOSAL.by(plainName(by), line?.voters.length ?? 0)];
  const heading = [`**${text}**`, ...proposer, ...reasons].join('\n');
  return reply('member', planText(heading, { ...plan, lines: [...plan.lines, ...follows] }), {
    rows: [
      [
        button(PROPOSAL.vote, { do: 'vote-for', ballot: id, number }, 'bold'),
        ...(system.play?.planning ? [button(PROPOSAL.amend, { do: 'amend', ballot: id, number })] : []),
        button(PROPOSAL.back, { do: 'mine', ballot: id }),
      ],
    ],
    replaces: true,
    drawing: drawingOf(table, picture, 'plan', render),
  });
}

/** Leaves out the end of the step: the amended plan gets a button with it and one without. */
export function amendForm(table: GameTable, { seat }: OpenBallot, { choice }: Proposal): Reply {
  const { system, position } = table;
  const planning = system.play?.planning;
  if (!planning) return reply('member', BALLOT_ANSWERS.proposalGone);
  const then = readChoice(choice).find((step): step is string => typeof step === 'string' && step !== END_STEP);
  return planForm(table, planning, seat, planning.write(position.state, seat, ordersIn(choice)), then);
}
