import { type Client, Events, type Guild } from 'discord.js';
import type { Logger } from 'pino';
import type { Announcement, Host, HostPart } from '../../host/index.ts';
import { databaseTroubleOf } from '../../store/index.ts';
import type { Clock } from '../../time-source.ts';
import type { ChannelDelivery } from '../outbound/channel-delivery.ts';
import { rolesOf } from './route.ts';

interface GuildListener {
  invited(guild: Guild): void;
  /** The server was unavailable, or the bot was disconnected. */
  availableAgain(guild: Guild): void;
}

/**
 * Tells apart servers that invite the bot, come back after an outage, or remove the bot. A new session of the gateway
 * begins with a list of servers: it shows what changed while the shard was disconnected.
 */
export function watchGuilds(client: Client, log: Logger, listener: GuildListener): void {
  /** Servers that are new in the list of a session. Each counts as an invitation once it is available. */
  const newInList = new Set<string>();
  const left = (guild: Guild) => {
    newInList.delete(guild.id);
    log.info({ guild: guild.id }, 'removed from a server; its games are kept');
  };
  client.on(Events.GuildCreate, (guild) => listener.invited(guild));
  client.on(Events.GuildDelete, left);
  client.on(Events.GuildUnavailable, ({ id }) => log.warn({ guild: id }, 'a server is unavailable'));
  client.on(Events.GuildAvailable, (guild) => {
    if (newInList.delete(guild.id)) listener.invited(guild);
    else listener.availableAgain(guild);
  });
  // This event comes before discord.js handles the packet.
  client.on(Events.Raw, (packet: { readonly t: string; readonly d: unknown }, shard) => {
    if (packet.t !== 'READY' || !client.isReady()) return;
    const { guilds } = packet.d as { readonly guilds: readonly { readonly id: string }[] };
    const listed = new Set(guilds.map(({ id }) => id));
    for (const guild of [...client.guilds.cache.values()]) {
      if (guild.shardId !== shard || listed.has(guild.id)) continue;
      // discord.js would keep the server for ever, and not report an invitation to a server that it knows
      // (https://github.com/discordjs/discord.js/issues/11546).
      for (const channel of guild.channels.cache.keys()) client.channels.cache.delete(channel);
      client.guilds.cache.delete(guild.id);
      left(guild);
    }
    for (const id of listed) if (!client.guilds.cache.has(id)) newInList.add(id);
  });
}

export type GuildJoined = ReturnType<typeof createGuildJoined>;

/** Posts a greeting, undelivered posts, and the maps of games in a server that the bot joins or comes back to. */
export function createGuildJoined(host: Host, delivery: ChannelDelivery, log: Logger) {
  /** Greets in the system channel. Never rejects. */
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
    /** Posts the present maps of games in DMs, for a practice Discord that has lost its messages. Never rejects. */
    toDms: (): Promise<void> => bringMaps(null),
  };
}

/**
 * Looks for deleted roles when Discord reports one.
 * @param tell posts the announcements, and starts the work that is then due
 * @returns a function that looks in some servers; it never throws
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
      // The dispatcher logs trouble with the database.
      const level = databaseTroubleOf(error) ? 'debug' : 'error';
      log[level]({ err: error, guild: guild.id }, 'could not look for deleted roles');
      return [];
    }
  };
  const lookInAll = (guilds: Iterable<Guild>) => tell([...guilds].flatMap(look));
  client.on(Events.GuildRoleDelete, ({ guild }) => lookInAll([guild]));
  return lookInAll;
}
