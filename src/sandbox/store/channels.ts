import type { WorldUser } from '../world/people.ts';
import { Permission } from '../world/permissions.ts';
import { type Forum, type ForumTag, openChannel, type WorldChannel, type WorldGuild } from '../world/world.ts';
import { type Discord, Intent } from './discord.ts';
import type { Json } from './errors.ts';
import { refuse } from './errors.ts';
import type { MessageParts, StoredMessage } from './messages.ts';
import { channelObject } from './objects.ts';

/** Discord's limit for the active threads of a server. */
const MOST_ACTIVE = 1000;
/** Type of the system message for a thread without a starter message. */
const THREAD_CREATED = 18;

/** A channel as it is now, as the REST API returns it. */
export function channelNow({ world, messages }: Discord, channel: WorldChannel): Json {
  const lastMessageId = messages.in(channel.id).at(-1)?.id ?? null;
  return channelObject(world, world.channelById(channel.id) ?? channel, lastMessageId);
}

/** Tells the bot of a channel or thread in a server that it is in, and the pages. */
export function tell(discord: Discord, event: string, channel: WorldChannel, more: Json = {}): void {
  discord.tell(event, Intent.guilds, discord.world.guildOf(channel), { ...channelNow(discord, channel), ...more });
  discord.emit('changed');
}

function tellIfSeen(discord: Discord, event: string, channel: WorldChannel, more: Json = {}): void {
  const seen = discord.world.botMay(channel, Permission.viewChannel);
  if (seen) tell(discord, event, channel, more);
  else discord.emit('changed');
}

/** Opens a text channel, or with `forum` a forum, as a moderator does. */
export function addChannel(discord: Discord, guild: WorldGuild, name: string, forum?: Forum): WorldChannel {
  const channel = discord.world.addChannel(guild, discord.nextId(), name, forum);
  tellIfSeen(discord, 'CHANNEL_CREATE', channel);
  return channel;
}

/**
 * Deletes a text channel with its threads and messages. As on Discord, the bot is not told of the threads.
 * @throws if it is a thread or a direct conversation.
 */
export function deleteChannel(discord: Discord, channel: WorldChannel): void {
  const { world, messages } = discord;
  if (channel.guildId === null || channel.thread !== null) {
    throw new Error(`The channel ${channel.name} is not a text channel of a server.`);
  }
  const seen = world.botMay(channel, Permission.viewChannel);
  const threads = world.threadsOf(channel);
  world.removeChannel(channel);
  for (const { id } of [channel, ...threads]) messages.forget(id);
  if (seen) tell(discord, 'CHANNEL_DELETE', channel);
  else discord.emit('changed');
}

/** Sets the tags of a forum; tags without an id are new. */
export function setTags(
  discord: Discord,
  channel: WorldChannel,
  forum: Forum,
  tags: readonly {
    readonly id?: string | null | undefined;
    readonly name: string;
    readonly moderated?: boolean | null | undefined;
  }[],
): void {
  forum.tags = tags.map(
    ({ id, name, moderated }): ForumTag => ({ id: id || discord.nextId(), name, moderated: moderated ?? false }),
  );
  tellIfSeen(discord, 'CHANNEL_UPDATE', channel);
}

/** Denies the bot exactly these permissions in a channel. */
export function denyBot(discord: Discord, channel: WorldChannel, permissions: bigint): void {
  const hidden = (channel.botDenied & Permission.viewChannel) !== 0n;
  channel.botDenied = permissions;
  tell(discord, 'CHANNEL_UPDATE', channel);
  if (!hidden || permissions & Permission.viewChannel) return;
  const { world } = discord;
  const threads = world.threadsOf(channel).filter(({ thread }) => !thread?.archived);
  const list = { guild_id: channel.guildId, channel_ids: [channel.id], members: [] };
  discord.tell('THREAD_LIST_SYNC', Intent.guilds, world.guildOf(channel), {
    ...list,
    threads: threads.map((each) => channelObject(world, each)),
  });
}

/** The settings of a new thread. */
export interface NewThread {
  readonly owner: WorldUser;
  readonly name: string;
  /** Minutes of inactivity until it is archived. */
  readonly archiveAfter?: number | undefined;
  /** The ids of a forum post's tags. */
  readonly tags?: readonly string[];
}

/**
 * Opens a thread from a message. The thread has the message's id.
 * @throws {ApiError} 160004 if the message already has one, 160006 if the server has too many.
 */
export function threadFromMessage(discord: Discord, message: StoredMessage, plan: NewThread): WorldChannel {
  if (discord.world.channelById(message.id)) throw refuse.threadExists();
  const thread = openThread(discord, message.channel, plan, message.id, message.id);
  discord.messages.touch(message);
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

function openThread(
  discord: Discord,
  parent: WorldChannel,
  { owner, name, archiveAfter = 1440, tags = [] }: NewThread,
  id = discord.nextId(),
  starter: string | null = null,
): WorldChannel {
  checkRoom(discord, parent);
  const createdAt = discord.clock.now();
  const times = { createdAt, archiveAfter, archived: false, archivedAt: createdAt };
  const thread = { parentId: parent.id, ownerId: owner.id, starter, ...times, locked: false, tags };
  const channel = openChannel({ id, name, guildId: parent.guildId, thread });
  discord.world.putThread(channel);
  tellIfSeen(discord, 'THREAD_CREATE', channel, { newly_created: true });
  return channel;
}

/** A change of a thread; fields left out stay. */
interface ThreadChange {
  readonly name?: string | undefined;
  readonly archived?: boolean | undefined;
  readonly locked?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** @throws if the channel is no thread; {ApiError} 160006 if it is reopened and the server has too many. */
export function changeThread(discord: Discord, channel: WorldChannel, change: ThreadChange): void {
  const { world, clock } = discord;
  const thread = theThread(channel);
  const { name = channel.name, archived = thread.archived, locked = thread.locked, tags = thread.tags } = change;
  if (!archived && thread.archived) checkRoom(discord, channel);
  const archivedAt = archived === thread.archived ? thread.archivedAt : clock.now();
  const changed = { ...channel, name, thread: { ...thread, archived, locked, tags, archivedAt } };
  world.putThread(changed);
  tellIfSeen(discord, 'THREAD_UPDATE', changed);
}

/** Reopens an archived thread for a new message, unless it is locked. */
export function wakeThread(discord: Discord, { id }: WorldChannel): void {
  const now = discord.world.channelById(id);
  if (now?.thread?.archived && !now.thread.locked) changeThread(discord, now, { archived: false });
}

/** @throws if the channel is no thread. */
export function deleteThread(discord: Discord, channel: WorldChannel): void {
  const { world, messages } = discord;
  const { id, guildId: guild_id } = channel;
  const { parentId } = theThread(channel);
  world.removeThread(id);
  const starter = messages.find(parentId, id);
  if (starter) messages.touch(starter);
  discord.tell('THREAD_DELETE', Intent.guilds, world.guildOf(channel), { id, guild_id, parent_id: parentId, type: 11 });
  discord.emit('changed');
}

function theThread({ name, thread }: WorldChannel): NonNullable<WorldChannel['thread']> {
  if (thread === null) throw new Error(`The channel ${name} is no thread.`);
  return thread;
}

function checkRoom({ world }: Discord, { guildId }: WorldChannel): void {
  const guild = world.guildById(guildId ?? '');
  if (guild && world.activeThreads(guild).length >= MOST_ACTIVE) throw refuse.tooManyThreads();
}
