import { type ClientOptions, type IShardingStrategy, SimpleShardingStrategy } from 'discord.js';
import { listed, plural } from '../../kit/plain-english.ts';

export interface Memory {
  setting(key: string): string | null;
  set(key: string, value: string): void;
}

export interface Shards {
  /** The shards of this process, numbered from 0. */
  readonly own: readonly number[];
  /** The number of shards in all processes. */
  readonly count: number;
}

const WHOLE: Shards = { own: [0], count: 1 };
const KEY = 'shards';

/** The database has the games of other servers. `message` is for the operator. */
export class OtherServers extends Error {
  override readonly name = 'OtherServers';
}

/**
 * The client options for shards. Both are always set, because discord.js would read missing ones from the environment.
 * With `auto` it asks Discord for the number; a `shardCount` of 1 would make it read the environment even then
 * (https://github.com/discordjs/discord.js/issues/5611).
 */
export function shardOptions(shards: Shards | null): Required<Pick<ClientOptions, 'shards' | 'shardCount'>> {
  return shards ? { shards: [...shards.own], shardCount: shards.count } : { shards: 'auto', shardCount: 2 };
}

export function shareOf(shards: Shards | null): number {
  return shards ? shards.own.length / shards.count : 1;
}

/** Whether this is the process that gets direct messages, and so registers the global commands. */
export function isFirst(shards: Shards | null): boolean {
  return shards?.own.includes(0) ?? true;
}

/** Whether two settings give a process the same servers. Shard 0 of 2 has the servers of shards 0 and 2 of 4. */
export function sameServers(one: Shards | null, other: Shards | null): boolean {
  const [a, b] = [one ?? WHOLE, other ?? WHOLE];
  const remainders = Array.from({ length: leastCommonMultiple(a.count, b.count) }, (_, remainder) => remainder);
  const has = ({ own, count }: Shards, remainder: number) => own.includes(remainder % count);
  return remainders.every((remainder) => has(a, remainder) === has(b, remainder));
}

/**
 * Stores the shards of a database, or compares them with those that it has stored.
 * @throws OtherServers if the database has games of other servers, which this process would not serve
 */
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

/** "shard 0 of 4", "shards 0, 1 and 2 of 4". */
export function shardsInWords({ own, count }: Shards): string {
  return `${plural(own.length, 'shard', 'shards')} ${listed(own.map(String))} of ${count}`;
}

function served(shards: Shards | null): string {
  return shards === null || sameServers(shards, null) ? 'all servers' : `the servers of ${shardsInWords(shards)}`;
}

function leastCommonMultiple(a: number, b: number): number {
  let [divisor, rest] = [a, b];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return (a / divisor) * b;
}

/** Private in discord.js. */
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
 * Keeps two faults of discord.js from ending the process.
 * - A socket that is still connecting is neither closed nor listened to
 *   (https://github.com/discordjs/discord.js/pull/9254). Here it is.
 * - An unreadable packet of the gateway throws (not reported upstream). Here it counts as an error of the connection.
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
