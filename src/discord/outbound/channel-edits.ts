import { LRUCache } from 'lru-cache';
import type { Clock } from '../../time-source.ts';

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
