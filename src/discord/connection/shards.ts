import { type ClientOptions, type IShardingStrategy, SimpleShardingStrategy } from 'discord.js';

/** Settings that are kept from one start to the next. */
export interface Memory {
  setting(key: string): string | null;
  set(key: string, value: string): void;
}

/** The shards that this process connects as, by their numbers from 0, and how many the bot has in all its processes. */
export interface Shards {
  readonly own: readonly number[];
  readonly count: number;
}

/** Every server, by as many connections as Discord recommends. */
const WHOLE: Shards = { own: [0], count: 1 };
/** Where a database remembers whose it is. */
const KEY = 'shards';

/** The database was made for other servers than this process would serve. `message` is for the person who runs the bot. */
export class OtherServers extends Error {
  override readonly name = 'OtherServers';
}

/**
 * The options for discord.js. Null: all shards. They are always given, or discord.js would read SHARDS and SHARD_COUNT itself, which may
 * be empty. It leaves a count alone that is not its default of 1 (https://github.com/discordjs/discord.js/issues/5611), and
 * with `auto` it asks Discord.
 */
export function shardOptions(shards: Shards | null): Required<Pick<ClientOptions, 'shards' | 'shardCount'>> {
  return shards ? { shards: [...shards.own], shardCount: shards.count } : { shards: 'auto', shardCount: 2 };
}

/** The part of the bot that this process is, up to 1. */
export function shareOf(shards: Shards | null): number {
  return shards ? shards.own.length / shards.count : 1;
}

/** Whether this process speaks for the whole bot: it has direct messages, and registers the commands that no server has for itself. */
export function isFirst(shards: Shards | null): boolean {
  return shards?.own.includes(0) ?? true;
}

/** Whether two divisions give a process the same servers: shard 0 of 2 has the servers of shards 0 and 2 of 4. */
export function sameServers(one: Shards | null, other: Shards | null): boolean {
  const [a, b] = [one ?? WHOLE, other ?? WHOLE];
  const remainders = Array.from({ length: leastCommonMultiple(a.count, b.count) }, (_, remainder) => remainder);
  const has = ({ own, count }: Shards, remainder: number) => own.includes(remainder % count);
  return remainders.every((remainder) => has(a, remainder) === has(b, remainder));
}

/**
 * Keeps a database to the servers that it was begun for: their games are nowhere else, and those of other servers are in another. One
 * without any game is begun for whatever it is used for.
 * @throws OtherServers
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

/** What discord.js keeps to itself. */
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
 * discord.js's own strategy, but it leaves no socket behind: since https://github.com/discordjs/discord.js/pull/9254
 * discord.js neither closes one that is still connecting nor listens to it, and the error that it ends with would end the process.
 * So would a packet of the connection itself that it can't read (not reported upstream): here that is an error of the connection.
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
