import type { SeatId } from '../../game/index.ts';
import type { Caller } from '../base/caller.ts';
import { councilOf } from '../table/game-position.ts';
import type { GameTable } from '../table/game-tables.ts';
import { sitsAt } from '../table/seat-rules.ts';
import { phaseOf } from '../table/whose-turn.ts';
import { mayNotOrder } from './council-changes.ts';
import type { GameChange, GameTransactions } from './game-transactions.ts';
import { MOST_ORDERS, type OrderExecution } from './order-execution.ts';

export interface PressedShortcut {
  readonly caller: Caller;
  readonly seat: SeatId;
  readonly shortcut: string;
  readonly phaseKey: string | null;
}

export type ShortcutsUnderWay = ReturnType<typeof createShortcutsUnderWay>;

/**
 * Shortcuts that wait for a choice of the bot: “Fight all” goes on after it as the same member's press. They are in memory only, so after
 * a restart the member presses again.
 */
export function createShortcutsUnderWay({ store }: GameTransactions, orders: OrderExecution) {
  /** By game. `at`: the log's point when the bot was asked. */
  const underWay = new Map<string, PressedShortcut & { readonly at: string }>();

  /**
   * Notes a shortcut that waits for the bot.
   * @param before the table where it was pressed
   */
  function note(before: GameTable, after: GameTable, pressed: PressedShortcut): void {
    const { game, system, position, machines } = after;
    const isOwnTurn = !system.rules
      .asked(before.position.state)
      .some(({ seat, outOfTurn }) => seat === pressed.seat && outOfTurn);
    const asked = game.ended ? [] : system.rules.asked(position.state);
    const waits = asked.length > 0 && asked.every(({ seat, outOfTurn }) => outOfTurn && machines.includes(seat));
    if (isOwnTurn && waits) underWay.set(game.id, { ...pressed, at: placeOf(after) });
    else underWay.delete(game.id);
  }

  function isAt(table: GameTable): boolean {
    return underWay.get(table.game.id)?.at === placeOf(table);
  }

  /** Gives the orders after the bot's choice, in the same transaction, if the member still may. */
  function goOn(chosen: GameChange, at: number): GameChange {
    const { after } = chosen;
    const { game, system } = after;
    const pressed = underWay.get(game.id);
    underWay.delete(game.id);
    if (!pressed || game.ended) return chosen;
    const { caller, seat, shortcut, phaseKey } = pressed;
    const may =
      sitsAt(store, after, caller.member.discordId, seat) &&
      councilOf(after.position, seat).mode !== 'vote' &&
      mayNotOrder(store, caller, after, seat) === null;
    if (!may) return chosen;
    let given = 0;
    const { change } = orders.run(
      { member: caller.member, interaction: null, at },
      after,
      null,
      (there) => {
        given += 1;
        if (given > MOST_ORDERS || phaseOf(there, seat) !== phaseKey) return null;
        const order = system.play?.planning?.shortcuts.next(there.position.state, seat, shortcut) ?? null;
        return order && { seat, order };
      },
      { joins: true },
    );
    const last = change ?? chosen;
    note(after, last.after, pressed);
    if (!change) return chosen;
    const before = 'notices' in chosen.said ? chosen.said.notices : [];
    return { ...change, said: { ...change.said, notices: [...before, ...change.said.notices] } };
  }

  return { note, isAt, goOn };
}

/** An aborted transaction leaves another log of the same length, so the chain is part of the key. */
function placeOf({ position }: GameTable): string {
  return `${position.seq} ${position.chain}`;
}
