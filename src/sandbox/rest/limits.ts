import { createHash } from 'node:crypto';
import type { Clock } from '../../time-source.ts';
import type { Matched, RestAnswer } from './router.ts';

/** Discord's limit of requests of one kind in a channel; `window` is in milliseconds. */
interface Allowance {
  readonly limit: number;
  readonly window: number;
}

const ALLOWANCES: Readonly<Record<string, Allowance>> = {
  'POST /channels/:channel/messages': { limit: 5, window: 5000 },
  'PATCH /channels/:channel/messages/:message': { limit: 5, window: 5000 },
};

/** For routes without a limit: so wide that nobody exceeds it. */
const WIDE = { limit: 1000, remaining: 999, resetAfter: 1000 };

interface State {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until the window starts anew. */
  readonly resetAfter: number;
}

/** The rate limiter's decision on a request, with Discord's headers. */
export interface Admission {
  readonly headers: Readonly<Record<string, string>>;
  /** The 429 to answer with; `null` if the request is admitted. */
  readonly refusal: RestAnswer | null;
}

/** Discord's rate limits: a bucket for each route and channel. Without a clock it only adds the headers. */
export class RateLimits {
  readonly #clock: Clock | null;
  readonly #windows = new Map<string, { until: number; left: number }>();

  constructor(clock: Clock | null) {
    this.#clock = clock;
  }

  admit({ route, params }: Matched): Admission {
    const kind = `${route.method} ${route.pattern}`;
    const bucket = createHash('sha1').update(kind).digest('hex').slice(0, 32);
    const allowance = ALLOWANCES[kind];
    const now = this.#clock?.now() ?? Date.now();
    const state =
      this.#clock === null || allowance === undefined ? WIDE : this.#count(`${kind} ${params.channel}`, allowance, now);
    const { limit, remaining, resetAfter } = state;
    const headers = {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(Math.max(0, remaining)),
      'x-ratelimit-reset': ((now + resetAfter) / 1000).toFixed(3),
      'x-ratelimit-reset-after': (resetAfter / 1000).toFixed(3),
      'x-ratelimit-bucket': bucket,
    };
    return { headers, refusal: remaining < 0 ? refusalFor(resetAfter, headers) : null };
  }

  #count(key: string, { limit, window }: Allowance, now: number): State {
    const before = this.#windows.get(key);
    const current = before !== undefined && now < before.until ? before : { until: now + window, left: limit };
    current.left -= current.left >= 0 ? 1 : 0;
    this.#windows.set(key, current);
    return { limit, remaining: current.left, resetAfter: current.until - now };
  }
}

function refusalFor(wait: number, headers: Readonly<Record<string, string>>): RestAnswer {
  return {
    status: 429,
    headers: { ...headers, 'retry-after': String(Math.ceil(wait / 1000)), 'x-ratelimit-scope': 'user' },
    body: { message: 'You are being rate limited.', retry_after: wait / 1000, global: false },
  };
}
