import { type Client, type ClientOptions, Events, GatewayDispatchEvents, Options } from 'discord.js';

type Cached = { readonly id: string; readonly client: { readonly user: { readonly id: string } | null } };

/** The bot's rights are worked out from its own member. */
const ITSELF = {
  maxSize: 0,
  keepOverLimit: ({ id, client }: Cached) => id === client.user?.id,
};

/** Rights are worked out from servers, roles, channels and threads. Members and messages come with each interaction. */
export function boundedCaches(): NonNullable<ClientOptions['makeCache']> {
  return Options.cacheWithLimits({
    ...Options.DefaultMakeCacheSettings,
    MessageManager: 0,
    ReactionManager: 0,
    GuildMemberManager: ITSELF,
    ThreadMemberManager: ITSELF,
    UserManager: ITSELF,
    GuildEmojiManager: 0,
    GuildStickerManager: 0,
    GuildScheduledEventManager: 0,
    StageInstanceManager: 0,
  });
}

/** discord.js doesn't take a channel's newest message from interactions (https://github.com/discordjs/discord.js/pull/9337). */
export function keepLastMessages(client: Client): void {
  client.on(Events.Raw, (packet: { readonly t: string; readonly d: unknown }) => {
    if (packet.t !== GatewayDispatchEvents.InteractionCreate) return;
    const { channel } = packet.d as { readonly channel?: { readonly id: string; readonly last_message_id?: unknown } };
    const known = channel && client.channels.cache.get(channel.id);
    if (!known?.isTextBased()) return;
    const id = channel?.last_message_id;
    known.lastMessageId = typeof id === 'string' ? id : null;
  });
}
