import {
  type Applied,
  type Event,
  isRefusal,
  isSecret,
  type Order,
  orderKey,
  type RecordedDice,
  type Refusal,
  type SeatId,
  type State,
  sealedDice,
} from '../game/index.ts';
import { type Answer, say } from './answer.ts';
import type { Ballots } from './council/ballots.ts';
import type { Councils } from './council/councils.ts';
import { deed } from './deed.ts';
import { hmacOf } from './dice/seal.ts';
import type { Actor, Change, Ledger } from './ledger.ts';
import { refusedInWords } from './refused.ts';
import { report, told } from './report.ts';
import type { Table } from './table.ts';

/** How an order came about: whose word it was, and why. */
export interface Origin {
  readonly reason: string | null;
  /** The ballot that decided it, or that it overtook. */
  readonly ballot: number | null;
}

/** Orders carried out: thrown for, logged, and followed by what the table's way to decide makes of it. */
export class Orders {
  readonly #ledger: Ledger;
  readonly #ballots: Ballots;
  readonly #councils: Councils;

  constructor(ledger: Ledger, ballots: Ballots, councils: Councils) {
    this.#ledger = ledger;
    this.#ballots = ballots;
    this.#councils = councils;
  }

  /** What an order would do, with the dice it would throw. Nothing is changed. */
  try(
    { game, system, position }: Table,
    seat: SeatId,
    order: Order,
  ): { readonly applied: Applied<State, Event> | Refusal; readonly dice: RecordedDice } {
    const turn = position.standing.length;
    const dice = sealedDice(hmacOf(game.secret), { game: game.id, turn, order: orderKey(order) });
    return { applied: system.apply(position.state, seat, order, dice), dice };
  }

  /** Carries out an order, or says why not. */
  enact(actor: Actor, table: Table, seat: SeatId, order: Order, { reason, ballot }: Origin): Change | Answer {
    const { system, position } = table;
    const { store } = this.#ledger;
    const { applied, dice } = this.try(table, seat, order);
    if (isRefusal(applied)) return say('member', refusedInWords(system, applied));
    const { state, events } = applied;
    const entry = this.#ledger.append(actor, table.game, position.seq + 1, {
      kind: 'order',
      seat,
      order,
      throws: dice.thrown,
      reason,
      ballot,
    });
    const over = system.outcome(state) !== null;
    if (over) store.endGame(table.game.id, actor.at, 'finished');
    const given = {
      system,
      game: over ? { ...table.game, ended: { at: actor.at, how: 'finished' as const } } : table.game,
      position: {
        ...position,
        seq: entry.seq,
        standing: [...position.standing, entry],
        state,
        before: position.state,
        moment: { order, events },
      },
    };
    const passed = over ? { table: given, words: [], pings: [] } : this.#councils.afterOrder(actor, given, seat);
    const after = this.#ballots.follow(passed.table, actor, 'order');
    const said = [...deed(store, this.#ledger.tables, after), ...this.#ballots.voided(table.ballots)];
    const map = report(after, this.#ledger.render, [...said, ...passed.words]);
    const open = this.#ledger.calling(after.game, actor.at, passed.pings, passed.words, map);
    if (!isSecret(system, order)) return { after, answer: open };
    const own = `You: ${system.describe(order, seat, seat)}.`;
    return { after, answer: say('member', [own, ...told(after, events, seat)].join('\n'), { aside: open }) };
  }
}
