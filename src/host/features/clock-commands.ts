import type { GameChange, GameTransactions } from '../actions/game-transactions.ts';
import type { SidePings } from '../actions/side-pings.ts';
import { type Caller, mayManageGame } from '../base/caller.ts';
import { type Reply, reply } from '../base/reply.ts';
import { plainName, WORDS } from '../base/wording.ts';
import { clockInWords, clockWith } from '../table/clock-settings.ts';
import type { GameTable } from '../table/game-tables.ts';
import { CLOCK_ANSWERS, clockRuns, setsClocks } from '../table/turn-words.ts';

/** How long a table waits for its sides. */
export class ClockCommands {
  readonly #transactions: GameTransactions;
  readonly #turns: SidePings;

  constructor(transactions: GameTransactions, turns: SidePings) {
    this.#transactions = transactions;
    this.#turns = turns;
  }

  /** Shows the table's clocks; with options, sets them. */
  showOrSet(caller: Caller, options: Readonly<Record<string, string>>): Reply | null {
    return this.#transactions.atTable(caller, null, (table) => {
      const { game, system } = table;
      if (system.seats.length < 2) return reply('member', WORDS.oneSide);
      const before = this.#turns.schedule.clockOf(game.id);
      if (Object.keys(options).length === 0) return reply('member', this.#inWords(table, CLOCK_ANSWERS.howToSetClock));
      if (!mayManageGame(caller, game)) return reply('member', WORDS.mayNotManageGame);
      const clock = clockWith(before, options);
      if (typeof clock === 'string') return reply('member', clock);
      if (JSON.stringify(clock) === JSON.stringify(before)) return reply('member', CLOCK_ANSWERS.sameClock);
      return this.#set(caller, table, clock);
    });
  }

  #set(caller: Caller, table: GameTable, clock: Exclude<ReturnType<typeof clockWith>, string>): GameChange {
    const { store } = this.#transactions;
    const { game } = table;
    store.setClock(game.id, clock);
    for (const asked of this.#turns.schedule.named(table)) this.#turns.schedule.arm(table, asked);
    const who = setsClocks(`**${plainName(caller.member.name)}**`);
    const answer = reply('channel', [who, this.#inWords(table)].join('\n'));
    return { after: table, answer: this.#transactions.keepNotice('council', game, caller.at, answer) };
  }

  #inWords(table: GameTable, ...more: readonly string[]): string {
    const { schedule } = this.#turns;
    const running = schedule.named(table).flatMap((asked) => {
      const ends = schedule.ends(table.game.id, asked);
      const side = table.system.seats.find(({ id }) => id === asked.seat)?.name ?? '';
      return ends === null ? [] : [clockRuns(side, ends)];
    });
    const lines = clockInWords(schedule.clockOf(table.game.id)).map((line) => `- ${line}`);
    return [...lines, ...running, ...more].join('\n');
  }
}
