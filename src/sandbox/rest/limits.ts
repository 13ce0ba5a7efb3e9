import { createHash } from 'node:crypto';
import type { Clock } from '../../time-source.ts';
import { tooMany } from './fault-answers.ts';
import type { Matched, RestAnswer } from './router.ts';

/** The routes with a limit: five requests in five seconds in a channel. */
const LIMITED = ['POST /channels/:channel/messages', 'PATCH /channels/:channel/messages/:message'];
const LIMIT = 5;
const WINDOW_MS = 5000;

/** All of a bot's requests together, in a second; its answers to interactions don't count (https://discord.com/developers/docs/topics/rate-limits). */
const GLOBAL_LIMIT = 50;
const GLOBAL_WINDOW_MS = 1000;
const UNCOUNTED = /^\/(interactions|webhooks)\//;

/** For routes without a limit: so wide that nobody exceeds it. */
const WIDE = { limit: 1000, remaining: 999, resetAfter: 1000 };

/** The rate limiter's decision on a request, with Discord's headers. */
export interface Admission {
  readonly headers: Readonly<Record<string, string>>;
  /** The 429 to answer with; `null` if the request is admitted. */
  readonly refusal: RestAnswer | null;
}

/** Discord's rate limits: a bucket for each route and channel, and one for all processes of the bot. Without a clock it only adds the headers. */
export class RateLimits {
  readonly #clock: Clock | null;
  readonly #windows = new Map<string, { until: number; left: number }>();

  constructor(clock: Clock | null) {
    this.#clock = clock;
  }

  admit({ route, params }: Matched): Admission {
    const kind = `${route.method} ${route.pattern}`;
    const now = this.#clock?.now() ?? Date.now();
    if (this.#clock !== null && !UNCOUNTED.test(route.pattern)) {
      const all = this.#count('all', now, GLOBAL_LIMIT, GLOBAL_WINDOW_MS);
      if (all.remaining < 0) return { headers: {}, refusal: tooMany('global', all.resetAfter / 1000) };
    }
    const isLimited = this.#clock !== null && LIMITED.includes(kind);
    const { limit, remaining, resetAfter } = isLimited
      ? this.#count(`${kind} ${params.channel}`, now, LIMIT, WINDOW_MS)
      : WIDE;
    const headers = {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(Math.max(0, remaining)),
      'x-ratelimit-reset': ((now + resetAfter) / 1000).toFixed(3),
      'x-ratelimit-reset-after': (resetAfter / 1000).toFixed(3),
      'x-ratelimit-bucket': createHash('sha1').update(kind).digest('hex').slice(0, 32),
    };
    if (remaining >= 0) return { headers, refusal: null };
    const refusal = tooMany('user', resetAfter / 1000);
    return { headers, refusal: { ...refusal, headers: { ...refusal.headers, ...headers } } };
  }

  #count(key: string, now: number, limit: number, window: number): typeof WIDE {
    const before = this.#windows.get(key);
    const current = before && now < before.until ? before : { until: now + window, left: limit };
    if (current.left >= 0) current.left--;
    this.#windows.set(key, current);
    return { limit, remaining: current.left, resetAfter: current.until - now };
  }
}
