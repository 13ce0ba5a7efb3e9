import { z } from 'zod';
import { refuse } from '../../errors.ts';
import { messageObject } from '../../message-object.ts';
import { channelObject, type Json } from '../../objects.ts';
import { may, Permission } from '../../permissions.ts';
import { composeNew } from '../../store/compose.ts';
import type { ThreadPlan } from '../../threads.ts';
import { check, list, oneOf, snowflake, text } from '../../validate/fields.ts';
import { channelMessage } from '../../validate/messages.ts';
import type { Forum, WorldChannel, WorldThread } from '../../world.ts';
import type { Platform } from '../platform.ts';
import { created, noContent, ok, param, type RestCall, type Route } from '../router.ts';

const minutes = oneOf([60, 1440, 4320, 10_080]).nullish();
const slowly = z.int().min(0).max(21_600).nullish();
const fromMessage = z.object({ name: text(1, 100), auto_archive_duration: minutes, rate_limit_per_user: slowly });
const bare = fromMessage.extend({ type: oneOf([10, 11, 12]).nullish(), invitable: z.boolean().nullish() });
const tagIds = list(snowflake, 0, 5).nullish();
const post = fromMessage.extend({ applied_tags: tagIds, message: channelMessage });
const forumChange = z.object({
  available_tags: list(
    z.object({ id: snowflake.nullish(), name: text(1, 20), moderated: z.boolean().nullish() }),
    0,
    20,
  ).optional(),
});
const change = z.object({
  name: text(1, 100).optional(),
  archived: z.boolean().optional(),
  locked: z.boolean().optional(),
  auto_archive_duration: minutes,
  applied_tags: tagIds,
});

const ANNOUNCEMENTS = 10;
const PUBLIC = 11;
const A_DAY = 1440;

/** Public threads of text channels, and posts of forums with their tags. Private threads are missing: nobody here may open them. */
export function threadRoutes(platform: Platform): Route[] {
  const { world, messages, threads, places } = platform;
  const bot = world.bot;

  const seen = (call: RestCall): WorldChannel => {
    const channel = world.channelById(param(call, 'channel'));
    if (channel === undefined) throw refuse.unknownChannel();
    if (!may(world.permissions(bot.id, channel), Permission.viewChannel)) throw refuse.missingAccess();
    return channel;
  };
  const parentOf = (call: RestCall): WorldChannel => {
    const channel = seen(call);
    if (channel.guildId === null || channel.thread !== null) throw refuse.wrongChannelType();
    if (!may(world.permissions(bot.id, channel), Permission.createPublicThreads)) throw refuse.missingPermissions();
    return channel;
  };
  const threadOf = (call: RestCall): { channel: WorldChannel; thread: WorldThread; manages: boolean } => {
    const channel = seen(call);
    if (channel.thread === null) throw refuse.wrongChannelType();
    const manages = may(world.permissions(bot.id, channel), Permission.manageThreads);
    return { channel, thread: channel.thread, manages };
  };
  /** Checks the tags of a new or changed post. */
  const tagsOf = (forum: WorldChannel, ids: readonly string[]): readonly string[] => {
    const moderates = may(world.permissions(bot.id, forum), Permission.manageThreads);
    for (const id of ids) {
      const tag = forum.forum?.tags.find((each) => each.id === id);
      if (!tag) throw refuse.unknownTag();
      if (tag.moderated && !moderates) throw refuse.missingPermissions();
    }
    if (forum.forum?.requiresTag && ids.length === 0) throw refuse.tagRequired();
    return ids;
  };
  const openPost = (call: RestCall, forum: WorldChannel): Json => {
    if (!may(world.permissions(bot.id, forum), Permission.sendMessages)) throw refuse.missingPermissions();
    const wanted = check(post, call.body.json ?? {});
    const plan = { ...planOf(wanted), tags: tagsOf(forum, wanted.applied_tags ?? []) };
    const sent = { body: wanted.message, uploads: call.body.uploads, path: ['message'] };
    const channel = threads.post(forum, bot, plan, (channel) => composeNew(platform, { author: bot, channel }, sent));
    const first = messages.find(channel.id, channel.id);
    return { ...shown(channel), ...(first ? { message: messageObject(world, first, platform.base()) } : {}) };
  };
  const setTags = (call: RestCall, channel: WorldChannel, forum: Forum): Json => {
    if (!may(world.permissions(bot.id, channel), Permission.manageChannels)) throw refuse.missingPermissions();
    const { available_tags: tags } = check(forumChange, call.body.json ?? {});
    if (tags && new Set(tags.map(({ name }) => name.toLowerCase())).size < tags.length) throw refuse.tagsNotUnique();
    const known = new Set(forum.tags.map(({ id }) => id));
    if (tags?.some(({ id }) => id && !known.has(id))) throw refuse.unknownTag();
    if (tags)
      places.setTags(
        channel,
        forum,
        tags.map(({ id, name, moderated }) => ({ ...(id ? { id } : {}), name, moderated: moderated ?? false })),
      );
    return shown(channel);
  };
  const shown = (channel: WorldChannel): Json =>
    channelObject(world, world.channelById(channel.id) ?? channel, messages.in(channel.id).at(-1)?.id ?? null);

  return [
    {
      method: 'POST',
      pattern: '/channels/:channel/messages/:message/threads',
      auth: true,
      handle(call) {
        const channel = parentOf(call);
        const message = messages.find(channel.id, param(call, 'message'));
        if (message === undefined || message.onlyFor !== null) throw refuse.unknownMessage();
        return created(shown(threads.fromMessage(message, bot, planOf(check(fromMessage, call.body.json ?? {})))));
      },
    },
    {
      method: 'POST',
      pattern: '/channels/:channel/threads',
      auth: true,
      handle(call) {
        const place = seen(call);
        if (place.forum) return created(openPost(call, place));
        const channel = parentOf(call);
        const { type, ...wanted } = check(bare, call.body.json ?? {});
        if (type === ANNOUNCEMENTS) throw refuse.wrongChannelType();
        if (type !== PUBLIC) throw refuse.missingPermissions();
        return created(shown(threads.bare(channel, bot, planOf(wanted))));
      },
    },
    {
      method: 'PATCH',
      pattern: '/channels/:channel',
      auth: true,
      handle(call) {
        const place = seen(call);
        if (place.forum) return ok(setTags(call, place, place.forum));
        const { channel, thread, manages } = threadOf(call);
        const wanted = check(change, call.body.json ?? {});
        const own = thread.ownerId === bot.id && !thread.locked && wanted.locked === undefined;
        if (!manages && !own) throw refuse.missingPermissions();
        if (thread.archived && wanted.archived !== false) throw refuse.threadArchived();
        const { name, archived, locked } = wanted;
        const parent = world.channelById(thread.parentId);
        const tags = wanted.applied_tags && parent ? tagsOf(parent, wanted.applied_tags) : null;
        threads.change(channel, thread, {
          ...(name === undefined ? {} : { name }),
          ...(archived === undefined ? {} : { archived }),
          ...(locked === undefined ? {} : { locked }),
          ...(tags ? { tags } : {}),
        });
        return ok(shown(channel));
      },
    },
    {
      method: 'DELETE',
      pattern: '/channels/:channel',
      auth: true,
      handle(call) {
        const { channel, manages } = threadOf(call);
        if (!manages) throw refuse.missingPermissions();
        threads.delete(channel);
        return ok(shown(channel));
      },
    },
    {
      method: 'PUT',
      pattern: '/channels/:channel/thread-members/@me',
      auth: true,
      handle(call) {
        if (threadOf(call).thread.archived) throw refuse.threadArchived();
        return noContent;
      },
    },
    {
      method: 'GET',
      pattern: '/guilds/:guild/threads/active',
      auth: true,
      handle(call) {
        const guild = world.guildById(param(call, 'guild'));
        if (guild === undefined || !guild.botPresent) throw refuse.unknownGuild();
        return ok({ threads: world.activeThreads(guild).map(shown), members: [] });
      },
    },
  ];
}

function planOf(wanted: z.infer<typeof fromMessage>): ThreadPlan {
  return { name: wanted.name, archiveAfter: wanted.auto_archive_duration ?? A_DAY };
}
