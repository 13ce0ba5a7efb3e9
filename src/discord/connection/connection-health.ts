import { type Client, Events, RESTEvents } from 'discord.js';
import type { Logger } from 'pino';
import type { ConnectionHealth } from '../../host/index.ts';
import type { Clock } from '../../time-source.ts';
import type { Watch } from '../../watch/metrics.ts';
import { type CannotConnect, closedForGood } from './cannot-connect.ts';
import type { Shards } from './shards.ts';

const TOO_MANY = 429;

/** Counts and logs connections and requests. A break is logged once, even if many tries to reconnect fail. */
export function watchConnections(
  client: Client,
  watch: Watch,
  clock: Clock,
  log: Logger,
  shards: Shards | null = null,
) {
  const started = clock.now();
  const open = new Set<number>();
  /** The time of a break, by shard; milliseconds since 1970. */
  const brokenAt = new Map<number, number>();
  /** Shards with a logged error since their last connection. */
  const logged = new Set<number>();
  const named = (shard: number) => (client.ws.shards.size > 1 ? { shard } : {});
  const opened = (change: 'connected' | 'resumed', words: string) => (shard: number) => {
    open.add(shard);
    watch.gateway(change);
    const since = brokenAt.get(shard);
    const seconds = since === undefined ? {} : { seconds: Math.max(0, Math.round((clock.now() - since) / 1000)) };
    brokenAt.delete(shard);
    logged.delete(shard);
    log.info({ ...named(shard), ...seconds }, words);
  };
  const closed = (shard: number) => {
    if (open.delete(shard)) watch.gateway('broken');
  };
  client.on(Events.Error, (error) => log.error({ err: error }, 'discord.js had an error'));
  client.on(Events.Warn, (warning) => log.warn(warning));
  client.on(Events.ShardError, (error, shard) => {
    // Each try to reconnect can have an error.
    if (!logged.has(shard)) log.warn({ ...named(shard), err: error }, 'the connection to Discord had an error');
    logged.add(shard);
  });
  client.on(Events.ShardReconnecting, (shard) => {
    closed(shard);
    if (brokenAt.has(shard)) return;
    log.warn(named(shard), 'disconnected from Discord; connecting again');
    brokenAt.set(shard, clock.now());
  });
  client.on(Events.ShardReady, opened('connected', 'connected to Discord'));
  client.on(Events.ShardResume, opened('resumed', 'connected to Discord again'));
  client.rest.on(RESTEvents.Response, (_request, { status, headers }) => {
    watch.response(status);
    // discord.js also reports its own waits, as another event, which does not count.
    if (status === TOO_MANY) watch.rateLimited(headers.has('x-ratelimit-global'));
  });
  return {
    health(): ConnectionHealth {
      const all = Math.max(1, client.ws.shards.size);
      // discord.js uses the machine's time, not the bot's clock.
      const now = Date.now();
      const shards = client.ws.shards.filter(({ ping }) => ping >= 0);
      const heard = shards
        .filter(({ lastPingTimestamp }) => lastPingTimestamp > 0)
        .map(({ lastPingTimestamp, ping }) => Math.max(0, now - lastPingTimestamp - ping));
      return {
        started,
        connected: open.size === all,
        connections: { open: open.size, all },
        shards: client.ws.shards.map(({ id, ping }) => ({ id, open: open.has(id), delay: ping < 0 ? null : ping })),
        delay: longest(shards.map(({ ping }) => ping)),
        heard: longest(heard),
      };
    },
    /** Resolves if Discord closes a connection for good. */
    lost: new Promise<CannotConnect>((resolve) => {
      client.on(Events.ShardDisconnect, ({ code }, shard) => {
        closed(shard);
        resolve(closedForGood(code, shards));
      });
    }),
  };
}

function longest(times: readonly number[]): number | null {
  return times.length === 0 ? null : Math.max(...times);
}
