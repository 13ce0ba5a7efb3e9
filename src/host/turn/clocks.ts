import { type Answer, say } from '../answer.ts';
import { type Caller, mayDirect } from '../caller.ts';
import type { Change, Ledger } from '../ledger.ts';
import type { Table } from '../table.ts';
import { plainName, WORDS } from '../wording.ts';
import { clockInWords, clockWith } from './clock.ts';
import type { Turns } from './turns.ts';
import { moment } from './words.ts';

/** How long a table waits for its sides. */
export class Clocks {
  readonly #ledger: Ledger;
  readonly #turns: Turns;

  constructor(ledger: Ledger, turns: Turns) {
    this.#ledger = ledger;
    this.#turns = turns;
  }

  /** Shows the table's clocks; with options, sets them. */
  clock(caller: Caller, options: Readonly<Record<string, string>>): Answer | null {
    return this.#ledger.atTable(caller, null, (table) => {
      const { game, system } = table;
      if (system.seats.length < 2) return say('member', WORDS.oneSide);
      const before = this.#turns.calls.clockOf(game.id);
      if (Object.keys(options).length === 0) return say('member', this.#inWords(table, WORDS.howToSetClock));
      if (!mayDirect(caller, game)) return say('member', WORDS.mayNotDirect);
      const clock = clockWith(before, options);
      if (typeof clock === 'string') return say('member', clock);
      if (JSON.stringify(clock) === JSON.stringify(before)) return say('member', WORDS.sameClock);
      return this.#set(caller, table, clock);
    });
  }

  #set(caller: Caller, table: Table, clock: Exclude<ReturnType<typeof clockWith>, string>): Change {
    const { store } = this.#ledger;
    const { game } = table;
    store.setClock(game.id, clock);
    for (const asked of this.#turns.calls.named(table)) this.#turns.calls.arm(table, asked);
    const who = `**${plainName(caller.member.name)}** sets this table’s clocks.`;
    const answer = say('channel', [who, this.#inWords(table)].join('\n'));
    return { after: table, answer: this.#ledger.tell('council', game, caller.at, answer) };
  }

  #inWords(table: Table, ...more: readonly string[]): string {
    const { calls } = this.#turns;
    const running = calls.named(table).flatMap((asked) => {
      const ends = calls.ends(table.game.id, asked);
      const side = table.system.seats.find(({ id }) => id === asked.seat)?.name ?? '';
      return ends === null ? [] : [`- **${side}:** until ${moment(ends)}.`];
    });
    const lines = clockInWords(calls.clockOf(table.game.id)).map((line) => `- ${line}`);
    return [...lines, ...running, ...more].join('\n');
  }
}
