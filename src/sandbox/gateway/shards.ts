import type { Json } from '../objects.ts';

/** Which part of an application's servers a session has: those that fall to `index`, from 0, of `count`. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** How an application's sessions are divided. What is left out is as for a small bot. */
export interface Sharding {
  /** How many shards a client that asks is recommended. 1 by default. */
  readonly recommended?: number;
  /** How many sessions may begin at once: of shards whose numbers leave the same remainder, one. 1 by default. */
  readonly maxConcurrency?: number;
  /**
   * Milliseconds of the machine's time between two sessions that may not begin at once; one that begins sooner is invalid. Discord
   * has 5000. 0 by default.
   */
  readonly between?: number;
  /** How many servers a session may have; with more it has to be sharded further. 2500 by default. */
  readonly mostGuilds?: number;
}

/** The session of a bot that says nothing of shards has every server. */
export const WHOLE: Shard = { index: 0, count: 1 };

/** The shard of so many that a server falls to; what is in no server, as direct messages, falls to the first. */
export function shardOf(guildId: string | null, count: number): number {
  return guildId === null ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(count));
}

/** What an identify says of its shard: nothing is all there is. Null: it is none. */
export function parseShard(said: unknown): Shard | null {
  if (said === undefined || said === null) return WHOLE;
  const [index, count] = Array.isArray(said) ? (said as unknown[]) : [];
  if (!Number.isInteger(index) || !Number.isInteger(count)) return null;
  const shard = { index: Number(index), count: Number(count) };
  return shard.index >= 0 && shard.index < shard.count ? shard : null;
}

/** The server that an event is about or in; null for none. */
export function guildIn(event: string, data: Json): string | null {
  const id = /^GUILD_(CREATE|UPDATE|DELETE)$/.test(event) ? data.id : data.guild_id;
  return typeof id === 'string' ? id : null;
}
