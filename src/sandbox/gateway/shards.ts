import type { Json } from '../objects.ts';

/** A session's part of the servers; `index` counts from 0. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** How an application's sessions are divided. The defaults are those of a small bot. */
export interface Sharding {
  /** The number of shards recommended to clients. 1 by default. */
  readonly recommended?: number;
  /** Sessions that may begin at once: one per shard number modulo this. 1 by default. */
  readonly maxConcurrency?: number;
  /**
   * Milliseconds of real time between two sessions that may not begin at once; one that begins sooner gets op 9. 0 by default; Discord's
   * value is 5000.
   */
  readonly between?: number;
  /** The most servers of a session; beyond it more shards are required. 2500 by default. */
  readonly mostGuilds?: number;
}

/** The default of a bot without sharding: its session has every server. */
export const WHOLE: Shard = { index: 0, count: 1 };

/** The index of a server's shard; direct messages belong to the first. */
export function shardOf(guildId: string | null, count: number): number {
  return guildId === null ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(count));
}

/** Parses an identify's shard, `WHOLE` if it is left out; `null` if it is malformed. */
export function parseShard(said: unknown): Shard | null {
  if (said === undefined || said === null) return WHOLE;
  const [index, count] = Array.isArray(said) ? (said as unknown[]) : [];
  if (!Number.isInteger(index) || !Number.isInteger(count)) return null;
  const shard = { index: Number(index), count: Number(count) };
  return shard.index >= 0 && shard.index < shard.count ? shard : null;
}

/** The server that an event is about or in. */
export function guildIn(event: string, data: Json): string | null {
  const id = /^GUILD_(CREATE|UPDATE|DELETE)$/.test(event) ? data.id : data.guild_id;
  return typeof id === 'string' ? id : null;
}
