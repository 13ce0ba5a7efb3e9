import { LRUCache } from 'lru-cache';
import type { Clock } from '../../time-source.ts';

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
