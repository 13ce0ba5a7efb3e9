import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import {
  DiscordAPIError,
  type Interaction,
  type Message,
  MessageFlags,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
} from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import {
  type DeferredReply,
  type LogPoint,
  type PostElsewhere,
  type Reply,
  reply,
  TookTooLong,
} from '../../host/index.ts';
import type { Clock } from '../../time-source.ts';
import { RepeatedFailures } from '../../watch/repeated-failures.ts';
import { errorCodeOf } from '../connection/cannot-connect.ts';
import { missingOf } from './bot-permissions.ts';
import type { ChannelDelivery } from './channel-delivery.ts';
import { fullPayload, makeAttachments, modalOf, NO_ATTACHMENTS, sendFitting, textPayload } from './message-payload.ts';
import { hasNews, type PicturesInFlight } from './pictures-in-flight.ts';
import { bugReply, newReference, OURS, postedIn, TOO_LONG } from './post-words.ts';
import { createPrivateAnswers, isPrivate, type Pressed, pressedIn, type Remark, remarkOn } from './private-answers.ts';

/** Private messages that are remembered as changed by a press. */
const REMEMBERED = 1000;

export type Repliable = Extract<Interaction, { reply: unknown }>;

/** Times are milliseconds since the answer began, null for a step that didn't happen. */
interface ResponseOutcome {
  readonly acknowledged: number | null;
  readonly drawn: number | null;
  readonly posted: number | null;
  readonly arrived: boolean;
  /** If it did not arrive, the reason as a label for metrics. */
  readonly why: string | null;
}

type ResponseProgress = { -readonly [part in keyof ResponseOutcome]: ResponseOutcome[part] } & {
  readonly since: number;
  skipped: boolean;
  /** The pressed message was deleted, so the answer is a new message. */
  isAnew: boolean;
  /** The final answer. A deferred answer replaces the one that announced it. */
  became: Reply;
};

export type InteractionResponses = ReturnType<typeof createInteractionResponses>;

/**
 * Answers an interaction. The text comes first, which acknowledges it; map and files follow as an edit. News that the
 * answer can't carry is posted to the channel.
 */
export function createInteractionResponses(
  delivery: ChannelDelivery,
  pictures: PicturesInFlight,
  log: Logger,
  clock: Clock,
) {
  const privateAnswers = createPrivateAnswers(clock, log);
  const failures = new RepeatedFailures<'undelivered'>();
  /** For each private message, the last press that changed it. The key is the interaction that the message answers. */
  const shownBy = new LRUCache<string, string>({ max: REMEMBERED });
  /** For each private message, the edit under way that brings its picture. Never rejects. */
  const bringing = new Map<string, Promise<unknown>>();

  /**
   * Never rejects.
   * @param channel the game's channel. Public news is posted there, wherever the member pressed
   */
  async function respond(
    interaction: Repliable,
    said: Reply,
    channel = interaction.channelId ?? '',
  ): Promise<ResponseOutcome> {
    if (said.to !== 'channel') return bring(interaction, said, channel);
    if (channel !== interaction.channelId) return bring(interaction, inChannel(said, channel), channel);
    // The board shows the order to the channel, so the member gets a line of their own.
    const isOnBoard = said.board?.how === 'edit';
    const answersQuestion = said.settles !== null && isPrivate(interaction);
    // If the bot has no permission to post in the channel, replying is its only way to write there.
    if (!(isOnBoard || answersQuestion) || !mayPost(interaction)) return bring(interaction, said, channel);
    return bring(interaction, inPlaceOfQuestion(isOnBoard ? settledBy(said) : said), channel);
  }

  async function acknowledge(interaction: Extract<Repliable, { deferUpdate: unknown }>): Promise<void> {
    try {
      await acknowledged(interaction, interaction.deferUpdate());
      noteArrival();
    } catch (error) {
      noteFailure(error, interaction.id, null);
    }
  }

  /** @param given the answer as it goes to the interaction, perhaps with a reply for the channel */
  async function bring(interaction: Repliable, given: Reply, channel: string): Promise<ResponseOutcome> {
    const progress: ResponseProgress = {
      acknowledged: null,
      drawn: null,
      posted: null,
      arrived: false,
      why: null,
      since: performance.now(),
      skipped: false,
      isAnew: false,
      became: given,
    };
    const remark = remarkOn(interaction, given);
    const answered = answeredBy(interaction);
    // In a DM, old answers may stay, since nobody else reads them.
    const isPrivateAnswer = given.to === 'member' && !given.form && interaction.inGuild() && answered !== null;
    const editedAnswer = isPrivateAnswer ? privateAnswers.take(interaction, answered) : null;
    // Must be asked before this answer itself counts as a map on its way.
    const mayReplace = isNewest(interaction, given);
    const channelReplySaid = given.channelReply && delivery.say(channel, given.channelReply);
    const { answer, over } =
      given.to === 'channel' ? delivery.inFlight.begin(given) : { answer: given, over: () => {} };
    const shared = answer.to === 'channel';
    const point = (shared ? answer : answer.channelReply)?.drawing?.point ?? null;
    const replied =
      remark === null ? sendReply(interaction, answer, progress, mayReplace) : putRemark(remark, given, progress);
    try {
      const message = await replied;
      progress.arrived = true;
      noteArrival();
      // Without its map, the message has no news of a point.
      if (shared && message) delivery.poster.arrived(answer, message, progress.skipped ? null : point);
    } catch (error) {
      progress.why = errorCodeOf(error);
      noteFailure(error, interaction.id, point);
      if (shared && !interaction.replied) await delivery.post(channel, await wholeAnswer(answer), point);
    }
    // Old answers are deleted last, so that deleting delays nothing, and the member keeps one if this fails.
    if (isPrivateAnswer && interaction.replied && (remark === null || editedAnswer))
      privateAnswers.brought(interaction, {
        answered: progress.isAnew ? interaction.id : answered,
        lesson: remark === null ? lessonIn(progress.became) : (editedAnswer?.lesson ?? null),
        isAwaited: given.later !== null,
        hasFile: hasTextFile(progress.became),
      });
    // If the channel has only the text, the delivery brings the map.
    const lacksMap = shared && interaction.replied && !progress.arrived;
    if (lacksMap) delivery.inFlight.noteTold(answer);
    over();
    given.later?.over?.();
    given.elsewhere?.answer.later?.over?.();
    if (lacksMap) void delivery.runner.retryIn([channel]);
    const { board } = given.channelReply ?? given;
    if (board?.how === 'beside') void delivery.refreshBoard(board.game);
    // Nobody waits for a board that is edited.
    if (given.channelReply?.board?.how !== 'edit') await channelReplySaid;
    return progress;
  }

  function noteFailure(error: unknown, interaction: string, point: LogPoint | null): void {
    if (failures.failed('undelivered', clock.now()))
      log.warn({ err: error, interaction, point }, 'an answer did not reach its interaction');
    else log.debug({ err: error, interaction, point }, 'another answer did not reach its interaction');
  }

  function noteArrival(): void {
    const over = failures.well('undelivered', clock.now());
    if (over) log.info(over, 'answers reach their interactions again');
  }

  /**
   * Whether the pressed message can become the map that the press led to: it has the newest map of its game, and is the
   * newest message of its channel.
   */
  function isNewest(interaction: Repliable, { to, replaces, drawing }: Reply): boolean {
    if (to !== 'channel' || !replaces || !drawing || !interaction.isMessageComponent()) return false;
    const { message, channel } = interaction;
    // A message with a closed ballot stays as it is.
    if (message.embeds.length > 0 || channel?.lastMessageId !== message.id) return false;
    return delivery.inFlight.isNewest(drawing.point.game, message.id);
  }

  /**
   * @param mayReplace whether the answer may replace the pressed public message
   * @returns the message, if it is public and has more than text
   */
  async function sendReply(
    interaction: Repliable,
    answer: Reply,
    progress: ResponseProgress,
    mayReplace: boolean,
  ): Promise<Message | null> {
    if (answer.form && 'showModal' in interaction) {
      await interaction.showModal(modalOf(answer.form));
      progress.acknowledged = since(progress);
      return null;
    }
    const { drawing, files, cards, elsewhere, later } = answer;
    const embeds = interaction.appPermissions.has(PermissionFlagsBits.EmbedLinks);
    const hasMore = drawing !== null || files.length > 0 || later !== null;
    const isOwn = answer.to === 'member';
    // On a busy machine a picture takes long, so a private answer has its buttons from the start. In public only the
    // newest map has buttons.
    const hasButtons = !hasMore || (isOwn && later === null);
    const first = hasButtons
      ? fullPayload({ ...answer, drawing: null, files: [] }, undefined, embeds)
      : textPayload(answer);
    const pressed = replaced(interaction, answer, mayReplace);
    const answered = answeredBy(interaction) ?? interaction.id;
    const earlier = isOwn ? bringing.get(answered) : undefined;
    if (isOwn) shownBy.set(answered, interaction.id);
    const flags = isOwn ? ({ flags: MessageFlags.Ephemeral } as const) : {};
    const anew = () => interaction.reply({ ...first, ...flags });
    const acknowledging = pressed ? pressed.update(first).catch(unlessGone(progress, anew)) : anew();
    const arrived = acknowledged(interaction, acknowledging).then(() => {
      progress.acknowledged = since(progress);
      if (answer.to === 'channel') delivery.poster.markNotices(answer);
    });
    // Without its text a picture is useless, so most wait until the text has arrived. A map with news waits only until
    // the text was sent, because making its scene takes some milliseconds.
    const { guildId, channelId, user } = interaction;
    const asker = { server: guildId ?? channelId ?? user.id, member: user.id };
    const drawn = (hasNews(answer) ? eventLoopTurn() : arrived)
      .then(() => pictures.draw(answer, asker, log))
      .then((picture) => {
        if (drawing && !picture.skipped) progress.drawn = since(progress);
        return picture;
      });
    try {
      const [, picture] = await Promise.all([arrived, drawn]);
      // An earlier press's picture may have arrived on top of this text.
      if (earlier) await earlier;
      if (elsewhere) await postElsewhere(interaction, answer, elsewhere);
      if (later) return await bringLater(interaction, later, embeds, progress);
      if (!hasMore && !earlier) return cards.length > 0 && !isOwn ? await interaction.fetchReply() : null;
      // Comes this late because it may take seconds, and the text must not wait for it.
      const made = await makeAttachments(answer, picture, log);
      if (isOwn && (shownBy.get(answered) ?? interaction.id) !== interaction.id) return null;
      const sending = sendFitting(made, (fits) => interaction.editReply(fullPayload(answer, fits, embeds)));
      if (isOwn) noteBringing(answered, sending);
      const message = await sending;
      if (picture.map) progress.posted = since(progress);
      progress.skipped = picture.skipped !== null;
      await followUp(interaction, answer, embeds);
      return message;
    } finally {
      void drawn.then(
        ({ over }) => over(),
        () => {},
      );
    }
  }

  async function putRemark({ pressed, content }: Remark, { text }: Reply, progress: ResponseProgress): Promise<null> {
    const anew = () => pressed.reply({ content: text, flags: MessageFlags.Ephemeral });
    await acknowledged(pressed, pressed.update({ content }).catch(unlessGone(progress, anew)));
    progress.acknowledged = since(progress);
    return null;
  }

  function noteBringing(answered: string, sending: Promise<unknown>): void {
    const over = sending
      .catch(() => {})
      .then(() => {
        if (bringing.get(answered) === over) bringing.delete(answered);
      });
    bringing.set(answered, over);
  }

  /** Replaces a "working on it" reply with the finished one. The text comes first, because files take longer. */
  async function bringLater(
    interaction: Repliable,
    later: DeferredReply,
    embeds: boolean,
    progress: ResponseProgress,
  ): Promise<Message> {
    const answer = await makeLater(later);
    progress.became = answer;
    await interaction.editReply(textPayload(answer));
    const made = await makeAttachments(answer, NO_ATTACHMENTS, log);
    const message = await sendFitting(made, (fits) => interaction.editReply(fullPayload(answer, fits, embeds)));
    await followUp(interaction, answer, embeds);
    return message;
  }

  /**
   * Sends the messages that follow an answer, one after another. Never rejects, since the answer itself has arrived.
   */
  async function followUp(interaction: Repliable, { followUps }: Reply, embeds: boolean): Promise<void> {
    try {
      for (const next of followUps) {
        const made = await makeAttachments(next, NO_ATTACHMENTS, log);
        await sendFitting(made, (fits) => interaction.followUp(fullPayload(next, fits, embeds)));
      }
    } catch (error) {
      log.warn({ err: error, interaction: interaction.id }, 'a message that follows an answer was not sent');
    }
  }

  function wholeAnswer(answer: Reply): Reply | Promise<Reply> {
    return answer.later ? makeLater(answer.later) : answer;
  }

  /** If the reply can't be made, gives one that says so. Never rejects. */
  async function makeLater(later: DeferredReply): Promise<Reply> {
    try {
      return await later.make();
    } catch (error) {
      const reference = newReference();
      log.error({ reference, err: error }, 'a reply promised for later could not be made');
      return reply('channel', error instanceof TookTooLong ? TOO_LONG : bugReply(OURS, reference));
    }
  }

  async function postElsewhere(interaction: Repliable, answer: Reply, elsewhere: PostElsewhere): Promise<void> {
    // Discord may deliver the interaction again after a restart.
    // By its id, the channel gets no second post within some minutes.
    const became = await delivery.post(elsewhere.channel, await wholeAnswer(elsewhere.answer), null, interaction.id);
    await interaction.editReply(fullPayload({ ...answer, text: elsewhere.told(became) }));
  }

  return { respond, acknowledge };
}

function since({ since }: ResponseProgress): number {
  return performance.now() - since;
}

function mayPost(interaction: Repliable): boolean {
  const { appPermissions } = interaction;
  return (
    !interaction.inGuild() ||
    missingOf(appPermissions, { inThread: interaction.channel?.isThread() ?? false }).length === 0
  );
}

function settledBy(said: Reply): Reply {
  const [line = ''] = said.text.split('\n');
  return { ...said, settles: said.settles ?? line };
}

/** Puts the next question, or a line about the result, in the place of a pressed question. */
function inPlaceOfQuestion(answer: Reply): Reply {
  const { goesOn, settles } = answer;
  return goesOn
    ? { ...goesOn, channelReply: answer }
    : reply('member', settles ?? '', { replaces: true, channelReply: answer });
}

/** Posts the reply to the game's channel, if the order was given in a side's own channel. */
function inChannel(answer: Reply, channel: string): Reply {
  return reply('member', answer.settles ?? postedIn(channel), { replaces: true, channelReply: answer });
}

/** The interaction that the private message answers; null if Discord does not say. */
function answeredBy(interaction: Repliable): string | null {
  return isPrivate(interaction) ? (pressedIn(interaction)?.message.interactionMetadata?.id ?? null) : interaction.id;
}

/**
 * The pressed message, if the answer replaces it. A private answer replaces a pressed private message, and never a
 * public one.
 * @param mayReplace whether a public message may be replaced
 */
function replaced(interaction: Repliable, { to, replaces }: Reply, mayReplace: boolean): Pressed | null {
  if (to === 'member') return isPrivate(interaction) ? pressedIn(interaction) : null;
  return replaces && mayReplace && !isPrivate(interaction) ? pressedIn(interaction) : null;
}

function hasTextFile({ files }: Reply): boolean {
  return files.some((file) => 'utf8' in file);
}

/** The game of the lesson that an answer is a step of, as its button for leaving says. */
function lessonIn({ rows }: Reply): string | null {
  for (const { press } of rows.flat()) if (press.do === 'leave-lesson') return press.system;
  return null;
}

/** Sends a new message if the one to edit was deleted meanwhile, such as by a newer answer while a form was open. */
function unlessGone<Sent>(progress: ResponseProgress, anew: () => Promise<Sent>): (error: unknown) => Promise<Sent> {
  return (error) => {
    if (!(error instanceof DiscordAPIError) || error.code !== RESTJSONErrorCodes.UnknownMessage) throw error;
    progress.isAnew = true;
    return anew();
  };
}

/** Counts a repeated reply (40060) as success: discord.js has sent it twice, and the first arrived. */
async function acknowledged(interaction: { replied: boolean | null }, reply: Promise<unknown>): Promise<void> {
  try {
    await reply;
  } catch (error) {
    const twice =
      error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged;
    if (!twice) throw error;
    interaction.replied = true;
  }
}
