import { setTimeout as pause } from 'node:timers/promises';
import PQueue from 'p-queue';

/** Jobs at once in all lanes together. */
const AT_ONCE = 8;
const OF_ONE = 6;
/** A slower job keeps only its own lane waiting. Milliseconds. */
const SLOW_MS = 3000;

/**
 * Runs jobs so that one lane alone never holds up another, and several only until
 * their jobs have had `slow` each. In a lane, only jobs for the same place run in order.
 */
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
