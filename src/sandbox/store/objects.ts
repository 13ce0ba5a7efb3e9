import type { WorldUser } from '../world/people.ts';
import { Permission } from '../world/permissions.ts';
import { iso } from '../world/snowflake.ts';
import type { World, WorldChannel, WorldGuild, WorldMembership, WorldThread } from '../world/world.ts';

/** A JSON object of Discord's API. */
export type Json = Record<string, unknown>;

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

/** What is denied to the bot and to members, and, in a hidden channel, what hides it from all but some members and the bot. */
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

/** The data of GUILD_CREATE. Without the members intent it lists only the bot as a member. */
export function guildCreateObject(world: World, guild: WorldGuild, withMembers: boolean): Json {
  const present = guild.memberships.filter((each) => world.membership(guild, each.user.id) !== undefined);
  const heardOf = present.filter((each) => withMembers || each.user.id === world.bot.id);
  return {
    ...guildObject(world, guild),
    joined_at: world.membership(guild, world.bot.id)?.joinedAt,
    large: false,
    unavailable: false,
    member_count: present.length,
    members: heardOf.map(memberObject),
    channels: guild.channels.map((channel) => channelObject(world, channel)),
    threads: world.activeThreads(guild).map((thread) => channelObject(world, thread)),
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
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
