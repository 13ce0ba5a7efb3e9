import { timeOfSnowflake } from './snowflake.ts';
import { attachedName } from './store/compose.ts';
import { filePath, type StoredFile } from './store/files.ts';
import type { StoredMessage } from './store/messages.ts';
import { walk } from './validate/components.ts';
import type { World, WorldChannel, WorldGuild, WorldMembership, WorldUser } from './world.ts';

/** A JSON object of Discord's API. */
export type Json = Record<string, unknown>;

export const LOCALE = 'en-US';

export function iso(time: number): string {
  return new Date(time).toISOString().replace('Z', '000+00:00');
}

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

/** A member without its user, as in a message; `memberObject` has both. */
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

export function memberObject(membership: WorldMembership): Json {
  return { ...partialMember(membership), user: userObject(membership.user) };
}

export function channelObject(world: World, channel: WorldChannel, lastMessageId: string | null = null): Json {
  if (channel.guildId === null) {
    const member = channel.dmOf === null ? undefined : world.userById(channel.dmOf);
    const recipients = member === undefined ? [] : [userObject(member)];
    return { id: channel.id, type: 1, last_message_id: lastMessageId, flags: 0, recipients };
  }
  const denied = channel.botDenied === 0n ? [] : [denial(world.bot.id, channel.botDenied)];
  return {
    id: channel.id,
    type: 0,
    guild_id: channel.guildId,
    name: channel.name,
    topic: channel.topic,
    position: channel.position,
    parent_id: null,
    permission_overwrites: denied,
    nsfw: false,
    rate_limit_per_user: 0,
    last_message_id: lastMessageId,
    flags: 0,
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
    mentionable: false,
    flags: 0,
    ...(role.managed ? { tags: { bot_id: botId } } : {}),
  }));
}

/** A guild as GET /guilds/{id} gives it. */
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

/** What GUILD_CREATE carries. Without the members intent a bot hears only of itself. */
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
    threads: [],
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

function attachmentObject(file: StoredFile, base: string, ephemeral: boolean): Json {
  const url = base + filePath(file);
  return {
    id: file.id,
    filename: file.filename,
    size: file.size,
    url,
    proxy_url: url,
    content_type: file.contentType,
    ...(file.width === null ? {} : { width: file.width, height: file.height }),
    ...(file.description === null ? {} : { description: file.description }),
    ...(file.title === null ? {} : { title: file.title }),
    ...(ephemeral ? { ephemeral: true } : {}),
  };
}

/** The files that stand below the text: those no embed and no component shows. */
export function looseFiles(message: StoredMessage): StoredFile[] {
  const shown = new Set<string>();
  for (const embed of message.embeds) {
    const urls = [embed.image?.url, embed.thumbnail?.url, embed.author?.icon_url, embed.footer?.icon_url];
    for (const url of urls) shown.add(attachedName(url ?? '') ?? '');
  }
  for (const [each] of walk(message.components)) {
    if (each.type === 11) shown.add(attachedName(each.media.url) ?? '');
    if (each.type === 12) for (const item of each.items) shown.add(attachedName(item.media.url) ?? '');
    if (each.type === 13) shown.add(attachedName(each.file.url) ?? '');
  }
  return message.files.filter((file) => !shown.has(file.filename));
}

/** Embeds and components with `attachment://name` replaced by the file's address and size, and without nulls. */
export function resolved(value: unknown, files: readonly StoredFile[], base: string): unknown {
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
      out['content_type'] = file.contentType;
      if (file.width !== null) Object.assign(out, { width: file.width, height: file.height });
    }
  }
  return out;
}

export function embedObjects(message: StoredMessage, base: string): Json[] {
  return message.embeds.map((embed) => ({ type: 'rich', ...(resolved(embed, message.files, base) as Json) }));
}

export function componentObjects(message: StoredMessage, base: string): unknown[] {
  return message.components.map((each) => resolved(each, message.files, base));
}

const EPHEMERAL = 1 << 6;

/** A message as the REST API gives it. `base` is the sandbox's address, without a slash at the end. */
export function messageObject(world: World, message: StoredMessage, base: string, related?: StoredMessage): Json {
  const guild = world.guildOf(message.channel);
  const ephemeral = (message.flags & EPHEMERAL) !== 0;
  const reference = message.replyTo;
  return {
    id: message.id,
    channel_id: message.channel.id,
    type: message.type,
    author: userObject(message.author),
    content: message.content,
    timestamp: iso(timeOfSnowflake(message.id)),
    edited_timestamp: message.editedAt === null ? null : iso(message.editedAt),
    tts: false,
    pinned: false,
    mention_everyone: message.pings.everyone,
    mentions: message.pings.users.flatMap((id) => {
      const user = world.userById(id);
      return user === undefined ? [] : [userObject(user)];
    }),
    mention_roles: message.pings.roles,
    attachments: looseFiles(message).map((file) => attachmentObject(file, base, ephemeral)),
    embeds: embedObjects(message, base),
    components: componentObjects(message, base),
    flags: message.flags,
    ...(message.nonce === null ? {} : { nonce: message.nonce }),
    ...(message.author.bot ? { application_id: world.applicationId } : {}),
    ...(message.interaction === null ? {} : interactionFields(world, message)),
    ...(reference === null
      ? {}
      : {
          message_reference: {
            type: 0,
            channel_id: message.channel.id,
            message_id: reference,
            ...(guild === null ? {} : { guild_id: guild.id }),
          },
          referenced_message: related === undefined ? null : messageObject(world, related, base),
        }),
  };
}

function interactionFields(world: World, message: StoredMessage): Json {
  const of = message.interaction;
  if (of === null) return {};
  const owners = { '0': message.channel.guildId ?? '0' };
  const user = userObject(of.user);
  return {
    webhook_id: world.applicationId,
    interaction_metadata: {
      id: of.id,
      type: of.type,
      user,
      authorizing_integration_owners: owners,
      ...(of.command === null ? {} : { name: of.command, command_type: 1 }),
      ...(of.sourceMessageId === null ? {} : { interacted_message_id: of.sourceMessageId }),
    },
    ...(of.command === null ? {} : { interaction: { id: of.id, type: of.type, name: of.command, user } }),
  };
}
