import { canonical, type Draft, type SeatId } from '../../game/index.ts';
import { BoundedCache } from '../../render/bounded-cache.ts';
import type { Caller } from '../base/caller.ts';
import type { LogPoint } from '../base/reply.ts';
import type { GameTable } from '../table/game-tables.ts';
import { draftPath } from '../table/order-wizard.ts';
import { answerMeant } from './order-completions.ts';

/** Of an order that lacked something: what was typed, and where its game stood. */
interface UnfinishedOrder {
  readonly point: LogPoint;
  readonly draft: Draft;
  readonly reason: string | null;
}

/** Members who are asked for the rest at once, at most; what was typed before that has to be typed again. */
const MOST = 500;

/** What members have typed of orders that lacked something, until they have chosen the rest from lists: a custom id has no room for it. */
export class UnfinishedOrders {
  readonly #typed = new BoundedCache<UnfinishedOrder>(MOST);

  note(caller: Caller, typed: UnfinishedOrder): void {
    this.#typed.keep(keyOf(caller), typed, 1);
  }

  /** A draft with what was typed for the questions that come after it now, as far as that is legal still. */
  further(caller: Caller, point: LogPoint, table: GameTable, seat: SeatId, draft: Draft): Draft {
    const typed = this.#of(caller, point, draft);
    return typed ? draftPath(table, seat, { ...typed.draft, ...draft }, answerMeant).draft : draft;
  }

  /** The reason that was typed for an order that has become whole; null: none was, or for another. */
  reason(caller: Caller, point: LogPoint, table: GameTable, seat: SeatId, order: Draft): string | null {
    const typed = this.#of(caller, point, order);
    if (!typed) return null;
    const { draft } = draftPath(table, seat, { ...order, ...typed.draft }, answerMeant);
    const isSame = Object.entries(draft).every(([slot, value]) => canonical(order[slot] ?? null) === canonical(value));
    return isSame ? typed.reason : null;
  }

  /** What was typed for an order of this verb, where the game stands as it did then. */
  #of(caller: Caller, point: LogPoint, { verb }: Draft): UnfinishedOrder | null {
    const typed = this.#typed.get(keyOf(caller));
    const isOf = typed?.point.game === point.game && typed.point.seq === point.seq && typed.draft.verb === verb;
    return typed && isOf ? typed : null;
  }
}

function keyOf({ channel, member }: Caller): string {
  return `${channel} ${member.discordId}`;
}
