import type { WorldUser } from './people.ts';
import { Permission } from './permissions.ts';
import { iso } from './snowflake.ts';
import type { Forum, World, WorldChannel, WorldGuild, WorldMembership, WorldThread } from './world.ts';

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
    avatar_decoration_data: null,
    banner: null,
    accent_color: null,
    bot: user.bot,
    public_flags: user.bot ? 1 << 16 : 0,
    clan: null,
    primary_guild: null,
  };
}

/** A member without the user, as in a message; `memberObject` has both. */
export function partialMember(membership: WorldMembership): Json {
  return {
    roles: membership.roleIds,
    joined_at: membership.joinedAt,
    nick: null,
    avatar: null,
    banner: null,
    premium_since: null,
    deaf: false,
    mute: false,
    flags: 0,
    pending: false,
    communication_disabled_until: null,
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
  const denied = [[world.bot.id, channel.botDenied] as const, ...channel.membersDenied].filter(
    ([, bits]) => bits !== 0n,
  );
  return {
    id: channel.id,
    type: channel.forum ? 15 : 0,
    guild_id: channel.guildId,
    name: channel.name,
    topic: channel.topic,
    position: channel.position,
    parent_id: null,
    permission_overwrites: [...denied.map(([id, bits]) => denial(id, bits)), ...closing(world, channel)],
    nsfw: false,
    rate_limit_per_user: 0,
    last_message_id: lastMessageId,
    flags: channel.forum?.requiresTag ? REQUIRE_TAG : 0,
    ...(channel.forum ? forumFields(channel.forum) : {}),
  };
}

const REQUIRE_TAG = 1 << 4;

function forumFields({ tags }: Forum): Json {
  return {
    available_tags: tags.map((tag) => ({ ...tag, emoji_id: null, emoji_name: null })),
    default_reaction_emoji: null,
    default_sort_order: null,
    default_forum_layout: 0,
  };
}

/** Permission overwrites that hide a channel from all but some members and the bot. */
function closing({ bot }: World, { guildId, openTo }: WorldChannel): Json[] {
  if (openTo === null) return [];
  const [allow, none] = [Permission.viewChannel.toString(), '0'];
  return [
    { id: guildId, type: 0, allow: none, deny: allow },
    ...[bot.id, ...openTo].map((id) => ({ id, type: 1, allow, deny: none })),
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

const denial = (id: string, bits: bigint): Json => ({ id, type: 1, allow: '0', deny: bits.toString() });

export function roleObjects(guild: WorldGuild, botId: string): Json[] {
  return guild.roles.map((role) => ({
    id: role.id,
    name: role.name,
    color: role.color,
    colors: { primary_color: role.color, secondary_color: null, tertiary_color: null },
    hoist: false,
    icon: null,
    unicode_emoji: null,
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
    splash: null,
    discovery_splash: null,
    description: null,
    banner: null,
    owner_id: guild.ownerId,
    application_id: null,
    region: 'us-east',
    afk_channel_id: null,
    afk_timeout: 300,
    system_channel_id: guild.systemChannelId,
    system_channel_flags: 0,
    widget_enabled: false,
    verification_level: 0,
    default_message_notifications: 1,
    explicit_content_filter: 0,
    mfa_level: 0,
    nsfw_level: 0,
    nsfw: false,
    premium_tier: 0,
    premium_subscription_count: 0,
    premium_progress_bar_enabled: false,
    preferred_locale: LOCALE,
    rules_channel_id: null,
    public_updates_channel_id: null,
    safety_alerts_channel_id: null,
    vanity_url_code: null,
    max_members: 500_000,
    max_video_channel_users: 25,
    hub_type: null,
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
    soundboard_sounds: [],
  };
}

export function applicationObject(world: World): Json {
  return {
    id: world.applicationId,
    name: world.bot.name,
    icon: null,
    description: '',
    type: null,
    bot: userObject(world.bot),
    bot_public: true,
    bot_require_code_grant: false,
    integration_types_config: { '0': {} },
    verify_key: '0'.repeat(64),
    flags: 0,
    flags_new: '0',
    redirect_uris: [],
    interactions_endpoint_url: null,
    role_connections_verification_url: null,
    owner: world.members[0] === undefined ? null : userObject(world.members[0]),
    approximate_guild_count: world.guilds.filter((guild) => guild.botPresent).length,
    approximate_user_install_count: 0,
    approximate_user_authorization_count: 0,
    explicit_content_filter: 0,
    team: null,
    eligible_oauth2_scopes: [],
  };
}
