import { setTimeout as pause } from 'node:timers/promises';
import type { IIdentifyThrottler, WebSocketOptions } from 'discord.js';

type Gateway = Parameters<NonNullable<WebSocketOptions['buildStrategy']>>[0];

/**
 * The wait before the third try to connect, which doubles with each further one. discord.js adds half a second
 * (https://github.com/discordjs/discord.js/issues/9510).
 */
const CONNECT_MS = { first: 500, longest: 15_000 };
/**
 * Close codes after which the session can be resumed, although discord.js drops it
 * (https://github.com/discordjs/discord.js/pull/10375). 1006 stands for a connection that broke without a close frame
 * (RFC 6455, 7.1.5).
 */
const RESUMABLE_CLOSE_CODES: ReadonlySet<number> = new Set([1006]);
/** Tries to resume a session, about a minute in all. After that the session's own address may be out of reach. */
const RESUMING_TRIES = 10;
/** The wait between two identifies of a shard, which doubles; the first also between two shards with the same key. */
const IDENTIFY_MS = { first: 5000, longest: 120_000 };
/** Older identifies don't lengthen the wait. */
const REMEMBERED_MS = 30 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/**
 * Discord allows 1000 identifies a day, and resets the token of a bot that sends more. The first `freely` of a day go
 * at once; after these, at most `spread` a day go, at equal distances.
 */
const IDENTIFIES_PER_DAY = { freely: 500, spread: 400 };

/** Rejects if the signal is aborted first. */
type Wait = (ms: number, signal: AbortSignal) => Promise<void>;
const pausing: Wait = (ms, signal) => pause(ms, undefined, { signal });

/** An identify of a shard. */
interface Turn {
  readonly shard: number;
  /** Shards with the same key must not identify at the same time. */
  readonly key: number;
  readonly at: number;
}

export type Reconnecting = ReturnType<typeof createReconnecting>;

/**
 * Reconnects for ever, with longer and longer waits. It uses the machine's time, not the bot's clock.
 * @param share the part of all shards that this process runs, at most 1. It may send as large a part of the identifies
 * @param time milliseconds that only grow
 */
export function createReconnecting(share = 1, time: () => number = () => performance.now(), wait: Wait = pausing) {
  const stopping = new AbortController();
  let turns: readonly Turn[] = [];

  function stop(): void {
    stopping.abort();
  }

  /**
   * Makes a gateway wait before each new connection, and resume sessions that discord.js would drop. A resumed session
   * gets the events that it missed.
   */
  function paced(gateway: Gateway): Gateway {
    const { retrieveSessionInfo, updateSessionInfo } = gateway.options;
    const failures = new Map<number, number>();
    const closed = new Set<number>();
    const resumable = new Set<number>();
    gateway.on('closed', ({ code, shardId }) => {
      const before = failures.get(shardId) ?? 0;
      failures.set(shardId, before + 1);
      closed.add(shardId);
      if (RESUMABLE_CLOSE_CODES.has(code) && before < RESUMING_TRIES) resumable.add(shardId);
    });
    const connected = ({ shardId }: { readonly shardId: number }) => {
      failures.delete(shardId);
      closed.delete(shardId);
    };
    gateway.on('ready', connected);
    gateway.on('resumed', connected);
    gateway.options.updateSessionInfo = (shard, session) => {
      if (session === null && resumable.has(shard)) return;
      return updateSessionInfo(shard, session);
    };
    gateway.options.retrieveSessionInfo = (shard) => {
      resumable.delete(shard);
      if (!closed.delete(shard)) return retrieveSessionInfo(shard);
      return pauseUnlessStopped(beforeConnecting(failures.get(shard) ?? 0)).then(() => retrieveSessionInfo(shard));
    };
    return gateway;
  }

  /**
   * @param atOnce how many shards may identify at once; their numbers must have different remainders when divided by it
   */
  function throttler(atOnce = 1): IIdentifyThrottler {
    return {
      waitForIdentify: async (shard, signal) => {
        const now = time();
        const turn = nextTurn(shard, shard % atOnce, now);
        turns = [...turns, turn];
        try {
          if (turn.at > now) await wait(turn.at - now, signal);
        } catch (error) {
          turns = turns.filter((one) => one !== turn);
          throw error;
        }
      },
    };
  }

  function nextTurn(shard: number, key: number, now: number): Turn {
    turns = turns.filter(({ at }) => at >= now - DAY_MS);
    const ofShard = turns.filter((turn) => turn.shard === shard && turn.at >= now - REMEMBERED_MS);
    const ofKey = turns.filter((turn) => turn.key === key);
    const ofDay = turns.length < IDENTIFIES_PER_DAY.freely * share ? [] : turns;
    const at = Math.max(
      now,
      afterLast(ofShard, beforeIdentifying(ofShard.length)),
      afterLast(ofKey, IDENTIFY_MS.first),
      afterLast(ofDay, DAY_MS / (IDENTIFIES_PER_DAY.spread * share)),
    );
    return { shard, key, at };
  }

  /** Never settles once stopped: discord.js would connect again even then (not reported upstream). */
  async function pauseUnlessStopped(ms: number): Promise<void> {
    try {
      await wait(ms, stopping.signal);
    } catch {
      await new Promise<never>(() => {});
    }
  }

  return { stop, paced, throttler };
}

function afterLast(turns: readonly Turn[], ms: number): number {
  return Math.max(...turns.map(({ at }) => at)) + ms;
}

/** Milliseconds to wait before a connection, in addition to discord.js's half second. */
export function beforeConnecting(failures: number): number {
  return failures <= 2 ? 0 : doubled(CONNECT_MS, failures - 3);
}

/** Milliseconds to wait after a shard's last identify, if it has sent so many in the last half hour. */
export function beforeIdentifying(before: number): number {
  return before === 0 ? 0 : doubled(IDENTIFY_MS, before - 1);
}

function doubled({ first, longest }: { readonly first: number; readonly longest: number }, times: number): number {
  return Math.min(longest, first * 2 ** times);
}
