import { afterVote, carried, LIMITS, type StandingVote, standingVotes, TAKING_PART } from '../../council/index.ts';
import { type Order, orderKey } from '../../game/index.ts';
import { type ChoiceStep, MOTION_CHOICE, writeChoice } from '../base/ballot-choice.ts';
import type { Caller } from '../base/caller.ts';
import { clipped, type Reply, reply } from '../base/reply.ts';
import { BALLOT_ANSWERS, VOTE } from '../base/voting-words.ts';
import { reasonIn } from '../base/wording.ts';
import type { GameTable } from '../table/game-tables.ts';
import { notVoted, type OpenBallot, standingOf } from '../table/open-ballots.ts';
import { type OwnVote, ownVote, type Said } from '../table/said.ts';
import { WhoMayVote } from '../table/who-may-vote.ts';
import type { BallotClosing } from './ballot-closing.ts';
import type { BallotLifecycle } from './ballot-lifecycle.ts';
import { clockActor, type GameChange, type GameTransactions } from './game-transactions.ts';
import { LostRoles } from './lost-roles.ts';

/** Votes as they come. */
export class VoteCasting {
  readonly #transactions: GameTransactions;
  readonly #ballots: BallotLifecycle;
  readonly #closing: BallotClosing;
  readonly voters: WhoMayVote;
  readonly lostRoles: LostRoles;

  constructor(transactions: GameTransactions, ballots: BallotLifecycle, closing: BallotClosing) {
    this.#transactions = transactions;
    this.#ballots = ballots;
    this.#closing = closing;
    this.voters = new WhoMayVote(transactions.store);
    this.lostRoles = new LostRoles(transactions);
  }

  /** A vote for an order that may be given. */
  forOrder(
    caller: Caller,
    table: GameTable,
    ballot: OpenBallot,
    order: Order,
    reason: string | null,
  ): Said | GameChange {
    return this.cast(caller, table, ballot, orderKey(order), reason);
  }

  /** A vote for several steps together, as far as some of it can be done. */
  forPlan(caller: Caller, table: GameTable, ballot: OpenBallot, steps: readonly ChoiceStep[]): Said | GameChange {
    const why = this.#closing.whyNot(table, ballot.seat, steps);
    return why === null ? this.cast(caller, table, ballot, writeChoice(steps), null) : reply('member', why);
  }

  /** A vote, if the caller may cast it and the ballot has not run out. */
  cast(caller: Caller, table: GameTable, open: OpenBallot, choice: string, reason: string | null): Said | GameChange {
    return this.#inTime(caller, table, open, (ballot) => {
      const no = this.voters.whyNot(caller, table, ballot);
      if (no !== null) {
        const lost = this.lostRoles.lookAt(caller, table, ballot);
        if (lost === null) return reply('member', no);
        const answer = reply('member', this.voters.whyNot(caller, table, ballot) ?? no);
        return { say: 'answer', answer, channelReply: lost };
      }
      const mine = standingOf(ballot, caller);
      const before = mine && mine.choice !== choice ? mine.choice : null;
      const now = this.#put(caller, ballot, choice, reason === null ? null : reasonIn(clipped(reason, LIMITS.reason)));
      return this.#afterPress(caller, table, now, { before });
    });
  }

  withdraw(caller: Caller, table: GameTable, open: OpenBallot): Said | GameChange {
    return this.#inTime(caller, table, open, (ballot) => {
      if (!standingOf(ballot, caller)) return reply('member', notVoted(ballot), { replaces: true });
      const now = this.#put(caller, ballot, null, null);
      return this.#afterPress(caller, table, now, { what: 'withdrawn', replaces: true });
    });
  }

  /** Looks at the ballot's clock before anything is done to it: what the clock asked for comes first, and is told. */
  #inTime(
    caller: Caller,
    table: GameTable,
    open: OpenBallot,
    work: (ballot: OpenBallot) => Said | GameChange,
  ): Said | GameChange {
    // A press that only finds the ballot's time over counts as handled: if it arrives again, it is no vote in the next ballot.
    const clock = { ...clockActor(caller.at), interaction: caller.interaction };
    const { closed, ballot, notice } = this.#closing.strike(clock, table, open);
    if (closed) return tooLate(closed);
    const done = work(ballot);
    if (notice === null) return done;
    if (!('after' in done) && !('say' in done)) return { say: 'answer', answer: done, channelReply: notice };
    if ('channelReply' in done && !done.channelReply) return { ...done, channelReply: notice };
    // What is told beside it has overtaken what the clock asked for.
    this.#transactions.store.removeNotice(notice.notice.id);
    return done;
  }

  /** Gives a reason for a vote that stands. */
  giveReason(caller: Caller, table: GameTable, open: OpenBallot, text: string): Said | GameChange {
    const mine = standingOf(open, caller);
    if (!mine) return reply('member', notVoted(open), { replaces: true });
    if (reasonIn(text) === null) return this.deleteReason(caller, table, open);
    return replacing(this.cast(caller, table, open, mine.choice, text));
  }

  /** Deletes the caller's own reason. Others who agreed with it keep it as theirs. */
  deleteReason(caller: Caller, table: GameTable, open: OpenBallot): Said | GameChange {
    const done = this.#inTime(caller, table, open, (ballot) => {
      const mine = standingOf(ballot, caller);
      if (!mine) return reply('member', notVoted(ballot));
      const { store, tables } = this.#transactions;
      store.deleteReason(ballot.id, mine.member);
      const now = tables.withBallots(table).ballots.find(({ id }) => id === ballot.id) ?? ballot;
      return ownVote(caller, table, now);
    });
    return replacing(done);
  }

  /** Takes over another member's reason for the same choice. */
  agree(caller: Caller, table: GameTable, open: OpenBallot, member: number): Said | GameChange {
    const standing = standingVotes(open.votes);
    const mine = standingOf(open, caller);
    const theirs = standing.find((vote) => vote.member === member);
    if (!mine) return reply('member', notVoted(open), { replaces: true });
    // While the votes are hidden, so is who is of one mind.
    if (open.rules.sealed || !theirs || theirs.choice !== mine.choice || theirs.reason === null)
      return ownVote(caller, table, open, { replaces: true });
    return replacing(this.cast(caller, table, open, mine.choice, theirs.reason));
  }

  /** The form for a reason. */
  askReason(caller: Caller, open: OpenBallot): Reply {
    const mine = standingOf(open, caller);
    if (!mine) return reply('member', notVoted(open), { replaces: true });
    const value = mine.reason ?? '';
    return reply('member', '', {
      form: {
        title: VOTE.reasonTitle,
        asks: { what: 'reason', ballot: open.id },
        label: VOTE.reasonLabel,
        value,
        most: LIMITS.reason,
      },
    });
  }

  /** Closes a ballot before its time. Asks first, unless the caller is sure. */
  count(caller: Caller, table: GameTable, open: OpenBallot, sure: boolean): Said | GameChange {
    return this.#inTime(caller, table, open, (ballot) => {
      const votes = standingVotes(ballot.votes);
      if (votes.length === 0) return reply('member', BALLOT_ANSWERS.nobodyVoted);
      if (sure) return this.#closing.close(caller, table, ballot, 'called');
      return { say: 'close-question', caller, table, ballot, channelReply: null };
    });
  }

  /** Stores a press. The ballot with it. */
  #put(caller: Caller, ballot: OpenBallot, choice: string | null, reason: string | null): OpenBallot {
    const { store } = this.#transactions;
    const { interaction, at } = caller;
    const by = store.member(caller.member.discordId, caller.member.name);
    store.cast({ ballot: ballot.id, member: by.id, choice, reason, interaction, at });
    const vote = { member: by.id, choice, reason, cast: interaction, by, at };
    return { ...ballot, revision: ballot.revision + 1, votes: [...ballot.votes, vote] };
  }

  /** What a press leads to: the decision, a clock set anew, and the word to the member. */
  #afterPress(
    caller: Caller,
    table: GameTable,
    ballot: OpenBallot,
    told: Pick<Partial<OwnVote>, 'before' | 'what' | 'replaces'>,
  ): Said | GameChange {
    const votes = standingVotes(ballot.votes);
    const then =
      ballot.subject.kind === 'council' && this.#motionIsClear(ballot, votes)
        ? 'decide'
        : afterVote(ballot.rules, ballot.clockwork, ballot.votes);
    if (then === 'decide') {
      const change = this.#closing.close(clockActor(caller.at), table, ballot, 'early');
      return { ...change, alone: ownVote(caller, table, ballot, { ...told, closedAt: change.after }) };
    }
    if (then === 'restart') {
      const now = this.#ballots.run(ballot, {
        ...ballot.clockwork,
        began: caller.at,
        closes: caller.at + ballot.rules.window,
      });
      const channelReply = this.#transactions.keepBallotNotice(now, caller.at, [
        'someoneVoted',
        { ballot: now.id, votes: votes.length },
      ]);
      return ownVote(caller, table, now, { ...told, channelReply });
    }
    this.#ballots.rearm(ballot);
    return ownVote(caller, table, ballot, told);
  }

  /** Among named members a motion is settled as soon as it cannot come out otherwise; else once all who took part lately are for it. */
  #motionIsClear(
    { game, seat, seq, openedAt, electors, rules, votes: cast }: OpenBallot,
    votes: readonly StandingVote[],
  ): boolean {
    const those = votes.filter(({ choice }) => choice === MOTION_CHOICE.for).map(({ member }) => member);
    const inFavour = those.length;
    if (electors === null) {
      if (!carried(inFavour, votes.length, rules.quorum)) return false;
      const { store } = this.#transactions;
      const lately = store.takingPart({ game, seat, seq, at: openedAt }, TAKING_PART);
      if (lately.length > 0) return lately.every((member) => those.includes(member));
      // Before anybody has played, the members of the side are asked: a first change needs no hour when all agree.
      const inFavourById = cast.filter(({ by }) => those.includes(by.id)).map(({ by }) => by.discordId);
      const sitters = store.sittersAt(game, seat);
      return sitters.length > 0 && sitters.every((member) => inFavourById.includes(member));
    }
    return carried(inFavour, electors, 1) || !carried(inFavour + electors - votes.length, electors, 1);
  }
}

function tooLate(change: GameChange): GameChange {
  return { ...change, alone: reply('member', BALLOT_ANSWERS.tooLate) };
}

/** What is answered from the member's own message changes that message. */
export function replacing(done: Said | GameChange): Said | GameChange {
  if (!('after' in done)) return { ...done, replaces: true };
  return done.alone ? { ...done, alone: { ...done.alone, replaces: true } } : done;
}
