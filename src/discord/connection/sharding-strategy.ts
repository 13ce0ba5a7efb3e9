import { type IShardingStrategy, SimpleShardingStrategy } from 'discord.js';

/** What discord.js keeps to itself. */
interface WithSockets {
  readonly shards: ReadonlyMap<number, { readonly connection: WebSocket | null }>;
}

/**
 * discord.js's own strategy, but it leaves no socket behind: discord.js stops listening to one that is still connecting, and the
 * error that such a socket ends with would end the process.
 */
export class CleanShardingStrategy extends SimpleShardingStrategy {
  override async destroy(options?: Parameters<IShardingStrategy['destroy']>[0]): Promise<void> {
    const { shards } = this as unknown as WithSockets;
    const sockets = [...shards.values()].flatMap(({ connection }) => connection ?? []);
    for (const socket of sockets) socket.addEventListener('error', () => {});
    await super.destroy(options);
    for (const socket of sockets) socket.close();
  }
}
