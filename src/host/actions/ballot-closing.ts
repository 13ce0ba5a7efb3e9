import { type Council, carried, type Decision, decide, MINUTE, standingVotes, whatIsDue } from '../../council/index.ts';
import { isRefusal, type SeatId, type Throw } from '../../game/index.ts';
import type { BallotRecord } from '../../store/index.ts';
import { type ChoiceStep, hidesOrders, MOTION_CHOICE, ordersIn, readChoice, soleOrder } from '../base/ballot-choice.ts';
import { DECIDE } from '../base/button-labels.ts';
import { refusalText } from '../base/common-words.ts';
import { BALLOT_ANSWERS, type ClosingReason, COUNCIL_ANSWERS } from '../base/voting-words.ts';
import { ALARM } from '../table/clock-settings.ts';
import { councilOf } from '../table/game-position.ts';
import { tieThrow } from '../table/game-secret.ts';
import type { GameTable, LoadedGame } from '../table/game-tables.ts';
import type { Fact } from '../table/notice-sentences.ts';
import type { OpenBallot } from '../table/open-ballots.ts';
import { PLAN } from '../table/planning-words.ts';
import { type NoticePost, tableMessage } from '../table/said.ts';
import {
  cancellations,
  closeBallot,
  followBallots,
  keepClockNotice,
  rearmBallot,
  setBallotClock,
  voidBallot,
} from './ballot-lifecycle.ts';
import { changeCouncil, manyBallots, proposedNow } from './council-changes.ts';
import { type Actor, clockActor, type GameChange, type GameTransactions } from './game-transactions.ts';
import type { OrderExecution } from './order-execution.ts';

interface ClockStep {
  readonly closed: GameChange | null;
  readonly ballot: OpenBallot;
  readonly notice: NoticePost | null;
}

export type BallotClosing = ReturnType<typeof createBallotClosing>;

export function createBallotClosing(transactions: GameTransactions, orders: OrderExecution) {
  const { store, tables, append, keepNotice, addMap } = transactions;

  /** Does what a ballot's clock is due for, if anything. */
  function tick(actor: Actor, table: GameTable, open: OpenBallot): ClockStep {
    const ballot = withSaneClock(open, actor.at);
    const { rules, clockwork } = ballot;
    const due = whatIsDue(rules, clockwork, standingVotes(ballot.votes).length, actor.at);
    if (due === 'decide' || due === 'lapse')
      return { closed: close(actor, table, ballot, 'time'), ballot, notice: null };
    if (due === null) {
      // The alarm came early, or a vote has made a reminder needless.
      rearmBallot(store, ballot);
      return { closed: null, ballot, notice: null };
    }
    const changes = {
      remind: { reminded: true },
      // The new window begins now: a bot that was away must leave members the whole window.
      extend: { began: actor.at, closes: actor.at + rules.window, extended: true },
      wait: { closes: null },
    };
    const now = setBallotClock(store, ballot, { ...clockwork, ...changes[due] });
    const notice = keepClockNotice(transactions, now, actor.at, due);
    return { closed: null, ballot: now, notice };
  }

  /** A ballot that closes later than its window allows was set by a wrong clock: its window starts again. */
  function withSaneClock(ballot: OpenBallot, now: number): OpenBallot {
    const { closes } = ballot.clockwork;
    const { window } = ballot.rules;
    if (closes === null || closes - now <= window + MINUTE) return ballot;
    return setBallotClock(store, ballot, { ...ballot.clockwork, began: now, closes: now + window });
  }

  function close(actor: Actor, table: GameTable, ballot: OpenBallot, why: ClosingReason): GameChange {
    return ballot.subject.kind === 'order'
      ? decideOrder(actor, table, ballot, why)
      : decideMotion(actor, table, ballot, ballot.subject.proposed, why);
  }

  function decideOrder(actor: Actor, table: GameTable, ballot: OpenBallot, why: ClosingReason): GameChange {
    const { game, position } = table;
    const { seat } = ballot;
    const { decision, throws } = decisionOf(table, ballot);
    const order = soleOrder(decision.choice);
    const steps = readChoice(decision.choice);
    const refused = whyNot(table, seat, steps);
    if (refused !== null) return voidAsRefused(actor, table, ballot, refused);
    const by = transactions.member(actor);
    closeBallot(store, ballot, { at: actor.at, how: 'decided', why, by, decision });
    const seq = position.seq + 1;
    append(actor, game, seq, { kind: 'ballot', seat, ballot: ballot.id, decision, throws });
    const logged: GameTable = { ...table, position: { ...position, seq } };
    const clock = clockActor(actor.at);
    if (!order) orders.endMarches(logged, seat, ordersIn(decision.choice));
    const done = order
      ? orders.enact(clock, logged, seat, order, { reason: null, ballot: ballot.id })
      : orders.run(clock, logged, null, orders.following(seat, steps), { ballot: ballot.id }).change;
    if (done === null || !('after' in done))
      throw new Error(`Ballot ${ballot.id} is decided, but nothing is carried out`);
    // `alone` is left out: no member acted. The side's members look up what the channel may not read.
    return { after: done.after, said: done.said };
  }

  /** Why nothing of a choice can be done now; null if some of it can. */
  function whyNot(table: LoadedGame, seat: SeatId, steps: readonly ChoiceStep[]): string | null {
    if (orders.following(seat, steps)(table) !== null) return null;
    const [first] = steps;
    const applied = typeof first === 'object' ? orders.try(table, seat, first).applied : null;
    return applied && isRefusal(applied) ? refusalText(table.system, applied) : PLAN.nothingLeft;
  }

  /** The rules have changed since the order was voted for and refuse it now. A new ballot opens. */
  function voidAsRefused(actor: Actor, table: GameTable, ballot: OpenBallot, why: string): GameChange {
    voidBallot(transactions, ballot, clockActor(actor.at), 'refused');
    const after = followBallots(transactions, table, actor, 'refused');
    // A reason may name something hidden.
    const told = hidesOrders(table.system) ? BALLOT_ANSWERS.cannotBeDone : `${BALLOT_ANSWERS.cannotBeDone} ${why}`;
    return { after, said: tableMessage(after, [told]) };
  }

  function decisionOf(
    { game, position }: GameTable,
    ballot: OpenBallot,
  ): { readonly decision: Decision; readonly throws: readonly Throw[] } {
    const votes = standingVotes(ballot.votes);
    const casting = votes.find(({ member }) => member === ballot.casting?.id)?.choice ?? null;
    const throws: Throw[] = [];
    const decision = decide(ballot.votes, ballot.rules.tie, casting, (among) => {
      const thrown = tieThrow(game, position.turn, among);
      throws.push(thrown);
      return thrown.face;
    });
    if (!decision) throw new Error(`Ballot ${ballot.id} has no votes to decide it`);
    return { decision, throws };
  }

  function decideMotion(
    actor: Actor,
    table: GameTable,
    ballot: OpenBallot,
    proposed: Council,
    why: ClosingReason,
  ): GameChange {
    const { seat, rules } = ballot;
    const votes = standingVotes(ballot.votes);
    const inFavour = votes.filter(({ choice }) => choice === MOTION_CHOICE.for).length;
    // A vote among commanders needs a share of all of them, not only of those who voted.
    const all = ballot.electors ?? votes.length;
    const passes = carried(inFavour, all, ballot.electors === null ? rules.quorum : 1);
    const decision: Decision = {
      choice: passes ? MOTION_CHOICE.for : MOTION_CHOICE.against,
      votes: passes ? inFavour : votes.length - inFavour,
      of: votes.length,
      tie: null,
    };
    const by = transactions.member(actor);
    closeBallot(store, ballot, { at: actor.at, how: passes ? 'decided' : 'lost', why, by, decision });
    const early: Fact = why === 'called' && by ? ['closedEarly', { name: by.id }] : '';
    if (!passes) {
      const after = tables.withBallots(table);
      const few = ballot.electors === null && votes.length < rules.quorum;
      const tally = { inFavour, votes: votes.length, of: all };
      const says: Fact = ['notPassed', tally, few ? rules.quorum : null, { fact: early }, { side: seat }];
      return { after, said: keepNotice('council', table.game, actor.at, [says]) };
    }
    return adopt(actor, table, seat, proposedNow(store, table, ballot, proposed), {
      cause: 'vote',
      ballot: ballot.id,
      by: ['passed', inFavour, all],
      ending: early,
    });
  }

  /** Changes a council and tells the channel. */
  function adopt(
    actor: Actor,
    table: GameTable,
    seat: SeatId,
    council: Council,
    { cause, ballot, by, ending = '' }: Adoption,
  ): GameChange {
    const before = councilOf(table.position, seat);
    // The member who closes a vote on the council is not the one who changes it.
    const changer = cause === 'member' ? actor : clockActor(actor.at);
    const changed = changeCouncil(transactions, actor, table, seat, council, cause, { ballot });
    for (const open of store.openBallots(table.game.id))
      if (open.seat === seat && (council.mode !== before.mode || isLocked(open, council)))
        voidBallot(transactions, open, changer, 'council');
    const after = followBallots(transactions, changed, changer, 'council');
    const known = table.ballots.map(({ id }) => id);
    const staysOpen = after.ballots.some(({ id, subject }) => known.includes(id) && subject.kind === 'order');
    const opened = after.ballots.some(({ id }) => !known.includes(id));
    const change = { side: seat, before, after: council, actor: transactions.member(changer)?.id ?? null };
    const words: Fact[] = [
      ['council', by && { fact: by }, change, { fact: ending }],
      ...cancellations(store, table.ballots),
      ...(staysOpen ? [COUNCIL_ANSWERS.nextBallot] : []),
      ...(council.mode !== before.mode ? manyBallots(table.system, council) : []),
    ];
    // A new map is needed if the last map's buttons mean something else now, or if the change answers no press.
    if (!opened && council.mode === before.mode && cause !== 'vote') {
      const says: Fact = ['joined', { facts: words }];
      const rows = [[DECIDE]];
      return { after, said: keepNotice('council', table.game, actor.at, [says], { rows }) };
    }
    addMap(table.game, after.position.seq, actor.at);
    return { after: tables.withBallots(after), said: tableMessage(after, words) };
  }

  /** Whether a ballot is for a deleted role, and the new council for another. */
  function isLocked({ game, seat, rules: { voters } }: BallotRecord, { ballot }: Council): boolean {
    const isGone = (role: string) => store.alarm(game, ALARM.role(seat, role)) !== null;
    return voters.role !== null && voters.role !== ballot.voters.role && isGone(voters.role);
  }

  return { tick, close, whyNot, adopt };
}

interface Adoption {
  readonly cause: 'member' | 'vote' | 'role';
  readonly ballot: number | null;
  /** Begins the sentence. */
  readonly by: Fact | null;
  /** Follows the sentence. */
  readonly ending?: Fact;
}
