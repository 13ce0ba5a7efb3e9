import { z } from 'zod';
import { channelNow, wakeThread } from '../../store/channels.ts';
import { composeEdit, composeNew, type Sent } from '../../store/compose.ts';
import type { Discord } from '../../store/discord.ts';
import type { Json } from '../../store/errors.ts';
import { check, refuse } from '../../store/errors.ts';
import { channelMessage, type MessageBody, messageEdit } from '../../store/message-schema.ts';
import type { StoredMessage } from '../../store/messages.ts';
import { messageObject, withheld } from '../../store/objects.ts';
import { Permission } from '../../world/permissions.ts';
import { compareSnowflakes } from '../../world/snowflake.ts';
import type { WorldChannel } from '../../world/world.ts';
import { channelOf, noContent, ok, param, type RestCall, type Route, requirePermission, route } from '../router.ts';

/** Time within which a repeated nonce returns the earlier message, in milliseconds. */
const NONCE_MS = 5 * 60_000;

const page = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  before: z.string().optional(),
  after: z.string().optional(),
  around: z.string().optional(),
});

/** Channels and the messages in them. */
export function channelRoutes(discord: Discord): Route[] {
  const { world, messages, clock } = discord;
  const { bot } = world;
  const { readMessageHistory } = Permission;

  const messageOf = (call: RestCall, channel: WorldChannel): StoredMessage => {
    const message = messages.find(channel.id, param(call, 'message'));
    if (message === undefined || message.onlyFor !== null) throw refuse.unknownMessage();
    return message;
  };
  const shown = (message: StoredMessage): Json => withheld(discord, message, messageObject(discord, message));
  const writable = (call: RestCall): WorldChannel => {
    const channel = channelOf(discord, call);
    if (channel.forum) throw refuse.notATextChannel();
    requirePermission(world, channel, world.toWrite(channel));
    refuseIfLocked(channel);
    return channel;
  };
  /** Only moderators may change a locked thread. */
  const refuseIfLocked = (channel: WorldChannel): void => {
    if (channel.thread?.locked && !world.botMay(channel, Permission.manageThreads)) throw refuse.threadLocked();
  };
  /** Drops embeds without an error if Embed Links is missing, as Discord does. */
  const sentTo = <B extends MessageBody>({ body: { uploads } }: RestCall, channel: WorldChannel, body: B): Sent => {
    const drops = body.embeds?.length && !world.botMay(channel, Permission.embedLinks);
    return { body: drops ? { ...body, embeds: [] } : body, uploads, path: [] };
  };
  const requireFiles = ({ body: { uploads } }: RestCall, channel: WorldChannel): void => {
    if (uploads.length > 0) requirePermission(world, channel, Permission.attachFiles);
  };
  const send = (call: RestCall): StoredMessage => {
    const channel = writable(call);
    const body = check(channelMessage, call.body.json ?? {});
    requireFiles(call, channel);
    const nonce = body.nonce ?? null;
    const before = messages.in(channel.id).find((each) => {
      return each.nonce === nonce && each.author === bot && clock.now() - each.createdAt < NONCE_MS;
    });
    if (body.enforce_nonce && nonce !== null && before) return before;
    const reference = body.message_reference;
    if (reference && !world.botMay(channel, readMessageHistory)) throw refuse.replyNeedsHistory();
    const repliedTo = reference ? messages.find(channel.id, reference.message_id) : undefined;
    if (reference && !repliedTo && (reference.fail_if_not_exists ?? true)) {
      throw refuse.invalidField(['message_reference'], 'REPLIES_UNKNOWN_MESSAGE', 'Unknown message');
    }
    const from = { author: bot, channel };
    const parts = composeNew(discord, from, sentTo(call, channel, body), repliedTo?.author);
    wakeThread(discord, channel);
    return messages.create({ ...parts, ...from, nonce, ...(repliedTo && { type: 19, replyTo: repliedTo.id }) });
  };

  return [
    route('GET /channels/:channel', (call) => ok(channelNow(discord, channelOf(discord, call)))),
    route('GET /channels/:channel/messages', (call) => {
      const channel = channelOf(discord, call, readMessageHistory);
      const wanted = check(page, Object.fromEntries(call.query));
      const all = messages.in(channel.id).filter((each) => each.onlyFor === null);
      return ok(pageOf(all.reverse(), wanted).map(shown));
    }),
    route('POST /channels/:channel/messages', (call) => ok(shown(send(call)))),
    route('GET /channels/:channel/messages/:message', (call) =>
      ok(shown(messageOf(call, channelOf(discord, call, readMessageHistory)))),
    ),
    route('PATCH /channels/:channel/messages/:message', (call) => {
      const channel = channelOf(discord, call);
      const old = messageOf(call, channel);
      if (old.author !== bot) throw refuse.notYourMessage();
      if (channel.thread?.archived) throw refuse.threadArchived();
      refuseIfLocked(channel);
      requireFiles(call, channel);
      const sent = sentTo(call, channel, check(messageEdit, call.body.json ?? {}));
      return ok(shown(messages.edit(old, composeEdit(discord, old, sent))));
    }),
    route('DELETE /channels/:channel/messages/:message', (call) => {
      const channel = channelOf(discord, call);
      const old = messageOf(call, channel);
      const allowed = old.author === bot || world.botMay(channel, Permission.manageMessages);
      if (!allowed) throw channel.guildId === null ? refuse.notYourMessage() : refuse.missingPermissions();
      messages.delete(old);
      return noContent;
    }),
    route('POST /channels/:channel/typing', (call) => {
      writable(call);
      return noContent;
    }),
  ];
}

/** The newest first, as Discord lists them. */
function pageOf(newestFirst: readonly StoredMessage[], wanted: z.infer<typeof page>): StoredMessage[] {
  const { limit, before, after, around } = wanted;
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
