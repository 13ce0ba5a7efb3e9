import { type Client, Events } from 'discord.js';

/** What becomes of a connection. */
export type Change = 'connected' | 'resumed' | 'broken';

/** The bot's connections to Discord, one for each of its shards. */
export class ConnectionStates {
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
