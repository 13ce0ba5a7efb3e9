import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Clock } from '../../time-source.ts';

/** Most pieces of work at once, in all and of one lane: a busy lane leaves room for others. */
const AT_ONCE = 8;
const OF_ONE = 6;
/** A piece that takes longer than this keeps its own lane waiting, and no other. Milliseconds. */
const SLOW_MS = 3000;

/**
 * Runs work for many without letting one hold up the others: each lane has only a few pieces in the common queue. In a lane, pieces for one
 * place run in order, pieces for different places side by side.
 */
export class FairQueue {
  readonly #all: PQueue;
  readonly #slow: number;
  readonly #lanes = new Map<string, PQueue>();
  readonly #places = new Map<string, PQueue>();

  constructor(atOnce = AT_ONCE, slow = SLOW_MS) {
    this.#all = new PQueue({ concurrency: atOnce });
    this.#slow = slow;
  }

  /**
   * Adds a piece of work to a lane. Settles as the work does.
   * @param place pieces for the same place run in order; by default the whole lane is one place
   * @param ready resolves when the place may have it; nothing else waits for that
   */
  add(lane: string, work: () => Promise<void>, place = '', ready: (() => Promise<void>) | null = null): Promise<void> {
    return within(this.#places, `${lane} ${place}`, 1, async () => {
      if (ready) await ready();
      await within(this.#lanes, lane, OF_ONE, () => this.#begin(work));
    });
  }

  /** Resolves when all that has been added so far is over. */
  async idle(): Promise<void> {
    await Promise.all([...this.#places.values()].map((queue) => queue.onIdle()));
  }

  #begin(work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      void this.#all.add(async () => {
        const over = new AbortController();
        const done = (async () => work())()
          .then(resolve, reject)
          .finally(() => over.abort());
        await Promise.race([done, pause(this.#slow, undefined, over).catch(() => {})]);
      });
    });
  }
}

/** Does work in the queue of that name, which is there as long as it has any. */
async function within(
  queues: Map<string, PQueue>,
  name: string,
  concurrency: number,
  work: () => Promise<void>,
): Promise<void> {
  const queue = queues.get(name) ?? new PQueue({ concurrency });
  queues.set(name, queue);
  try {
    await queue.add(work);
  } finally {
    if (queue.size + queue.pending === 0) queues.delete(name);
  }
}

/** Channels of which it is known when they had an edit. */
const REMEMBERED = 2000;

/** Edits of messages: in each channel one at a time, with rests in between. */
export class ChannelEdits {
  readonly #clock: Clock;
  readonly #underWay = new Map<string, Promise<unknown>>();
  readonly #edited = new LRUCache<string, number>({ max: REMEMBERED });
  readonly #resting = new Set<() => void>();
  #stopped = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Channels in which something is being edited. */
  get inHand(): number {
    return this.#underWay.size;
  }

  /** Nobody rests any longer. */
  stop(): void {
    this.#stopped = true;
    for (const wake of this.#resting) wake();
  }

  /** Edits a message of a channel while no other is edited there. Settles as the work does. */
  async alone<Result>(channel: string, work: () => Promise<Result>): Promise<Result> {
    for (let other = this.#underWay.get(channel); other; other = this.#underWay.get(channel)) await other;
    const working = work();
    const over = () => {
      this.#underWay.delete(channel);
      this.note(channel);
    };
    this.#underWay.set(channel, working.then(over, over));
    return await working;
  }

  /** A rest begins. */
  note(whose: string): void {
    this.#edited.set(whose, this.#clock.now());
  }

  /** Resolves so many milliseconds after the last edit. */
  async rest(whose: string, ms: number): Promise<void> {
    const left = (this.#edited.get(whose) ?? Number.NEGATIVE_INFINITY) + ms - this.#clock.now();
    // A clock that was set back can make it longer than the rest itself.
    if (left <= 0 || left > ms || this.#stopped) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        cancel();
        this.#resting.delete(wake);
        resolve();
      };
      const cancel = this.#clock.after(left, wake);
      this.#resting.add(wake);
    });
  }
}
