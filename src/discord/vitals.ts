import { type Client, Events, RESTEvents } from 'discord.js';
import type { Clock } from '../clock.ts';
import type { Connection } from '../host/index.ts';
import type { Watch } from '../watch/watch.ts';

/** HTTP's "Too Many Requests". */
const TOO_MANY = 429;

/**
 * Tells the watch what becomes of the connection to Discord and of the requests to it.
 * @returns how the connection is, whenever it is asked
 */
export function connectionOf(client: Client, watch: Watch, clock: Clock): () => Connection {
  const started = clock.now();
  let connected = false;
  const change = (to: boolean, how: 'connected' | 'resumed' | 'broken') => {
    // A break is told of once however often it is tried to mend.
    if (connected || to) watch.gateway(how);
    connected = to;
  };
  client.on(Events.ShardReady, () => change(true, 'connected'));
  client.on(Events.ShardResume, () => change(true, 'resumed'));
  client.on(Events.ShardReconnecting, () => change(false, 'broken'));
  client.on(Events.ShardDisconnect, () => change(false, 'broken'));
  client.rest.on(RESTEvents.Response, (_request, { status, headers }) => {
    watch.response(status);
    // That discord.js waits by itself, so as to meet none, is no trouble.
    if (status === TOO_MANY) watch.rateLimited(headers.has('x-ratelimit-global'));
  });
  return () => {
    const shard = client.ws.shards.first();
    const heard = shard && shard.lastPingTimestamp > 0 ? shard.lastPingTimestamp + shard.ping : null;
    return {
      started,
      connected,
      delay: shard && shard.ping >= 0 ? shard.ping : null,
      // discord.js goes by the machine's time.
      heard: heard === null ? null : Math.max(0, Date.now() - heard),
    };
  };
}
