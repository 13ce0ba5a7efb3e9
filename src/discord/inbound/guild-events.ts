import { type Client, Events, type Guild } from 'discord.js';
import type { Logger } from 'pino';
import type { Announcement, Host, HostPart } from '../../host/index.ts';
import { databaseTroubleOf } from '../../store/index.ts';
import type { Clock } from '../../time-source.ts';
import type { ChannelDelivery } from '../outbound/channel-delivery.ts';
import { rolesOf } from './route.ts';

interface GuildListener {
  invited(guild: Guild): void;
  /** The server was unavailable, or the bot away. */
  back(guild: Guild): void;
}

/** An unavailable server hasn't removed the bot. A new session's list shows what changed while the shard had none. */
export function watchGuilds(client: Client, log: Logger, places: GuildListener): void {
  /** Servers listed by a new session: whether they invited the bot shows once they are available. */
  const fresh = new Set<string>();
  const left = (guild: Guild) => {
    fresh.delete(guild.id);
    log.info({ guild: guild.id }, 'removed from a server; its games are kept');
  };
  client.on(Events.GuildCreate, (guild) => places.invited(guild));
  client.on(Events.GuildDelete, left);
  client.on(Events.GuildUnavailable, ({ id }) => log.warn({ guild: id }, 'a server is unavailable'));
  client.on(Events.GuildAvailable, (guild) => {
    if (fresh.delete(guild.id)) places.invited(guild);
    else places.back(guild);
  });
  // Read before discord.js handles it.
  client.on(Events.Raw, (packet: { readonly t: string; readonly d: unknown }, shard) => {
    if (packet.t !== 'READY' || !client.isReady()) return;
    const { guilds } = packet.d as { readonly guilds: readonly { readonly id: string }[] };
    const listed = new Set(guilds.map(({ id }) => id));
    for (const guild of [...client.guilds.cache.values()]) {
      if (guild.shardId !== shard || listed.has(guild.id)) continue;
      // discord.js keeps it for ever, and takes an invitation for a server that it knows (https://github.com/discordjs/discord.js/issues/11546).
      for (const channel of guild.channels.cache.keys()) client.channels.cache.delete(channel);
      client.guilds.cache.delete(guild.id);
      left(guild);
    }
    for (const id of listed) if (!client.guilds.cache.has(id)) fresh.add(id);
  });
}

export type GuildJoined = ReturnType<typeof createGuildJoined>;

/** Posts a greeting, undelivered posts, and the maps of games in a server that the bot joins or comes back to. */
export function createGuildJoined(host: Host, delivery: ChannelDelivery, log: Logger) {
  /** The greeting goes to the system channel. Never rejects. */
  async function invited({ id, systemChannelId: system }: Pick<Guild, 'id' | 'systemChannelId'>): Promise<void> {
    log.info({ guild: id }, 'invited');
    const greeted = system ? delivery.sayInTurn(id, system, () => host.help.greeting()) : null;
    await Promise.all([greeted, delivery.runner.returnedTo(id), bringMaps(id)]);
  }

  async function bringMaps(guild: string | null): Promise<void> {
    try {
      const games = host.undelivered.returning(guild);
      await Promise.all(
        games.map(({ game, channel }) =>
          delivery.sayInTurn(guild ?? channel, channel, () => host.undelivered.returned(game)?.answer ?? null),
        ),
      );
    } catch (error) {
      log.error({ err: error, guild }, 'the list of maps to show again could not be read');
    }
  }

  return {
    invited,
    /** The present maps of games in DMs, for a Discord that has forgotten its messages. Never rejects. */
    toDms: (): Promise<void> => bringMaps(null),
  };
}

/**
 * @param tell also does what is due at once
 * @returns a function that looks for deleted roles in some servers; it never throws
 */
export function watchDeletedRoles(
  client: Client,
  host: HostPart<{ lostRoles: 'look' }>,
  clock: Clock,
  log: Logger,
  tell: (announcements: readonly Announcement[]) => void,
): (guilds: Iterable<Guild>) => void {
  const look = (guild: Guild) => {
    try {
      // The roles of an unavailable server are unknown.
      return guild.available ? host.lostRoles.look(guild.id, rolesOf(guild), clock.now()) : [];
    } catch (error) {
      // Trouble with the database is logged elsewhere.
      const level = databaseTroubleOf(error) ? 'debug' : 'error';
      log[level]({ err: error, guild: guild.id }, 'could not look for deleted roles');
      return [];
    }
  };
  const looksIn = (guilds: Iterable<Guild>) => tell([...guilds].flatMap(look));
  client.on(Events.GuildRoleDelete, ({ guild }) => looksIn([guild]));
  return looksIn;
}
