import { LRUCache } from 'lru-cache';
import type { Clock } from '../../time-source.ts';

/** It is handled (`yes`), the member is told to wait (`slower`), or it is ignored (`no`). */
type RateLimited = 'yes' | 'slower' | 'no';

/** Presses at once, and how many a second come back. */
export interface Pace {
  readonly burst: number;
  readonly aSecond: number;
}

/** More than fingers do, less than programs. */
export const PRESSING: Pace = { burst: 10, aSecond: 2 };
/** Nearly every key asks for completions, and they cost less. */
export const TYPING: Pace = { burst: 60, aSecond: 20 };
/** Presses over the limit are acknowledged up to this pace; only programs send more. */
export const ACKNOWLEDGED: Pace = { burst: 60, aSecond: 10 };
const TOLD_EVERY_MS = 5000;
/** A member who hasn't pressed for some seconds starts afresh anyway. */
const REMEMBERED = 10_000;

interface TokenBucket {
  left: number;
  at: number;
  toldAt: number;
}

/** A member who presses a hundred times a second slows only themselves. */
export class MemberRateLimit {
  readonly #clock: Clock;
  readonly #pace: Pace;
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: REMEMBERED });

  constructor(clock: Clock, pace: Pace = PRESSING) {
    this.#clock = clock;
    this.#pace = pace;
  }

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
