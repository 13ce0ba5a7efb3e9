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

/**
 * Shortcuts that wait for a choice of the bot: “Fight all” goes on after it as the same member's press. They are in memory only, so after
 * a restart the member presses again.
 */
export class ShortcutsUnderWay {
  readonly #transactions: GameTransactions;
  readonly #orders: OrderExecution;
  /** By game. `at`: the log's point when the bot was asked. */
  readonly #underWay = new Map<string, PressedShortcut & { readonly at: string }>();

  constructor(transactions: GameTransactions, orders: OrderExecution) {
    this.#transactions = transactions;
    this.#orders = orders;
  }

  /**
   * Notes a shortcut that waits for the bot.
   * @param before the table where it was pressed
   */
  note(before: GameTable, after: GameTable, pressed: PressedShortcut): void {
    const { game, system, position, machines } = after;
    const isOwnTurn = !system.rules
      .asked(before.position.state)
      .some(({ seat, outOfTurn }) => seat === pressed.seat && outOfTurn);
    const asked = game.ended ? [] : system.rules.asked(position.state);
    const waits = asked.length > 0 && asked.every(({ seat, outOfTurn }) => outOfTurn && machines.includes(seat));
    if (isOwnTurn && waits) this.#underWay.set(game.id, { ...pressed, at: placeOf(after) });
    else this.#underWay.delete(game.id);
  }

  isAt(table: GameTable): boolean {
    return this.#underWay.get(table.game.id)?.at === placeOf(table);
  }

  /** Gives the orders after the bot's choice, in the same transaction, if the member still may. */
  goOn(chosen: GameChange, at: number): GameChange {
    const { after } = chosen;
    const { game, system } = after;
    const pressed = this.#underWay.get(game.id);
    this.#underWay.delete(game.id);
    if (!pressed || game.ended) return chosen;
    const { caller, seat, shortcut, phaseKey } = pressed;
    const may =
      sitsAt(this.#transactions.store, after, caller.member.discordId, seat) &&
      councilOf(after.position, seat).mode !== 'vote' &&
      mayNotOrder(this.#transactions.store, caller, after, seat) === null;
    if (!may) return chosen;
    let given = 0;
    const { change } = this.#orders.run(
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
    this.note(after, last.after, pressed);
    if (!change) return chosen;
    const before = 'notices' in chosen.said ? chosen.said.notices : [];
    return { ...change, said: { ...change.said, notices: [...before, ...change.said.notices] } };
  }
}

/** An aborted transaction leaves another log of the same length, so the chain is part of the key. */
function placeOf({ position }: GameTable): string {
  return `${position.seq} ${position.chain}`;
}
