import { type Client, type ClientOptions, Events, GatewayDispatchEvents, Options } from 'discord.js';

type Cached = { readonly id: string; readonly client: { readonly user: { readonly id: string } | null } };

/** Caches nobody but the bot. discord.js computes its permissions from its own member. */
const ITSELF = {
  maxSize: 0,
  keepOverLimit: ({ id, client }: Cached) => id === client.user?.id,
};

/**
 * Bounds the memory of discord.js. It computes permissions from servers, roles, channels and threads, so these stay
 * unbounded. Members and messages come with each interaction.
 */
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

/**
 * Takes the id of each channel's newest message from interactions, which discord.js doesn't
 * (https://github.com/discordjs/discord.js/pull/9337).
 */
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
