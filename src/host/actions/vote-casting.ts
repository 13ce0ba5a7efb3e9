import { LRUCache } from 'lru-cache';
import {
  afterVote,
  carried,
  DAY,
  DEFAULT_COUNCIL,
  excluded,
  excludedInWords,
  LIMITS,
  type StandingVote,
  standingVotes,
  TAKING_PART,
} from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import type { GameRecord, Store } from '../../store/index.ts';
import { type ChoiceStep, MOTION_CHOICE, writeChoice } from '../base/ballot-choice.ts';
import type { Caller } from '../base/caller.ts';
import { reasonIn } from '../base/common-words.ts';
import { type Announcement, clipped, type Reply, reply } from '../base/reply.ts';
import { SEAT_ANSWERS } from '../base/seat-words.ts';
import { BALLOT_ANSWERS, LOST_ROLE, VOTE } from '../base/voting-words.ts';
import { ALARM } from '../table/clock-settings.ts';
import { councilOf } from '../table/game-position.ts';
import type { GameTable } from '../table/game-tables.ts';
import type { Fact } from '../table/notice-sentences.ts';
import { notVotedInWords, type OpenBallot, standingOf } from '../table/open-ballots.ts';
import { type NoticePost, type OwnVote, ownVote, type Said } from '../table/said.ts';
import { seatOf, sitsAt } from '../table/seat-rules.ts';
import type { BallotClosing } from './ballot-closing.ts';
import { keepClockNotice, rearmBallot, setBallotClock } from './ballot-lifecycle.ts';
import { clockActor, type GameChange, type GameTransactions } from './game-transactions.ts';

/** A ballot, open or about to open, as far as it matters for who can vote in it. */
type Electing = Pick<OpenBallot, 'rules' | 'openedAt' | 'seat' | 'seq' | 'votes'> & {
  /** Null for a ballot that is about to open. */
  readonly id: number | null;
  readonly subject: Pick<OpenBallot['subject'], 'kind'>;
  readonly clockwork: Pick<OpenBallot['clockwork'], 'closes'>;
};

/** How many ballots are remembered with the members they turned away. */
const MOST_REMEMBERED = 1000;

export type VoteCasting = ReturnType<typeof createVoteCasting>;

export function createVoteCasting(transactions: GameTransactions, closing: BallotClosing) {
  const { store, tables } = transactions;

  /** Members who lacked a ballot's role when they first tried to vote. Not stored, since they have not voted. */
  const turnedAway = new LRUCache<string, Set<string>>({ max: MOST_REMEMBERED });

  function forPlan(
    caller: Caller,
    table: GameTable,
    ballot: OpenBallot,
    steps: readonly ChoiceStep[],
  ): Said | GameChange {
    const why = closing.whyNot(table, ballot.seat, steps);
    return why === null ? cast(caller, table, ballot, writeChoice(steps), null) : reply('member', why);
  }

  function cast(
    caller: Caller,
    table: GameTable,
    open: OpenBallot,
    choice: string,
    reason: string | null,
  ): Said | GameChange {
    return inTime(caller, table, open, (ballot) => {
      const whyNot = mayNotVote(caller, table, ballot);
      if (whyNot !== null) {
        const { role } = ballot.rules.voters;
        const isDeleted = role !== null && caller.serverRoles?.has(role) === false;
        const notice = isDeleted ? noteLostRole(transactions, table.game, ballot.seat, role, caller.at) : null;
        if (notice === null) return reply('member', whyNot);
        // Now that the role is known to be deleted, the reason says so.
        const answer = reply('member', mayNotVote(caller, table, ballot) ?? whyNot);
        return { say: 'answer', answer, channelReply: notice };
      }
      const mine = standingOf(ballot, caller);
      const before = mine && mine.choice !== choice ? mine.choice : null;
      const now = put(caller, ballot, choice, reason === null ? null : reasonIn(clipped(reason, LIMITS.reason)));
      return afterPress(caller, table, now, { before });
    });
  }

  function withdraw(caller: Caller, table: GameTable, open: OpenBallot): Said | GameChange {
    return inTime(caller, table, open, (ballot) => {
      if (!standingOf(ballot, caller)) return reply('member', notVotedInWords(ballot), { replaces: true });
      const now = put(caller, ballot, null, null);
      return afterPress(caller, table, now, { what: 'withdrawn', replaces: true });
    });
  }

  /** Runs `work` after the ballot's clock: if a step of the clock is due, it comes before the vote. */
  function inTime(
    caller: Caller,
    table: GameTable,
    open: OpenBallot,
    work: (ballot: OpenBallot) => Said | GameChange,
  ): Said | GameChange {
    // If the clock closes the ballot, the press counts as handled: repeated, it must not vote in the next ballot.
    const clock = { ...clockActor(caller.at), interaction: caller.interaction };
    const { closed, ballot, notice } = closing.tick(clock, table, open);
    if (closed) return { ...closed, alone: reply('member', BALLOT_ANSWERS.tooLate) };
    const done = work(ballot);
    if (notice === null) return done;
    if (!('after' in done) && !('say' in done)) return { say: 'answer', answer: done, channelReply: notice };
    if ('channelReply' in done && !done.channelReply) return { ...done, channelReply: notice };
    // The reply tells more than the clock's notice.
    store.removeNotice(notice.notice.id);
    return done;
  }

  function giveReason(caller: Caller, table: GameTable, open: OpenBallot, text: string): Said | GameChange {
    const mine = standingOf(open, caller);
    if (!mine) return reply('member', notVotedInWords(open), { replaces: true });
    if (reasonIn(text) === null) return deleteReason(caller, table, open);
    return replacing(cast(caller, table, open, mine.choice, text));
  }

  /** Deletes the caller's own reason; others who agreed with it keep theirs. */
  function deleteReason(caller: Caller, table: GameTable, open: OpenBallot): Said | GameChange {
    const done = inTime(caller, table, open, (ballot) => {
      const mine = standingOf(ballot, caller);
      if (!mine) return reply('member', notVotedInWords(ballot));
      store.deleteReason(ballot.id, mine.member);
      const now = tables.withBallots(table).ballots.find(({ id }) => id === ballot.id) ?? ballot;
      return ownVote(caller, table, now);
    });
    return replacing(done);
  }

  function agree(caller: Caller, table: GameTable, open: OpenBallot, member: number): Said | GameChange {
    const standing = standingVotes(open.votes);
    const mine = standingOf(open, caller);
    const theirs = standing.find((vote) => vote.member === member);
    if (!mine) return reply('member', notVotedInWords(open), { replaces: true });
    // In a sealed ballot, agreeing would show a hidden vote.
    if (open.rules.sealed || !theirs || theirs.choice !== mine.choice || theirs.reason === null)
      return ownVote(caller, table, open, { replaces: true });
    return replacing(cast(caller, table, open, mine.choice, theirs.reason));
  }

  function askReason(caller: Caller, open: OpenBallot): Reply {
    const mine = standingOf(open, caller);
    if (!mine) return reply('member', notVotedInWords(open), { replaces: true });
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

  function count(caller: Caller, table: GameTable, open: OpenBallot, sure: boolean): Said | GameChange {
    return inTime(caller, table, open, (ballot) => {
      const votes = standingVotes(ballot.votes);
      if (votes.length === 0) return reply('member', BALLOT_ANSWERS.nobodyVoted);
      if (sure) return closing.close(caller, table, ballot, 'called');
      return { say: 'close-question', caller, table, ballot, channelReply: null };
    });
  }

  function mayNotVote(caller: Caller, table: GameTable, ballot: Electing): string | null {
    const { rules, openedAt, seat, seq, subject } = ballot;
    if (!sitsAt(store, table, caller.member.discordId, seat))
      return seatOf(store, table, caller) === null ? SEAT_ANSWERS.noSeat : BALLOT_ANSWERS.otherSide;
    const { mode, commanders } = store.councilAt(table.game.id, seat, seq) ?? DEFAULT_COUNCIL;
    if (subject.kind === 'council' && mode === 'commander') {
      const known = store.knownMember(caller.member.discordId);
      return known && commanders.includes(known.id) ? null : BALLOT_ANSWERS.commandersDecide;
    }
    if (joinedLater(store, caller, table, ballot)) return BALLOT_ANSWERS.joinedLater;
    const why = excluded(rules.voters, openedAt, { ...caller, roles: rolesOnce(caller, ballot) });
    if (why?.why === 'role' && ballot.id !== null) turnAway(ballot.id, caller);
    const gone = why?.why === 'role' ? store.alarm(table.game.id, ALARM.role(seat, why.role)) : null;
    return gone === null ? why && excludedInWords(why) : LOST_ROLE.cannotVote(gone);
  }

  /** A member's roles as when they first voted or were turned away: later changes of roles do not count. */
  function rolesOnce({ member, roles }: Caller, { id, rules, votes }: Electing): readonly string[] {
    const { role } = rules.voters;
    if (id === null || role === null) return roles;
    if (votes.some(({ by }) => by.discordId === member.discordId)) return [role];
    return turnedAway.get(String(id))?.has(member.discordId) ? [] : roles;
  }

  function turnAway(ballot: number, { member }: Caller): void {
    const members = turnedAway.get(String(ballot)) ?? new Set();
    turnedAway.set(String(ballot), members.add(member.discordId));
  }

  function put(caller: Caller, ballot: OpenBallot, choice: string | null, reason: string | null): OpenBallot {
    const { interaction, at } = caller;
    const by = store.member(caller.member.discordId, caller.member.name);
    store.cast({ ballot: ballot.id, member: by.id, choice, reason, interaction, at });
    const vote = { member: by.id, choice, reason, cast: interaction, by, at };
    return { ...ballot, revision: ballot.revision + 1, votes: [...ballot.votes, vote] };
  }

  function afterPress(
    caller: Caller,
    table: GameTable,
    ballot: OpenBallot,
    told: Pick<Partial<OwnVote>, 'before' | 'what' | 'replaces'>,
  ): Said | GameChange {
    const votes = standingVotes(ballot.votes);
    const next =
      ballot.subject.kind === 'council' && motionIsClear(ballot, votes)
        ? 'decide'
        : afterVote(ballot.rules, ballot.clockwork, ballot.votes);
    if (next === 'decide') {
      const change = closing.close(clockActor(caller.at), table, ballot, 'early');
      return { ...change, alone: ownVote(caller, table, ballot, { ...told, closedAt: change.after }) };
    }
    if (next === 'restart') {
      const clockwork = { ...ballot.clockwork, began: caller.at, closes: caller.at + ballot.rules.window };
      const now = setBallotClock(store, ballot, clockwork);
      const channelReply = keepClockNotice(transactions, now, caller.at, 'restart');
      return ownVote(caller, table, now, { ...told, channelReply });
    }
    rearmBallot(store, ballot);
    return ownVote(caller, table, ballot, told);
  }

  /** Among commanders, a motion closes once its outcome is certain. Otherwise, once all recent players are for it. */
  function motionIsClear(
    { game, seat, seq, openedAt, electors, rules, votes: cast }: OpenBallot,
    votes: readonly StandingVote[],
  ): boolean {
    const supporters = votes.filter(({ choice }) => choice === MOTION_CHOICE.for).map(({ member }) => member);
    const inFavour = supporters.length;
    if (electors !== null)
      return carried(inFavour, electors, 1) || !carried(inFavour + electors - votes.length, electors, 1);
    if (!carried(inFavour, votes.length, rules.quorum)) return false;
    const players = store.takingPart({ game, seat, seq, at: openedAt }, TAKING_PART);
    if (players.length > 0) return players.every((member) => supporters.includes(member));
    // Before anybody has played, all members of the side can agree at once.
    const discordIds = cast.filter(({ by }) => supporters.includes(by.id)).map(({ by }) => by.discordId);
    const sitters = store.sittersAt(game, seat);
    return sitters.length > 0 && sitters.every((sitter) => discordIds.includes(sitter));
  }

  return { forPlan, cast, withdraw, giveReason, deleteReason, agree, askReason, count, mayNotVote };
}

/** Whether a member joined the side after the ballot opened. A ballot that waits for votes takes all members. */
export function joinedLater(
  store: Pick<Store, 'seatedSince'>,
  { member }: Caller,
  { game, system }: GameTable,
  ballot: Pick<Electing, 'seat' | 'openedAt' | 'clockwork'>,
): boolean {
  if (system.about.seats.length === 1 || ballot.clockwork.closes === null) return false;
  const seated = store.seatedSince(game.id, ballot.seat);
  const inTime = seated.filter(({ since }) => since === null || since <= ballot.openedAt);
  return inTime.length > 0 && inTime.every(({ discordId }) => discordId !== member.discordId);
}

/** The answer edits the member's own message. */
export function replacing(done: Said | GameChange): Said | GameChange {
  if (!('after' in done)) return { ...done, replaces: true };
  return done.alone ? { ...done, alone: { ...done.alone, replaces: true } } : done;
}

/** Mends games whose roles were deleted. A ping role goes at once. A voter role is announced, and goes after a day. */
export function lostRoles(
  transactions: GameTransactions,
  guild: string,
  roles: ReadonlySet<string>,
  at: number,
): Announcement[] {
  const { store } = transactions;
  const lost = store.rolesUsedIn(guild).filter(({ role }) => !roles.has(role));
  return lost.flatMap(({ game: id, seat, role }) => {
    const game = store.game(id);
    if (!game) return [];
    const work = () => noteLostRole(transactions, game, seat, role, at);
    const answer = transactions.runOnce(null, work, clockActor(at));
    return answer ? [{ channel: game.channel, answer }] : [];
  });
}

/** Drops a deleted role, or sets the alarm that will. Null if there is nothing new to tell. */
function noteLostRole(
  transactions: GameTransactions,
  game: GameRecord,
  seat: SeatId,
  role: string,
  at: number,
): NoticePost | null {
  const { store, tables } = transactions;
  const system = tables.systemIfCompatible(game);
  if (!system) return null;
  const lines: Fact[] = [];
  if (store.roleOf(game.id, seat) === role) {
    store.setRole(game.id, seat, null);
    lines.push(['lostPings', { side: seat }]);
  }
  const { voters, reminder } = councilOf({ councils: tables.councilsOf(game.id) }, seat).ballot;
  const alarm = ALARM.role(seat, role);
  const isNews = store.alarm(game.id, alarm) === null;
  if (isNews && voters.role === role) {
    store.setAlarm(game.id, alarm, at + DAY);
    lines.push(['lostVoters', { side: seat }, at + DAY]);
  } else if (isNews && (reminder?.role === role || store.openBallots(game.id).some(isFor(seat, role)))) {
    // The council has another role by now. The alarm drops what is left of this one.
    store.setAlarm(game.id, alarm, at);
  }
  if (lines.length === 0) return null;
  const several = system.about.seats.length > 1 ? { seat } : {};
  const press = { do: 'set', game: game.id, setting: 'voters', value: 'everyone', sure: true, ...several } as const;
  const rows = voters.role === role ? [[{ label: LOST_ROLE.mend, tone: 'bold', press } as const]] : [];
  return transactions.keepNotice('council', game, at, lines, { rows });
}

export function isFor(seat: SeatId, role: string): (ballot: Pick<OpenBallot, 'seat' | 'rules'>) => boolean {
  return (ballot) => ballot.seat === seat && ballot.rules.voters.role === role;
}
