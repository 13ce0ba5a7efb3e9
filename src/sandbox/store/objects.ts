import type { WorldUser } from '../world/people.ts';
import { Permission } from '../world/permissions.ts';
import { iso } from '../world/snowflake.ts';
import type { World, WorldChannel, WorldGuild, WorldMembership, WorldThread } from '../world/world.ts';
import type { Discord } from './discord.ts';
import { type Json, withoutNulls } from './errors.ts';
import { attachedName, filePath, type StoredFile } from './files.ts';
import { type Embed, MessageFlag } from './message-schema.ts';
import type { MessageInteraction, StoredMessage } from './messages.ts';

export const LOCALE = 'en-US';

export function userObject(user: WorldUser): Json {
  return {
    id: user.id,
    username: user.username,
    discriminator: user.bot ? '0042' : '0',
    global_name: user.bot ? null : user.name,
    avatar: null,
    bot: user.bot,
    public_flags: user.bot ? 1 << 16 : 0,
  };
}

/** A member without the user, as in a message; `memberObject` has both. */
export function partialMember(membership: WorldMembership): Json {
  return {
    roles: membership.roleIds,
    joined_at: membership.joinedAt,
    nick: null,
    deaf: false,
    mute: false,
    flags: 0,
    pending: false,
  };
}

/** A member in an interaction's resolved data: without voice fields, with `permissions`. */
export function resolvedMember(membership: WorldMembership, permissions: bigint): Json {
  const { deaf, mute, ...member } = partialMember(membership);
  return { ...member, permissions: permissions.toString() };
}

export function memberObject(membership: WorldMembership): Json {
  return { ...partialMember(membership), user: userObject(membership.user) };
}

export function channelObject(world: World, channel: WorldChannel, lastMessageId: string | null = null): Json {
  if (channel.guildId === null) {
    const member = channel.dmOf === null ? undefined : world.userById(channel.dmOf);
    const recipients = member === undefined ? [] : [userObject(member)];
    return { id: channel.id, type: 1, last_message_id: lastMessageId, flags: 0, recipients };
  }
  if (channel.thread !== null) return threadObject(channel, channel.thread, lastMessageId);
  return {
    id: channel.id,
    type: channel.forum ? 15 : 0,
    guild_id: channel.guildId,
    name: channel.name,
    topic: channel.topic,
    position: channel.position,
    parent_id: null,
    permission_overwrites: overwrites(world, channel),
    nsfw: false,
    rate_limit_per_user: 0,
    last_message_id: lastMessageId,
    flags: channel.forum?.requiresTag ? REQUIRE_TAG : 0,
    ...(channel.forum && {
      available_tags: channel.forum.tags.map((tag) => ({ ...tag, emoji_id: null, emoji_name: null })),
      default_forum_layout: 0,
    }),
  };
}

const REQUIRE_TAG = 1 << 4;

/** Permission overwrites: denials for the bot and for members; in a hidden channel, all but some members and the bot are shut out. */
function overwrites({ bot }: World, { guildId, botDenied, membersDenied, openTo }: WorldChannel): Json[] {
  const [allow, none] = [Permission.viewChannel.toString(), '0'];
  const denied = [[bot.id, botDenied] as const, ...membersDenied].filter(([, bits]) => bits !== 0n);
  return [
    ...denied.map(([id, bits]) => ({ id, type: 1, allow: none, deny: bits.toString() })),
    ...(openTo === null ? [] : [{ id: guildId, type: 0, allow: none, deny: allow }]),
    ...(openTo === null ? [] : [bot.id, ...openTo].map((id) => ({ id, type: 1, allow, deny: none }))),
  ];
}

function threadObject(channel: WorldChannel, thread: WorldThread, lastMessageId: string | null): Json {
  return {
    id: channel.id,
    type: 11,
    guild_id: channel.guildId,
    name: channel.name,
    parent_id: thread.parentId,
    owner_id: thread.ownerId,
    last_message_id: lastMessageId,
    message_count: 0,
    member_count: 1,
    total_message_sent: 0,
    rate_limit_per_user: 0,
    flags: 0,
    applied_tags: thread.tags,
    thread_metadata: {
      archived: thread.archived,
      archive_timestamp: iso(thread.archivedAt),
      auto_archive_duration: thread.archiveAfter,
      locked: thread.locked,
      create_timestamp: iso(thread.createdAt),
    },
  };
}

export function roleObjects(guild: WorldGuild, botId: string): Json[] {
  return guild.roles.map((role) => ({
    id: role.id,
    name: role.name,
    color: role.color,
    colors: { primary_color: role.color, secondary_color: null, tertiary_color: null },
    hoist: false,
    position: role.position,
    permissions: role.permissions.toString(),
    managed: role.managed,
    mentionable: role.mentionable,
    flags: 0,
    ...(role.managed ? { tags: { bot_id: botId } } : {}),
  }));
}

/** A guild as GET /guilds/{id} returns it. */
export function guildObject(world: World, guild: WorldGuild): Json {
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    owner_id: guild.ownerId,
    afk_timeout: 300,
    system_channel_id: guild.systemChannelId,
    system_channel_flags: 0,
    verification_level: 0,
    default_message_notifications: 1,
    explicit_content_filter: 0,
    mfa_level: 0,
    nsfw_level: 0,
    premium_tier: 0,
    preferred_locale: LOCALE,
    features: [],
    emojis: [],
    stickers: [],
    roles: roleObjects(guild, world.bot.id),
  };
}

/** The data of GUILD_CREATE. Without the members intent, which no bot has here, it lists only the bot as a member. */
export function guildCreateObject(world: World, guild: WorldGuild): Json {
  const present = guild.memberships.filter((each) => world.membership(guild, each.user.id) !== undefined);
  return {
    ...guildObject(world, guild),
    joined_at: world.membership(guild, world.bot.id)?.joinedAt,
    large: false,
    unavailable: false,
    member_count: present.length,
    members: present.filter(({ user }) => user === world.bot).map(memberObject),
    channels: guild.channels.map((channel) => channelObject(world, channel)),
    threads: world.activeThreads(guild).map((thread) => channelObject(world, thread)),
  };
}

export function applicationObject(world: World): Json {
  return {
    id: world.applicationId,
    name: world.bot.name,
    icon: null,
    description: '',
    bot: userObject(world.bot),
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: '0'.repeat(64),
    flags: 0,
    owner: userObject(world.players[0] ?? world.bot),
    approximate_guild_count: world.guilds.filter((guild) => guild.botPresent).length,
  };
}

function attachmentObject(file: StoredFile, base: string, ephemeral: boolean): Json {
  const url = base + filePath(file);
  return {
    id: file.id,
    filename: file.filename,
    size: file.size,
    url,
    proxy_url: url,
    content_type: file.contentType,
    ...(file.width !== null && { width: file.width, height: file.height }),
    ...(file.description !== null && { description: file.description }),
    ...(file.title !== null && { title: file.title }),
    ...(ephemeral && { ephemeral }),
  };
}

/** The files listed below the text: those that no embed shows. */
export function looseFiles(message: StoredMessage): StoredFile[] {
  const shown = message.embeds.flatMap((embed) => [
    embed.image?.url,
    embed.thumbnail?.url,
    embed.author?.icon_url,
    embed.footer?.icon_url,
  ]);
  const names = shown.map((url) => attachedName(url ?? ''));
  return message.files.filter((file) => !names.includes(file.filename));
}

/** Replaces `attachment://name` in embeds by the file's URL and size, and drops nulls. */
function resolved(value: unknown, files: readonly StoredFile[], base: string): unknown {
  if (Array.isArray(value)) return value.map((each) => resolved(each, files, base));
  if (typeof value !== 'object' || value === null) return value;
  const out: Json = {};
  for (const [key, each] of Object.entries(value)) {
    if (each === null || each === undefined) continue;
    const name = typeof each === 'string' && (key === 'url' || key === 'icon_url') ? attachedName(each) : null;
    const file = name === null ? undefined : files.find((one) => one.filename === name);
    if (file === undefined) {
      out[key] = resolved(each, files, base);
      continue;
    }
    const url = base + filePath(file);
    out[key] = url;
    out[key === 'url' ? 'proxy_url' : 'proxy_icon_url'] = url;
    if (key === 'url') {
      out.content_type = file.contentType;
      if (file.width !== null) Object.assign(out, { width: file.width, height: file.height });
    }
  }
  return out;
}

export function embedObjects(message: StoredMessage, base: string): Embed[] {
  return message.embeds.map((embed) => ({ type: 'rich', ...(resolved(embed, message.files, base) as Embed) }));
}

/** The thread started from a message. The first message of a forum post has the post's id too, but lies in the post. */
export function threadOf(world: World, { id, channel }: StoredMessage): WorldChannel | undefined {
  return id === channel.id ? undefined : world.channelById(id);
}

/** A message as the REST API returns it. */
export function messageObject(discord: Discord, message: StoredMessage, withRelated = true): Json {
  const { world, messages, origin } = discord;
  const { channel, author, pings, replyTo, announces, interaction } = message;
  const ephemeral = (message.flags & MessageFlag.ephemeral) !== 0;
  const guild_id = channel.guildId ?? undefined;
  const related = messages.repliedTo(message);
  const thread = threadOf(world, message);
  return {
    id: message.id,
    channel_id: channel.id,
    type: message.type,
    author: userObject(author),
    content: message.content,
    timestamp: iso(message.createdAt),
    edited_timestamp: message.editedAt === null ? null : iso(message.editedAt),
    tts: false,
    pinned: false,
    mention_everyone: pings.everyone,
    mentions: world.users.filter(({ id }) => pings.users.includes(id)).map(userObject),
    mention_roles: pings.roles,
    attachments: looseFiles(message).map((file) => attachmentObject(file, origin, ephemeral)),
    embeds: embedObjects(message, origin),
    components: withoutNulls(message.components),
    flags: message.flags | (thread === undefined ? 0 : MessageFlag.hasThread),
    ...(thread && { thread: channelObject(world, thread) }),
    ...(message.nonce !== null && { nonce: message.nonce }),
    ...(author.bot && { application_id: world.applicationId }),
    ...(interaction && interactionFields(world, message, interaction)),
    // The system message about a thread without a starter message refers to the thread.
    ...(announces !== undefined && { message_reference: { type: 0, channel_id: announces, guild_id } }),
    ...(replyTo !== null && {
      message_reference: { type: 0, channel_id: channel.id, message_id: replyTo, guild_id },
      referenced_message: withRelated && related ? messageObject(discord, related, false) : null,
    }),
  };
}

function interactionFields(world: World, { channel }: StoredMessage, of: MessageInteraction): Json {
  const user = userObject(of.user);
  return {
    webhook_id: world.applicationId,
    interaction_metadata: {
      id: of.id,
      type: of.type,
      user,
      authorizing_integration_owners: { '0': channel.guildId ?? '0' },
      ...(of.command !== null && { name: of.command, command_type: 1 }),
      ...(of.sourceMessageId !== null && { interacted_message_id: of.sourceMessageId }),
    },
    ...(of.command !== null && { interaction: { id: of.id, type: of.type, name: of.command, user } }),
  };
}

/** A message as an application without the message content intent gets it: only its own, those that mention it and direct ones have theirs. */
export function withheld({ world }: Discord, message: StoredMessage, object: Json): Json {
  const { author, channel, pings } = message;
  const own = author === world.bot || channel.guildId === null || pings.users.includes(world.bot.id);
  return own ? object : { ...object, content: '', embeds: [], attachments: [], components: [] };
}
