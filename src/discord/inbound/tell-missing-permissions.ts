import {
  type Channel,
  Events,
  type Guild,
  type Interaction,
  MessageFlags,
  PermissionFlagsBits,
  type RepliableInteraction,
} from 'discord.js';
import { LRUCache } from 'lru-cache';
import { missingIn, missingOf } from '../outbound/bot-permissions.ts';
import type { BotContext } from '../outbound/context.ts';
import { CANNOT_POST, missingWords, NO_HISTORY } from '../outbound/post-words.ts';
import { isModerator } from './route.ts';

/** A manager is told again after this time, or when the bot has lost its permissions again. */
const TOLD_EVERY_MS = 60 * 60_000;
const REMEMBERED = 1000;

export type MissingPermissions = ReturnType<typeof createMissingPermissions>;

/**
 * Tells members about missing permissions after the bot has answered them. A member who manages the channel hears which
 * permissions it lacks. Others hear once that it can't post. Managers also hear once if it can't read the channel's
 * history.
 * @param regained gets channels in which the bot can post, and perhaps could not before. Undelivered posts follow there
 */
export function createMissingPermissions(
  { log, clock, client }: Omit<BotContext, 'host'>,
  regained: (channels: readonly string[]) => void,
) {
  /** Channels in which the bot can't post. */
  const barred = new Set<string>();
  /** The time when each manager was told, by channel and member; milliseconds since 1970. */
  const toldAt = new LRUCache<string, number>({ max: REMEMBERED });
  const toldOnce = new LRUCache<string, true>({ max: REMEMBERED });

  function start(): void {
    client.on(Events.ChannelUpdate, (_before, channel) => checkChannels([channel]));
    client.on(Events.ThreadUpdate, (_before, thread) => checkChannels([thread]));
    client.on(Events.ThreadListSync, (threads) => checkChannels(threads.values()));
    client.on(Events.GuildRoleUpdate, (_before, { guild }) => checkServer(guild));
    client.on(Events.GuildMemberUpdate, (_before, { id, guild }) => {
      if (id === client.user?.id) checkServer(guild);
    });
  }

  function checkServer(guild: Guild): void {
    checkChannels(guild.channels.cache.values());
  }

  /** Never rejects. */
  async function tell(interaction: Interaction): Promise<void> {
    const { channelId, channel } = interaction;
    if (!interaction.isRepliable() || !interaction.inGuild() || channelId === null) return;
    const lacks = missingOf(interaction.appPermissions, { inThread: channel?.isThread() ?? false });
    const whom = `${channelId} ${interaction.user.id}`;
    if (lacks.length === 0) {
      const readsHistory = interaction.appPermissions.has(PermissionFlagsBits.ReadMessageHistory);
      const tells = !readsHistory && interaction.replied && isModerator(interaction);
      if (tells && mayTellOnce(`${whom} history`)) await send(interaction, NO_HISTORY);
      return;
    }
    if (!barred.has(channelId)) {
      log.info({ channel: channelId, guild: interaction.guildId, lacks }, 'the bot cannot post in a channel');
      barred.add(channelId);
    }
    if (!interaction.replied) return;
    const manages = isModerator(interaction);
    if (!(manages ? mayTell(whom) : mayTellOnce(whom))) return;
    await send(interaction, manages ? missingWords(lacks) : CANNOT_POST);
  }

  async function send(interaction: RepliableInteraction, content: string): Promise<void> {
    try {
      await interaction.followUp({ content, flags: MessageFlags.Ephemeral });
    } catch (error) {
      const { channelId: channel } = interaction;
      log.debug({ err: error, channel }, 'a member could not be told which permissions the bot lacks');
    }
  }

  function mayTell(whom: string): boolean {
    const now = clock.now();
    const before = toldAt.peek(whom);
    if (before !== undefined && now >= before && now - before < TOLD_EVERY_MS) return false;
    toldAt.set(whom, now);
    return true;
  }

  function mayTellOnce(whom: string): boolean {
    if (toldOnce.has(whom)) return false;
    toldOnce.set(whom, true);
    return true;
  }

  function checkChannels(channels: Iterable<Channel>): void {
    // A list of channels can name a thread both as a channel and in its parent.
    const postable = new Set<string>();
    for (const channel of withThreads(channels)) {
      if (!channel.isTextBased() || missingIn(channel, client.user).length > 0) continue;
      postable.add(channel.id);
      if (!barred.delete(channel.id)) continue;
      log.info({ channel: channel.id }, 'the bot can post in a channel again');
      for (const whom of [...toldAt.keys()]) if (whom.startsWith(`${channel.id} `)) toldAt.delete(whom);
    }
    if (postable.size > 0) regained([...postable]);
  }

  return { start, checkServer, tell };
}

function* withThreads(channels: Iterable<Channel>): Generator<Channel> {
  for (const channel of channels) {
    yield channel;
    if ('threads' in channel) yield* channel.threads.cache.values();
  }
}
