import { setTimeout as pause } from 'node:timers/promises';

/** A second, and what the ways of two requests to Discord may differ by. Milliseconds. */
const SECOND_MS = 1050;

type Wait = (ms: number) => Promise<unknown>;
const pausing: Wait = (ms) => pause(ms, undefined, { ref: false });

/** So many in any second and no more, in the order in which they come. By the machine's time. */
export class Quota {
  readonly #aSecond: number;
  readonly #now: () => number;
  readonly #wait: Wait;
  /** When those of the last second were let go, and when those that wait will be; milliseconds, growing. */
  readonly #turns: number[] = [];

  /** @param now milliseconds that only grow */
  constructor(aSecond: number, now: () => number = () => performance.now(), wait: Wait = pausing) {
    this.#aSecond = aSecond;
    this.#now = now;
    this.#wait = wait;
  }

  /** Resolves to true when it is one's turn, or at once to false where that is not within so many milliseconds. */
  async turn(within: number): Promise<boolean> {
    const [turns, now] = [this.#turns, this.#now()];
    while ((turns[0] ?? now) <= now - SECOND_MS) turns.shift();
    const before = turns.at(-this.#aSecond);
    const at = before === undefined ? now : before + SECOND_MS;
    if (at - now > within) return false;
    turns.push(at);
    if (at > now) await this.#wait(at - now);
    return true;
  }
}
