import { setTimeout as pause } from 'node:timers/promises';
import type { IIdentifyThrottler, WebSocketOptions } from 'discord.js';

type Gateway = Parameters<NonNullable<WebSocketOptions['buildStrategy']>>[0];

/** Doubled from the third try on; discord.js adds half a second (https://github.com/discordjs/discord.js/issues/9510). */
const CONNECT_MS = { first: 500, longest: 15_000 };
/** discord.js drops the session at 1006, no close frame (https://github.com/discordjs/discord.js/pull/10375; RFC 6455, 7.1.5). */
const RESUMABLE_CLOSE_CODES: ReadonlySet<number> = new Set([1006]);
/** These take about a minute. After that the address of the session itself may be out of reach. */
const RESUMING_TRIES = 10;
/** Doubled from one identify of a shard to the next; Discord asks for the first between two shards, too. */
const IDENTIFY_MS = { first: 5000, longest: 120_000 };
/** Older identifies no longer lengthen the wait. */
const REMEMBERED_MS = 30 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Discord takes 1000 identifies in a day and resets the token of a bot that tries more. Beyond the first half they are spread over a day. */
const A_DAY = { freely: 500, spread: 400 };

/** Rejects if the signal comes first. */
type Wait = (ms: number, signal: AbortSignal) => Promise<void>;
const pausing: Wait = (ms, signal) => pause(ms, undefined, { signal });

/** Shards of one key may not identify at once. */
interface Turn {
  readonly shard: number;
  readonly key: number;
  readonly at: number;
}

export type Reconnecting = ReturnType<typeof createReconnecting>;

/**
 * Reconnects for ever, with longer and longer waits. It uses the machine's time, not the bot's clock.
 * The `share` of this process is at most 1: others identify too. `time` counts milliseconds that only grow.
 */
export function createReconnecting(share = 1, time: () => number = () => performance.now(), wait: Wait = pausing) {
  const over = new AbortController();
  let turns: readonly Turn[] = [];

  function stop(): void {
    over.abort();
  }

  /** Waits before each new connection, and keeps the session where discord.js would drop it with the events that Discord keeps. */
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
    const mended = ({ shardId }: { readonly shardId: number }) => {
      failures.delete(shardId);
      closed.delete(shardId);
    };
    gateway.on('ready', mended);
    gateway.on('resumed', mended);
    gateway.options.updateSessionInfo = (shard, session) => {
      if (session === null && resumable.has(shard)) return;
      return updateSessionInfo(shard, session);
    };
    gateway.options.retrieveSessionInfo = (shard) => {
      resumable.delete(shard);
      if (!closed.delete(shard)) return retrieveSessionInfo(shard);
      return pauseUnlessOver(beforeConnecting(failures.get(shard) ?? 0)).then(() => retrieveSessionInfo(shard));
    };
    return gateway;
  }

  /** @param atOnce how many shards may identify at once: one of those whose numbers leave the same remainder */
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
    const own = turns.filter((turn) => turn.shard === shard && turn.at >= now - REMEMBERED_MS);
    const near = turns.filter((turn) => turn.key === key);
    const spread = turns.length < A_DAY.freely * share ? [] : turns;
    const at = Math.max(
      now,
      after(own, beforeIdentifying(own.length)),
      after(near, IDENTIFY_MS.first),
      after(spread, DAY_MS / (A_DAY.spread * share)),
    );
    return { shard, key, at };
  }

  /** Once stopped, this lasts for ever: discord.js would connect again after it was told to leave (not reported upstream). */
  async function pauseUnlessOver(ms: number): Promise<void> {
    try {
      await wait(ms, over.signal);
    } catch {
      await new Promise<never>(() => {});
    }
  }

  return { stop, paced, throttler };
}

function after(turns: readonly Turn[], ms: number): number {
  return Math.max(...turns.map(({ at }) => at)) + ms;
}

/** Milliseconds, beside discord.js's own half second. */
export function beforeConnecting(failures: number): number {
  return failures <= 2 ? 0 : doubled(CONNECT_MS, failures - 3);
}

/** Milliseconds from a shard's last identify, after so many in the last half hour. */
export function beforeIdentifying(before: number): number {
  return before === 0 ? 0 : doubled(IDENTIFY_MS, before - 1);
}

function doubled({ first, longest }: { readonly first: number; readonly longest: number }, times: number): number {
  return Math.min(longest, first * 2 ** times);
}
