import { setTimeout as pause } from 'node:timers/promises';
import type { RateLimitData, RESTOptions } from 'discord.js';

/** An interaction dies after three seconds: an answer that would wait longer is brought another way. */
const ANSWER_WAITS_MS = 2000;
/** Longer waits are put off, so that none holds others up. discord.js gives up after 15 seconds, which include this wait. */
export const WAITS_MS = 10_000;
const ANSWER = '/interactions/:id/:token/callback';

/** A second, and the difference in time that two requests may take to Discord; milliseconds. */
const SECOND_MS = 1050;

type Sleep = (ms: number) => Promise<unknown>;
const pausing: Sleep = (ms) => pause(ms);

interface WaitingRequest {
  /** The request is put off if it cannot go by then; milliseconds. */
  readonly until: number;
  readonly go: (goes: boolean) => void;
}

/** Counts the moment at which each request truly goes: a delay of the process delays those behind it, too. */
export class RestRateLimit {
  readonly #aSecond: number;
  readonly #now: () => number;
  readonly #wait: Sleep;
  /** Requests of the last second; milliseconds, growing. */
  readonly #gone: number[] = [];
  readonly #line: WaitingRequest[] = [];
  /** Nothing goes before; milliseconds. */
  #opens = Number.NEGATIVE_INFINITY;
  #serving = false;

  /** @param now milliseconds that only grow */
  constructor(aSecond: number, now: () => number = () => performance.now(), wait: Sleep = pausing) {
    this.#aSecond = aSecond;
    this.#now = now;
    this.#wait = wait;
  }

  /** Waits for a turn; resolves to false once the wait is known to exceed `within` milliseconds. */
  turn(within: number): Promise<boolean> {
    return new Promise((go) => {
      const now = this.#now();
      this.#join({ until: now + within, go }, now);
      void this.#serve();
    });
  }

  /**
   * Holds requests for so many milliseconds; one that would wait too long is refused at once. It opens again once none waits: discord.js,
   * which got the same answer, holds back the others. Shut for ever, it stays shut.
   */
  shut(ms: number): void {
    const now = this.#now();
    this.#opens = Math.max(this.#opens, now + ms);
    this.#rejoin(now);
    this.#reopen();
  }

  #reopen(): void {
    if (this.#line.length === 0 && this.#opens !== Number.POSITIVE_INFINITY) this.#opens = Number.NEGATIVE_INFINITY;
  }

  #join(one: WaitingRequest, now: number): void {
    if (this.#due(this.#line.length, now) > one.until) one.go(false);
    else this.#line.push(one);
  }

  #rejoin(now: number): void {
    for (const one of this.#line.splice(0)) this.#join(one, now);
  }

  async #serve(): Promise<void> {
    if (this.#serving) return;
    this.#serving = true;
    while (this.#line.length > 0) {
      const now = this.#now();
      const due = this.#due(0, now);
      if (due > now) {
        await this.#wait(due - now);
        this.#rejoin(this.#now());
      } else {
        this.#gone.push(now);
        this.#line.shift()?.go(true);
      }
    }
    this.#serving = false;
    this.#reopen();
  }

  /** The earliest time for a request with `before` others ahead; milliseconds. */
  #due(before: number, now: number): number {
    const gone = this.#gone;
    while ((gone[0] ?? now) <= now - SECOND_MS) gone.shift();
    const last = gone.at((before % this.#aSecond) - this.#aSecond);
    const free = last === undefined ? now : last + SECOND_MS;
    return Math.max(now, free, this.#opens) + Math.floor(before / this.#aSecond) * SECOND_MS;
  }
}

/** discord.js gives milliseconds, Discord itself seconds. */
export function isTooLong({ route, timeToReset, retryAfter, sublimitTimeout }: RateLimitData): boolean {
  const wait = Math.max(timeToReset, retryAfter, sublimitTimeout);
  return wait > (route === ANSWER ? ANSWER_WAITS_MS : WAITS_MS);
}

/** Milliseconds during which Discord refuses every request. */
export function globalWait({ status, headers }: Awaited<ReturnType<RESTOptions['makeRequest']>>): number {
  const isGlobal = headers.has('x-ratelimit-global') || headers.get('x-ratelimit-scope') === 'global';
  return status === 429 && isGlobal ? Number(headers.get('retry-after')) * 1000 : 0;
}

/**
 * Milliseconds during which the proxy before Discord shuts out this address (Cloudflare's error 1015): Discord itself names a scope.
 * discord.js takes this for the limit of one route (https://github.com/discordjs/discord.js/issues/3890).
 */
export function shutOutFor({ status, headers }: Awaited<ReturnType<RESTOptions['makeRequest']>>): number {
  const isDiscords = headers.has('x-ratelimit-scope') || headers.has('x-ratelimit-global');
  return status === 429 && !isDiscords ? Number(headers.get('retry-after')) * 1000 : 0;
}
