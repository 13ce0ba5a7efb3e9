import { type Client, type ClientOptions, Events, GatewayDispatchEvents, Options } from 'discord.js';

type Cached = { readonly id: string; readonly client: { readonly user: { readonly id: string } | null } };

/** The bot itself, by which its rights are worked out, and nobody else. */
const ITSELF = {
  maxSize: 0,
  keepOverLimit: ({ id, client }: Cached) => id === client.user?.id,
};

/**
 * What discord.js keeps of all it hears: servers with their roles, channels and open threads, by which rights are worked out. Who acts,
 * and under which message, comes with each interaction, so what is kept does not grow with what is played.
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
 * Keeps each channel's newest message as Discord tells it with an interaction. discord.js takes it from messages alone, which the bot is not
 * told of, and leaves a channel that it knows as it was (https://github.com/discordjs/discord.js/pull/9337).
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
