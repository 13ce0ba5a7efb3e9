import { z } from 'zod';
import { refuse } from '../../errors.ts';
import { withheld } from '../../gateway/events.ts';
import { messageObject } from '../../message-object.ts';
import { channelObject, type Json } from '../../objects.ts';
import { may, Permission } from '../../permissions.ts';
import { compareSnowflakes } from '../../snowflake.ts';
import { composeEdit, composeNew } from '../../store/compose.ts';
import type { StoredMessage } from '../../store/messages.ts';
import { check } from '../../validate/fields.ts';
import { channelMessage, type MessageBody, messageEdit } from '../../validate/messages.ts';
import type { WorldChannel } from '../../world.ts';
import type { Platform } from '../platform.ts';
import { noContent, ok, param, type RestCall, type Route } from '../router.ts';

/** Time within which a repeated nonce returns the earlier message, in milliseconds. */
const NONCE_MS = 5 * 60_000;

const page = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  before: z.string().optional(),
  after: z.string().optional(),
  around: z.string().optional(),
});

/** Channels and the messages in them. */
export function channelRoutes(platform: Platform): Route[] {
  const { world, messages, clock, onTyping, base } = platform;
  const bot = world.bot;

  const channelOf = (call: RestCall, needed: bigint = Permission.viewChannel): WorldChannel => {
    const channel = world.channelById(param(call, 'channel'));
    if (channel === undefined) throw refuse.unknownChannel();
    const permissions = world.permissions(bot.id, channel);
    if (!may(permissions, Permission.viewChannel)) throw refuse.missingAccess();
    if (!may(permissions, needed)) throw refuse.missingPermissions();
    return channel;
  };
  const messageOf = (call: RestCall, channel: WorldChannel): StoredMessage => {
    const message = messages.find(channel.id, param(call, 'message'));
    if (message === undefined || message.onlyFor !== null) throw refuse.unknownMessage();
    return message;
  };
  const related = (message: StoredMessage) =>
    message.replyTo === null ? undefined : messages.find(message.channel.id, message.replyTo);
  const shown = (message: StoredMessage): Json => {
    const object = messageObject(world, message, base(), related(message));
    return platform.readsContent ? object : withheld(world, message, object);
  };
  const writable = (call: RestCall): WorldChannel => {
    const channel = channelOf(call);
    if (channel.forum) throw refuse.notATextChannel();
    const permissions = world.permissions(bot.id, channel);
    if (!may(permissions, world.toWrite(channel))) throw refuse.missingPermissions();
    refuseIfLocked(channel, permissions);
    return channel;
  };
  const send = (call: RestCall): StoredMessage => {
    const channel = writable(call);
    const body = check(channelMessage, call.body.json ?? {});
    const permissions = world.permissions(bot.id, channel);
    if (call.body.uploads.length > 0 && !may(permissions, Permission.attachFiles)) throw refuse.missingPermissions();
    const nonce = body.nonce ?? null;
    if (body.enforce_nonce && nonce !== null) {
      const before = messages
        .in(channel.id)
        .find((each) => each.nonce === nonce && each.author === bot && clock.now() - each.createdAt < NONCE_MS);
      if (before !== undefined) return before;
    }
    const reference = body.message_reference;
    if (reference && !may(permissions, Permission.readMessageHistory)) throw refuse.replyNeedsHistory();
    const repliedTo = reference ? messages.find(channel.id, reference.message_id) : undefined;
    if (reference && repliedTo === undefined && (reference.fail_if_not_exists ?? true)) {
      throw refuse.invalidField(['message_reference'], 'REPLIES_UNKNOWN_MESSAGE', 'Unknown message');
    }
    const sent = { body: withoutForbiddenEmbeds(body, permissions), uploads: call.body.uploads, path: [] };
    const parts = composeNew(platform, { author: bot, channel }, sent, repliedTo?.author ?? null);
    platform.threads.wake(channel);
    return messages.create({
      ...parts,
      channel,
      author: bot,
      type: repliedTo === undefined ? 0 : 19,
      nonce,
      interaction: null,
      onlyFor: null,
      replyTo: repliedTo?.id ?? null,
    });
  };

  return [
    {
      method: 'GET',
      pattern: '/channels/:channel',
      auth: true,
      handle(call) {
        const channel = channelOf(call);
        return ok(channelObject(world, channel, messages.in(channel.id).at(-1)?.id ?? null));
      },
    },
    {
      method: 'GET',
      pattern: '/channels/:channel/messages',
      auth: true,
      handle(call) {
        const channel = channelOf(call, Permission.readMessageHistory);
        const wanted = check(page, Object.fromEntries(call.query));
        const all = messages.in(channel.id).filter((each) => each.onlyFor === null);
        return ok(pageOf(all, wanted).map(shown));
      },
    },
    { method: 'POST', pattern: '/channels/:channel/messages', auth: true, handle: (call) => ok(shown(send(call))) },
    {
      method: 'GET',
      pattern: '/channels/:channel/messages/:message',
      auth: true,
      handle: (call) => ok(shown(messageOf(call, channelOf(call, Permission.readMessageHistory)))),
    },
    {
      method: 'PATCH',
      pattern: '/channels/:channel/messages/:message',
      auth: true,
      handle(call) {
        const channel = channelOf(call);
        const old = messageOf(call, channel);
        if (old.author !== bot) throw refuse.notYourMessage();
        if (channel.thread?.archived) throw refuse.threadArchived();
        const permissions = world.permissions(bot.id, channel);
        refuseIfLocked(channel, permissions);
        if (call.body.uploads.length > 0 && !may(permissions, Permission.attachFiles))
          throw refuse.missingPermissions();
        const body = withoutForbiddenEmbeds(check(messageEdit, call.body.json ?? {}), permissions);
        const sent = { body, uploads: call.body.uploads, path: [] };
        return ok(shown(messages.edit(old, composeEdit(platform, old, sent))));
      },
    },
    {
      method: 'DELETE',
      pattern: '/channels/:channel/messages/:message',
      auth: true,
      handle(call) {
        const channel = channelOf(call);
        const old = messageOf(call, channel);
        const allowed = old.author === bot || may(world.permissions(bot.id, channel), Permission.manageMessages);
        if (!allowed) throw channel.guildId === null ? refuse.notYourMessage() : refuse.missingPermissions();
        messages.delete(old);
        return noContent;
      },
    },
    {
      method: 'POST',
      pattern: '/channels/:channel/typing',
      auth: true,
      handle(call) {
        onTyping(writable(call));
        return noContent;
      },
    },
  ];
}

/** Only moderators may change a locked thread. */
function refuseIfLocked({ thread }: WorldChannel, permissions: bigint): void {
  if (thread?.locked && !may(permissions, Permission.manageThreads)) throw refuse.threadLocked();
}

/** Drops embeds without an error if Embed Links is missing, as Discord does. */
function withoutForbiddenEmbeds<B extends MessageBody>(body: B, permissions: bigint): B {
  const dropped = body.embeds?.length && !may(permissions, Permission.embedLinks);
  return dropped ? { ...body, embeds: [] } : body;
}

/** The newest first, as Discord lists them. */
function pageOf(all: readonly StoredMessage[], wanted: z.infer<typeof page>): StoredMessage[] {
  const { limit, before, after, around } = wanted;
  const newestFirst = [...all].reverse();
  if (before !== undefined) return newestFirst.filter((each) => older(each.id, before)).slice(0, limit);
  if (after !== undefined) return newestFirst.filter((each) => older(after, each.id)).slice(-limit);
  if (around === undefined) return newestFirst.slice(0, limit);
  const half = Math.floor(limit / 2);
  const later = newestFirst.filter((each) => older(around, each.id)).slice(-half);
  return [...later, ...newestFirst.filter((each) => !older(around, each.id)).slice(0, limit - later.length)];
}

function older(a: string, b: string): boolean {
  return /^\d+$/.test(a) && /^\d+$/.test(b) && compareSnowflakes(a, b) < 0;
}
