import { type CommittedWrite, isLessonOf, type Store } from '../store/index.ts';
import { withTimeout } from '../with-timeout.ts';
import type { MachineOrders } from './actions/machine-orders.ts';
import type { Caller } from './base/caller.ts';
import { type Hurry, NotReady } from './base/long-work.ts';
import { type Reply, reply } from './base/reply.ts';
import { WORDS } from './base/wording.ts';
import { inLesson, ofLesson } from './features/lessons.ts';
import type { Preloading } from './features/preloading.ts';
import type { Timers } from './features/timers.ts';
import type { BallotMessages, MessageRef } from './messages/ballot-messages.ts';
import { incompatibleReply, orIncompatible } from './table/incompatible-log.ts';

/** Of the three seconds an answer has, milliseconds that may go by before it is begun. */
const PREPARING_MS = 1000;

/** What a member asks for, by a command, a button, a menu or a form. */
export interface Request {
  /** The game whose order or ballot it is about, or which is only looked at. Null: it is about nothing of the kind. */
  readonly about: { readonly game: string } | { readonly ballot: number } | { readonly looksAt: string } | null;
  /** The message that was pressed, with the ballots that it shows. Null: none was. */
  pressed(): (MessageRef & { readonly ballots: readonly number[] }) | null;
  /** Has a feature do it. Null: the interaction had its effect before. */
  run(caller: Caller): Reply | null;
}

/** What a request has come to. */
export interface Handled {
  /** Where the game is played. */
  readonly channel: string;
  /** Null: the interaction had its effect before. */
  readonly answer: Reply | null;
  readonly writes: readonly CommittedWrite[];
  /** Why there is no answer, though what was asked for is on the disk. */
  readonly fault?: unknown;
  /** When what its channel needs was there, on the clock of `performance`. */
  readonly begun: number;
  /** Notes what the press says of its message and its channel. What is due since; null: nothing is. For when the answer is on its way. */
  due(): Due | null;
}

/** What one transaction has put on the disk, and in how many milliseconds. */
export interface Commit {
  readonly writes: readonly CommittedWrite[];
  readonly ms: number;
}

/** What must be done next, once something has changed. */
export interface Due {
  /** The channels in which it has changed. */
  readonly channels: readonly string[];
  /** What was committed since the last time, beside what members asked for. */
  readonly commits: readonly Commit[];
  /** When the clock has something to do, milliseconds since 1970; null: it has nothing to do. */
  readonly timer: number | null;
  /** The time of the next post or edit that no answer brings, milliseconds since 1970; `null` if there is none. */
  readonly delivery: number | null;
  /** Games in these channels in which a machine is to order. */
  readonly machines: readonly string[];
  /** A game whose channel was taken for gone, and is there. */
  readonly back: string | null;
}

/** What requests are handled with, and where it is read what is due. */
interface RequestParts {
  readonly store: Store;
  readonly hurry: Hurry;
  readonly preloading: Pick<Preloading, 'forChannel'>;
  readonly ballotMessages: Pick<BallotMessages, 'pressed'>;
  readonly timers: Pick<Timers, 'next'>;
  readonly machines: Pick<MachineOrders, 'due'>;
  /** Work that waits in memory alone. */
  readonly backlog: { waits(): boolean };
}

/** The one way in for what members ask. */
export class Requests {
  readonly #parts: RequestParts;
  /** Of which nobody has been told. */
  readonly #commits: Commit[] = [];

  constructor(parts: RequestParts) {
    this.#parts = parts;
    parts.store.onCommit((writes, ms) => this.#commits.push({ writes, ms }));
  }

  /** Rejects as the feature throws before it commits: nothing has been changed then. What takes long is waited for: others are answered meanwhile. */
  async handle(caller: Caller, request: Request): Promise<Handled> {
    const { store, hurry, preloading } = this.#parts;
    const until = performance.now() + PREPARING_MS;
    const there = this.atGame(caller, request.about);
    const ready = preloading.forChannel(there.channel);
    if (ready) await withTimeout(PREPARING_MS, ready, undefined);
    const begun = performance.now();
    const looks = request.about !== null && 'looksAt' in request.about;
    const rows = store.rowsWritten();
    const handled = (answer: Reply | null, commits: readonly Commit[] = []): Handled => ({
      channel: there.channel,
      answer,
      writes: commits.flatMap(({ writes }) => writes),
      begun,
      due: () => this.#dueAfter(request, there.channel, rows),
    });
    for (;;) {
      const { length } = this.#commits;
      try {
        const answer = hurry.quickly(() => request.run(there));
        const commits = this.#commits.splice(length);
        // A game that has just begun is prepared while its first map is drawn, so that its first order waits for nothing.
        if (commits.length > 0) void preloading.forChannel(there.channel);
        if (answer?.fault !== undefined) return { ...this.#unworded(handled(null, commits)), fault: answer.fault };
        return handled(ofLesson(there, answer, looks), commits);
      } catch (error) {
        const incompatible = incompatibleReply(error);
        if (incompatible) return handled(incompatible, this.#commits.splice(length));
        if (!(error instanceof NotReady)) throw error;
        if (await isThere(error, until)) continue;
        return handled(ofLesson(there, error.isReading ? this.#later(request, there) : stillLoading(), looks));
      }
    }
  }

  /** What is offered while a member types. Nothing, where it is not there in time. */
  async complete<Choice>(choices: () => readonly Choice[]): Promise<readonly Choice[]> {
    const until = performance.now() + PREPARING_MS;
    for (;;) {
      try {
        return this.#parts.hurry.quickly(choices);
      } catch (error) {
        if (!(error instanceof NotReady)) throw error;
        if (!(await isThere(error, until))) return [];
      }
    }
  }

  /**
   * The caller as if in the game's channel, for a press on a ballot in the channel for a side's ballots. What they may manage is that
   * other channel.
   */
  atGame(caller: Caller, about: Request['about']): Caller {
    if (!about) return caller;
    const { store } = this.#parts;
    const id = 'ballot' in about ? store.ballot(about.ballot)?.game : 'game' in about ? about.game : about.looksAt;
    const game = id === undefined ? null : store.game(id);
    if (game && isLessonOf(game.channel, caller.member.discordId)) return inLesson(caller, game.system);
    if ('looksAt' in about) return caller;
    if (!game || game.channel === caller.channel || !store.isForSide(game.id, caller.channel)) return caller;
    return { ...caller, channel: game.channel, isModerator: false, threads: { kind: 'none' } };
  }

  /** What is due once something has changed in channels. Nothing is built for it. */
  due(channels: readonly string[], back: string | null = null): Due {
    const { store, timers, machines } = this.#parts;
    return {
      channels,
      timer: timers.next(),
      delivery: store.nextDue(),
      machines: channels.flatMap((channel) => machines.due(channel)),
      back,
      // Last: they are told of once.
      commits: this.#commits.splice(0),
    };
  }

  /** What is read by the member alone who asks comes when it is there. */
  #later(request: Request, there: Caller): Reply {
    const make = async (): Promise<Reply> => {
      const answer = await this.#parts.hurry.whenReady(() => orIncompatible(() => request.run(there)));
      // What all are to see does not come in place of words for one.
      return answer?.to === 'member' ? answer : stillLoading();
    };
    return reply('member', WORDS.comesLater, { later: { make, over: () => {} } });
  }

  /** No answer brings what has changed: its channel gets it from the outbox, at once. */
  #unworded(done: Handled): Handled {
    const { store } = this.#parts;
    const due = () => {
      store.relaxedTransaction(() => store.retry({ channels: [done.channel] }));
      return done.due();
    };
    return { ...done, due };
  }

  /** @param rows that had been written before */
  #dueAfter(request: Request, channel: string, rows: number): Due | null {
    const { store, ballotMessages, backlog } = this.#parts;
    const pressed = request.pressed();
    if (pressed) ballotMessages.pressed(pressed.ballots, pressed.channel, pressed.message);
    const back = store.noteChannelThere(channel) ? (store.runningIn(channel)?.id ?? null) : null;
    return store.rowsWritten() === rows && !backlog.waits() ? null : this.due([channel], back);
  }
}

function stillLoading(): Reply {
  return reply('member', WORDS.stillLoading);
}

/** Whether what was not ready is there by a time on the clock of `performance`. */
async function isThere({ ready }: NotReady, until: number): Promise<boolean> {
  const left = until - performance.now();
  const there = ready.then(() => true);
  return left > 0 && (await withTimeout(left, there, false));
}
