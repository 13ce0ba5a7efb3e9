import type { Client } from 'discord.js';
import type { Logger } from 'pino';
import { type DueMessage, type HostPart, isExpired } from '../../host/index.ts';
import type { Clock } from '../../time-source.ts';
import { isNetworkError, isOutage } from '../connection/network-errors.ts';
import { POSTING, THREADS } from './backoff.ts';
import { keyOf, keysOfDue, placeOf, queueOf } from './delivery-keys.ts';
import type { FailedPosts } from './failed-posts.ts';
import { FairQueue } from './fair-queue.ts';
import type { PostsInFlight } from './posts-in-flight.ts';

const AGAIN_MS = 60_000;

interface RunnerParts {
  readonly client: Pick<Client, 'guilds'>;
  readonly host: HostPart<{ undelivered: 'due' | 'heard' }>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly failed: FailedPosts;
  readonly inFlight: PostsInFlight;
  /** Rejects where it is to be tried again. */
  send(due: DueMessage): Promise<void>;
  /** Called when it has been tried. Never rejects. */
  sent(due: DueMessage): Promise<void>;
}

/**
 * Has all sent that waits in the outbox, now and from time to time, in lanes: one for each server and each DM, so that none keeps another
 * waiting; within a lane, for several channels side by side.
 */
export class OutboxRunner {
  readonly #parts: RunnerParts;
  readonly queue = new FairQueue();
  /** What waits in its lane, or is being sent. */
  readonly #queued = new Map<string, Promise<void>>();
  /** By channel, the last in the order of what will be said there. */
  readonly #lines = new Map<string, Promise<void>>();
  #cancel: (() => void) | null = null;
  isStopped = false;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** Channels that something is being said in. */
  get inHand(): number {
    return this.#lines.size;
  }

  start(): void {
    void this.run();
    this.#cancel = this.#parts.clock.after(AGAIN_MS, () => this.start());
  }

  async stop(): Promise<void> {
    this.#cancel?.();
    this.#cancel = null;
    this.isStopped = true;
    await this.queue.idle();
    // What arrives may leave an older map to be removed.
    while (this.#lines.size > 0) await Promise.all(this.#lines.values());
  }

  /** Does something in a channel after everything that already waits there. `work` never rejects. */
  inLine(channel: string, work: () => Promise<void>): Promise<void> {
    const line = (this.#lines.get(channel) ?? Promise.resolve()).then(work).then(() => {
      if (this.#lines.get(channel) === line) this.#lines.delete(channel);
    });
    this.#lines.set(channel, line);
    return line;
  }

  /** Sends what waits; resolves when each has been tried. Never rejects. */
  async run(): Promise<void> {
    try {
      const dues = this.#withoutExpired(this.#parts.host.undelivered.due());
      const keys = new Set(dues.flatMap(keysOfDue));
      this.#parts.failed.keep(keys);
      this.#parts.inFlight.keep(keys);
      const isInTurn = (due: DueMessage) => this.#queued.has(keyOf(due)) || this.maySend(due);
      await Promise.all(dues.filter(isInTurn).map((due) => this.enqueue(due)));
    } catch (error) {
      this.#parts.log.error({ err: error }, 'undelivered messages could not be read');
    }
  }

  #withoutExpired(dues: readonly DueMessage[]): DueMessage[] {
    const [now, isIn] = [this.#parts.clock.now(), (guild: string | null) => this.#isIn(guild)];
    const expired = dues.filter((due) => isExpired(due, now, isIn));
    if (expired.length > 0)
      this.#parts.host.undelivered.heard(expired.flatMap((due) => (due.what === 'notice' ? due.notice : [])));
    return dues.filter((due) => !expired.includes(due));
  }

  enqueue(due: DueMessage): Promise<void> {
    const key = keyOf(due);
    const queued = this.#queued.get(key);
    if (queued) return queued;
    const work = this.queue
      .add(queueOf(due), () => this.inLine(due.channel, () => this.#send(due)), placeOf(due))
      .then(() => {
        this.#queued.delete(key);
        return this.#parts.sent(due);
      });
    this.#queued.set(key, work);
    return work;
  }

  /** Whether it is time to deliver it. If the bot has been removed, it waits until the bot is back. */
  maySend(due: DueMessage): boolean {
    return this.mayTry(due) && this.isFree([keyOf(due)]);
  }

  /** The same, whatever became of it before. */
  mayTry({ guild }: DueMessage): boolean {
    return !this.isStopped && this.#isIn(guild);
  }

  /** Resolves when what has this key has been tried; undefined: it does not wait. */
  queued(key: string): Promise<void> | undefined {
    return this.#queued.get(key);
  }

  #isIn(guild: string | null): boolean {
    return guild === null || this.#parts.client.guilds.cache.has(guild);
  }

  isFree(keys: readonly string[]): boolean {
    // Somewhat before its time, so that the round that is due by then finds it due.
    const soon = this.#parts.clock.now() + AGAIN_MS / 2;
    return !keys.some((key) => this.#parts.inFlight.isUnderWay(key)) && this.#parts.failed.mayRetry(keys, soon);
  }

  /** Sends it, if it is still to be sent when its turn comes. Never rejects. */
  async #send(due: DueMessage): Promise<void> {
    if (!this.maySend(due)) return;
    try {
      await this.#parts.send(due);
    } catch (error) {
      const { what, ...which } = due;
      const level = isNetworkError(error) ? 'warn' : 'error';
      const wait = what === 'thread' || what === 'post' ? THREADS : POSTING;
      if (this.#parts.failed.putOff([keyOf(due)], due.channel, isOutage(error), wait))
        this.#parts.log[level]({ err: error, ...which }, COULD_NOT[what]);
    }
  }

  /** Tries at once what a server has not got; resolves when it has been tried. Never rejects. */
  async returnedTo(guild: string): Promise<void> {
    try {
      for (const due of this.#parts.host.undelivered.due())
        if (due.guild === guild) this.#parts.failed.retryNow(keysOfDue(due));
      await this.run();
    } catch (error) {
      this.#parts.log.error({ err: error, guild }, 'undelivered messages could not be read');
    }
  }

  /** Retries at once everything that failed while Discord was out of order. Never rejects. */
  async wellAgain(): Promise<void> {
    this.#parts.failed.wellAgain();
    await this.run();
  }

  /** The bot can post in channels again, or can do more there: what they have not got is tried at once. Never rejects. */
  async regained(channels: ReadonlySet<string>): Promise<void> {
    this.#parts.failed.regained(channels);
    await this.run();
  }
}

const COULD_NOT = {
  map: 'an undelivered map could not be made; trying later',
  ballot: 'the message of a ballot could not be made; trying later',
  'side ballot': 'the message of a ballot could not be made; trying later',
  notice: 'an undelivered message could not be made; trying later',
  thread: 'a thread could not be opened; trying later',
  post: 'a thread could not be opened; trying later',
  buttons: 'the buttons of an earlier board could not be removed; trying later',
} as const satisfies { [what in DueMessage['what']]: string };
