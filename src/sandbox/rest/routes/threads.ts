import { z } from 'zod';
import { refuse } from '../../errors.ts';
import { channelObject, type Json } from '../../objects.ts';
import { may, Permission } from '../../permissions.ts';
import type { ThreadPlan } from '../../threads.ts';
import { check, oneOf, text } from '../../validate/fields.ts';
import type { WorldChannel, WorldThread } from '../../world.ts';
import type { Platform } from '../platform.ts';
import { created, noContent, ok, param, type RestCall, type Route } from '../router.ts';

const minutes = oneOf([60, 1440, 4320, 10_080]).nullish();
const slowly = z.int().min(0).max(21_600).nullish();
const fromMessage = z.object({ name: text(1, 100), auto_archive_duration: minutes, rate_limit_per_user: slowly });
const bare = fromMessage.extend({ type: oneOf([10, 11, 12]).nullish(), invitable: z.boolean().nullish() });
const change = z.object({
  name: text(1, 100).optional(),
  archived: z.boolean().optional(),
  locked: z.boolean().optional(),
  auto_archive_duration: minutes,
});

const ANNOUNCEMENTS = 10;
const PUBLIC = 11;
const A_DAY = 1440;

/** Public threads of text channels. There are no private ones: nobody here has the right to open them. */
export function threadRoutes(platform: Platform): Route[] {
  const { world, messages, threads } = platform;
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
        const { channel, thread, manages } = threadOf(call);
        const wanted = check(change, call.body.json ?? {});
        const own = thread.ownerId === bot.id && !thread.locked && wanted.locked === undefined;
        if (!manages && !own) throw refuse.missingPermissions();
        if (thread.archived && wanted.archived !== false) throw refuse.threadArchived();
        const { name, archived, locked } = wanted;
        threads.change(channel, thread, {
          ...(name === undefined ? {} : { name }),
          ...(archived === undefined ? {} : { archived }),
          ...(locked === undefined ? {} : { locked }),
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
