import { MessageFlags } from 'discord.js';
import { iso } from '../world/snowflake.ts';
import { userObject, type World, type WorldChannel, type WorldGuild, type WorldMembership } from '../world/world.ts';
import type { Discord } from './discord.ts';
import { type JsonObject, withoutNulls } from './errors.ts';
import { attachedName, type StoredFile } from './files.ts';
import type { Embed } from './message-schema.ts';
import type { MessageInteraction, StoredMessage } from './messages.ts';

export const LOCALE = 'en-US';

/** A member without the user, as in a message; `memberObject` has both. */
export function partialMember({ roleIds: roles, joinedAt: joined_at }: WorldMembership): JsonObject {
  return { roles, joined_at, nick: null, deaf: false, mute: false, flags: 0, pending: false };
}

/** A member in an interaction's resolved data: without voice fields, with `permissions`. */
export function resolvedMember(membership: WorldMembership, permissions: bigint): JsonObject {
  const { deaf, mute, ...member } = partialMember(membership);
  return { ...member, permissions: permissions.toString() };
}

export function memberObject(membership: WorldMembership): JsonObject {
  return { ...partialMember(membership), user: userObject(membership.user) };
}

/** The data of GUILD_CREATE. Without the members intent, which no bot has here, it lists only the bot as a member. */
export function guildCreateObject(world: World, guild: WorldGuild): JsonObject {
  const present = guild.memberships.filter((each) => world.membership(guild, each.user.id) !== undefined);
  const { id, name, ownerId: owner_id, systemChannelId: system_channel_id, roles } = guild;
  return {
    ...{ id, name, owner_id, system_channel_id, roles, icon: null, preferred_locale: LOCALE, features: [] },
    ...{ emojis: [], stickers: [], afk_timeout: 300, system_channel_flags: 0, verification_level: 0, mfa_level: 0 },
    ...{ default_message_notifications: 1, explicit_content_filter: 0, nsfw_level: 0, premium_tier: 0 },
    joined_at: world.membership(guild, world.bot.id)?.joinedAt,
    large: false,
    unavailable: false,
    member_count: present.length,
    members: present.filter(({ user }) => user === world.bot).map(memberObject),
    channels: world.channelsOf(guild),
    threads: world.activeThreads(guild),
  };
}

function attachmentObject(file: StoredFile, base: string, ephemeral: boolean): JsonObject {
  const { id, filename, size, contentType: content_type, width, height, description } = file;
  const url = base + file.path;
  const fields = { id, filename, size, url, proxy_url: url, content_type, ...(ephemeral && { ephemeral }) };
  return withoutNulls({ ...fields, width, height, description }) as JsonObject;
}

/** The files listed below the text: those that no embed shows. */
export function looseFiles(message: StoredMessage): StoredFile[] {
  const shown = message.embeds.flatMap(({ image, thumbnail, author, footer }) => {
    return [image?.url, thumbnail?.url, author?.icon_url, footer?.icon_url];
  });
  const names = shown.map((url) => attachedName(url ?? ''));
  return message.files.filter((file) => !names.includes(file.filename));
}

/** Replaces `attachment://name` in embeds by the file's URL and size, and drops nulls. */
function resolved(value: unknown, files: readonly StoredFile[], base: string): unknown {
  if (Array.isArray(value)) return value.map((each) => resolved(each, files, base));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(withoutNulls(value) as JsonObject).map(([key, each]): JsonObject => {
    const name = typeof each === 'string' && /^(icon_)?url$/.test(key) ? attachedName(each) : null;
    const file = files.find(({ filename }) => filename === name);
    if (!file) return { [key]: resolved(each, files, base) };
    const { path, width, height, contentType: content_type } = file;
    const url = base + path;
    const size = width === null ? {} : { width, height };
    return { [key]: url, [`proxy_${key}`]: url, ...(key === 'url' && { content_type, ...size }) };
  });
  return Object.assign({}, ...fields);
}

/** The embeds that are shown: none under the flag SUPPRESS_EMBEDS. */
export function embedObjects(message: StoredMessage, base: string): Embed[] {
  if (message.flags & MessageFlags.SuppressEmbeds) return [];
  return message.embeds.map((embed) => ({ type: 'rich', ...(resolved(embed, message.files, base) as Embed) }));
}

/** The thread started from a message. The first message of a forum post has the post's id too, but lies in the post. */
export function threadOf(world: World, { id, channel }: StoredMessage): WorldChannel | undefined {
  return id === channel.id ? undefined : world.channelById(id);
}

/** A message as the REST API returns it; with `withRelated`, also the message that it replies to. */
export function messageObject(discord: Discord, message: StoredMessage, { withRelated = true } = {}): JsonObject {
  const { world, messages, origin } = discord;
  const { id, type, content, flags, channel, author, pings, nonce, replyTo, announces, interaction, editedAt } =
    message;
  const { guild_id, id: channel_id } = channel;
  const related = messages.find(channel_id, replyTo ?? '');
  const thread = threadOf(world, message);
  const ephemeral = (flags & MessageFlags.Ephemeral) !== 0;
  return {
    ...{ id, channel_id, type, author: userObject(author), content, tts: false, pinned: false },
    timestamp: iso(message.createdAt),
    edited_timestamp: editedAt === null ? null : iso(editedAt),
    mention_everyone: pings.everyone,
    mentions: world.users.filter((user) => pings.users.includes(user.id)).map(userObject),
    mention_roles: pings.roles,
    attachments: looseFiles(message).map((file) => attachmentObject(file, origin, ephemeral)),
    embeds: embedObjects(message, origin),
    components: withoutNulls(message.components),
    flags: flags | (thread === undefined ? 0 : MessageFlags.HasThread),
    ...(thread && { thread }),
    ...(nonce !== null && { nonce }),
    ...(author.bot && { application_id: world.applicationId }),
    ...(interaction && interactionFields(world, message, interaction)),
    // The system message about a thread without a starter message refers to the thread.
    ...(announces !== undefined && { message_reference: { type: 0, channel_id: announces, guild_id } }),
    ...(replyTo !== null && {
      message_reference: { type: 0, channel_id, message_id: replyTo, guild_id },
      referenced_message: withRelated && related ? messageObject(discord, related, { withRelated: false }) : null,
    }),
  };
}

function interactionFields({ applicationId: webhook_id }: World, { channel }: StoredMessage, of: MessageInteraction) {
  const { id, type, command, sourceMessageId } = of;
  const [user, owners] = [userObject(of.user), { '0': channel.guild_id ?? '0' }];
  return {
    webhook_id,
    interaction_metadata: {
      ...{ id, type, user, authorizing_integration_owners: owners },
      ...(command !== null && { name: command, command_type: 1 }),
      ...(sourceMessageId !== null && { interacted_message_id: sourceMessageId }),
    },
    ...(command !== null && { interaction: { id, type, name: command, user } }),
  };
}

/** A message without its content, unless it is the bot's own, mentions it or is direct: the bot lacks that intent. */
export function asTheBotSees(
  { world: { bot } }: Discord,
  { author, channel, pings }: StoredMessage,
  object: JsonObject,
): JsonObject {
  const isWhole = author === bot || channel.dmOf !== undefined || pings.users.includes(bot.id);
  return isWhole ? object : { ...object, content: '', embeds: [], attachments: [], components: [] };
}
