import { canonical, type Draft, type SeatId } from '../game/index.ts';
import { Recent } from '../render/recent.ts';
import type { Point } from './answer.ts';
import type { Caller } from './caller.ts';
import { meant } from './completions.ts';
import { walked } from './drafts.ts';
import type { Table } from './table.ts';

/** Of an order that lacked something: what was typed, and where its game stood. */
interface Typed {
  readonly point: Point;
  readonly draft: Draft;
  readonly reason: string | null;
}

/** Members who are asked for the rest at once, at most; what was typed before that has to be typed again. */
const MOST = 500;

/** What members have typed of orders that lacked something, until they have chosen the rest from lists: a custom id has no room for it. */
export class TypedBefore {
  readonly #typed = new Recent<Typed>(MOST);

  note(caller: Caller, typed: Typed): void {
    this.#typed.keep(keyOf(caller), typed, 1);
  }

  /** A draft with what was typed for the questions that come after it now, as far as that is legal still. */
  further(caller: Caller, point: Point, table: Table, seat: SeatId, draft: Draft): Draft {
    const typed = this.#of(caller, point, draft);
    return typed ? walked(table, seat, { ...typed.draft, ...draft }, meant).draft : draft;
  }

  /** The reason that was typed for an order that has become whole; null: none was, or for another. */
  reason(caller: Caller, point: Point, table: Table, seat: SeatId, order: Draft): string | null {
    const typed = this.#of(caller, point, order);
    if (!typed) return null;
    const { draft } = walked(table, seat, { ...order, ...typed.draft }, meant);
    const isSame = Object.entries(draft).every(([slot, value]) => canonical(order[slot] ?? null) === canonical(value));
    return isSame ? typed.reason : null;
  }

  /** What was typed for an order of this verb, where the game stands as it did then. */
  #of(caller: Caller, point: Point, { verb }: Draft): Typed | null {
    const typed = this.#typed.get(keyOf(caller));
    const isOf = typed?.point.game === point.game && typed.point.seq === point.seq && typed.draft.verb === verb;
    return typed && isOf ? typed : null;
  }
}

function keyOf({ channel, member }: Caller): string {
  return `${channel} ${member.discordId}`;
}
