import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Clock } from '../../time-source.ts';

/** Most pieces of work at once, in all and of one lane: a busy lane leaves room for others. */
const AT_ONCE = 8;
const OF_ONE = 6;
/** A piece that takes longer than this keeps its own lane waiting, and no other. Milliseconds. */
const SLOW_MS = 3000;

/** Runs work so that no lane holds up another. In a lane, pieces for one place run in order, for different places side by side. */
export function createFairQueue(atOnce = AT_ONCE, slow = SLOW_MS) {
  const all: PQueue = new PQueue({ concurrency: atOnce });
  const lanes = new Map<string, PQueue>();
  const places = new Map<string, PQueue>();

  /**
   * Adds a piece of work to a lane. Settles as the work does.
   * @param place pieces for the same place run in order; by default the whole lane is one place
   * @param ready resolves when the place may have it; nothing else waits for that
   */
  function add(
    lane: string,
    work: () => Promise<void>,
    place = '',
    ready: (() => Promise<void>) | null = null,
  ): Promise<void> {
    return within(places, `${lane} ${place}`, 1, async () => {
      if (ready) await ready();
      await within(lanes, lane, OF_ONE, () => begin(work));
    });
  }

  async function idle(): Promise<void> {
    await Promise.all([...places.values()].map((queue) => queue.onIdle()));
  }

  function begin(work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      void all.add(async () => {
        const over = new AbortController();
        const done = (async () => work())()
          .then(resolve, reject)
          .finally(() => over.abort());
        await Promise.race([done, pause(slow, undefined, over).catch(() => {})]);
      });
    });
  }

  return { add, idle };
}

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

export type ChannelEdits = ReturnType<typeof createChannelEdits>;

/** Edits of messages: in each channel one at a time, with rests in between. */
export function createChannelEdits(clock: Clock) {
  const underWay = new Map<string, Promise<unknown>>();
  const edited = new LRUCache<string, number>({ max: REMEMBERED });
  const resting = new Set<() => void>();
  let stopped = false;

  function stop(): void {
    stopped = true;
    for (const wake of resting) wake();
  }

  /** Edits a message of a channel while no other is edited there. Settles as the work does. */
  async function alone<Result>(channel: string, work: () => Promise<Result>): Promise<Result> {
    for (let other = underWay.get(channel); other; other = underWay.get(channel)) await other;
    const working = work();
    const over = () => {
      underWay.delete(channel);
      note(channel);
    };
    underWay.set(channel, working.then(over, over));
    return await working;
  }

  function note(whose: string): void {
    edited.set(whose, clock.now());
  }

  async function rest(whose: string, ms: number): Promise<void> {
    const left = (edited.get(whose) ?? Number.NEGATIVE_INFINITY) + ms - clock.now();
    // A clock that was set back can make it longer than the rest itself.
    if (left <= 0 || left > ms || stopped) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        cancel();
        resting.delete(wake);
        resolve();
      };
      const cancel = clock.after(left, wake);
      resting.add(wake);
    });
  }

  return {
    stop,
    alone,
    note,
    rest,
    get inHand(): number {
      return underWay.size;
    },
  };
}
