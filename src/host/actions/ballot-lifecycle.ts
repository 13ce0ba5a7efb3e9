import { type Clockwork, type Council, standingVotes, whenDue } from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import type { BallotRecord } from '../../store/index.ts';
import { hidesOrders } from '../base/ballot-choice.ts';
import type { VoidReason } from '../base/closing-words.ts';
import { ballotAlarm } from '../table/alarms.ts';
import { councilOf } from '../table/game-position.ts';
import type { GameTable, LoadedGame } from '../table/game-tables.ts';
import { isCurrent } from '../table/is-current.ts';
import type { Fact } from '../table/notice-sentences.ts';
import type { OpenBallot } from '../table/open-ballots.ts';
import { type Actor, clockActor, type GameTransactions } from './game-transactions.ts';

/** Opening and voiding of ballots, and their alarms. */
export class BallotLifecycle {
  readonly #transactions: GameTransactions;

  constructor(transactions: GameTransactions) {
    this.#transactions = transactions;
  }

  /**
   * After something has changed a table: ballots that it overtook are void, and one is opened for each seat that decides by vote and
   * is asked.
   */
  follow(table: LoadedGame, actor: Actor, why: VoidReason): GameTable {
    const { game, system, position } = table;
    const { store, tables } = this.#transactions;
    if (game.ended) {
      this.end(game.id, actor);
      return tables.withBallots(table);
    }
    const before = tables.withBallots(table);
    let changed = false;
    for (const ballot of before.ballots) {
      if (ballot.subject.kind !== 'order' || !this.#overtaken(before, ballot)) continue;
      this.void(ballot, actor, why);
      changed = true;
    }
    for (const { seat } of system.asked(position.state)) {
      const votes = councilOf(position, seat).mode === 'vote' && !before.machines.includes(seat);
      if (!votes || store.openBallot(game.id, seat, 'order')) continue;
      this.open(table, seat, { kind: 'order' }, clockActor(actor.at));
      changed = true;
    }
    return changed ? tables.withBallots(table) : before;
  }

  /** A game has ended: its ballots are cancelled, and no clock runs for it any more. */
  end(game: string, actor: Actor): void {
    const { store } = this.#transactions;
    for (const ballot of store.openBallots(game)) this.void(ballot, actor, 'ended');
    store.clearAlarms(game);
    store.removeTurnPings(game);
    for (const { id, kind } of store.noticesOf(game)) if (kind === 'turn') store.removeNotice(id);
  }

  /** What is said of those among these ballots that are void now, if anybody had voted in them. */
  voided(before: readonly OpenBallot[]): Fact[] {
    const { store } = this.#transactions;
    return before
      .filter(({ id, subject }) => subject.kind === 'order' && store.ballot(id)?.closed?.how === 'void')
      .map(({ votes }) => standingVotes(votes).length)
      .filter((votes) => votes > 0)
      .map((votes) => ['cancelled', votes]);
  }

  #overtaken(table: GameTable, { seat, seq }: BallotRecord): boolean {
    const point = { game: table.game.id, seq };
    return !isCurrent(this.#transactions, table, seat, point);
  }

  /** Opens a ballot under the rules of the seat's council as they are now. */
  open(
    { game, system, position }: LoadedGame,
    seat: SeatId,
    subject: BallotRecord['subject'],
    actor: Actor,
    given: Council['ballot'] = councilOf(position, seat).ballot,
  ): number {
    const { store } = this.#transactions;
    // The other side must not see what is voted on, whatever this side's council says.
    const rules = subject.kind === 'order' && hidesOrders(system) ? { ...given, secret: true } : given;
    const [commander = null] = councilOf(position, seat).commanders;
    const id = store.addBallot({
      game: game.id,
      seat,
      seq: position.seq,
      subject,
      rules,
      opener: this.#transactions.member(actor)?.id ?? null,
      casting: rules.tie === 'commander' && subject.kind === 'order' ? commander : null,
      openedAt: actor.at,
      closes: actor.at + rules.window,
      sideChannel: subject.kind === 'order' && rules.secret ? store.channelOf(game.id, seat) : null,
    });
    this.rearm({ ...(store.ballot(id) as BallotRecord), votes: [] });
    return id;
  }

  void(ballot: BallotRecord, actor: Actor, why: VoidReason): void {
    const by = this.#transactions.member(actor);
    this.close(ballot, { at: actor.at, how: 'void', why, by, decision: null });
  }

  close(ballot: BallotRecord, closed: NonNullable<BallotRecord['closed']>): void {
    const { store } = this.#transactions;
    store.closeBallot(ballot.id, closed);
    store.clearAlarm(ballot.game, ballotAlarm(ballot.id));
  }

  /** Sets a ballot's clock. */
  run(ballot: OpenBallot, clockwork: Clockwork): OpenBallot {
    const { store } = this.#transactions;
    store.setClockwork(ballot.id, clockwork);
    const now = { ...ballot, ...(store.ballot(ballot.id) as BallotRecord) };
    this.rearm(now);
    return now;
  }

  /** Sets the alarm for the next look at the ballot's clock. */
  rearm(ballot: BallotRecord & Pick<OpenBallot, 'votes'>): void {
    const { store } = this.#transactions;
    const at = whenDue(ballot.rules, ballot.clockwork, standingVotes(ballot.votes).length);
    if (at === null) store.clearAlarm(ballot.game, ballotAlarm(ballot.id));
    else store.setAlarm(ballot.game, ballotAlarm(ballot.id), at);
  }
}
