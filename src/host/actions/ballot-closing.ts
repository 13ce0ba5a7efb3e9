import { type Council, carried, type Decision, decide, MINUTE, standingVotes, whatIsDue } from '../../council/index.ts';
import { isRefusal, type SeatId, type Throw } from '../../game/index.ts';
import type { BallotRecord } from '../../store/index.ts';
import { type ChoiceStep, hidesOrders, MOTION_CHOICE, ordersIn, readChoice, soleOrder } from '../base/ballot-choice.ts';
import { DECIDE } from '../base/button-labels.ts';
import type { ClosingReason } from '../base/closing-words.ts';
import { BALLOT_ANSWERS, COUNCIL_ANSWERS } from '../base/voting-words.ts';
import { roleAlarm } from '../table/alarms.ts';
import { manyBallots, proposedNow } from '../table/council-members.ts';
import { councilOf } from '../table/game-position.ts';
import { tieThrow } from '../table/game-secret.ts';
import type { GameTable, LoadedGame } from '../table/game-tables.ts';
import type { Fact } from '../table/notice-sentences.ts';
import type { OpenBallot } from '../table/open-ballots.ts';
import { PLAN } from '../table/plan-words.ts';
import { refusalText } from '../table/refusal-text.ts';
import { type NoticePost, tableMessage } from '../table/said.ts';
import type { BallotLifecycle } from './ballot-lifecycle.ts';
import type { CouncilChanges } from './council-changes.ts';
import { type Actor, clockActor, type GameChange, type GameTransactions } from './game-transactions.ts';
import type { OrderExecution } from './order-execution.ts';

/** A ballot after its clock was looked at: closed by it, or still open, perhaps with something to tell the channel. */
interface Struck {
  readonly closed: GameChange | null;
  readonly ballot: OpenBallot;
  readonly notice: NoticePost | null;
}

/** What ballots come to, by their clock or before it. */
export class BallotClosing {
  readonly #transactions: GameTransactions;
  readonly #ballots: BallotLifecycle;
  readonly #councils: CouncilChanges;
  readonly #orders: OrderExecution;

  constructor(
    transactions: GameTransactions,
    ballots: BallotLifecycle,
    councils: CouncilChanges,
    orders: OrderExecution,
  ) {
    this.#transactions = transactions;
    this.#ballots = ballots;
    this.#councils = councils;
    this.#orders = orders;
  }

  /** Does what a ballot's clock asks for at a time, if anything. */
  strike(actor: Actor, table: GameTable, open: OpenBallot): Struck {
    const ballot = this.#inSight(open, actor.at);
    const voters = standingVotes(ballot.votes).length;
    const due = whatIsDue(ballot.rules, ballot.clockwork, voters, actor.at);
    switch (due) {
      case 'decide':
      case 'lapse':
        return { closed: this.close(actor, table, ballot, 'time'), ballot, notice: null };
      case 'remind': {
        const now = this.#ballots.run(ballot, { ...ballot.clockwork, reminded: true });
        const { rules, clockwork } = now;
        const says = ['votesMissing', { pinged: true }, rules.quorum - voters, clockwork.closes ?? 0] as const;
        const notice = this.#transactions.keepBallotNotice(
          now,
          actor.at,
          says,
          rules.reminder?.role ? [rules.reminder.role] : [],
        );
        return { closed: null, ballot: now, notice };
      }
      case 'extend': {
        // From now on, so that a bot that was away leaves as much time as one that was not.
        const now = this.#ballots.run(ballot, {
          ...ballot.clockwork,
          began: actor.at,
          closes: actor.at + ballot.rules.window,
          extended: true,
        });
        const notice = this.#transactions.keepBallotNotice(now, actor.at, [
          'tooFewVoted',
          { ballot: now.id, votes: voters },
        ]);
        return { closed: null, ballot: now, notice };
      }
      case 'wait': {
        const now = this.#ballots.run(ballot, { ...ballot.clockwork, closes: null });
        const notice = this.#transactions.keepBallotNotice(now, actor.at, { ballot: now.id, votes: voters });
        return { closed: null, ballot: now, notice };
      }
      default:
        // The clock was early, or a vote has made a reminder needless.
        if (due === null) this.#ballots.rearm(ballot);
        return { closed: null, ballot, notice: null };
    }
  }

  /** A ballot that closes well after its window can reach was set by a clock that was wrong: its window begins anew. */
  #inSight(ballot: OpenBallot, now: number): OpenBallot {
    const { closes } = ballot.clockwork;
    const { window } = ballot.rules;
    if (closes === null || closes - now <= window + MINUTE) return ballot;
    return this.#ballots.run(ballot, { ...ballot.clockwork, began: now, closes: now + window });
  }

  /** Closes a ballot with what its votes decide. */
  close(actor: Actor, table: GameTable, ballot: OpenBallot, why: ClosingReason): GameChange {
    return ballot.subject.kind === 'order'
      ? this.#decideOrder(actor, table, ballot, why)
      : this.#decideMotion(actor, table, ballot, ballot.subject.proposed, why);
  }

  #decideOrder(actor: Actor, table: GameTable, ballot: OpenBallot, why: ClosingReason): GameChange {
    const { game, position } = table;
    const { seat } = ballot;
    const { decision, throws } = this.#decision(table, ballot);
    const order = soleOrder(decision.choice);
    const steps = readChoice(decision.choice);
    const refused = this.whyNot(table, seat, steps);
    if (refused !== null) return this.#refused(actor, table, ballot, refused);
    const by = this.#transactions.member(actor);
    this.#ballots.close(ballot, { at: actor.at, how: 'decided', why, by, decision });
    const seq = position.seq + 1;
    this.#transactions.append(actor, game, seq, { kind: 'ballot', seat, ballot: ballot.id, decision, throws });
    const logged: GameTable = { ...table, position: { ...position, seq } };
    const clock = clockActor(actor.at);
    if (!order) this.#orders.endMarches(logged, seat, ordersIn(decision.choice));
    const done = order
      ? this.#orders.enact(clock, logged, seat, order, { reason: null, ballot: ballot.id })
      : this.#orders.run(clock, logged, null, this.#orders.following(seat, steps), { ballot: ballot.id }).change;
    if (done === null || !('after' in done))
      throw new Error(`Ballot ${ballot.id} is decided, but nothing is carried out`);
    // The channel is told what everybody may know; what only its side may know, its members look up.
    return { after: done.after, said: done.said };
  }

  /** Why nothing of a choice can be done as the table stands. Null: some of it can. */
  whyNot(table: LoadedGame, seat: SeatId, steps: readonly ChoiceStep[]): string | null {
    if (this.#orders.following(seat, steps)(table) !== null) return null;
    const [first] = steps;
    const applied = typeof first === 'object' ? this.#orders.try(table, seat, first).applied : null;
    return applied && isRefusal(applied) ? refusalText(table.system, applied) : PLAN.nothingLeft;
  }

  /** It was legal when it was voted for: the rules have changed under the ballot. A new one opens, on what they allow now. */
  #refused(actor: Actor, table: GameTable, ballot: OpenBallot, why: string): GameChange {
    this.#ballots.void(ballot, clockActor(actor.at), 'refused');
    const after = this.#ballots.follow(table, actor, 'refused');
    // A reason may name what is hidden.
    const told = hidesOrders(table.system) ? BALLOT_ANSWERS.cannotBeDone : `${BALLOT_ANSWERS.cannotBeDone} ${why}`;
    return { after, said: tableMessage(after, [told]) };
  }

  #decision(
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

  #decideMotion(actor: Actor, table: GameTable, ballot: OpenBallot, proposed: Council, why: ClosingReason): GameChange {
    const { seat, rules } = ballot;
    const { store } = this.#transactions;
    const votes = standingVotes(ballot.votes);
    const inFavour = votes.filter(({ choice }) => choice === MOTION_CHOICE.for).length;
    // Where members command, all of them count, whether they voted or not.
    const all = ballot.electors ?? votes.length;
    const passes = carried(inFavour, all, ballot.electors === null ? rules.quorum : 1);
    const decision: Decision = {
      choice: passes ? MOTION_CHOICE.for : MOTION_CHOICE.against,
      votes: passes ? inFavour : votes.length - inFavour,
      of: votes.length,
      tie: null,
    };
    const closer = this.#transactions.member(actor);
    this.#ballots.close(ballot, { at: actor.at, how: passes ? 'decided' : 'lost', why, by: closer, decision });
    const early: Fact = why === 'called' && closer ? ['closedEarly', { name: closer.id }] : '';
    if (!passes) {
      const after = this.#transactions.tables.withBallots(table);
      const few = ballot.electors === null && votes.length < rules.quorum;
      const tally = { inFavour, votes: votes.length, of: all };
      const says: Fact = ['notPassed', tally, few ? rules.quorum : null, { fact: early }, { side: seat }];
      return { after, said: this.#transactions.keepNotice('council', table.game, actor.at, [says]) };
    }
    return this.adopt(actor, table, seat, proposedNow(store, table, ballot, proposed), {
      cause: 'vote',
      ballot: ballot.id,
      by: ['passed', inFavour, all],
      after: early,
    });
  }

  /** Puts a new council in place, and says so to the channel. `by`: who or what decides, as a sentence begins. */
  adopt(
    actor: Actor,
    table: GameTable,
    seat: SeatId,
    council: Council,
    { cause, ballot, by, after: last = '' }: Adoption,
  ): GameChange {
    const { store, tables } = this.#transactions;
    const before = councilOf(table.position, seat);
    // The member who closes a vote on the council is not the one who changes it.
    const changer = cause === 'member' ? actor : clockActor(actor.at);
    const bare = this.#councils.change(actor, table, seat, council, cause, { ballot });
    for (const open of store.openBallots(table.game.id))
      if (open.seat === seat && (council.mode !== before.mode || this.#isLocked(open, council)))
        this.#ballots.void(open, changer, 'council');
    const after = this.#ballots.follow(bare, changer, 'council');
    const known = table.ballots.map(({ id }) => id);
    const kept = after.ballots.some(({ id, subject }) => known.includes(id) && subject.kind === 'order');
    const opened = after.ballots.some(({ id }) => !known.includes(id));
    const change = { side: seat, before, after: council, actor: this.#transactions.member(changer)?.id ?? null };
    const words: Fact[] = [
      ['council', by && { fact: by }, change, { fact: last }],
      ...this.#ballots.voided(table.ballots),
      ...(kept ? [COUNCIL_ANSWERS.nextBallot] : []),
      ...(council.mode !== before.mode ? manyBallots(table.system, council) : []),
    ];
    // A new map is due where the buttons under the last one mean something else now, and where nobody's answer brings the news.
    if (!opened && council.mode === before.mode && cause !== 'vote') {
      const rows = [[DECIDE]];
      return {
        after,
        said: this.#transactions.keepNotice('council', table.game, actor.at, [['joined', { facts: words }]], { rows }),
      };
    }
    this.#transactions.owe(table.game, after.position.seq, actor.at);
    return { after: tables.withBallots(after), said: tableMessage(after, words) };
  }

  /** Whether nobody can vote in a ballot, since the role it asks for was deleted, though others can in the next. */
  #isLocked({ game, seat, rules: { voters } }: BallotRecord, { ballot }: Council): boolean {
    const isGone = (role: string) => this.#transactions.store.alarm(game, roleAlarm(seat, role)) !== null;
    return voters.role !== null && voters.role !== ballot.voters.role && isGone(voters.role);
  }
}

/** Why a council is put in place. */
interface Adoption {
  readonly cause: 'member' | 'vote' | 'role';
  readonly ballot: number | null;
  /** Null: the change says by itself whose it is. */
  readonly by: Fact | null;
  /** What is said after it. */
  readonly after?: Fact;
}
