import {
  type Client,
  type ClientOptions,
  Collection,
  Events,
  GatewayDispatchEvents,
  GuildEmojiManager,
  GuildMemberManager,
  GuildScheduledEventManager,
  GuildStickerManager,
  LimitedCollection,
  MessageManager,
  ReactionManager,
  StageInstanceManager,
  ThreadMemberManager,
  UserManager,
} from 'discord.js';

type Cached = { readonly id: string; readonly client: { readonly user: { readonly id: string } | null } };

/** Messages come with each interaction. The bot uses nothing else of these. */
const NOT_CACHED: ReadonlySet<unknown> = new Set([
  MessageManager,
  ReactionManager,
  GuildEmojiManager,
  GuildStickerManager,
  GuildScheduledEventManager,
  StageInstanceManager,
]);

/** Only the bot is cached: discord.js computes its permissions from its own member. Others come with each interaction. */
const ONLY_ITSELF: ReadonlySet<unknown> = new Set([GuildMemberManager, ThreadMemberManager, UserManager]);

/**
 * Bounds the memory of discord.js. It computes permissions from servers, roles, channels and threads, so these stay
 * unbounded. `Options.cacheWithLimits` goes by the names of classes, and the bundle has other names: esbuild renames
 * a class that mentions itself, as `MessageManager` does.
 */
export function boundedCaches(): NonNullable<ClientOptions['makeCache']> {
  return (manager) => {
    if (NOT_CACHED.has(manager)) return new LimitedCollection({ maxSize: 0 });
    if (!ONLY_ITSELF.has(manager)) return new Collection();
    return new LimitedCollection({ maxSize: 0, keepOverLimit: ({ id, client }: Cached) => id === client.user?.id });
  };
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
