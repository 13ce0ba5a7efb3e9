import { type APIGuildForumTag, GatewayIntentBits, PermissionFlagsBits } from 'discord.js';
import { iso } from '../world/snowflake.ts';
import {
  guildChannel,
  isThread,
  newThread,
  type WorldChannel,
  type WorldGuild,
  type WorldUser,
} from '../world/world.ts';
import type { Discord } from './discord.ts';
import { apiError, type JsonObject } from './errors.ts';
import type { MessageParts, StoredMessage } from './messages.ts';

const MOST_ACTIVE = 1000;
/** Type of the system message for a thread without a starter message. */
const THREAD_CREATED = 18;

/** A channel with its newest message, as the REST API returns it. */
export const channelNow = ({ messages }: Discord, channel: WorldChannel): JsonObject => {
  return { ...channel, last_message_id: messages.lastId(channel.id) };
};

/** Tells the pages of a channel or thread, and the bot, if it is in the server and can see the channel (`seen`). */
export function tellOfChannel(
  discord: Discord,
  event: string,
  channel: WorldChannel,
  {
    seen = discord.world.botMay(channel, PermissionFlagsBits.ViewChannel),
    ...more
  }: { seen?: boolean } & JsonObject = {},
): void {
  const data = { ...channelNow(discord, channel), ...more };
  if (seen) discord.tell(event, GatewayIntentBits.Guilds, discord.world.guildOf(channel), data);
  discord.emit('changed');
}

/** Opens a text channel, or with `forum` a forum, as a moderator does. Tags without an id are new. */
export function addChannel(
  discord: Discord,
  guild: WorldGuild,
  name: string,
  forum?: { readonly tags?: readonly TagDraft[]; readonly requiresTag?: boolean },
): WorldChannel {
  const { world } = discord;
  const id = discord.nextId();
  const { tags = [], requiresTag = false } = forum ?? {};
  const named = { id, name, guild_id: guild.id, position: world.channelsOf(guild).length };
  const channel = guildChannel(named, forum && { tags: tagsFrom(discord, tags), requiresTag });
  world.add(channel);
  tellOfChannel(discord, 'CHANNEL_CREATE', channel);
  return channel;
}

/** Deletes a text channel or thread with all in it. As on Discord, the bot is not told of a channel's threads. */
export function deleteChannel(discord: Discord, channel: WorldChannel): void {
  const { world, messages } = discord;
  if (channel.dmOf !== undefined) throw new Error(`The channel ${channel.name} is not a channel of a server.`);
  const seen = isThread(channel) || world.botMay(channel, PermissionFlagsBits.ViewChannel);
  const deleted = [channel, ...world.threadsOf(channel)];
  world.remove(channel);
  for (const { id } of deleted) messages.forget(id);
  const starter = messages.find(channel.parent_id ?? '', channel.id);
  if (starter) discord.emit('edited', starter);
  tellOfChannel(discord, isThread(channel) ? 'THREAD_DELETE' : 'CHANNEL_DELETE', channel, { seen });
}

interface TagDraft {
  readonly id?: string | null | undefined;
  readonly name: string;
  readonly moderated?: boolean | null | undefined;
}

const tagsFrom = ({ nextId }: Discord, tags: readonly TagDraft[]) =>
  tags.map(({ id, name, moderated }): APIGuildForumTag => {
    return { id: id || nextId(), name, moderated: moderated ?? false, emoji_id: null, emoji_name: null };
  });

/** Sets the tags of a forum; tags without an id are new. */
export function setTags(discord: Discord, forum: WorldChannel, tags: readonly TagDraft[]): void {
  forum.available_tags = tagsFrom(discord, tags);
  tellOfChannel(discord, 'CHANNEL_UPDATE', forum);
}

/** Denies the bot exactly these permissions in a channel. */
export function denyBot(discord: Discord, channel: WorldChannel, permissions: bigint): void {
  const { world } = discord;
  const hidden = world.denied(channel, world.bot.id) & PermissionFlagsBits.ViewChannel;
  world.deny(channel, world.bot.id, permissions);
  tellOfChannel(discord, 'CHANNEL_UPDATE', channel, { seen: true });
  if (!hidden || permissions & PermissionFlagsBits.ViewChannel) return;
  const threads = world.threadsOf(channel).filter(({ thread_metadata }) => !thread_metadata?.archived);
  const list = { guild_id: channel.guild_id, channel_ids: [channel.id], members: [], threads };
  discord.tell('THREAD_LIST_SYNC', GatewayIntentBits.Guilds, world.guildOf(channel), list);
}

export interface NewThread {
  readonly owner: WorldUser;
  readonly name: string;
  /** Minutes of inactivity until it is archived. */
  readonly archiveAfter?: number | undefined;
  readonly tags?: readonly string[];
}

/**
 * Opens a thread from a message. The thread has the message's id.
 * @throws {ApiError} 160004 if the message already has one, 160006 if the server has too many.
 */
export function threadFromMessage(discord: Discord, message: StoredMessage, plan: NewThread): WorldChannel {
  if (discord.world.channelById(message.id)) throw apiError.threadExists();
  const thread = openThread(discord, message.channel, plan, message.id);
  discord.emit('edited', message);
  return thread;
}

/** Opens a thread without a starter message; a system message in its channel announces it. */
export function bareThread(discord: Discord, channel: WorldChannel, plan: NewThread): WorldChannel {
  const thread = openThread(discord, channel, plan);
  const { owner: author, name: content } = plan;
  discord.messages.create({ channel, author, type: THREAD_CREATED, content, announces: thread.id });
  return thread;
}

/** Opens a forum post. Its first message, which `compose` makes once its channel exists, has the post's id. */
export function forumPost(
  discord: Discord,
  forum: WorldChannel,
  plan: NewThread,
  compose: (post: WorldChannel) => Partial<MessageParts>,
): WorldChannel {
  const post = openThread(discord, forum, plan);
  discord.messages.create({ ...compose(post), id: post.id, channel: post, author: plan.owner });
  return post;
}

function openThread(discord: Discord, { id: parent_id, guild_id }: WorldChannel, plan: NewThread, id?: string) {
  const { owner, name, archiveAfter = 1440, tags: applied_tags = [] } = plan;
  checkThreadLimit(discord, guild_id);
  const thread = newThread(
    { id: id ?? discord.nextId(), name, guild_id: guild_id ?? '', parent_id, owner_id: owner.id, applied_tags },
    { at: discord.clock.now(), archiveAfter },
  );
  discord.world.add(thread);
  tellOfChannel(discord, 'THREAD_CREATE', thread, { newly_created: true });
  return thread;
}

interface ThreadChange {
  readonly name?: string | undefined;
  readonly archived?: boolean | undefined;
  readonly locked?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** @throws if the channel is no thread; {ApiError} 160006 if it is reopened and the server has too many. */
export function changeThread(discord: Discord, thread: WorldChannel, change: ThreadChange): void {
  const before = thread.thread_metadata;
  if (!before) throw new Error(`The channel ${thread.name} is no thread.`);
  const { name = thread.name, archived = before.archived, locked = before.locked, tags = thread.applied_tags } = change;
  if (!archived && before.archived) checkThreadLimit(discord, thread.guild_id);
  const archive_timestamp = archived === before.archived ? before.archive_timestamp : iso(discord.clock.now());
  const thread_metadata = { ...before, archived, locked, archive_timestamp };
  Object.assign(thread, { name, applied_tags: tags, thread_metadata });
  tellOfChannel(discord, 'THREAD_UPDATE', thread);
}

/** Reopens an archived thread for a new message, unless it is locked. */
export function wakeThread(discord: Discord, thread: WorldChannel): void {
  const { archived, locked } = thread.thread_metadata ?? {};
  if (archived && !locked) changeThread(discord, thread, { archived: false });
}

function checkThreadLimit({ world }: Discord, guildId: string | undefined): void {
  const guild = world.guildById(guildId);
  if (guild && world.activeThreads(guild).length >= MOST_ACTIVE) throw apiError.tooManyThreads();
}
