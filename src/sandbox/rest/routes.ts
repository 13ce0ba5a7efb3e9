import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import * as z from 'zod';
import type { Gateway } from '../gateway/gateway.ts';
import type { Answered, Interaction, Interactions } from '../interactions/interactions.ts';
import {
  bareThread,
  changeThread,
  channelNow,
  forumPost,
  type NewThread,
  setTags,
  threadFromMessage,
  wakeThread,
} from '../store/channels.ts';
import { checkCommands, commandObject, type RegisteredCommand } from '../store/commands.ts';
import { composeEdit, composeNew, type Sent } from '../store/compose.ts';
import type { Discord } from '../store/discord.ts';
import { apiError, type JsonObject } from '../store/errors.ts';
import { check, list, oneOfNumbers, optionalBoolean, snowflake, textField } from '../store/field-schemas.ts';
import { channelMessage, type MessageBody, messageEdit } from '../store/message-schema.ts';
import type { StoredMessage } from '../store/messages.ts';
import { asTheBotSees, messageObject } from '../store/objects.ts';
import { compareSnowflakes } from '../world/snowflake.ts';
import { isForum, requiresTag, userObject, type World, type WorldChannel, writePermission } from '../world/world.ts';
import { noContent, ok, type RestAnswer, type RestCall, type Route, route } from './router.ts';

/** The gateway's address, the bot's account, its direct messages and commands. */
export function accountRoutes({ world, commands }: Discord, gateway: Gateway): Route[] {
  const me = { ...userObject(world.bot), verified: true, mfa_enabled: false, email: null, flags: 0 };
  const newDm = z.object({ recipient_id: snowflake });
  const scopeOf = (call: RestCall): string | null => {
    if (call.params.application !== world.applicationId) throw apiError.notYourApplication();
    const guildId = call.params.guild ?? null;
    if (guildId !== null && !world.guildById(guildId)?.botPresent) throw apiError.missingAccess();
    return guildId;
  };
  const shown = (command: RegisteredCommand) => commandObject(command, world.applicationId);
  return [
    route('GET /gateway', () => ok({ url: gateway.url() }), { auth: false }),
    route('GET /gateway/bot', () => {
      const { shards, remaining, maxConcurrency: max_concurrency } = gateway.starts();
      const session_start_limit = { total: 1000, remaining, reset_after: 24 * 60 * 60_000, max_concurrency };
      return ok({ url: gateway.url(), shards, session_start_limit });
    }),
    route('GET /users/@me', () => ok(me)),
    route('GET /applications/@me', () =>
      ok({ id: world.applicationId, name: world.bot.name, bot: userObject(world.bot) }),
    ),
    route('POST /users/@me/channels', (call) => {
      const { recipient_id } = check(newDm, call.body.json ?? {});
      if (recipient_id === world.bot.id) throw apiError.cannotSendToUser();
      const channel = world.dms.find((each) => each.dmOf === recipient_id);
      if (channel === undefined) throw apiError.invalidRecipients();
      return ok(channel);
    }),
    ...['', '/guilds/:guild'].flatMap((scope) => [
      route(`GET /applications/:application${scope}/commands`, (call) => ok(commands.in(scopeOf(call)).map(shown))),
      route(`PUT /applications/:application${scope}/commands`, (call) =>
        ok(commands.replace(scopeOf(call), checkCommands(call.body.json)).map(shown)),
      ),
    ]),
  ];
}

/** Answers to interactions, which need no bot's token: they carry the interaction's own. */
export function interactionRoutes(discord: Discord, interactions: Interactions): Route[] {
  const shown = (message: StoredMessage): RestAnswer => ok(messageObject(discord, message));
  const response = ({ type, interaction: { id, type: of, channel }, message }: Answered): JsonObject => ({
    interaction: {
      ...{ id, type: of, channel_id: channel.id, guild_id: channel.guild_id },
      ...(message && {
        response_message_id: message.id,
        response_message_loading: (message.flags & MessageFlags.Loading) !== 0,
        response_message_ephemeral: (message.flags & MessageFlags.Ephemeral) !== 0,
      }),
    },
    resource: { type, ...(message && { message: messageObject(discord, message) }) },
  });
  /** A route of a request after the first answer; `asked` has its path below the token. */
  const later = (asked: string, handle: (interaction: Interaction, call: RestCall, id: string) => RestAnswer) => {
    const [method, path] = asked.split(' ');
    return route(
      `${method} /webhooks/:application/:token${path}`,
      (call) => {
        const { application = '', token = '', message = '' } = call.params;
        return handle(interactions.answered(application, token), call, message);
      },
      {
        auth: false,
        admit: ({ application = '', token = '' }) => void interactions.admitLater(application, token),
      },
    );
  };
  return [
    route(
      'POST /interactions/:interaction/:token/callback',
      ({ params: { interaction = '', token = '' }, body, query }) => {
        const answered = interactions.first(interaction, token, body);
        return query.get('with_response') === 'true' ? ok(response(answered)) : noContent;
      },
      { auth: false, admit: ({ interaction = '', token = '' }) => void interactions.admitFirst(interaction, token) },
    ),
    later('POST ', (interaction, { body }) => shown(interactions.followUp(interaction, body))),
    later('GET /messages/:message', (interaction, _, id) => shown(interactions.messageOf(interaction, id))),
    later('PATCH /messages/:message', (interaction, { body }, id) => shown(interactions.edit(interaction, id, body))),
    later('DELETE /messages/:message', (interaction, _, id) => {
      interactions.remove(interaction, id);
      return noContent;
    }),
  ];
}

/** Time within which a repeated nonce returns the earlier message, in milliseconds. */
const NONCE_MS = 5 * 60_000;

const page = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  before: snowflake.optional(),
  after: snowflake.optional(),
});

/** Channels and the messages in them. */
export function channelRoutes(discord: Discord): Route[] {
  const { world, messages, clock } = discord;
  const { bot } = world;

  const shown = (message: StoredMessage): JsonObject => asTheBotSees(discord, message, messageObject(discord, message));
  const writable = (call: RestCall): WorldChannel => {
    const channel = channelOf(discord, call);
    if (isForum(channel)) throw apiError.notATextChannel();
    requirePermission(world, channel, writePermission(channel));
    refuseIfLocked(channel);
    return channel;
  };
  /** Only moderators may change a locked thread. */
  const refuseIfLocked = (channel: WorldChannel): void => {
    const locked = channel.thread_metadata?.locked;
    if (locked && !world.botMay(channel, PermissionFlagsBits.ManageThreads)) throw apiError.threadLocked();
  };
  /** Drops embeds without an error if Embed Links is missing, as Discord does. */
  const sentTo = <B extends MessageBody>({ body: { uploads } }: RestCall, channel: WorldChannel, body: B): Sent => {
    const mayEmbed = world.botMay(channel, PermissionFlagsBits.EmbedLinks);
    return { body: !body.embeds || mayEmbed ? body : { ...body, embeds: [] }, uploads, path: [] };
  };
  const requireFiles = ({ body: { uploads } }: RestCall, channel: WorldChannel): void => {
    if (uploads.length > 0) requirePermission(world, channel, PermissionFlagsBits.AttachFiles);
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
    if (reference && !world.botMay(channel, PermissionFlagsBits.ReadMessageHistory)) throw apiError.replyNeedsHistory();
    const repliedTo = reference ? messages.find(channel.id, reference.message_id) : undefined;
    if (reference && !repliedTo && (reference.fail_if_not_exists ?? true)) {
      throw apiError.invalidField('REPLIES_UNKNOWN_MESSAGE', 'message_reference');
    }
    const from = { author: bot, channel };
    const parts = composeNew(discord, from, sentTo(call, channel, body), repliedTo?.author);
    wakeThread(discord, channel);
    return messages.create({ ...parts, ...from, nonce, ...(repliedTo && { type: 19, replyTo: repliedTo.id }) });
  };

  return [
    route('GET /channels/:channel', (call) => ok(channelNow(discord, channelOf(discord, call)))),
    route('GET /channels/:channel/messages', (call) => {
      const channel = channelOf(discord, call, PermissionFlagsBits.ReadMessageHistory);
      const wanted = check(page, Object.fromEntries(call.query));
      const all = messages.in(channel.id).filter((each) => each.onlyFor === null);
      return ok(pageOf(all.reverse(), wanted).map(shown));
    }),
    route('POST /channels/:channel/messages', (call) => ok(shown(send(call)))),
    route('GET /channels/:channel/messages/:message', (call) =>
      ok(shown(messageOf(discord, call, channelOf(discord, call, PermissionFlagsBits.ReadMessageHistory)))),
    ),
    route('PATCH /channels/:channel/messages/:message', (call) => {
      const channel = channelOf(discord, call);
      const old = messageOf(discord, call, channel);
      if (old.author !== bot) throw apiError.notYourMessage();
      if (channel.thread_metadata?.archived) throw apiError.threadArchived();
      refuseIfLocked(channel);
      requireFiles(call, channel);
      const sent = sentTo(call, channel, check(messageEdit, call.body.json ?? {}));
      return ok(shown(messages.edit(old, composeEdit(discord, old, sent))));
    }),
    route('DELETE /channels/:channel/messages/:message', (call) => {
      const channel = channelOf(discord, call);
      const old = messageOf(discord, call, channel);
      const allowed = old.author === bot || world.botMay(channel, PermissionFlagsBits.ManageMessages);
      if (!allowed) throw channel.dmOf !== undefined ? apiError.notYourMessage() : apiError.missingPermissions();
      messages.delete(old);
      return noContent;
    }),
  ];
}

/** The newest first, as Discord lists them. */
function pageOf(newestFirst: readonly StoredMessage[], wanted: z.infer<typeof page>): StoredMessage[] {
  const { limit, before, after } = wanted;
  if (before !== undefined) return newestFirst.filter(({ id }) => compareSnowflakes(id, before) < 0).slice(0, limit);
  if (after !== undefined) return newestFirst.filter(({ id }) => compareSnowflakes(id, after) > 0).slice(-limit);
  return newestFirst.slice(0, limit);
}

const minutes = oneOfNumbers([60, 1440, 4320, 10_080]).nullish();
const slowly = z.int().min(0).max(21_600).nullish();
const fromMessage = z.object({ name: textField(1, 100), auto_archive_duration: minutes, rate_limit_per_user: slowly });
const bare = fromMessage.extend({ type: oneOfNumbers([10, 11, 12]).nullish(), invitable: optionalBoolean });
const tagIds = list(snowflake, 0, 5).nullish();
const post = fromMessage.extend({ applied_tags: tagIds, message: channelMessage });
const tag = z.object({ id: snowflake.nullish(), name: textField(1, 20), moderated: optionalBoolean });
const forumChange = z.object({ available_tags: list(tag, 0, 20).optional() });
const change = z.object({
  name: textField(1, 100).optional(),
  archived: z.boolean().optional(),
  locked: z.boolean().optional(),
  auto_archive_duration: minutes,
  applied_tags: tagIds,
});

const ANNOUNCEMENTS = 10;
const PUBLIC = 11;

/** Public threads of text channels, and posts of forums with their tags. Nobody here may open a private thread. */
export function threadRoutes(discord: Discord): Route[] {
  const { world, messages } = discord;
  const { bot } = world;

  const parentOf = (call: RestCall): WorldChannel => {
    const channel = channelOf(discord, call);
    if (!channel.permission_overwrites) throw apiError.wrongChannelType();
    requirePermission(world, channel, PermissionFlagsBits.CreatePublicThreads);
    return channel;
  };
  const planOf = ({ name, auto_archive_duration }: z.infer<typeof fromMessage>): NewThread => {
    return { owner: bot, name, archiveAfter: auto_archive_duration ?? undefined };
  };
  const tagsOf = (place: WorldChannel | undefined, ids: readonly string[]): readonly string[] => {
    for (const id of ids) {
      const tag = place?.available_tags?.find((each) => each.id === id);
      if (!place || !tag) throw apiError.unknownTag();
      if (tag.moderated) requirePermission(world, place, PermissionFlagsBits.ManageThreads);
    }
    if (place && requiresTag(place) && ids.length === 0) throw apiError.tagRequired();
    return ids;
  };
  const openPost = (call: RestCall, forum: WorldChannel): JsonObject => {
    requirePermission(world, forum, PermissionFlagsBits.SendMessages);
    const wanted = check(post, call.body.json ?? {});
    const plan = { ...planOf(wanted), tags: tagsOf(forum, wanted.applied_tags ?? []) };
    const sent = { body: wanted.message, uploads: call.body.uploads, path: ['message'] };
    const made = forumPost(discord, forum, plan, (channel) => composeNew(discord, { author: bot, channel }, sent));
    const first = messages.find(made.id, made.id);
    return { ...channelNow(discord, made), ...(first && { message: messageObject(discord, first) }) };
  };
  const changeForum = (call: RestCall, forum: WorldChannel): void => {
    requirePermission(world, forum, PermissionFlagsBits.ManageChannels);
    const { available_tags: tags } = check(forumChange, call.body.json ?? {});
    if (tags === undefined) return;
    if (new Set(tags.map(({ name }) => name.toLowerCase())).size < tags.length) throw apiError.tagsNotUnique();
    const known = forum.available_tags?.map(({ id }) => id);
    if (tags.some(({ id }) => id && !known?.includes(id))) throw apiError.unknownTag();
    setTags(discord, forum, tags);
  };

  return [
    route('POST /channels/:channel/messages/:message/threads', (call) => {
      const message = messageOf(discord, call, parentOf(call));
      const plan = planOf(check(fromMessage, call.body.json ?? {}));
      return created(channelNow(discord, threadFromMessage(discord, message, plan)));
    }),
    route('POST /channels/:channel/threads', (call) => {
      const place = channelOf(discord, call);
      if (isForum(place)) return created(openPost(call, place));
      const channel = parentOf(call);
      const { type, ...wanted } = check(bare, call.body.json ?? {});
      if (type === ANNOUNCEMENTS) throw apiError.wrongChannelType();
      if (type !== PUBLIC) throw apiError.missingPermissions();
      return created(channelNow(discord, bareThread(discord, channel, planOf(wanted))));
    }),
    route('PATCH /channels/:channel', (call) => {
      const channel = channelOf(discord, call);
      const { thread_metadata: thread, parent_id, owner_id } = channel;
      if (isForum(channel)) changeForum(call, channel);
      else if (!thread) throw apiError.wrongChannelType();
      else {
        const { name, archived, locked, applied_tags } = check(change, call.body.json ?? {});
        // The bot may change its own thread, but not whether it is locked.
        const mayChange = owner_id === bot.id && !thread.locked && locked === undefined;
        if (!mayChange) requirePermission(world, channel, PermissionFlagsBits.ManageThreads);
        if (thread.archived && archived !== false) throw apiError.threadArchived();
        const tags = applied_tags ? tagsOf(world.channelById(parent_id ?? ''), applied_tags) : undefined;
        changeThread(discord, channel, { name, archived, locked, tags });
      }
      return ok(channelNow(discord, channel));
    }),
  ];
}

const created = (body: unknown): RestAnswer => ({ status: 201, body });

/** The channel in the path. @throws {ApiError} 10003, 50001 or 50013 if the bot cannot see it or lacks a permission. */
function channelOf({ world }: Discord, call: RestCall, needed: bigint = PermissionFlagsBits.ViewChannel): WorldChannel {
  const channel = world.channelById(call.params.channel ?? '');
  if (channel === undefined) throw apiError.unknownChannel();
  if (!world.botMay(channel, PermissionFlagsBits.ViewChannel)) throw apiError.missingAccess();
  requirePermission(world, channel, needed);
  return channel;
}

/** The message in the path. @throws {ApiError} 10008 if the channel has none that the bot can see. */
function messageOf({ messages }: Discord, call: RestCall, channel: WorldChannel): StoredMessage {
  const message = messages.find(channel.id, call.params.message ?? '');
  if (message === undefined || message.onlyFor !== null) throw apiError.unknownMessage();
  return message;
}

/** @throws {ApiError} 50013 if the bot lacks a permission in a channel. */
function requirePermission(world: World, channel: WorldChannel, needed: bigint): void {
  if (!world.botMay(channel, needed)) throw apiError.missingPermissions();
}
