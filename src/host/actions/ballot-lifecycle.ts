import { type Clockwork, type Council, standingVotes, whenDue } from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import type { BallotRecord, Store } from '../../store/index.ts';
import { hidesOrders } from '../base/ballot-choice.ts';
import type { VoidReason } from '../base/voting-words.ts';
import { ALARM } from '../table/clock-settings.ts';
import { councilOf } from '../table/game-position.ts';
import type { GameTable, LoadedGame } from '../table/game-tables.ts';
import type { Fact } from '../table/notice-sentences.ts';
import type { OpenBallot } from '../table/open-ballots.ts';
import type { NoticePost } from '../table/said.ts';
import { isCurrent } from '../table/seat-rules.ts';
import { type Actor, clockActor, type GameTransactions } from './game-transactions.ts';

/** Voids the ballots that a change has overtaken, and opens one for each seat that votes and is asked. */
export function followBallots(
  transactions: GameTransactions,
  table: LoadedGame,
  actor: Actor,
  why: VoidReason,
): GameTable {
  const { game, system, position } = table;
  const { store, tables } = transactions;
  if (game.ended) {
    endBallots(transactions, game.id, actor);
    return tables.withBallots(table);
  }
  const before = tables.withBallots(table);
  let changed = false;
  for (const ballot of before.ballots) {
    const drawnFor = { game: game.id, seq: ballot.seq };
    if (ballot.subject.kind !== 'order' || isCurrent(transactions, before, ballot.seat, drawnFor)) continue;
    voidBallot(transactions, ballot, actor, why);
    changed = true;
  }
  for (const { seat } of system.rules.asked(position.state)) {
    const votes = councilOf(position, seat).mode === 'vote' && !before.machines.includes(seat);
    if (!votes || store.openBallot(game.id, seat, 'order')) continue;
    openBallot(transactions, table, seat, { kind: 'order' }, clockActor(actor.at));
    changed = true;
  }
  return changed ? tables.withBallots(table) : before;
}

export function endBallots(transactions: GameTransactions, game: string, actor: Actor): void {
  const { store } = transactions;
  for (const ballot of store.openBallots(game)) voidBallot(transactions, ballot, actor, 'ended');
  store.clearAlarms(game);
  store.removeTurnPings(game);
  for (const { id, kind } of store.noticesOf(game)) if (kind === 'turn') store.removeNotice(id);
}

/** A sentence for each of these ballots that is void now and had votes. */
export function cancellations(store: Store, before: readonly OpenBallot[]): Fact[] {
  return before
    .filter(({ id, subject }) => subject.kind === 'order' && store.ballot(id)?.closed?.how === 'void')
    .map(({ votes }) => standingVotes(votes).length)
    .filter((votes) => votes > 0)
    .map((votes) => ['cancelled', votes]);
}

export function openBallot(
  transactions: GameTransactions,
  { game, system, position }: LoadedGame,
  seat: SeatId,
  subject: BallotRecord['subject'],
  actor: Actor,
  given: Council['ballot'] = councilOf(position, seat).ballot,
): number {
  const { store } = transactions;
  // A system with hidden orders makes their ballots secret, whatever the side's council says.
  const rules = subject.kind === 'order' && hidesOrders(system) ? { ...given, secret: true } : given;
  const [commander = null] = councilOf(position, seat).commanders;
  const id = store.addBallot({
    game: game.id,
    seat,
    seq: position.seq,
    subject,
    rules,
    opener: transactions.member(actor)?.id ?? null,
    casting: rules.tie === 'commander' && subject.kind === 'order' ? commander : null,
    openedAt: actor.at,
    closes: actor.at + rules.window,
    sideChannel: subject.kind === 'order' && rules.secret ? store.channelOf(game.id, seat) : null,
  });
  rearmBallot(transactions.store, { ...(store.ballot(id) as BallotRecord), votes: [] });
  return id;
}

export function voidBallot(transactions: GameTransactions, ballot: BallotRecord, actor: Actor, why: VoidReason): void {
  const by = transactions.member(actor);
  closeBallot(transactions.store, ballot, { at: actor.at, how: 'void', why, by, decision: null });
}

export function closeBallot(store: Store, ballot: BallotRecord, closed: NonNullable<BallotRecord['closed']>): void {
  store.closeBallot(ballot.id, closed);
  store.clearAlarm(ballot.game, ALARM.ballot(ballot.id));
}

export function setBallotClock(store: Store, ballot: OpenBallot, clockwork: Clockwork): OpenBallot {
  store.setClockwork(ballot.id, clockwork);
  const now = { ...ballot, ...(store.ballot(ballot.id) as BallotRecord) };
  rearmBallot(store, now);
  return now;
}

export function rearmBallot(store: Store, ballot: BallotRecord & Pick<OpenBallot, 'votes'>): void {
  const at = whenDue(ballot.rules, ballot.clockwork, standingVotes(ballot.votes).length);
  if (at === null) store.clearAlarm(ballot.game, ALARM.ballot(ballot.id));
  else store.setAlarm(ballot.game, ALARM.ballot(ballot.id), at);
}

/** Tells the channel what a ballot's clock did, as a reply to the ballot's message. */
export function keepClockNotice(
  transactions: GameTransactions,
  { id, game: of, rules, clockwork, message, votes: cast }: OpenBallot,
  at: number,
  step: 'remind' | 'extend' | 'wait' | 'restart',
): NoticePost {
  const { store } = transactions;
  const game = store.game(of);
  if (!game) throw new Error(`Ballot ${id} has lost its game ${of}`);
  // Undelivered notices of its clock no longer hold.
  for (const before of store.noticesOf(of)) if (before.ballot === id) store.removeNotice(before.id);
  const votes = standingVotes(cast).length;
  const open = { ballot: id, votes };
  const says: Fact = {
    remind: ['votesMissing', { pinged: true }, rules.quorum - votes, clockwork.closes ?? 0] as const,
    extend: ['tooFewVoted', open] as const,
    wait: open,
    restart: ['someoneVoted', open] as const,
  }[step];
  const roles = step === 'remind' && rules.reminder?.role ? [rules.reminder.role] : [];
  const more = { pings: { roles, users: [] }, replyTo: message?.id ?? null, ballot: id };
  return transactions.keepNotice('ballot', game, at, [says], more);
}
