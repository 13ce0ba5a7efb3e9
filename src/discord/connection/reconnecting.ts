import { setTimeout as pause } from 'node:timers/promises';
import type { IIdentifyThrottler, WebSocketOptions } from 'discord.js';

/** What discord.js hears the gateway through. */
type Gateway = Parameters<NonNullable<WebSocketOptions['buildStrategy']>>[0];

/**
 * Between two tries to connect, doubled from the third on; discord.js itself waits half a second each time
 * (https://github.com/discordjs/discord.js/issues/9510).
 */
const CONNECT_MS = { first: 500, longest: 15_000 };
/**
 * Close codes that keep the session, where discord.js drops it (https://github.com/discordjs/discord.js/pull/10375).
 * 1006: the connection broke without a close frame (RFC 6455, 7.1.5).
 */
const RESUMABLE_CLOSE_CODES: ReadonlySet<number> = new Set([1006]);
/** A session outlives a broken connection for so many tries, about a minute. After that its own address may be out of reach. */
const RESUMING_TRIES = 10;
/** Between two identifies of a shard, doubled as long as they come; the first is also what Discord asks for between two shards. */
const IDENTIFY_MS = { first: 5000, longest: 120_000 };
/** For that, identifies that are longer ago do not count. */
const REMEMBERED_MS = 30 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Discord takes 1000 identifies in a day and resets the token of a bot that tries more. Beyond the first half they are spread over a day. */
const A_DAY = { freely: 500, spread: 400 };

/** Resolves after so many milliseconds; rejects if the signal is given before. */
type Wait = (ms: number, signal: AbortSignal) => Promise<void>;
const pausing: Wait = (ms, signal) => pause(ms, undefined, { signal });

/** When a shard identifies. Shards of one key are not to do so at once. */
interface Turn {
  readonly shard: number;
  readonly key: number;
  readonly at: number;
}

/** Mends lost connections to the gateway: for ever, with longer and longer waits. It uses the machine's time, not the bot's clock. */
export class Reconnecting {
  readonly #share: number;
  readonly #now: () => number;
  readonly #wait: Wait;
  readonly #over = new AbortController();
  /** Of the last day, those to come among them. */
  #turns: readonly Turn[] = [];

  /**
   * @param share the part of the bot that this process is, up to 1: others identify too
   * @param now milliseconds that only grow
   */
  constructor(share = 1, now: () => number = () => performance.now(), wait: Wait = pausing) {
    this.#share = share;
    this.#now = now;
    this.#wait = wait;
  }

  /** No further connection is tried. */
  stop(): void {
    this.#over.abort();
  }

  /**
   * A gateway that takes its time before it connects once more. discord.js asks for the session that it may resume when it is about to.
   * Where the network tears a connection or refuses it, discord.js would drop the session, and with it what Discord keeps for the bot.
   * @returns the same gateway
   */
  paced(gateway: Gateway): Gateway {
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
      return this.#pause(beforeConnecting(failures.get(shard) ?? 0)).then(() => retrieveSessionInfo(shard));
    };
    return gateway;
  }

  /**
   * Lets shards identify, or lets them wait.
   * @param atOnce how many Discord lets identify at once: of those whose numbers leave the same remainder, one
   */
  throttler(atOnce = 1): IIdentifyThrottler {
    return {
      waitForIdentify: async (shard, signal) => {
        const now = this.#now();
        const turn = this.#turn(shard, shard % atOnce, now);
        this.#turns = [...this.#turns, turn];
        try {
          if (turn.at > now) await this.#wait(turn.at - now, signal);
        } catch (error) {
          this.#turns = this.#turns.filter((one) => one !== turn);
          throw error;
        }
      },
    };
  }

  #turn(shard: number, key: number, now: number): Turn {
    this.#turns = this.#turns.filter(({ at }) => at >= now - DAY_MS);
    const own = this.#turns.filter((turn) => turn.shard === shard && turn.at >= now - REMEMBERED_MS);
    const near = this.#turns.filter((turn) => turn.key === key);
    const spread = this.#turns.length < A_DAY.freely * this.#share ? [] : this.#turns;
    const at = Math.max(
      now,
      after(own, beforeIdentifying(own.length)),
      after(near, IDENTIFY_MS.first),
      after(spread, DAY_MS / (A_DAY.spread * this.#share)),
    );
    return { shard, key, at };
  }

  /** Once stopped it lasts for ever: discord.js, left to itself, connects again after it was told to leave (not reported upstream). */
  async #pause(ms: number): Promise<void> {
    try {
      await this.#wait(ms, this.#over.signal);
    } catch {
      await new Promise<never>(() => {});
    }
  }
}

/** So many milliseconds after the last of them. */
function after(turns: readonly Turn[], ms: number): number {
  return Math.max(...turns.map(({ at }) => at)) + ms;
}

/** Milliseconds to wait, beside discord.js's own half second, after so many tries that failed. */
export function beforeConnecting(failures: number): number {
  return failures <= 2 ? 0 : doubled(CONNECT_MS, failures - 3);
}

/** Milliseconds from a shard's last identify, after so many of the last half hour. */
export function beforeIdentifying(before: number): number {
  return before === 0 ? 0 : doubled(IDENTIFY_MS, before - 1);
}

function doubled({ first, longest }: { readonly first: number; readonly longest: number }, times: number): number {
  return Math.min(longest, first * 2 ** times);
}
