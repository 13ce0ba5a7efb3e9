import { setTimeout as pause } from 'node:timers/promises';
import PQueue from 'p-queue';

/** Jobs at once in all lanes together. */
const AT_ONCE = 8;
/** Jobs at once in one lane. */
const IN_LANE = 6;
/** After this time a job no longer counts among those of all lanes. */
const SLOW_MS = 3000;

/**
 * Runs jobs in lanes. One lane can't take all places, so it never holds up another. Several lanes can, but each of their
 * jobs gives up its place after `slow` milliseconds. In a lane, only jobs for the same place run in order.
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
      await within(lanes, lane, IN_LANE, () => begin(work));
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
