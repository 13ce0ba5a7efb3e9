import { counted } from '../council/index.ts';
import type { Announcement } from './answer.ts';
import { type Ballots, readAlarm } from './ballots.ts';
import type { Councils } from './councils.ts';
import type { Decisions } from './decisions.ts';
import { councilOf } from './fold.ts';
import { type Change, clockwork, type Ledger } from './ledger.ts';
import { report } from './report.ts';
import type { Table } from './table.ts';

/** Something that was due and could not be done, with what is needed to see why. */
export interface Missed {
  readonly game: string;
  readonly what: string;
  readonly error: unknown;
}

/** Milliseconds until what could not be done is tried again. */
const AGAIN_MS = 5 * 60_000;

/** What a clock does at the tables. */
export class Bell {
  readonly #ledger: Ledger;
  readonly #ballots: Ballots;
  readonly #councils: Councils;
  readonly #decisions: Decisions;

  constructor(parts: {
    readonly ledger: Ledger;
    readonly ballots: Ballots;
    readonly councils: Councils;
    readonly decisions: Decisions;
  }) {
    this.#ledger = parts.ledger;
    this.#ballots = parts.ballots;
    this.#councils = parts.councils;
    this.#decisions = parts.decisions;
  }

  /** When something is due next, milliseconds since 1970. Null: nothing waits for a clock. */
  next(): number | null {
    return this.#ledger.store.nextAlarm();
  }

  /** Does all that is due at a time, each thing a transaction of its own: one that fails keeps none of the others from it. */
  strike(now: number): { readonly announcements: readonly Announcement[]; readonly missed: readonly Missed[] } {
    const announcements: Announcement[] = [];
    const missed: Missed[] = [];
    for (const { game, what } of this.#ledger.store.alarms(now)) {
      try {
        const announcement = this.#one(game, what, now);
        if (announcement) announcements.push(announcement);
      } catch (error) {
        missed.push({ game, what, error });
        this.#ledger.store.setAlarm(game, what, now + AGAIN_MS);
      }
    }
    return { announcements, missed };
  }

  #one(gameId: string, what: string, now: number): Announcement | null {
    const { store, tables } = this.#ledger;
    let channel = '';
    const answer = this.#ledger.once(null, () => {
      const game = store.game(gameId);
      // An alarm before it may have moved or silenced this one.
      const due = store.alarms(now).some((alarm) => alarm.game === gameId && alarm.what === what);
      if (!game || game.ended || !due) return null;
      channel = game.channel;
      const table = tables.table(game);
      const alarm = readAlarm(what);
      return alarm.what === 'ballot' ? this.#ballot(table, alarm.ballot, now) : this.#silence(table, alarm.seat, now);
    });
    return answer && { channel, answer };
  }

  #ballot(table: Table, id: number, now: number): Change | null {
    const { store } = this.#ledger;
    const ballot = table.ballots.find((open) => open.id === id);
    if (!ballot) {
      store.clearAlarm(table.game.id, `ballot ${id}`);
      return null;
    }
    const { decided, notice } = this.#decisions.strike(clockwork(now), table, ballot);
    if (decided) return decided;
    return notice && { after: table, answer: notice };
  }

  #silence(table: Table, seat: string, now: number): Change | null {
    const { store, render } = this.#ledger;
    const actor = clockwork(now);
    const before = councilOf(table.position, seat);
    const passed = this.#councils.afterSilence(actor, table, seat);
    if (!passed) {
      store.clearAlarm(table.game.id, `silence ${seat}`);
      return null;
    }
    const after = this.#ballots.follow(passed, actor, 'council');
    const { words, pings } = this.#councils.taken(councilOf(after.position, seat));
    const hours = before.rotate.after === 'silence' ? before.rotate.hours : 0;
    const text = `No order for ${counted(hours, 'hour')}.`;
    const answer = report(after, render, [[text, ...words].join(' ')]);
    return { after, answer: { ...answer, pings: { roles: [], users: pings } } };
  }
}
