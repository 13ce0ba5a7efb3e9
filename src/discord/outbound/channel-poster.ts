import {
  type Channel,
  DiscordAPIError,
  type Message,
  type MessageCreateOptions,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  SnowflakeUtil,
} from 'discord.js';
import type { HostPart, LogPoint, MessageRef, OnBoard, Reply } from '../../host/index.ts';
import { RepeatedFailures } from '../../watch/repeated-failures.ts';
import { missingIn } from './bot-permissions.ts';
import type { BotContext } from './context.ts';
import { type FailedPosts, noteDeleted, type PostOutcome } from './failed-posts.ts';
import { channelOrDm, textChannel } from './find-sent-message.ts';
import { fullPayload, makeAttachments, NO_ATTACHMENTS, sendFitting } from './message-payload.ts';
import type { PictureInFlight, PicturesInFlight } from './pictures-in-flight.ts';
import { ballotKey, noticeKey, type PostsInFlight, type ShownMap } from './posts-in-flight.ts';

type PosterHost = HostPart<{
  undelivered: 'delivered' | 'heard';
  ballotMessages: 'carried';
  games: 'channelGone';
  liveBoards: 'shown';
}>;

/** `lost`: the message is gone or can't be edited, as in an archived thread. */
export type EditResult = PostOutcome | { readonly how: 'lost' };

/** A message; `board` is null if the message is no live board. */
interface ShownOn {
  readonly board: OnBoard | null;
  readonly place: MessageRef;
}

export class ChannelPoster {
  readonly #context: BotContext<PosterHost>;
  readonly #shown: () => void;
  readonly #inFlight: PostsInFlight;
  readonly #pictures: PicturesInFlight;
  readonly #inLine: (channel: string, work: () => Promise<void>) => Promise<void>;
  /** Retries of delivery marks that the database refused, by delivery key. */
  readonly #unnoted = new Map<string, () => void>();
  readonly #failed: FailedPosts;
  /** Older maps that could not be removed, by message: logged once. */
  readonly #notRemoved = new RepeatedFailures<string>();

  /**
   * @param shown is called when a message with ballots has come to a channel: they may have changed on the way
   * @param inLine does something in a channel after everything that already waits there
   */
  constructor(
    context: BotContext<PosterHost>,
    shown: () => void,
    inFlight: PostsInFlight,
    pictures: PicturesInFlight,
    inLine: (channel: string, work: () => Promise<void>) => Promise<void>,
    failed: FailedPosts,
  ) {
    this.#context = context;
    this.#failed = failed;
    this.#inLine = inLine;
    this.#pictures = pictures;
    this.#inFlight = inFlight;
    this.#shown = shown;
  }

  /**
   * Posts an answer to a channel. Marks its news as delivered once Discord has it, or once the channel is gone. Never rejects.
   * @param nonce Discord answers a repeated one with the message it already has; null: a fresh nonce, so that discord.js's own retries
   * are recognised
   * @param drawn its picture, where it is drawn already
   * @returns what became of it
   */
  async post(
    channelId: string,
    answer: Reply,
    point: LogPoint | null,
    nonce: string | null,
    drawn: PictureInFlight | null = null,
  ): Promise<PostOutcome> {
    if (answer.to === 'member') {
      const error = new Error('A reply for one member was about to be posted to a channel');
      this.#context.log.error(
        { err: error, channel: channelId, point },
        'did not post a reply for one member to the channel',
      );
      return { how: 'failed', outage: false };
    }
    const begun = performance.now();
    let picture = drawn;
    try {
      const channel = await channelOrDm(this.#context.client, channelId);
      if (!channel?.isSendable()) throw new Error(`Channel ${channelId} can’t have messages`);
      const lacks = this.#lacks(channel, answer);
      if (lacks.length > 0) return this.#failed.forbidden(channelId, lacks, point);
      const server = channel.isDMBased() ? channelId : channel.guildId;
      picture ??= await this.#pictures.draw(answer, { server, member: null }, this.#context.log);
      const { drawing } = answer;
      const isOvertaken = drawing !== null && this.#inFlight.isOvertaken(drawing.point);
      const brought = isOvertaken ? withoutMap(answer) : answer;
      const made = await makeAttachments(brought, isOvertaken ? NO_ATTACHMENTS : picture, this.#context.log);
      const message = await sendFitting<Message>(made, (fits) =>
        channel.send({
          // Discord drops embeds silently if the bot lacks the permission.
          ...fullPayload(brought, fits, this.#may(channel, PermissionFlagsBits.EmbedLinks)),
          ...this.#replyTo(channel, answer),
          nonce: nonce ?? String(SnowflakeUtil.generate()),
          enforceNonce: true,
        }),
      );
      this.arrived(answer, message, point);
      // The post counts as delivered even if a follow-up fails, which the log says.
      for (const [at, next] of answer.followUps.entries())
        await this.post(channelId, next, null, nonce === null ? null : `${nonce}-${at + 1}`);
      this.#failed.wentWell(channelId);
      this.#context.log.info(
        { channel: channelId, ...point, ms: { posted: Math.round(performance.now() - begun) } },
        'posted',
      );
      return { how: 'posted', link: message.url };
    } catch (error) {
      const became = this.#failed.threw(channelId, error, point);
      if (became.how === 'gone') {
        noteDeleted(channelId, this.#context.host, this.#context.clock, this.#context.log);
        if (point) this.#noteDelivered(point, null);
        this.heard(answer);
      }
      return became;
    } finally {
      picture?.over();
    }
  }

  /** Edits a message to show an answer, with its picture, and marks its news as delivered. Never rejects. */
  async edit(place: MessageRef, answer: Reply, point: LogPoint, picture: PictureInFlight): Promise<EditResult> {
    const begun = performance.now();
    const { channel: channelId } = place;
    try {
      const channel = await textChannel(this.#context.client, channelId);
      const lacks = this.#lacks(channel, answer);
      if (lacks.length > 0) return this.#failed.forbidden(channelId, lacks, point);
      const made = await makeAttachments(answer, picture, this.#context.log);
      const payload = fullPayload(answer, made, this.#may(channel, PermissionFlagsBits.EmbedLinks));
      // If the new picture could not be drawn, the edit removes the old one.
      const message = await channel.messages.edit(place.message, { ...payload, attachments: [] });
      this.arrived(answer, message, point, true);
      this.#failed.wentWell(channelId);
      this.#context.log.info(
        { channel: channelId, ...point, ms: { edited: Math.round(performance.now() - begun) } },
        'edited',
      );
      return { how: 'posted', link: message.url };
    } catch (error) {
      return isLost(error) ? { how: 'lost' } : this.#failed.threw(channelId, error, point);
    }
  }

  /** Takes the buttons off a message. Rejects as discord.js does; a message that is gone has none. */
  async removeButtons({ channel: channelId, message }: MessageRef): Promise<void> {
    try {
      const channel = await this.#context.client.channels.fetch(channelId);
      if (channel?.isTextBased()) await channel.messages.edit(message, { components: [] });
    } catch (error) {
      const isGone = error instanceof DiscordAPIError && error.status === 404;
      if (!isGone && !isLost(error)) throw error;
    }
  }

  /** The permissions that a post needs and the bot lacks. They are checked first: Discord shuts out a bot that is refused too often. */
  #lacks(channel: Channel, { drawing, files }: Reply): string[] {
    const bare = drawing === null && files.length === 0;
    return missingIn(channel, this.#context.client.user).filter((right) => !bare || right !== 'Attach Files');
  }

  /** The message that an answer goes back to. Discord refuses a reply to a message that the bot can't read. */
  #replyTo(channel: Channel, { replyTo }: Reply): Pick<MessageCreateOptions, 'reply'> {
    if (replyTo === null || !this.#may(channel, PermissionFlagsBits.ReadMessageHistory)) return {};
    return { reply: { messageReference: replyTo, failIfNotExists: false } };
  }

  #may(channel: Channel, permission: bigint): boolean {
    const me = this.#context.client.user;
    if (!me || channel.isDMBased()) return true;
    return channel.permissionsFor(me)?.has(permission) ?? true;
  }

  /** A channel has an answer: marks its news as delivered, and notes the message of its ballots. Never throws. */
  arrived(answer: Reply, message: Message, point: LogPoint | null, isEdit = false): void {
    const { cards, drawing, board } = answer;
    // The message tells, not the reply: the map may have been left out, or Discord may have returned an earlier message that has it.
    // An edited board stays in place, so maps below it stay too.
    if (drawing && message.attachments.size > 0 && !isEdit) {
      const { id, channelId } = message;
      const older = this.#inFlight.shown(channelId, { message: id, point: drawing.point, votes: cards.length > 0 });
      if (older.length > 0) void this.#inLine(channelId, () => this.#removeOlderMaps(channelId));
    }
    this.heard(answer);
    try {
      if (cards.length > 0) {
        this.#context.host.ballotMessages.carried(cards, message.channelId, message.id);
        for (const card of cards) this.#unnoted.delete(ballotKey(card));
        this.#shown();
      }
    } catch (error) {
      const note = () => this.#context.host.ballotMessages.carried(cards, message.channelId, message.id);
      for (const card of cards) this.#unnoted.set(ballotKey(card), note);
      this.#context.log.error(
        { err: error, message: message.id },
        'the place of a ballot’s message could not be recorded',
      );
    }
    if (point)
      this.#noteDelivered(point, answer.tells, { board, place: { channel: message.channelId, message: message.id } });
  }

  /** Keeps the newest map last in a channel: older maps that arrived after it are removed. Never rejects. */
  async #removeOlderMaps(channel: string): Promise<void> {
    for (const map of this.#inFlight.olderMapsIn(channel)) {
      try {
        await this.#removeMap(channel, map);
        this.#inFlight.removed(channel, map.message);
      } catch (error) {
        const { message, point } = map;
        if (error instanceof DiscordAPIError && error.status === 404) this.#inFlight.removed(channel, message);
        // The next map tries again.
        else if (this.#notRemoved.failed(message, this.#context.clock.now()))
          this.#context.log.warn({ err: error, channel, message, ...point }, 'an older map could not be removed');
      }
    }
  }

  /** Removes the map of a message, with the buttons below it; those of a ballot stay. Its text stays too. */
  async #removeMap(channel: string, { message, votes }: ShownMap): Promise<void> {
    const { messages } = await textChannel(this.#context.client, channel);
    await messages.edit(message, { attachments: [], ...(votes ? {} : { components: [] }) });
  }

  /**
   * Tries again to mark a post as delivered whose mark failed on arrival, as on a full disk: it must not be posted again and again.
   * @param key its delivery key: a map's is its game
   * @throws the error that still prevents the mark
   */
  noteAgain(key: string): void {
    const note = this.#unnoted.get(key);
    if (!note) return;
    note();
    this.#unnoted.delete(key);
  }

  /** A channel has the words of an answer, if not its map. Never throws. */
  heard({ notices }: Reply): void {
    if (notices.length === 0) return;
    try {
      this.#context.host.undelivered.heard(notices);
      for (const notice of notices) this.#unnoted.delete(noticeKey(notice));
    } catch (error) {
      for (const notice of notices)
        this.#unnoted.set(noticeKey(notice), () => this.#context.host.undelivered.heard([notice]));
      this.#context.log.error({ err: error, notices }, 'delivered messages could not be marked as delivered');
    }
  }

  /** @param tells entries that this message tells, beside those the channel heard of before; null: all up to the point */
  #noteDelivered(point: LogPoint, tells: readonly number[] | null, on: ShownOn | null = null): void {
    const { game, seq } = point;
    if (tells) this.#inFlight.heard(game, tells);
    const had = [...this.#inFlight.heardOf(game)].filter((entry) => entry <= seq || tells?.includes(entry));
    const note = () => {
      if (on?.board) this.#context.host.liveBoards.shown(on.board, seq, on.place);
      this.#context.host.undelivered.delivered(point, tells && had);
      this.#inFlight.delivered(game, had);
    };
    try {
      note();
      this.#unnoted.delete(game);
    } catch (error) {
      this.#unnoted.set(game, note);
      this.#context.log.error({ err: error, point }, 'delivered posts could not be marked as delivered');
    }
  }
}

/**
 * The words of an answer whose game, or whose channel, has gone on before its map was sent. The newer map shows how things stand, and
 * must be the last one in the channel. Ballots keep their buttons.
 */
function withoutMap(answer: Reply): Reply {
  const buttons = answer.cards.length > 0 ? {} : { rows: [], menu: null };
  return { ...answer, ...buttons, drawing: null };
}

/** The message has been deleted, or nothing in its thread can be edited. */
function isLost(error: unknown): boolean {
  const lost: readonly unknown[] = [
    RESTJSONErrorCodes.UnknownMessage,
    RESTJSONErrorCodes.InvalidActionOnArchivedThread,
  ];
  return error instanceof DiscordAPIError && lost.includes(error.code);
}
