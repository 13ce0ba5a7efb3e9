import type { SeatId } from '../../game/index.ts';
import type { MemberRecord } from '../../store/index.ts';
import { isQuiet, wakes } from '../table/quiet-hours.ts';
import type { Actor, GameTransactions } from './game-transactions.ts';

/** Pings of members who have quiet hours: they come when those end. */
export class DeferredPings {
  readonly #transactions: GameTransactions;

  constructor(transactions: GameTransactions) {
    this.#transactions = transactions;
  }

  defer(game: string, seat: SeatId, asleep: readonly MemberRecord[], at: number): void {
    const { store } = this.#transactions;
    for (const { id } of asleep) store.deferPing(game, seat, id);
    this.#setAlarm(game, seat, at);
  }

  /** Somebody who has acted needs no ping any more. */
  drop(game: string, seat: SeatId, member: Actor['member']): void {
    const { store } = this.#transactions;
    const known = member && store.deferredPings(game, seat).find((one) => one.member.discordId === member.discordId);
    if (known) store.dropDeferredPing(game, seat, known.member.id);
  }

  /** The members whose quiet hours are over: they are to be pinged now. Sets the alarm for the next. */
  takeDue(game: string, seat: SeatId, now: number): readonly MemberRecord[] {
    const { store } = this.#transactions;
    const due = store.deferredPings(game, seat).filter(({ member }) => !isQuiet(store.quietOf(member.id), now));
    for (const { member } of due) store.dropDeferredPing(game, seat, member.id);
    this.#setAlarm(game, seat, now);
    return due.map(({ member }) => member);
  }

  /** For the member whose quiet hours end first. */
  #setAlarm(game: string, seat: SeatId, at: number): void {
    const { store } = this.#transactions;
    const times = store.deferredPings(game, seat).map(({ member }) => {
      const quiet = store.quietOf(member.id);
      return quiet === null ? at : wakes(quiet, at);
    });
    if (times.length === 0) store.clearAlarm(game, `wake ${seat}`);
    else store.setAlarm(game, `wake ${seat}`, Math.min(...times));
  }
}
