import type { SeatId } from '../game/index.ts';
import { type CommittedWrite, type GameRecord, isLessonOf, type Store } from '../store/index.ts';
import { withTimeout } from '../with-timeout.ts';
import type { MachineOrders } from './actions/machine-orders.ts';
import type { Caller } from './base/caller.ts';
import { loading } from './base/reading.ts';
import type { DeferredReply, Reply } from './base/reply.ts';
import type { Timers } from './features/background-jobs.ts';
import { inLesson, ofLesson } from './features/lessons.ts';
import type { Preloading } from './features/preloading.ts';
import type { BallotMessages, MessageRef } from './messages/ballot-messages.ts';
import type { GameTables } from './table/game-tables.ts';
import { incompatibleReply } from './table/replay-log.ts';

/** How long data may be waited for, of the three seconds that Discord allows. */
const PREPARING_MS = 1000;

export interface Request {
  /** The game to order in, the ballot to vote in, or the game that is only looked at. Null for other requests. */
  readonly about: { readonly game: string } | { readonly ballot: number } | { readonly looksAt: string } | null;
  /** The positions that the answer needs. By default, those of the game of `about` and of the channel's latest game. */
  readonly needs?: 'nothing' | 'running game' | 'table' | undefined;
  /** The pressed message with the ballots on it; null if none was pressed. */
  pressed(): PressedMessage | null;
  /** Calls the feature; null if the interaction was handled before. */
  run(caller: Caller): Reply | null;
}

interface PressedMessage extends MessageRef {
  readonly ballots: readonly number[];
  /** The game and the sides that its buttons are for. Null if it has other buttons, or is private. */
  readonly sides: { readonly game: string; readonly seats: readonly SeatId[] } | null;
}

export interface Handled {
  /** The channel in which the game is played. */
  readonly channel: string;
  /** Null if the interaction was handled before. */
  readonly answer: Reply | null;
  readonly writes: readonly CommittedWrite[];
  /** Why the answer could not be made after the change was committed. */
  readonly fault?: unknown;
  /** When the needed data was loaded, on the clock of `performance`. */
  readonly begun: number;
  /** Called once the answer is on its way. Notes the pressed message, and returns the work that is now due, if any. */
  due(): Due | null;
}

/** A transaction's writes, and its duration in milliseconds. */
export interface Commit {
  readonly writes: readonly CommittedWrite[];
  readonly ms: number;
}

/** Work to be scheduled after a change. */
export interface Due {
  /** The channels of the change. */
  readonly channels: readonly string[];
  /** Commits since the last call, without those that a `Handled` has reported. */
  readonly commits: readonly Commit[];
  /** When the clock has something to do, milliseconds since 1970; null if never. */
  readonly timer: number | null;
  /** When the next post or edit of the outbox is due, milliseconds since 1970; null if there is none. */
  readonly delivery: number | null;
  /** Games in these channels in which a machine is to order. */
  readonly machines: readonly string[];
  /** A game whose channel was thought to be deleted, but is there. */
  readonly back: string | null;
}

/** The features that requests, and the search for due work, need. */
interface RequestParts {
  readonly store: Store;
  readonly tables: Pick<GameTables, 'ready'>;
  readonly preloading: Pick<Preloading, 'forChannel' | 'position'>;
  readonly ballotMessages: Pick<BallotMessages, 'pressed'>;
  readonly timers: Pick<Timers, 'next'>;
  readonly machines: Pick<MachineOrders, 'due'>;
  /** Work that waits in memory only. */
  readonly backlog: { due(): number | null };
}

export function createRequests(parts: RequestParts) {
  const { store, preloading, timers, ballotMessages, backlog, tables } = parts;

  /** Commits that no result has reported yet. */
  const unreported: Commit[] = [];
  store.onCommit((writes, ms) => unreported.push({ writes, ms }));

  /** Handles a request once its data is loaded. Rejects if the feature throws before it commits anything. */
  async function handle(caller: Caller, request: Request): Promise<Handled> {
    const until = performance.now() + PREPARING_MS;
    const game = gameOf(request.about);
    const there = inGameChannel(caller, request.about, game);
    let waits: Promise<void> | null = null;
    const needs = request.needs === 'running game' ? store.runningIn(there.channel) : request.needs !== 'nothing';
    if (needs) {
      const isThere = game && !game.ended && game.channel === there.channel;
      const ready = preloading.forChannel(there.channel, isThere ? game : undefined);
      // A solution that is not there in time is done without, a position is not.
      if (ready && !(await isInTime(ready, until))) waits = preloading.position(there.channel);
      waits ??= otherGame(there, request.about, game);
    }
    const isLoaded = !waits || (await isInTime(waits, until));
    const begun = performance.now();
    const onlyLooks = request.about !== null && 'looksAt' in request.about;
    const rows = store.rowsWritten();
    const handled = (answer: Reply | null, commits: readonly Commit[] = []): Handled => ({
      channel: there.channel,
      answer,
      writes: commits.flatMap(({ writes }) => writes),
      begun,
      due: () => dueAfter(request, there.channel, rows),
    });
    if (waits && !isLoaded) return handled(ofLesson(there, loading(waits), onlyLooks));
    for (;;) {
      const { length } = unreported;
      try {
        const answer = request.run(there);
        const commits = unreported.splice(length);
        // Makes the solution while the map is drawn. The first order, or the first under a new council, need not wait.
        if (commits.some(({ writes }) => writes.some(({ kind }) => kind === 'start' || kind === 'council')))
          void preloading.forChannel(there.channel);
        if (answer?.fault !== undefined) return { ...unworded(handled(null, commits)), fault: answer.fault };
        if (answer?.awaits && (await isInTime(answer.awaits, until))) continue;
        const whole = answer?.later?.isSoon ? await soon(answer, answer.later, until) : answer;
        return handled(ofLesson(there, whole, onlyLooks), commits);
      } catch (error) {
        const incompatible = incompatibleReply(error);
        if (!incompatible) throw error;
        return handled(incompatible, unreported.splice(length));
      }
    }
  }

  /** Autocomplete choices; empty if they are not ready within a second. */
  async function complete<Choice>(
    channel: string,
    choices: () => readonly Choice[],
    { needs = 'table', ready }: Pick<Request, 'needs'> & { ready?(): Promise<void> | null } = {},
  ): Promise<readonly Choice[]> {
    const until = performance.now() + PREPARING_MS;
    const position = () => (needs === 'table' ? preloading.position(channel) : null);
    for (const waits of [position, ready]) {
      const work = waits?.();
      if (work && !(await isInTime(work, until))) return [];
    }
    return choices();
  }

  /**
   * The caller as if in the channel of the game meant. That is their own lesson's, or for a press in a side's ballot
   * channel the game's, without a moderator's permissions.
   */
  function inGameChannel(caller: Caller, about: Request['about'], game: GameRecord | null): Caller {
    if (!about) return caller;
    if (game && isLessonOf(game.channel, caller.member.discordId)) return inLesson(caller, game.system);
    if ('looksAt' in about) return caller;
    if (!game || game.channel === caller.channel || !store.isForSide(game.id, caller.channel)) return caller;
    return { ...caller, channel: game.channel, isModerator: false, threads: { kind: 'none' } };
  }

  function gameOf(about: Request['about']): GameRecord | null {
    if (!about) return null;
    const id = 'ballot' in about ? store.ballot(about.ballot)?.game : 'game' in about ? about.game : about.looksAt;
    return id === undefined ? null : store.game(id);
  }

  /** Loads a game other than the channel's latest; null if none is needed. */
  function otherGame({ channel }: Caller, about: Request['about'], game: GameRecord | null): Promise<void> | null {
    if (!game || (!game.ended && game.channel === channel)) return null;
    const ballot = about && 'ballot' in about ? store.ballot(about.ballot) : null;
    return tables.ready(game, ballot?.seq);
  }

  /** The work that is due after changes in channels. Cheap, since it loads no game. */
  function due(channels: readonly string[], back: string | null = null): Due {
    const { machines } = parts;
    return {
      channels,
      timer: timers.next(),
      delivery: store.nextDue(),
      machines: channels.flatMap((channel) => machines.due(channel)),
      back,
      // Reading clears them, so this comes last.
      commits: unreported.splice(0),
    };
  }

  /** Has the outbox post the change at once, because its answer could not be made. */
  function unworded(done: Handled): Handled {
    const due = () => {
      store.relaxedTransaction(() => store.retry({ channels: [done.channel] }));
      return done.due();
    };
    return { ...done, due };
  }

  /** @param rows how many rows had been written before the request */
  function dueAfter(request: Request, channel: string, rows: number): Due | null {
    const pressed = request.pressed();
    if (pressed) ballotMessages.pressed(pressed.ballots, pressed.channel, pressed.message);
    if (pressed?.sides) takeSpentButtons(pressed, pressed.sides);
    const back = store.noteChannelThere(channel) ? (store.runningIn(channel)?.id ?? null) : null;
    return store.rowsWritten() === rows && backlog.due() === null ? null : due([channel], back);
  }

  /** Takes the buttons of a message that offers sides, once the bot plays all of them. */
  function takeSpentButtons(
    { channel, message }: MessageRef,
    { game, seats }: NonNullable<PressedMessage['sides']>,
  ): void {
    const machines = store.machinesAt(game);
    if (seats.every((seat) => machines.includes(seat)))
      store.relaxedTransaction(() => store.takeButtons(game, { channel, id: message }));
  }

  return { handle, complete, due };
}

/** Resolves to the reply if it is made in time, otherwise to its announcement. Rejects if `make` does. */
async function soon(announced: Reply, later: DeferredReply, until: number): Promise<Reply> {
  const making = later.make().catch((error) => incompatibleReply(error) ?? Promise.reject(error));
  const isOver = await isInTime(making, until).catch(() => true);
  if (!isOver) return { ...announced, later: { ...later, make: () => making } };
  later.over?.();
  return making;
}

/** Whether work is done by a time on the clock of `performance`. Rejects if the work does. */
function isInTime(work: Promise<unknown>, until: number): Promise<boolean> {
  const done = work.then(() => true);
  return withTimeout(Math.max(0, until - performance.now()), done, false);
}
