import { LONGEST_LABEL, MOST_IN_ROW, MOST_ROWS, type State } from '../../game/index.ts';
import type { Store } from '../../store/index.ts';
import { joinedLater } from '../actions/vote-casting.ts';
import { outcomeLines } from '../base/ballot-choice.ts';
import type { Caller } from '../base/caller.ts';
import { clipped, type Reply, type ReplyButton, reply } from '../base/reply.ts';
import { BALLOT_ANSWERS, SIDE_BALLOT } from '../base/voting-words.ts';
import type { GameTable } from '../table/game-tables.ts';
import { isSecretBallot, type OpenBallot } from '../table/open-ballots.ts';
import { sideNameOf, sitsAt } from '../table/seat-rules.ts';
import { ballotCard, carriedOut, verdictOf } from './ballot-card.ts';
import { askButton, myVote, seatOffers } from './order-buttons.ts';
import { proposalMenu } from './proposals.ts';

/**
 * A secret ballot, as a member of its side alone sees it: the count, the reasons, and what can be voted for.
 * @param own the member's own buttons, a row at the end
 */
export function sideBallot(
  store: Store,
  table: GameTable,
  ballot: OpenBallot,
  text: string,
  own: readonly ReplyButton[],
): Reply {
  // The count on the buttons is that of the ballot as it is after the press.
  const now = { ...table, ballots: table.ballots.map((open) => (open.id === ballot.id ? ballot : open)) };
  const cards = [ballotCard(now, now.position.state, ballot, { own: true, isBrief: true })];
  const lines = [...decidedBefore(store, table, ballot), text];
  return reply('member', lines.join('\n'), { cards, ...sideOffers(now, ballot, own), replaces: true });
}

/** Lines on the last plan that the side decided, right before this ballot. */
function decidedBefore(store: Store, table: GameTable, { game, seat, seq }: OpenBallot): string[] {
  const last = store.lastClosed(game, seat);
  if (last?.closed?.how !== 'decided' || last.seq >= seq) return [];
  // Orders of other sides may have come since; a plan of which something was taken back is told no more.
  const isTakenBack = [...store.entriesAfter(game, last.seq)].some(({ kind }) => kind === 'undo');
  const done = isTakenBack ? [] : carriedOut(store, last);
  if (done.length === 0) return [];
  return outcomeLines(table.system, seat, last.closed.decision?.choice ?? '', done, true).map((line) => `-# ${line}`);
}

/** The message of a ballot in the channel for its side's ballots. */
export function sideMessage(table: GameTable, ballot: OpenBallot): Reply {
  const text = SIDE_BALLOT.callInChannel(sideNameOf(table.system, ballot.seat) ?? '', table.game.channel);
  const card = ballotCard(table, table.position.state, ballot, { own: true });
  return reply('channel', text, { cards: [{ ...card, forSide: true }], ...sideOffers(table, ballot) });
}

/** What can be voted for, as members of the side see it. */
export function sideOffers(
  table: GameTable,
  ballot: OpenBallot,
  own: readonly ReplyButton[] = [myVote(ballot)],
): Pick<Reply, 'rows' | 'menu'> {
  const { rows: offered, menu: orders } = seatOffers(table, ballot.seat);
  const proposals = proposalMenu(table, ballot);
  const menu = proposals ?? orders;
  // The list of proposals takes the place of one that leads to single orders.
  const rows = proposals && orders ? withButton(offered, askButton(table, true)) : offered;
  const room = MOST_ROWS - Number(menu !== null) - Number(own.length > 0);
  return { rows: [...rows.slice(0, room), own.slice(0, MOST_IN_ROW)].filter((row) => row.length > 0), menu };
}

/** Rows with another button, in the last of them that has room. */
function withButton(rows: readonly (readonly ReplyButton[])[], button: ReplyButton): (readonly ReplyButton[])[] {
  const last = rows.at(-1) ?? [];
  return last.length < MOST_IN_ROW ? [...rows.slice(0, -1), [...last, button]] : [...rows, [button]];
}

/** Shows members of a side how it voted, once its ballot has closed. Null: everybody sees that, or nobody voted. */
export function resultButton(table: GameTable, ballot: OpenBallot): ReplyButton | null {
  if (!ballot.closed || ballot.votes.length === 0 || !isSecretBallot(table, ballot)) return null;
  const side = sideNameOf(table.system, ballot.seat) ?? '';
  return {
    label: clipped(SIDE_BALLOT.howVoted(side), LONGEST_LABEL),
    tone: 'plain',
    press: { do: 'mine', ballot: ballot.id },
  };
}

/**
 * How a side voted, for its members alone while the game goes on.
 * @param before where the table stood when its ballot opened
 */
export function sideResult(store: Store, table: GameTable, caller: Caller, ballot: OpenBallot, before: State): Reply {
  const side = sideNameOf(table.system, ballot.seat) ?? '';
  if (isSecretBallot(table, ballot) && !sitsAt(store, table, caller.member.discordId, ballot.seat))
    return reply('member', SIDE_BALLOT.onlySideSees(side));
  const card = ballotCard(table, before, ballot, { verdict: verdictOf(store, table, before, ballot, true), own: true });
  return reply('member', `${SIDE_BALLOT.howVoted(side)}:`, { cards: [card] });
}

/** Why somebody is not shown a ballot, and does nothing in it. Null: they are. */
export function notShown(store: Store, table: GameTable, caller: Caller, ballot: OpenBallot): string | null {
  const { member } = caller;
  if (!isSecretBallot(table, ballot)) return null;
  if (sitsAt(store, table, member.discordId, ballot.seat))
    return joinedLater(store, caller, table, ballot) ? BALLOT_ANSWERS.joinedLater : null;
  return SIDE_BALLOT.notYours(sideNameOf(table.system, ballot.seat) ?? '');
}
