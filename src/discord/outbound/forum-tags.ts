import {
  type Channel,
  ChannelFlags,
  ChannelType,
  Events,
  type ForumChannel,
  PermissionFlagsBits,
  type PublicThreadChannel,
} from 'discord.js';
import type { ForumTags } from '../../host/index.ts';
import { isOutage } from '../connection/cannot-connect.ts';
import type { BotContext } from './context.ts';

/**
 * The least time between two edits of a post's tags, because Discord limits changes of a thread strictly. Changes in
 * between share the next edit.
 */
const EVERY_MS = 2 * 60_000;
/** Discord's limits for the tags of a post and of a forum. */
const MOST_APPLIED = 5;
const MOST_AVAILABLE = 20;

type Post = PublicThreadChannel<true> & { readonly parent: ForumChannel };
export type ForumPostTags = ReturnType<typeof createForumPostTags>;

/**
 * Keeps the tags of the bot's forum posts up to date. Archived posts stay as they are. Nothing is stored, because
 * Discord knows the tags of each post.
 */
export function createForumPostTags({ client, log, clock, host }: BotContext) {
  /** Posts that were changed a moment ago. The value says whether to check the post again afterwards. */
  const resting = new Map<string, boolean>();
  const cancels = new Map<string, () => void>();
  /** By forum, the last making of its tags. */
  const making = new Map<string, Promise<void>>();
  let stopped = false;

  /** Checks all open posts, and from now on each one that somebody opens again. */
  function start(): void {
    for (const id of client.channels.cache.keys()) look(id);
    client.on(Events.ThreadUpdate, (before, { id, archived }) => {
      if (before.archived && !archived) look(id);
    });
  }

  function stop(): void {
    stopped = true;
    for (const cancel of cancels.values()) cancel();
  }

  /** Updates the tags of a channel if it is a post of the bot. Never throws. */
  function look(channel: string): void {
    if (stopped || !ownPost(channel)) return;
    if (resting.has(channel)) resting.set(channel, true);
    else void followTags(channel);
  }

  function ownPost(id: string): Post | null {
    const channel = client.channels.cache.get(id);
    return channel && isPost(channel) && channel.ownerId === client.user?.id ? channel : null;
  }

  async function followTags(channel: string): Promise<void> {
    resting.set(channel, false);
    let mustRest = true;
    try {
      mustRest = await editTags(channel);
    } catch (error) {
      if (isOutage(error)) resting.set(channel, true);
      log.info({ err: error, channel }, 'the tags of a forum post could not be changed');
    }
    if (mustRest && !stopped)
      cancels.set(
        channel,
        clock.after(EVERY_MS, () => rested(channel)),
      );
    else rested(channel);
  }

  function rested(channel: string): void {
    const again = resting.get(channel);
    resting.delete(channel);
    cancels.delete(channel);
    if (again) look(channel);
  }

  /** @returns whether the tags have changed */
  async function editTags(channel: string): Promise<boolean> {
    await host.preloading.position(channel);
    const wanted = host.posts.tagsIn(channel);
    const ids = wanted && (await idsIn(ownPost(channel)?.parent ?? null, wanted));
    const post = ownPost(channel);
    if (!ids || !post || post.archived) return false;
    const names = new Map(post.parent.availableTags.map(({ id, name }) => [id, name]));
    const others = post.appliedTags.filter((id) => names.has(id) && !host.posts.isOwnTag(names.get(id) ?? ''));
    const tags = [...ids, ...others].slice(0, MOST_APPLIED);
    if (tags.length === post.appliedTags.length && tags.every((id) => post.appliedTags.includes(id))) return false;
    if (tags.length === 0 && requiresTag(post.parent)) return false;
    await post.setAppliedTags(tags);
    return true;
  }

  /** The ids of the wanted tags in a forum. Missing tags are created first, if the bot may. */
  async function idsIn(forum: ForumChannel | null, { wanted, ofGame }: ForumTags): Promise<string[]> {
    if (!forum) return [];
    if (wanted.some((tag) => !tagNamed(forum, tag))) await makeTags(forum, ofGame);
    const usable = usableTags(forum);
    return wanted.flatMap((tag) => tagNamed(forum, tag, usable)?.id ?? []);
  }

  /**
   * The ids of the tags of a new post. If the forum requires a tag and has none of the bot's, any usable one; null if
   * there is none.
   */
  async function forNewPost(forum: ForumChannel, tags: ForumTags): Promise<string[] | null> {
    const ids = await idsIn(forum, tags);
    if (ids.length > 0 || !requiresTag(forum)) return ids;
    const [any] = usableTags(forum);
    return any ? [any.id] : null;
  }

  /** Calls for one forum follow one another, since each edit names all tags. Never rejects. */
  function makeTags(forum: ForumChannel, names: readonly string[]): Promise<void> {
    const made = (making.get(forum.id) ?? Promise.resolve()).then(async () => {
      try {
        const missing = names.filter((name) => !tagNamed(forum, name));
        const room = MOST_AVAILABLE - forum.availableTags.length;
        if (!hasPermission(forum, PermissionFlagsBits.ManageChannels) || missing.length === 0 || room <= 0) return;
        await forum.setAvailableTags([...forum.availableTags, ...missing.slice(0, room).map((name) => ({ name }))]);
      } catch (error) {
        log.info({ err: error, channel: forum.id }, 'the tags of a forum could not be made');
      }
    });
    making.set(forum.id, made);
    return made;
  }

  return { start, stop, look, forNewPost };
}

function isPost(channel: Channel): channel is Post {
  return channel.type === ChannelType.PublicThread && channel.parent?.type === ChannelType.GuildForum;
}

function requiresTag({ flags }: ForumChannel): boolean {
  return flags.has(ChannelFlags.RequireTag);
}

function tagNamed(forum: ForumChannel, name: string, among = forum.availableTags) {
  return among.find((tag) => tag.name.toLowerCase() === name.toLowerCase());
}

/** The tags of a forum that the bot can set. Some are for moderators only. */
export function usableTags(forum: ForumChannel): ForumChannel['availableTags'] {
  if (hasPermission(forum, PermissionFlagsBits.ManageThreads)) return forum.availableTags;
  return forum.availableTags.filter(({ moderated }) => !moderated);
}

export function hasPermission(forum: ForumChannel, permission: bigint): boolean {
  const me = forum.client.user;
  return me !== null && forum.permissionsFor(me)?.has(permission) === true;
}
