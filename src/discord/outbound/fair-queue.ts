import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Clock } from '../../time-source.ts';

/** Jobs at once in all lanes together. */
const AT_ONCE = 8;
const OF_ONE = 6;
/** A slower job keeps only its own lane waiting. Milliseconds. */
const SLOW_MS = 3000;

/** Runs jobs so that no lane holds up another. In a lane, only jobs for the same place run in order. */
export function createFairQueue(atOnce = AT_ONCE, slow = SLOW_MS) {
  const all: PQueue = new PQueue({ concurrency: atOnce });
  const lanes = new Map<string, PQueue>();
  const places = new Map<string, PQueue>();

  /**
   * Adds a job to a lane. Settles as the job does.
   * @param place jobs for the same place run in order; by default the whole lane is one place
   * @param ready resolves when the place is ready for the job. Jobs for other places don't wait for that
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

/** Channels whose last edit is remembered. */
const REMEMBERED = 2000;

export type ChannelEdits = ReturnType<typeof createChannelEdits>;

/** Edits messages one at a time in each channel, with pauses between edits. */
export function createChannelEdits(clock: Clock) {
  const underWay = new Map<string, Promise<unknown>>();
  const edited = new LRUCache<string, number>({ max: REMEMBERED });
  const resting = new Set<() => void>();
  let stopped = false;

  function stop(): void {
    stopped = true;
    for (const wake of resting) wake();
  }

  /** Runs an edit while no other runs in its channel. Settles as the edit does. */
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

  function note(channel: string): void {
    edited.set(channel, clock.now());
  }

  /** Resolves so many milliseconds after the last edit of a channel, or when everything stops. */
  async function rest(channel: string, ms: number): Promise<void> {
    const left = (edited.get(channel) ?? Number.NEGATIVE_INFINITY) + ms - clock.now();
    // If the clock was set back, `left` can be longer than the whole pause.
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
