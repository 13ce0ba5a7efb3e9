import { type Client, Events, RESTEvents } from 'discord.js';
import type { ConnectionHealth } from '../../host/index.ts';
import type { Clock } from '../../time-source.ts';
import type { Watch } from '../../watch/watch.ts';

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

/** What becomes of a connection. */
export type Change = 'connected' | 'resumed' | 'broken';

/** The bot's connections to Discord, one for each of its shards. */
class ConnectionStates {
  readonly #client: Client;
  readonly #open = new Set<number>();

  /** @param changed is called at each change; of a break once, however often it is tried to mend */
  constructor(client: Client, changed: (change: Change, shard: number) => void) {
    this.#client = client;
    const opened = (change: Change) => (shard: number) => {
      this.#open.add(shard);
      changed(change, shard);
    };
    const broken = (shard: number) => void (this.#open.delete(shard) && changed('broken', shard));
    client.on(Events.ShardReady, opened('connected'));
    client.on(Events.ShardResume, opened('resumed'));
    client.on(Events.ShardReconnecting, broken);
    client.on(Events.ShardDisconnect, (_how, shard) => broken(shard));
  }

  /** How many there should be, as far as that is known. */
  get all(): number {
    return Math.max(1, this.#client.ws.shards.size);
  }

  /** How many there are. */
  get open(): number {
    return this.#open.size;
  }

  /** Milliseconds from the last heartbeat to its acknowledgement, of the slowest; null: none has been acknowledged yet. */
  get delay(): number | null {
    return longest(this.#client.ws.shards.map(({ ping }) => (ping < 0 ? null : ping)));
  }

  /** Milliseconds since a heartbeat was acknowledged, where that is longest ago; null: none has been yet. */
  get heard(): number | null {
    // discord.js goes by the machine's time.
    const now = Date.now();
    return longest(
      this.#client.ws.shards.map(({ lastPingTimestamp, ping }) =>
        lastPingTimestamp > 0 ? Math.max(0, now - lastPingTimestamp - ping) : null,
      ),
    );
  }
}

function longest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
}
