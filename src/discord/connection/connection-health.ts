import { type Client, RESTEvents } from 'discord.js';
import type { ConnectionHealth } from '../../host/index.ts';
import type { Clock } from '../../time-source.ts';
import type { Watch } from '../../watch/watch.ts';
import { ConnectionStates } from './connection-states.ts';

/** HTTP's "Too Many Requests". */
const TOO_MANY = 429;

/**
 * Tells the watch what becomes of the connections to Discord and of the requests to it.
 * @returns how the connections are, whenever it is asked
 */
export function connectionHealth(client: Client, watch: Watch, clock: Clock): () => ConnectionHealth {
  const started = clock.now();
  const connections = new ConnectionStates(client, (change) => watch.gateway(change));
  client.rest.on(RESTEvents.Response, (_request, { status, headers }) => {
    watch.response(status);
    // That discord.js waits by itself, so as to meet none, is no trouble.
    if (status === TOO_MANY) watch.rateLimited(headers.has('x-ratelimit-global'));
  });
  return () => {
    const { open, all, delay, heard } = connections;
    return { started, connected: open === all, connections: { open, all }, delay, heard };
  };
}
