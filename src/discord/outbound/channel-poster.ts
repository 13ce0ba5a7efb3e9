import {
  type Channel,
  DiscordAPIError,
  type Message,
  type MessageCreateOptions,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  SnowflakeUtil,
} from 'discord.js';
import type { LogPoint, MessageRef, OnBoard, Reply } from '../../host/index.ts';
import { RepeatedFailures } from '../../watch/repeated-failures.ts';
import { missingIn } from './bot-permissions.ts';
import type { BotContext } from './context.ts';
import { noteDeleted } from './deleted-channels.ts';
import type { FailedPosts, PostOutcome } from './failed-posts.ts';
import { channelOrDm, textChannel } from './find-sent-message.ts';
import { fullPayload, makeAttachments, NO_ATTACHMENTS, sendFitting } from './message-payload.ts';
import type { PictureInFlight, PicturesInFlight } from './pictures-in-flight.ts';
import { ballotKey, noticeKey, type PostsInFlight, type ShownMap } from './posts-in-flight.ts';

/** `lost`: the message was deleted, or can't be edited, as in an archived thread. */
export type EditResult = PostOutcome | { readonly how: 'lost' };

interface ShownOn {
  readonly board: OnBoard | null;
  readonly place: MessageRef;
}

export type ChannelPoster = ReturnType<typeof createChannelPoster>;

/**
 * Posts and edits messages in channels, and marks their news as delivered.
 * @param onShown is called after a message with ballots has arrived, because they may have changed on the way
 * @param inLine runs work in a channel after everything that waits there already
 */
export function createChannelPoster(
  { log, client, host, clock }: BotContext,
  onShown: () => void,
  inFlight: PostsInFlight,
  pictures: PicturesInFlight,
  inLine: (channel: string, work: () => Promise<void>) => Promise<void>,
  failedPosts: FailedPosts,
) {
  /** Marks that the database refused, by delivery key. Calling the function tries again. */
  const unnoted = new Map<string, () => void>();
  const notRemoved = new RepeatedFailures<string>();

  /**
   * Posts an answer to a channel. Marks its news as delivered once Discord has it, or if the channel was deleted. Never
   * rejects.
   * @param nonce makes Discord return the earlier message if it was sent before. Null takes a new one, by which Discord
   * recognises discord.js's own retries
   * @param drawn the picture, if it is drawn already
   */
  async function post(
    channelId: string,
    answer: Reply,
    point: LogPoint | null,
    nonce: string | null,
    drawn: PictureInFlight | null = null,
  ): Promise<PostOutcome> {
    if (answer.to === 'member') {
      const error = new Error('A reply for one member was about to be posted to a channel');
      log.error({ err: error, channel: channelId, point }, 'did not post a reply for one member to the channel');
      return { how: 'failed', outage: false };
    }
    const begun = performance.now();
    let picture = drawn;
    try {
      const channel = await channelOrDm(client, channelId);
      if (!channel?.isSendable()) throw new Error(`Channel ${channelId} can’t have messages`);
      const lacks = lackingFor(channel, answer);
      if (lacks.length > 0) return failedPosts.forbidden(channelId, lacks, point);
      const server = channel.isDMBased() ? channelId : channel.guildId;
      picture ??= await pictures.draw(answer, { server, member: null }, log);
      const { drawing } = answer;
      const isOvertaken = drawing !== null && inFlight.isOvertaken(drawing.point);
      const sent = isOvertaken ? withoutMap(answer) : answer;
      const made = await makeAttachments(sent, isOvertaken ? NO_ATTACHMENTS : picture, log);
      const message = await sendFitting<Message>(made, (fits) =>
        channel.send({
          // Without the permission, Discord would drop the embeds silently.
          ...fullPayload(sent, fits, isAllowed(channel, PermissionFlagsBits.EmbedLinks)),
          ...replyOptions(channel, answer),
          nonce: nonce ?? String(SnowflakeUtil.generate()),
          enforceNonce: true,
        }),
      );
      arrived(answer, message, point);
      // The post counts as delivered even if one of these fails.
      for (const [at, next] of answer.followUps.entries())
        await post(channelId, next, null, nonce === null ? null : `${nonce}-${at + 1}`);
      failedPosts.wentWell(channelId);
      log.info({ channel: channelId, ...point, ms: { posted: Math.round(performance.now() - begun) } }, 'posted');
      return { how: 'posted', link: message.url };
    } catch (error) {
      const became = failedPosts.threw(channelId, error, point);
      if (became.how === 'gone') {
        noteDeleted(channelId, host, clock, log);
        if (point) noteDelivered(point, null);
        markNotices(answer);
      }
      return became;
    } finally {
      picture?.over();
    }
  }

  /** Edits a message to show an answer with its picture, and marks its news as delivered. Never rejects. */
  async function edit(
    place: MessageRef,
    answer: Reply,
    point: LogPoint,
    picture: PictureInFlight,
  ): Promise<EditResult> {
    const begun = performance.now();
    const { channel: channelId } = place;
    try {
      const channel = await textChannel(client, channelId);
      const lacks = lackingFor(channel, answer);
      if (lacks.length > 0) return failedPosts.forbidden(channelId, lacks, point);
      const made = await makeAttachments(answer, picture, log);
      const payload = fullPayload(answer, made, isAllowed(channel, PermissionFlagsBits.EmbedLinks));
      // If the new picture could not be drawn, the old one is removed.
      const message = await channel.messages.edit(place.message, { ...payload, attachments: [] });
      arrived(answer, message, point, { isEdit: true });
      failedPosts.wentWell(channelId);
      log.info({ channel: channelId, ...point, ms: { edited: Math.round(performance.now() - begun) } }, 'edited');
      return { how: 'posted', link: message.url };
    } catch (error) {
      return isLost(error) ? { how: 'lost' } : failedPosts.threw(channelId, error, point);
    }
  }

  /** Removes the buttons of a message. Rejects as discord.js does, but not if the message was deleted. */
  async function removeButtons({ channel: channelId, message }: MessageRef): Promise<void> {
    try {
      const channel = await client.channels.fetch(channelId);
      if (channel?.isTextBased()) await channel.messages.edit(message, { components: [] });
    } catch (error) {
      const isGone = error instanceof DiscordAPIError && error.status === 404;
      if (!isGone && !isLost(error)) throw error;
    }
  }

  /**
   * The permissions that a post needs and the bot lacks. They are checked before sending, because Discord shuts out a
   * bot that it has to refuse too often.
   */
  function lackingFor(channel: Channel, { drawing, files }: Reply): string[] {
    const bare = drawing === null && files.length === 0;
    return missingIn(channel, client.user).filter((right) => !bare || right !== 'Attach Files');
  }

  /** The message to reply to. Discord refuses a reply if the bot can't read the channel's history. */
  function replyOptions(channel: Channel, { replyTo }: Reply): Pick<MessageCreateOptions, 'reply'> {
    if (replyTo === null || !isAllowed(channel, PermissionFlagsBits.ReadMessageHistory)) return {};
    return { reply: { messageReference: replyTo, failIfNotExists: false } };
  }

  function isAllowed(channel: Channel, permission: bigint): boolean {
    const me = client.user;
    if (!me || channel.isDMBased()) return true;
    return channel.permissionsFor(me)?.has(permission) ?? true;
  }

  /** Marks the news of an answer that has arrived as delivered, and notes the message of its ballots. Never throws. */
  function arrived(answer: Reply, message: Message, point: LogPoint | null, { isEdit } = { isEdit: false }): void {
    const { cards, drawing, board } = answer;
    // The message shows whether the map has arrived: it may have been left out, or Discord may have returned an earlier
    // message. An edited board stays in its place, so maps below it may stay, too.
    if (drawing && message.attachments.size > 0 && !isEdit) {
      const { id, channelId } = message;
      const older = inFlight.noteShown(channelId, { message: id, point: drawing.point, votes: cards.length > 0 });
      if (older.length > 0) void inLine(channelId, () => removeOlderMaps(channelId));
    }
    markNotices(answer);
    const note = () => host.ballotMessages.carried(cards, message.channelId, message.id);
    try {
      if (cards.length > 0) {
        note();
        for (const card of cards) unnoted.delete(ballotKey(card));
        onShown();
      }
    } catch (error) {
      for (const card of cards) unnoted.set(ballotKey(card), note);
      log.error({ err: error, message: message.id }, 'the place of a ballot’s message could not be recorded');
    }
    if (point)
      noteDelivered(point, answer.tells, { board, place: { channel: message.channelId, message: message.id } });
  }

  /** Removes maps that arrived below a newer one, so that the newest stays last in its channel. Never rejects. */
  async function removeOlderMaps(channel: string): Promise<void> {
    for (const map of inFlight.olderMapsIn(channel)) {
      try {
        await removeMap(channel, map);
        inFlight.noteRemoved(channel, map.message);
      } catch (error) {
        const { message, point } = map;
        if (error instanceof DiscordAPIError && error.status === 404) inFlight.noteRemoved(channel, message);
        // The next map tries again.
        else if (notRemoved.failed(message, clock.now()))
          log.warn({ err: error, channel, message, ...point }, 'an older map could not be removed');
      }
    }
  }

  async function removeMap(channel: string, { message, votes }: ShownMap): Promise<void> {
    const { messages } = await textChannel(client, channel);
    await messages.edit(message, { attachments: [], ...(votes ? {} : { components: [] }) });
  }

  /**
   * Tries again to mark a post as delivered if that failed on arrival, as on a full disk. Otherwise it would be posted
   * again and again.
   * @param key the post's delivery key (`deliveryKey`)
   * @throws the error that still prevents it
   */
  function noteAgain(key: string): void {
    const note = unnoted.get(key);
    if (!note) return;
    note();
    unnoted.delete(key);
  }

  /** Marks the notices of an answer as delivered, even if its map is missing. Never throws. */
  function markNotices({ notices }: Reply): void {
    if (notices.length === 0) return;
    try {
      host.undelivered.heard(notices);
      for (const notice of notices) unnoted.delete(noticeKey(notice));
    } catch (error) {
      for (const notice of notices) unnoted.set(noticeKey(notice), () => host.undelivered.heard([notice]));
      log.error({ err: error, notices }, 'delivered messages could not be marked as delivered');
    }
  }

  /**
   * Marks entries of a log as delivered.
   * @param tells the entries in this message; null for all up to the point. Entries that the channel has heard of
   * before are marked, too
   * @param on the message that shows them, with its board if it has one
   */
  function noteDelivered(point: LogPoint, tells: readonly number[] | null, on: ShownOn | null = null): void {
    const { game, seq } = point;
    if (tells) inFlight.noteHeard(game, tells);
    const unmarked = [...inFlight.heardOf(game)].filter((entry) => entry <= seq || tells?.includes(entry));
    const note = () => {
      if (on?.board) host.liveBoards.shown(on.board, seq, on.place);
      host.undelivered.delivered(point, tells && unmarked);
      inFlight.noteDelivered(game, unmarked);
    };
    try {
      note();
      unnoted.delete(game);
    } catch (error) {
      unnoted.set(game, note);
      log.error({ err: error, point }, 'delivered posts could not be marked as delivered');
    }
  }

  return { post, edit, removeButtons, arrived, noteAgain, markNotices };
}

/** The channel has a newer map, which must stay last. A ballot keeps its buttons. */
function withoutMap(answer: Reply): Reply {
  const buttons = answer.cards.length > 0 ? {} : { rows: [], menu: null };
  return { ...answer, ...buttons, drawing: null };
}

function isLost(error: unknown): boolean {
  const lost: readonly unknown[] = [
    RESTJSONErrorCodes.UnknownMessage,
    RESTJSONErrorCodes.InvalidActionOnArchivedThread,
  ];
  return error instanceof DiscordAPIError && lost.includes(error.code);
}
