import { LRUCache } from 'lru-cache';
import type { Clock } from '../../time-source.ts';

/** What becomes of an interaction: it is dealt with, the member is told to wait, or nothing is done. */
type RateLimited = 'yes' | 'slower' | 'no';

/** Presses that a member may make at once, and how many a second come back. */
export interface Pace {
  readonly burst: number;
  readonly aSecond: number;
}

/** More than fingers do, less than programs. */
export const PRESSING: Pace = { burst: 10, aSecond: 2 };
/** Completions are asked for at nearly every key, and cost less. */
export const TYPING: Pace = { burst: 60, aSecond: 20 };
/** Of what comes faster than that, so much gets an acknowledgement: only what programs send is beyond it. */
export const ACKNOWLEDGED: Pace = { burst: 60, aSecond: 10 };
/** Nobody is told to wait more often than this. */
const TOLD_EVERY_MS = 5000;
/** Members remembered at most. One who has not pressed for some seconds starts afresh. */
const REMEMBERED = 10_000;

interface TokenBucket {
  left: number;
  at: number;
  toldAt: number;
}

/**
 * How fast a member may press, so that one who presses a hundred times a second slows only themselves: a token bucket for each
 * member, wherever they press.
 */
export class MemberRateLimit {
  readonly #clock: Clock;
  readonly #pace: Pace;
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: REMEMBERED });

  constructor(clock: Clock, pace: Pace = PRESSING) {
    this.#clock = clock;
    this.#pace = pace;
  }

  /** Counts one interaction of a member. `slower` comes once in a while. */
  admit(member: string): RateLimited {
    const now = this.#clock.now();
    const bucket = this.#bucket(member, now);
    if (bucket.left >= 1) {
      bucket.left -= 1;
      return 'yes';
    }
    if (now - bucket.toldAt < TOLD_EVERY_MS) return 'no';
    bucket.toldAt = now;
    return 'slower';
  }

  #bucket(member: string, now: number): TokenBucket {
    const { burst, aSecond } = this.#pace;
    const before = this.#buckets.get(member);
    // A clock that was set back takes nothing from anybody.
    const passed = before ? Math.max(0, now - before.at) : 0;
    const left = before ? Math.min(burst, before.left + (passed / 1000) * aSecond) : burst;
    const toldAt = before && before.toldAt <= now ? before.toldAt : Number.NEGATIVE_INFINITY;
    const bucket: TokenBucket = { left, at: now, toldAt };
    this.#buckets.set(member, bucket);
    return bucket;
  }
}
