import { counted, DAY, HOUR, listed, MINUTE, OPEN_COUNCIL } from '../../council/index.ts';
import { type GameRecord, troubleOf } from '../../store/index.ts';
import { type Announcement, type Answer, say } from '../answer.ts';
import { councilOf } from '../fold.ts';
import { type Change, clockwork, type Ledger } from '../ledger.ts';
import { isFull } from '../log-length.ts';
import { NotReady } from '../long-work.ts';
import { DECIDE } from '../offers.ts';
import { report } from '../report.ts';
import { sideName } from '../seats.ts';
import type { Table } from '../table.ts';
import type { TurnBell } from '../turn/strike.ts';
import { type Alarm, type Ballots, leftOf, readAlarm } from './ballots.ts';
import type { Councils } from './councils.ts';
import type { Decisions } from './decisions.ts';

/** Something that was due and could not be done, with what is needed to see why. */
export interface Missed {
  readonly game: string;
  readonly what: string;
  readonly error: unknown;
}

/** Alarms that are done in one go, so that members are answered in between. */
const MOST_AT_ONCE = 50;
/** Milliseconds until what could not be done is tried again. */
const AGAIN_MS = 5 * 60_000;

/** Command passes to nobody in particular. */
const NOBODY: ReturnType<Councils['taken']> = { words: [], pings: [] };

/** What a clock does at the tables. */
export class Bell {
  readonly #ledger: Ledger;
  readonly #ballots: Ballots;
  readonly #councils: Councils;
  readonly #decisions: Decisions;
  readonly #turns: TurnBell;

  constructor(parts: {
    readonly ledger: Ledger;
    readonly ballots: Ballots;
    readonly councils: Councils;
    readonly decisions: Decisions;
    readonly turnBell: TurnBell;
  }) {
    this.#ledger = parts.ledger;
    this.#ballots = parts.ballots;
    this.#councils = parts.councils;
    this.#decisions = parts.decisions;
    this.#turns = parts.turnBell;
  }

  /** When something is due next, milliseconds since 1970. Null: nothing waits for a clock. */
  next(): number | null {
    return this.#ledger.store.nextAlarm();
  }

  /**
   * Does what is due at a time, each thing a transaction of its own: one that fails keeps none of the others from it. So many at
   * once at most; `more` says that there are others. What needs a long log first stays due; `ready` resolves when the first such log is there.
   */
  strike(now: number): {
    readonly announcements: readonly Announcement[];
    readonly missed: readonly Missed[];
    readonly more: boolean;
    readonly ready: Promise<void> | null;
  } {
    const notReady: Promise<void>[] = [];
    const announcements: Announcement[] = [];
    const missed: Missed[] = [];
    const due = this.#ledger.store.alarms(now, MOST_AT_ONCE + 1);
    for (const { game, what } of due.slice(0, MOST_AT_ONCE)) {
      try {
        const announcement = this.#ledger.tables.hurry.quickly(() => this.#one(game, what, now));
        if (announcement) announcements.push(announcement);
      } catch (error) {
        if (error instanceof NotReady) {
          notReady.push(error.ready);
          continue;
        }
        // What keeps the database from being used keeps all that is due from being done: a lock is waited for once.
        if (troubleOf(error) !== null) {
          if (announcements.length === 0 && missed.length === 0) throw error;
          return { announcements, missed, more: true, ready: null };
        }
        missed.push({ game, what, error });
        this.#putOff(game, what, now, missed);
      }
    }
    const ready = notReady.length > 0 ? Promise.race(notReady) : null;
    return { announcements, missed, more: due.length > MOST_AT_ONCE, ready };
  }

  /**
   * The time was set back: what was set while it stood ahead is due now, so that `strike` sets it anew. No log is read here, however
   * many games wait for a clock.
   */
  setBack(now: number): void {
    const { store } = this.#ledger;
    store.transaction(() => {
      for (const { game, seat } of store.waitedSince(now + MINUTE))
        if (store.game(game)?.ended === null) store.setAlarm(game, `clock ${seat}`, now);
      for (const { game, what, at } of store.alarms(Number.MAX_SAFE_INTEGER)) {
        const alarm = readAlarm(what);
        const farthest = this.#farthest(game, alarm);
        if (at - now > farthest + MINUTE) store.setAlarm(game, what, alarm.what === 'ballot' ? now : now + farthest);
      }
    });
  }

  /** How long before its time an alarm is set at the most. Milliseconds. */
  #farthest(game: string, alarm: Alarm): number {
    const { store, tables } = this.#ledger;
    switch (alarm.what) {
      case 'ballot':
        return store.ballot(alarm.ballot)?.rules.window ?? 0;
      case 'silence': {
        const { rotate } = councilOf({ councils: tables.councilsOf(game) }, alarm.seat);
        return rotate.after === 'silence' ? rotate.hours * HOUR : 0;
      }
      case 'left':
        return AGAIN_MS;
      // Quiet hours end within a day.
      case 'wake':
        return DAY;
      // They go with what a side is waited for, which is looked at by itself.
      case 'clock':
      case 'remind':
        return Number.POSITIVE_INFINITY;
      default:
        return alarm satisfies never;
    }
  }

  /** What has been done already is told whatever comes of this. */
  #putOff(game: string, what: string, now: number, missed: Missed[]): void {
    try {
      this.#ledger.store.setAlarm(game, what, now + AGAIN_MS);
    } catch (error) {
      missed.push({ game, what, error });
    }
  }

  #one(gameId: string, what: string, now: number): Announcement | null {
    const { store, tables } = this.#ledger;
    let channel = '';
    const ring = () => {
      const game = store.game(gameId);
      // An alarm before it may have moved or silenced this one.
      const at = store.alarm(gameId, what);
      if (!game || game.ended || at === null || at > now) return null;
      channel = game.channel;
      const alarm = readAlarm(what);
      if (alarm.what === 'left') return this.#left(game, alarm.seat, now);
      // No clock does anything more there: a moderator ends the campaign.
      if (isFull(store.lastSeq(gameId))) {
        store.clearAlarm(gameId, what);
        return null;
      }
      return this.#rings(tables.table(game), alarm, now);
    };
    const answer = this.#ledger.once(null, ring, clockwork(now));
    return answer && { channel, answer };
  }

  #rings(table: Table, alarm: Exclude<Alarm, { readonly what: 'left' }>, now: number): Change | null {
    switch (alarm.what) {
      case 'ballot':
        return this.#ballot(table, alarm.ballot, now);
      case 'silence':
        return this.#silence(table, alarm.seat, now);
      case 'clock':
        return this.#turns.clock(table, alarm.seat, now);
      case 'remind':
        return this.#turns.remind(table, alarm.seat, now);
      case 'wake':
        return this.#turns.wake(table, alarm.seat, now);
      default:
        return alarm satisfies never;
    }
  }

  #ballot(table: Table, id: number, now: number): Change | null {
    const { store } = this.#ledger;
    const ballot = table.ballots.find((open) => open.id === id);
    if (!ballot) {
      store.clearAlarm(table.game.id, `ballot ${id}`);
      return null;
    }
    const { closed, notice } = this.#decisions.strike(clockwork(now), table, ballot);
    if (closed) return closed;
    return notice && { after: table, answer: notice };
  }

  /** Somebody in command has left: who commands now, or how else this table decides. */
  #left(game: GameRecord, seat: string, now: number): Answer | Change {
    const { store, tables, render } = this.#ledger;
    store.clearAlarm(game.id, leftOf(seat));
    const changes = store.councilsIn(game.id).filter((entry) => entry.seat === seat);
    const left = changes.findLastIndex(({ member }) => member?.discordId === null);
    const before = changes[left - 1]?.council ?? OPEN_COUNCIL;
    const after = changes.at(-1)?.council ?? OPEN_COUNCIL;
    const passes = after.mode === 'commander' && before.commanders[0] !== after.commanders[0];
    const { words, pings } = passes && after.rotate.after !== 'never' ? this.#councils.taken(after) : NOBODY;
    const changed = `Somebody in command has left: ${this.#councils.inWords(before, after, this.#sideOf(game, seat)).join('; ')}.`;
    const text = words.length > 0 ? ['Somebody in command has left.', ...words].join(' ') : changed;
    const called = { pings: { roles: [], users: pings } };
    if (before.mode === after.mode || tables.misfit(game) !== null)
      return this.#ledger.tell('council', game, now, say('channel', text, { rows: [[DECIDE]], ...called }));
    const table = this.#ballots.follow(tables.table(game), clockwork(now), 'council');
    this.#ledger.owe(game, table.position.seq, now);
    const answer = report(table, render, [text]);
    return { after: table, answer: this.#ledger.calling(game, now, pings, words, answer) };
  }

  /** Also of a game whose log does not fit its rules any more. */
  #sideOf(game: GameRecord, seat: string): string | null {
    const { tables } = this.#ledger;
    return tables.misfit(game) === null ? sideName(tables.system(game), seat) : null;
  }

  #silence(table: Table, seat: string, now: number): Change | null {
    const { store, render } = this.#ledger;
    const actor = clockwork(now);
    const before = councilOf(table.position, seat);
    const passed = this.#councils.afterSilence(actor, table, seat);
    if (passed === 'rests') {
      const names = before.commanders.map((member) => `**${this.#councils.name(member)}**`);
      const text = `Nobody in the rota has given an order. Command rests: whoever of ${listed(names, 'and')} orders first takes it up.`;
      return { after: table, answer: this.#ledger.tell('rest', table.game, now, say('channel', text)) };
    }
    if (!passed) {
      store.clearAlarm(table.game.id, `silence ${seat}`);
      return null;
    }
    const after = this.#ballots.follow(passed, actor, 'council');
    const { words, pings } = this.#councils.taken(councilOf(after.position, seat));
    const hours = before.rotate.after === 'silence' ? before.rotate.hours : 0;
    const text = `No order for ${counted(hours, 'hour')}.`;
    const answer = report(after, render, [[text, ...words].join(' ')]);
    return { after, answer: this.#ledger.calling(after.game, now, pings, words, answer) };
  }
}
