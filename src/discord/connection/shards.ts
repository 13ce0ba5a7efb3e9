import { type ClientOptions, type IShardingStrategy, SimpleShardingStrategy } from 'discord.js';

export interface Memory {
  setting(key: string): string | null;
  set(key: string, value: string): void;
}

/** Shards of this process, numbered from 0, and the number of shards in all processes. */
export interface Shards {
  readonly own: readonly number[];
  readonly count: number;
}

const WHOLE: Shards = { own: [0], count: 1 };
const KEY = 'shards';

/** `message` is for the self-hoster. */
export class OtherServers extends Error {
  override readonly name = 'OtherServers';
}

/**
 * Always sets both, or discord.js would read them from the environment. With `auto` it asks Discord, and would also replace a count of 1
 * (https://github.com/discordjs/discord.js/issues/5611).
 */
export function shardOptions(shards: Shards | null): Required<Pick<ClientOptions, 'shards' | 'shardCount'>> {
  return shards ? { shards: [...shards.own], shardCount: shards.count } : { shards: 'auto', shardCount: 2 };
}

export function shareOf(shards: Shards | null): number {
  return shards ? shards.own.length / shards.count : 1;
}

/** The first process has direct messages, and registers the commands that no server has for itself. */
export function isFirst(shards: Shards | null): boolean {
  return shards?.own.includes(0) ?? true;
}

/** Shard 0 of 2 has the servers of shards 0 and 2 of 4. */
export function sameServers(one: Shards | null, other: Shards | null): boolean {
  const [a, b] = [one ?? WHOLE, other ?? WHOLE];
  const remainders = Array.from({ length: leastCommonMultiple(a.count, b.count) }, (_, remainder) => remainder);
  const has = ({ own, count }: Shards, remainder: number) => own.includes(remainder % count);
  return remainders.every((remainder) => has(a, remainder) === has(b, remainder));
}

/** @throws OtherServers if the database has games of other servers: they are nowhere else */
export function keepTo(shards: Shards | null, memory: Memory, hasGames: boolean): void {
  const kept = memory.setting(KEY);
  const before = kept === null ? null : (JSON.parse(kept) as Shards);
  if (sameServers(before, shards)) return;
  if (hasGames)
    throw new OtherServers(
      `This database holds the games of ${served(before)}, but SHARDS and SHARD_COUNT ask for ${served(shards)}. ` +
        'Games stay in the database they started in: restore SHARDS and SHARD_COUNT, or set DATABASE_PATH to another file.',
    );
  memory.set(KEY, JSON.stringify(shards ?? WHOLE));
}

/** "shards 0, 1 and 2 of 4". */
export function named({ own, count }: Shards): string {
  const [last, ...others] = [...own].reverse();
  return own.length === 1
    ? `shard ${last} of ${count}`
    : `shards ${others.reverse().join(', ')} and ${last} of ${count}`;
}

function served(shards: Shards | null): string {
  return shards === null || sameServers(shards, null) ? 'all servers' : `the servers of ${named(shards)}`;
}

function leastCommonMultiple(a: number, b: number): number {
  let [divisor, rest] = [a, b];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return (a / divisor) * b;
}

/** These are private in discord.js. */
interface WithSockets {
  readonly shards: ReadonlyMap<
    number,
    {
      readonly connection: WebSocket | null;
      onMessage(data: unknown, isBinary: boolean): Promise<void>;
      emit(event: 'error', of: { readonly error: unknown }): void;
    }
  >;
}

/**
 * Leaves no socket behind: since https://github.com/discordjs/discord.js/pull/9254 discord.js neither closes a socket that is still
 * connecting nor listens to it, and its error would end the process. A packet of the gateway itself that can't be read would end it too (not
 * reported upstream); here that packet counts as an error of the connection.
 */
export class CleanShardingStrategy extends SimpleShardingStrategy {
  override async spawn(ids: number[]): Promise<void> {
    await super.spawn(ids);
    for (const shard of (this as unknown as WithSockets).shards.values()) {
      const read = shard.onMessage.bind(shard);
      shard.onMessage = (data, isBinary) => read(data, isBinary).catch((error) => shard.emit('error', { error }));
    }
  }

  override async destroy(options?: Parameters<IShardingStrategy['destroy']>[0]): Promise<void> {
    const { shards } = this as unknown as WithSockets;
    const sockets = [...shards.values()].flatMap(({ connection }) => connection ?? []);
    for (const socket of sockets) socket.addEventListener('error', () => {});
    await super.destroy(options);
    for (const socket of sockets) socket.close();
  }
}
