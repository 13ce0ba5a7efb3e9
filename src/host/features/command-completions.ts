import { type Draft, LONGEST_CHOICE } from '../../game/index.ts';
import type { Caller } from '../base/caller.ts';
import { WORDS } from '../base/common-words.ts';
import { ORDER_ANSWERS } from '../base/order-words.ts';
import { clipped } from '../base/reply.ts';
import { SEAT_ANSWERS } from '../base/seat-words.ts';
import { overlayCompletions, placeCompletions } from '../messages/map-replies.ts';
import { type Completion, completions, notice, orderCompletions } from '../messages/order-completions.ts';
import type { GameSources, GameTable } from '../table/game-tables.ts';
import { ifCompatible } from '../table/replay-log.ts';
import { overruledSide, seatOf } from '../table/seat-rules.ts';

export function createCommandCompletions({ store, tables }: GameSources) {
  function order(caller: Caller, draft: Draft, slot: string, typed: string): Completion[] {
    return atTable(caller, (table) => {
      const seat = seatOf(store, table, caller);
      return seat === null ? [notice(SEAT_ANSWERS.noSeat)] : completions(table, seat, draft, slot, typed);
    });
  }

  function plan(caller: Caller, typed: string): Completion[] {
    return atTable(caller, (table) => {
      const seat = seatOf(store, table, caller);
      if (seat === null) return [notice(SEAT_ANSWERS.noSeat)];
      const planning = table.system.play?.planning;
      return planning
        ? [...planning.complete(table.position.state, seat, typed)]
        : [notice(clipped(ORDER_ANSWERS.noPlans, LONGEST_CHOICE))];
    });
  }

  function overrule(caller: Caller, typed: string, side: string | null = null): Completion[] {
    return atTable(caller, (table) => {
      const seat = overruledSide(store, table, caller, side);
      return typeof seat === 'string'
        ? orderCompletions(table, seat, typed)
        : [notice(clipped(seat.text, LONGEST_CHOICE))];
    });
  }

  function sides(caller: Caller): Completion[] {
    const game = store.runningIn(caller.channel);
    const system = game && tables.systemIfCompatible(game);
    return (system?.about.seats ?? []).map(({ id, name }) => ({ label: name, value: id }));
  }

  function places(caller: Caller, typed: string): Completion[] {
    return atTable(caller, (table) => placeCompletions(table, typed), 'latestIn');
  }

  function overlays(caller: Caller, typed: string): Completion[] {
    return atTable(caller, (table) => overlayCompletions(table, typed), 'latestIn');
  }

  /** A single notice if there is no game, or its rules have changed. */
  function atTable(
    caller: Caller,
    work: (table: GameTable) => Completion[],
    which: 'runningIn' | 'latestIn' = 'runningIn',
  ): Completion[] {
    const found = ifCompatible(() => {
      const game = store[which](caller.channel);
      return game ? work(tables.table(game)) : [notice(WORDS.noGame)];
    });
    return found ?? [notice(WORDS.incompatibleInBrief)];
  }

  return { order, plan, overrule, sides, places, overlays };
}
