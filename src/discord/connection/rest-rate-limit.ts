import { setTimeout as pause } from 'node:timers/promises';
import type { RateLimitData, RESTOptions } from 'discord.js';

/** An interaction is dead after three seconds: an answer that is to wait for longer is brought another way. */
const ANSWER_WAITS_MS = 2000;
/**
 * All else is put off where Discord asks for more than this, so that nobody's request waits behind another's for long. Well within the
 * 15 seconds after which discord.js gives up a request: those begin before it waits here.
 */
export const WAITS_MS = 10_000;
const ANSWER = '/interactions/:id/:token/callback';

/** A second, and what the ways of two requests to Discord may differ by. Milliseconds. */
const SECOND_MS = 1050;

type Sleep = (ms: number) => Promise<unknown>;
const pausing: Sleep = (ms) => pause(ms);

interface WaitingRequest {
  /** Who cannot go by then is put off; milliseconds. */
  readonly until: number;
  readonly go: (goes: boolean) => void;
}

/**
 * So many in any second and no more, in the order in which they come. By the machine's time, and by when each truly goes: what has
 * held up the process holds up those behind too.
 */
export class RestRateLimit {
  readonly #aSecond: number;
  readonly #now: () => number;
  readonly #wait: Sleep;
  /** When those of the last second went; milliseconds, growing. */
  readonly #gone: number[] = [];
  readonly #line: WaitingRequest[] = [];
  /** Nobody goes before; milliseconds. */
  #opens = Number.NEGATIVE_INFINITY;
  #serving = false;

  /** @param now milliseconds that only grow */
  constructor(aSecond: number, now: () => number = () => performance.now(), wait: Sleep = pausing) {
    this.#aSecond = aSecond;
    this.#now = now;
    this.#wait = wait;
  }

  /** Resolves to true when it is one's turn, or to false as soon as it is known that it does not come within so many milliseconds. */
  turn(within: number): Promise<boolean> {
    return new Promise((go) => {
      const now = this.#now();
      this.#join({ until: now + within, go }, now);
      void this.#serve();
    });
  }

  /**
   * Holds all waiting requests, and those that join them, for so many milliseconds. A request that would wait too long is refused at
   * once. It opens again when no request waits any more: discord.js, which got the same answer, holds back the others. Shut for ever, it
   * stays shut.
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

  /** All may be later than they were told. */
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

  /** When one goes, at the earliest, who has so many of the line before them; milliseconds. */
  #due(before: number, now: number): number {
    const gone = this.#gone;
    while ((gone[0] ?? now) <= now - SECOND_MS) gone.shift();
    const last = gone.at((before % this.#aSecond) - this.#aSecond);
    const free = last === undefined ? now : last + SECOND_MS;
    return Math.max(now, free, this.#opens) + Math.floor(before / this.#aSecond) * SECOND_MS;
  }
}

/** Where Discord asks for so long a wait that it is better not to wait. Discord says seconds; discord.js, milliseconds. */
export function isTooLong({ route, timeToReset, retryAfter, sublimitTimeout }: RateLimitData): boolean {
  const wait = Math.max(timeToReset, retryAfter, sublimitTimeout);
  return wait > (route === ANSWER ? ANSWER_WAITS_MS : WAITS_MS);
}

/** For how long Discord refuses all that the bot asks, by what it answers to one request; milliseconds. */
export function globalWait({ status, headers }: Awaited<ReturnType<RESTOptions['makeRequest']>>): number {
  const isGlobal = headers.has('x-ratelimit-global') || headers.get('x-ratelimit-scope') === 'global';
  return status === 429 && isGlobal ? Number(headers.get('retry-after')) * 1000 : 0;
}

/**
 * For how long the proxy before Discord shuts out this address (Cloudflare's error 1015); milliseconds. Discord itself names a scope with
 * each limit. discord.js takes this one for the limit of a single route (https://github.com/discordjs/discord.js/issues/3890).
 */
export function shutOutFor({ status, headers }: Awaited<ReturnType<RESTOptions['makeRequest']>>): number {
  const isDiscords = headers.has('x-ratelimit-scope') || headers.has('x-ratelimit-global');
  return status === 429 && !isDiscords ? Number(headers.get('retry-after')) * 1000 : 0;
}
