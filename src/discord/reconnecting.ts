import { setTimeout as pause } from 'node:timers/promises';
import type { IIdentifyThrottler, WebSocketOptions } from 'discord.js';

/** What discord.js hears the gateway through. */
type Gateway = Parameters<NonNullable<WebSocketOptions['buildStrategy']>>[0];

/** Between two tries to connect, doubled from the third on; discord.js itself waits half a second each time. */
const CONNECT_MS = { first: 500, longest: 15_000 };
/**
 * Between two identifies, doubled as long as they come. Discord takes 1000 in a day, and resets the token of whoever tries more: at the
 * longest wait there are 720.
 */
const IDENTIFY_MS = { first: 5000, longest: 120_000 };
/** Identifies that are longer ago do not count. */
const REMEMBERED_MS = 30 * 60_000;

/** Resolves after so many milliseconds; rejects if the signal is given before. */
type Wait = (ms: number, signal: AbortSignal) => Promise<void>;
const pausing: Wait = (ms, signal) => pause(ms, undefined, { signal, ref: false });

/** How a lost connection to the gateway is mended: for ever, and ever more seldom. By the machine's time, whatever clock is set. */
export class Reconnecting {
  readonly #now: () => number;
  readonly #wait: Wait;
  readonly #over = new AbortController();
  readonly #identified: number[] = [];

  /** @param now milliseconds that only grow */
  constructor(now: () => number = () => performance.now(), wait: Wait = pausing) {
    this.#now = now;
    this.#wait = wait;
  }

  /** No further connection is tried. */
  stop(): void {
    this.#over.abort();
  }

  /**
   * A gateway that takes its time before it connects once more. discord.js asks for the session that it may resume when it is about to.
   * @returns the same gateway
   */
  paced(gateway: Gateway): Gateway {
    const { retrieveSessionInfo } = gateway.options;
    let failures = 0;
    let closed = false;
    gateway.on('closed', () => {
      failures += 1;
      closed = true;
    });
    const mended = () => {
      failures = 0;
      closed = false;
    };
    gateway.on('ready', mended);
    gateway.on('resumed', mended);
    gateway.options.retrieveSessionInfo = (shard) => {
      if (!closed) return retrieveSessionInfo(shard);
      closed = false;
      return this.#pause(beforeConnecting(failures)).then(() => retrieveSessionInfo(shard));
    };
    return gateway;
  }

  /** Lets the bot identify, or lets it wait. */
  throttler(): IIdentifyThrottler {
    return {
      waitForIdentify: async (_shard, signal) => {
        const now = this.#now();
        while ((this.#identified[0] ?? now) < now - REMEMBERED_MS) this.#identified.shift();
        const wait = (this.#identified.at(-1) ?? now) + beforeIdentifying(this.#identified.length) - now;
        if (wait > 0) await this.#wait(wait, signal);
        this.#identified.push(this.#now());
      },
    };
  }

  /** Once stopped it lasts for ever: discord.js, left to itself, would connect again after it was told to leave. */
  async #pause(ms: number): Promise<void> {
    try {
      await this.#wait(ms, this.#over.signal);
    } catch {
      await new Promise<never>(() => {});
    }
  }
}

/** Milliseconds to wait, beside discord.js's own half second, after so many tries that came to nothing. */
export function beforeConnecting(failures: number): number {
  return failures <= 2 ? 0 : doubled(CONNECT_MS, failures - 3);
}

/** Milliseconds from the last identify, after so many of the last half hour. */
export function beforeIdentifying(before: number): number {
  return before === 0 ? 0 : doubled(IDENTIFY_MS, before - 1);
}

function doubled({ first, longest }: { readonly first: number; readonly longest: number }, times: number): number {
  return Math.min(longest, first * 2 ** times);
}
