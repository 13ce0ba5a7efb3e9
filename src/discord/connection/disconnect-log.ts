import { type Client, Events } from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '../../time-source.ts';
import { type CannotConnect, shutOut } from './cannot-connect.ts';
import type { Shards } from './shards.ts';

/**
 * Logs what becomes of the connections, a break once however often it is tried to mend; where there are several, by their shards. Resolves if one of
 * them is lost for good.
 */
export function watchDisconnects(
  client: Client,
  clock: Clock,
  log: Logger,
  shards: Shards | null,
): Promise<CannotConnect> {
  /** By shard, since when, in milliseconds since 1970. */
  const broken = new Map<number, number>();
  const erred = new Set<number>();
  const named = (shard: number) => (client.ws.shards.size > 1 ? { shard } : {});
  const connected = (how: string) => (shard: number) => {
    const since = broken.get(shard);
    const seconds = since === undefined ? {} : { seconds: Math.max(0, Math.round((clock.now() - since) / 1000)) };
    broken.delete(shard);
    erred.delete(shard);
    log.info({ ...named(shard), ...seconds }, how);
  };
  client.on(Events.Error, (error) => log.error({ err: error }, 'discord.js had an error'));
  client.on(Events.Warn, (warning) => log.warn(warning));
  client.on(Events.ShardError, (error, shard) => {
    // Each try to mend a break may err in its own way: the first is told.
    if (!erred.has(shard)) log.warn({ ...named(shard), err: error }, 'the connection to Discord had an error');
    erred.add(shard);
  });
  client.on(Events.ShardReconnecting, (shard) => {
    if (broken.has(shard)) return;
    log.warn(named(shard), 'disconnected from Discord; connecting again');
    broken.set(shard, clock.now());
  });
  client.on(Events.ShardReady, connected('connected to Discord'));
  client.on(Events.ShardResume, connected('connected to Discord again'));
  return new Promise((resolve) => client.on(Events.ShardDisconnect, ({ code }) => resolve(shutOut(code, shards))));
}
