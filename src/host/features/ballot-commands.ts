import type { SeatId } from '../../game/index.ts';
import type { BallotRecord, GameRecord } from '../../store/index.ts';
import type { Actions } from '../actions/actions.ts';
import { openBallot } from '../actions/ballot-lifecycle.ts';
import { mayNotOrder } from '../actions/council-changes.ts';
import type { GameChange } from '../actions/game-transactions.ts';
import { replacing } from '../actions/vote-casting.ts';
import { MOTION_CHOICE, readChoice } from '../base/ballot-choice.ts';
import { type Caller, mayManageGame } from '../base/caller.ts';
import { ORDER_ANSWERS } from '../base/order-words.ts';
import { type Reply, reply } from '../base/reply.ts';
import { BALLOT_ANSWERS, openForOthers } from '../base/voting-words.ts';
import { type Proposal, proposalsIn } from '../messages/ballot-card.ts';
import { amendForm, goesOnFrom, mayNotSee, proposalReply, sideResult } from '../messages/own-vote.ts';
import { councilOf } from '../table/game-position.ts';
import type { GameTable } from '../table/game-tables.ts';
import { isSecretBallot, type OpenBallot, orderBallot, orderBallots } from '../table/open-ballots.ts';
import { ownVote, type Said, tableMessage } from '../table/said.ts';
import { mayNotOrderNow, sideMeant, sideNameOf, sitsAt } from '../table/seat-rules.ts';
import { notOfSide } from './council-commands.ts';

/** `/vote` and the buttons of ballots. */
export function createBallotCommands({ votes, transactions }: Actions) {
  const { tables, atTable, presentMap, store, render } = transactions;

  function open(caller: Caller, side: string | null = null): Reply | null {
    return atTable(caller, null, (table) => {
      const asked = table.system.rules.asked(table.position.state).map((one) => one.seat);
      const seat = sideMeant(store, table, caller, side, asked);
      if (typeof seat !== 'string') return seat;
      const open = orderBallot(table, seat);
      if (open)
        return isSecretBallot(table, open) && mayNotSee(store, table, caller, open) === null
          ? ownVote(caller, table, open)
          : presentMap(table, BALLOT_ANSWERS.alreadyOpen);
      const isOwnSide = sitsAt(store, table, caller.member.discordId, seat);
      const manages = mayManageGame(caller, table.game);
      if (!isOwnSide && !manages) return reply('member', notOfSide(table, seat));
      if (!asked.includes(seat))
        return mayNotOrderNow(table, seat, isOwnSide) ?? reply('member', ORDER_ANSWERS.menuOver);
      const { mode } = councilOf(table.position, seat);
      if (!manages && (mode === 'open' || mayNotOrder(store, caller, table, seat) !== null))
        return reply('member', BALLOT_ANSWERS.mayNotCall);
      openBallot(transactions, table, seat, { kind: 'order' }, caller);
      const after = tables.withBallots(table);
      const { id } = store.member(caller.member.discordId, caller.member.name);
      return { after, said: tableMessage(after, [['opensOnNext', { name: id }, { side: seat }]]) };
    });
  }

  function count(caller: Caller, ballot: number | null, sure: boolean, side: string | null = null): Reply | null {
    return atBallot(caller, ballot, side, (table, open) =>
      mayManageGame(caller, table.game)
        ? votes.count(caller, table, open, sure)
        : reply('member', BALLOT_ANSWERS.mayNotCount),
    );
  }

  function mine(caller: Caller, ballot: number): Reply | null {
    const record = store.ballot(ballot);
    if (record?.closed && record.rules.secret && record.subject.kind === 'order') {
      const game = store.game(record.game);
      if (game?.channel === caller.channel) return result(caller, record, game);
    }
    return atOwnBallot(caller, ballot, (table, open) => ownVote(caller, table, open));
  }

  /** How a side voted in a secret ballot that has closed. In a game of one side, everybody has seen that. */
  function result(caller: Caller, record: BallotRecord, game: GameRecord): Reply {
    const table = tables.table(game);
    if (table.system.about.seats.length === 1) return reply('member', BALLOT_ANSWERS.voteOver);
    const before = tables.stateAfter(table, record.seq);
    return sideResult(store, table, caller, tables.withVotes(record), before);
  }

  function look(caller: Caller, ballot: number, chosen: string): Reply | null {
    return atOwnBallot(caller, ballot, (table, open) => {
      const from = goesOnFrom(chosen);
      if (from !== null) return ownVote(caller, table, open, { proposalsFrom: from, replaces: true });
      const proposal = proposalsIn(open).find(({ number }) => String(number) === chosen);
      if (!proposal) return reply('member', BALLOT_ANSWERS.proposalGone, { replaces: true });
      return proposalReply(table, open, proposal, render);
    });
  }

  function atProposal(
    caller: Caller,
    ballot: number,
    number: number,
    work: (table: GameTable, open: OpenBallot, proposal: Proposal) => Said | GameChange,
  ): Reply | null {
    return atOwnBallot(caller, ballot, (table, open) => {
      const proposal = proposalsIn(open).find((one) => one.number === number);
      return proposal ? work(table, open, proposal) : reply('member', BALLOT_ANSWERS.proposalGone, { replaces: true });
    });
  }

  function voteOnMotion(caller: Caller, ballot: number, inFavour: boolean): Reply | null {
    return atBallot(caller, ballot, null, (table, open) =>
      open.subject.kind === 'council'
        ? votes.cast(caller, table, open, inFavour ? MOTION_CHOICE.for : MOTION_CHOICE.against, null)
        : reply('member', BALLOT_ANSWERS.voteOver),
    );
  }

  function atOwnBallot(
    caller: Caller,
    ballot: number | null,
    work: (table: GameTable, open: OpenBallot) => Said | GameChange,
    side: string | null = null,
  ): Reply | null {
    return atBallot(caller, ballot, side, (table, open) => {
      const no = mayNotSee(store, table, caller, open);
      return no === null ? work(table, open) : reply('member', no);
    });
  }

  /** Runs `work` at the ballot with an id, or at a side's ballot on its next order. */
  function atBallot(
    caller: Caller,
    id: number | null,
    side: string | null,
    work: (table: GameTable, open: OpenBallot) => Said | GameChange,
  ): Reply | null {
    const named = id === null ? null : store.ballot(id);
    const elsewhere = named && transactions.elsewhere(caller, store.game(named.game));
    if (elsewhere) return elsewhere;
    return atTable(caller, null, (table) => {
      if (id !== null) {
        const open = table.ballots.find((ballot) => ballot.id === id);
        return open ? work(table, open) : reply('member', BALLOT_ANSWERS.voteOver);
      }
      const orders = orderBallots(table);
      if (orders.length === 0) return reply('member', BALLOT_ANSWERS.noBallot);
      const voting = orders.map(({ seat }) => seat);
      const seat = sideMeant(store, table, caller, side, voting);
      if (typeof seat !== 'string') return seat;
      const open = orders.find((ballot) => ballot.seat === seat);
      return open ? work(table, open) : reply('member', noBallotOf(table, seat, voting));
    });
  }

  return {
    open,
    count,
    withdraw: (caller: Caller, ballot: number | null, side: string | null = null): Reply | null =>
      atOwnBallot(caller, ballot, (table, open) => votes.withdraw(caller, table, open), side),
    mine,
    look,
    voteFor: (caller: Caller, ballot: number, number: number): Reply | null =>
      atProposal(caller, ballot, number, (table, open, { choice }) =>
        replacing(votes.forPlan(caller, table, open, readChoice(choice))),
      ),
    amend: (caller: Caller, ballot: number, number: number): Reply | null =>
      atProposal(caller, ballot, number, amendForm),
    askReason: (caller: Caller, ballot: number): Reply | null =>
      atOwnBallot(caller, ballot, (_table, open) => votes.askReason(caller, open)),
    giveReason: (caller: Caller, ballot: number, text: string): Reply | null =>
      atOwnBallot(caller, ballot, (table, open) => votes.giveReason(caller, table, open, text)),
    deleteReason: (caller: Caller, ballot: number): Reply | null =>
      atOwnBallot(caller, ballot, (table, open) => votes.deleteReason(caller, table, open)),
    agree: (caller: Caller, ballot: number, member: number): Reply | null =>
      atOwnBallot(caller, ballot, (table, open) => votes.agree(caller, table, open, member)),
    voteOnMotion,
  };
}

function noBallotOf({ system }: GameTable, seat: SeatId, voting: readonly SeatId[]): string {
  const others = voting.map((one) => sideNameOf(system, one) ?? one);
  return openForOthers(sideNameOf(system, seat) ?? seat, others);
}
