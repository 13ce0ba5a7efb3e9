import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Channel,
  ChannelType,
  DiscordAPIError,
  type ForumChannel,
  type NewsChannel,
  RESTJSONErrorCodes,
  type TextChannel,
} from 'discord.js';
import { type Announcement, type HostPart, type ThreadToOpen, TookTooLong } from '../../host/index.ts';
import type { DueMessage } from '../../store/index.ts';
import { isOutage } from '../connection/cannot-connect.ts';
import type { BotContext } from './context.ts';
import { findSentMessage } from './find-sent-message.ts';
import type { ForumPostTags } from './forum-tags.ts';
import { textPayload } from './message-payload.ts';
import { NO_POST, NO_THREAD, postNotOpened, threadNotOpened, withThread } from './post-words.ts';

/** Discord certainly recognises a nonce for this time, so an earlier announcement needn't be searched. */
const FRESH_MS = 10_000;

/** Discord's code for a message that has a thread already. The bot has opened it before, and the response was lost. */
const THREAD_EXISTS = 160004;

class NoThreads extends Error {
  override readonly name = 'NoThreads';
}

class NoTag extends Error {
  override readonly name = 'NoTag';
}

type Parent = TextChannel | NewsChannel;

type PostToOpen = NonNullable<ReturnType<ThreadHost['posts']['opening']>>;

export type ThreadHost = HostPart<{
  whatIfs: 'ready' | 'opening' | 'givenUp' | 'announced' | 'opened' | 'notOpened' | 'isOfOpening';
  posts: 'opening' | 'opened' | 'notOpened';
}>;

export type OpenThreads = ReturnType<typeof createOpenThreads>;

/**
 * Opens the threads and forum posts that games wait for: it posts the announcement, starts the thread from it, and
 * begins the game there. After a crash it goes on with the next step, because posted messages are stored, and a thread
 * has its message's id.
 * @param announce posts the message for the new thread, or for the channel if its thread failed
 */
export function createOpenThreads(
  { log, host, clock, client }: BotContext<ThreadHost>,
  tags: Pick<ForumPostTags, 'forNewPost'>,
  announce: (announcement: Announcement) => void,
) {
  /**
   * Opens a thread or forum post. If Discord refuses it, the channel is told why. Rejects if it must be tried again.
   */
  async function open(waiting: DueMessage): Promise<void> {
    try {
      await (waiting.what === 'post' ? openPost(waiting) : openThread(waiting));
    } catch (error) {
      if (!isRefused(error)) throw error;
      const { id, channel, what } = waiting;
      log.warn({ err: error, channel }, 'a thread could not be opened');
      const { posts, whatIfs } = host;
      tell(
        what === 'post'
          ? posts.notOpened(id, postNotOpened(channel, why(error, NO_POST)), clock.now())
          : whatIfs.notOpened(id, threadNotOpened(why(error, NO_THREAD)), clock.now()),
      );
    }
  }

  async function openThread(waiting: DueMessage): Promise<void> {
    // The announcement needs a replay of the game. A worker thread replays a long log first.
    for (let reads = host.whatIfs.ready(waiting.id); reads; reads = host.whatIfs.ready(waiting.id)) await reads;
    const opening = host.whatIfs.opening(waiting.id);
    if (!opening) {
      tell(host.whatIfs.givenUp(waiting.id, clock.now()));
      // Lets members be answered in between, since many openings may be given up one after another after an upgrade.
      await nextTurn();
      return;
    }
    const channel = await client.channels.fetch(opening.channel);
    if (!channel || !hasThreads(channel)) throw new NoThreads(`Channel ${opening.channel} can’t have threads`);
    const message = opening.message ?? (await announcedBefore(opening)) ?? (await postAnnouncement(channel, opening));
    const thread = await threadFrom(channel, message, opening.name);
    tell(host.whatIfs.opened(opening.id, thread));
    await link(channel, message, opening, thread);
  }

  function tell(announcement: Announcement | null): void {
    if (announcement) announce(announcement);
  }

  async function openPost(waiting: DueMessage): Promise<void> {
    const { posts, whatIfs } = host;
    const opening = posts.opening(waiting.id);
    if (!opening) {
      const why = postNotOpened(waiting.channel, NO_POST.game);
      return tell(posts.notOpened(waiting.id, why, clock.now()));
    }
    const forum = await client.channels.fetch(opening.channel);
    if (forum?.type !== ChannelType.GuildForum) throw new NoThreads(`Channel ${opening.channel} is no forum`);
    const { name } = opening;
    // A post that was opened before a crash has no game yet.
    const before = forum.threads.cache.find(
      (post) => post.ownerId === client.user?.id && post.name === name && !whatIfs.isOfOpening(post.id),
    );
    tell(posts.opened(waiting.id, before?.id ?? (await create(forum, opening))));
  }

  async function create(forum: ForumChannel, opening: PostToOpen): Promise<string> {
    const appliedTags = await tags.forNewPost(forum, opening.tags);
    if (appliedTags === null) throw new NoTag(`Forum ${forum.id} requires a tag`);
    const { name, announcement } = opening;
    const { content, allowedMentions } = textPayload(announcement);
    const post = await forum.threads.create({ name, message: { content, allowedMentions }, appliedTags });
    return post.id;
  }

  /** Finds an announcement whose response was lost. Discord forgets its nonce after some minutes. */
  async function announcedBefore({ id, channel, at, announcement }: ThreadToOpen): Promise<string | null> {
    if (clock.now() - at < FRESH_MS) return null;
    // A member may ask for the same point twice, which makes two messages with the same words.
    const message = await findSentMessage(client, channel, {
      since: at,
      is: ({ id, content, hasThread }) => content === announcement.text && !hasThread && !host.whatIfs.isOfOpening(id),
    });
    if (message !== null) host.whatIfs.announced(id, message);
    return message;
  }

  async function postAnnouncement(channel: Parent, { id, announcement }: ThreadToOpen): Promise<string> {
    const message = await channel.send({ ...textPayload(announcement), nonce: id, enforceNonce: true });
    host.whatIfs.announced(id, message.id);
    return message.id;
  }

  /** Adds a link to the thread to its message, because some clients don't show the thread there. Never rejects. */
  async function link(channel: Parent, message: string, { announcement }: ThreadToOpen, thread: string): Promise<void> {
    try {
      await channel.messages.edit(message, { content: withThread(announcement.text, thread) });
    } catch (error) {
      log.info({ err: error, message }, 'a thread could not be linked');
    }
  }

  return { open };
}

function hasThreads(channel: Channel): channel is Parent {
  return channel.type === ChannelType.GuildText || channel.type === ChannelType.GuildAnnouncement;
}

async function threadFrom(channel: Parent, message: string, name: string): Promise<string> {
  try {
    const thread = await channel.threads.create({ name, startMessage: message });
    return thread.id;
  } catch (error) {
    if (error instanceof DiscordAPIError && error.code === THREAD_EXISTS) return message;
    throw error;
  }
}

/** A channel that the bot can't see can't be told anything, so its thread waits. */
function isRefused(error: unknown): boolean {
  if (error instanceof NoThreads || error instanceof NoTag || error instanceof TookTooLong) return true;
  if (!(error instanceof DiscordAPIError) || error.code === RESTJSONErrorCodes.MissingAccess) return false;
  return !isOutage(error);
}

function why(error: unknown, words: { readonly kind: string; readonly permissions: string }): string {
  if (error instanceof NoTag) return NO_POST.tag;
  if (error instanceof TookTooLong) return NO_THREAD.tooLong;
  if (!(error instanceof DiscordAPIError)) return words.kind;
  if (error.code !== RESTJSONErrorCodes.MissingPermissions) return NO_THREAD.refused(error.message);
  return words.permissions;
}
