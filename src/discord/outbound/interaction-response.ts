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
import { type Clock, systemClock } from '../../time-source.ts';
import { RepeatedFailures } from '../../watch/repeated-failures.ts';
import { errorCodeOf } from '../connection/cannot-connect.ts';
import { missingOf } from './bot-permissions.ts';
import type { ChannelDelivery } from './channel-delivery.ts';
import { fullPayload, makeAttachments, modalOf, NO_ATTACHMENTS, sendFitting, textPayload } from './message-payload.ts';
import { isUndelivered, type PicturesInFlight } from './pictures-in-flight.ts';
import { bugReply, newReference, OURS, postedIn, TOO_LONG } from './post-words.ts';
import { createPrivateAnswers, isPrivate, type Pressed, pressedIn, type Remark, remarkOn } from './private-answers.ts';

/** Members' own messages that are remembered as changed by a press. */
const REMEMBERED = 1000;

export type Repliable = Extract<Interaction, { reply: unknown }>;

/** Times are milliseconds from the start of the reply; null if it had no such step. */
interface ResponseOutcome {
  readonly acknowledged: number | null;
  readonly drawn: number | null;
  readonly posted: number | null;
  readonly arrived: boolean;
  /** Why it did not arrive, as one of few words for the metrics; null if it did. */
  readonly why: string | null;
}

type ResponseProgress = { -readonly [part in keyof ResponseOutcome]: ResponseOutcome[part] } & {
  readonly since: number;
  skipped: boolean;
  /** The pressed message is gone, so the answer is a new one. */
  isAnew: boolean;
  /** The final answer: a deferred one replaces its announcement. */
  became: Reply;
};

export type InteractionResponses = ReturnType<typeof createInteractionResponses>;

/** Answers an interaction: the text first, which acknowledges; map and files follow as an edit. What it can't carry goes to the channel. */
export function createInteractionResponses(
  delivery: ChannelDelivery,
  pictures: PicturesInFlight,
  log: Logger,
  clock: Clock = systemClock,
) {
  const privateAnswers = createPrivateAnswers(clock, log);
  const failures = new RepeatedFailures<'undelivered'>();
  /** By the interaction that a member's own message answers, the last press that made it show something else. */
  const shownBy = new LRUCache<string, string>({ max: REMEMBERED });
  /** By the same, the edit under way that brings its picture. Never rejects. */
  const bringing = new Map<string, Promise<unknown>>();

  /**
   * Never rejects.
   * @param channel where the game is played: what all are to see is posted there, wherever that was pressed
   */
  async function respond(
    interaction: Repliable,
    said: Reply,
    channel = interaction.channelId ?? '',
  ): Promise<ResponseOutcome> {
    if (said.to !== 'channel') return bring(interaction, said, channel);
    if (channel !== interaction.channelId) return bring(interaction, inChannel(said, channel), channel);
    // On a board, the channel sees it there, and the member who pressed has a line of their own.
    const isOnBoard = said.board?.how === 'edit';
    const answersQuestion = said.settles !== null && isPrivate(interaction);
    // Without permission to post in the channel, the bot can write there only by replying.
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

  async function bring(interaction: Repliable, given: Reply, channel: string): Promise<ResponseOutcome> {
    const way: ResponseProgress = {
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
    // In a DM nobody else reads, so old answers may stay.
    const isPrivateAnswer = given.to === 'member' && !given.form && interaction.inGuild() && answered !== null;
    const changed = isPrivateAnswer ? privateAnswers.take(interaction, answered) : null;
    // Asked before the answer is a map on its way itself.
    const edits = isNewest(interaction, given);
    const saying = given.channelReply ? delivery.say(channel, given.channelReply) : Promise.resolve();
    // A board is brought in its own time.
    const said = given.channelReply?.board?.how === 'edit' ? Promise.resolve() : saying;
    const { answer, over } =
      given.to === 'channel' ? delivery.inFlight.begin(given) : { answer: given, over: () => {} };
    const shared = answer.to === 'channel';
    const point = (shared ? answer : answer.channelReply)?.drawing?.point ?? null;
    const replied = remark === null ? sendReply(interaction, answer, way, edits) : putRemark(remark, given, way);
    try {
      const message = await replied;
      way.arrived = true;
      noteArrival();
      // A map that was not drawn has told the channel of no point.
      if (shared && message) delivery.poster.arrived(answer, message, way.skipped ? null : point);
    } catch (error) {
      way.why = errorCodeOf(error);
      noteFailure(error, interaction.id, point);
      if (shared && !interaction.replied) await delivery.post(channel, await wholeAnswer(answer), point);
    }
    // Old answers are deleted last: deleting must not delay the answer, nor leave the member without one if it fails.
    if (isPrivateAnswer && interaction.replied && (remark === null || changed))
      privateAnswers.brought(interaction, {
        answered: way.isAnew ? interaction.id : answered,
        lesson: remark === null ? lessonIn(way.became) : (changed?.lesson ?? null),
        isAwaited: given.later !== null,
        // Its member may not have saved it yet.
        isKept: hasTextFile(way.became),
      });
    // The channel has the text, and not its map: the delivery brings that in its turn.
    const lacksMap = shared && interaction.replied && !way.arrived;
    if (lacksMap) delivery.inFlight.told(answer);
    over();
    given.later?.over();
    given.elsewhere?.answer.later?.over();
    if (lacksMap) void delivery.runner.retryIn(new Set([channel]));
    const { board } = given.channelReply ?? given;
    if (board?.how === 'beside') void delivery.refreshBoard(board.game);
    await said;
    return way;
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

  /** Whether the pressed message can become the map it led to: it has the newest map of its game and is its channel's newest message. */
  function isNewest(interaction: Repliable, { to, replaces, drawing }: Reply): boolean {
    if (to !== 'channel' || !replaces || !drawing || !interaction.isMessageComponent()) return false;
    const { message, channel } = interaction;
    // A closed ballot stays where it is shown.
    if (message.embeds.length > 0 || channel?.lastMessageId !== message.id) return false;
    return delivery.inFlight.isNewest(drawing.point.game, message.id);
  }

  /** @returns the message, if it is public and has more than text */
  async function sendReply(
    interaction: Repliable,
    answer: Reply,
    way: ResponseProgress,
    edits: boolean,
  ): Promise<Message | null> {
    if (answer.form && 'showModal' in interaction) {
      await interaction.showModal(modalOf(answer.form));
      way.acknowledged = since(way);
      return null;
    }
    const { drawing, files, cards, elsewhere, later } = answer;
    const embeds = interaction.appPermissions.has(PermissionFlagsBits.EmbedLinks);
    const more = drawing !== null || files.length > 0 || later !== null;
    const own = answer.to === 'member';
    // A private answer's picture can take long on a busy machine, so its buttons come first. In public only the newest map has buttons.
    const first =
      more && !(own && later === null)
        ? textPayload(answer)
        : fullPayload({ ...answer, drawing: null, files: [] }, undefined, embeds);
    const pressed = replaced(interaction, answer, edits);
    const answered = answeredBy(interaction) ?? interaction.id;
    const earlier = own ? bringing.get(answered) : undefined;
    if (own) shownBy.set(answered, interaction.id);
    const flags = own ? ({ flags: MessageFlags.Ephemeral } as const) : {};
    const anew = () => interaction.reply({ ...first, ...flags });
    const acknowledging = pressed ? pressed.update(first).catch(unlessGone(way, anew)) : anew();
    const arrived = acknowledged(interaction, acknowledging).then(() => {
      way.acknowledged = since(way);
      if (answer.to === 'channel') delivery.poster.heard(answer);
    });
    // A member's picture is useless if the text did not arrive in time.
    const { guildId, channelId, user } = interaction;
    const asker = { server: guildId ?? channelId ?? user.id, member: user.id };
    const drawn = (isUndelivered(answer) ? Promise.resolve() : arrived)
      .then(() => pictures.draw(answer, asker, log))
      .then((picture) => {
        if (drawing && !picture.skipped) way.drawn = since(way);
        return picture;
      });
    try {
      const [, picture] = await Promise.all([arrived, drawn]);
      // A picture that was on its way when the message changed may have come on top of that.
      if (earlier) await earlier;
      if (elsewhere) await postElsewhere(interaction, answer, elsewhere);
      if (later) return await bringLater(interaction, later, embeds, way);
      if (!more && !earlier) return cards.length > 0 && !own ? await interaction.fetchReply() : null;
      // Only now: what takes seconds must not keep anybody waiting for the text.
      const made = await makeAttachments(answer, picture, log);
      if (own && (shownBy.get(answered) ?? interaction.id) !== interaction.id) return null;
      const sending = sendFitting(made, (fits) => interaction.editReply(fullPayload(answer, fits, embeds)));
      if (own) noteBringing(answered, sending);
      const message = await sending;
      if (picture.map) way.posted = since(way);
      way.skipped = picture.skipped !== null;
      await followUp(interaction, answer, embeds);
      return message;
    } finally {
      void drawn.then(
        ({ over }) => over(),
        () => {},
      );
    }
  }

  async function putRemark({ pressed, content }: Remark, { text }: Reply, way: ResponseProgress): Promise<null> {
    const anew = () => pressed.reply({ content: text, flags: MessageFlags.Ephemeral });
    await acknowledged(pressed, pressed.update({ content }).catch(unlessGone(way, anew)));
    way.acknowledged = since(way);
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

  /** Replaces a "working on it" reply with the finished one: text first, because its files take longer still. */
  async function bringLater(
    interaction: Repliable,
    later: DeferredReply,
    embeds: boolean,
    way: ResponseProgress,
  ): Promise<Message> {
    const answer = await makeLater(later);
    way.became = answer;
    await interaction.editReply(textPayload(answer));
    const made = await makeAttachments(answer, NO_ATTACHMENTS, log);
    const message = await sendFitting(made, (fits) => interaction.editReply(fullPayload(answer, fits, embeds)));
    await followUp(interaction, answer, embeds);
    return message;
  }

  /** The messages that follow an answer, one after the other. Never rejects: the answer itself is there. */
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

  /** Never rejects: if the reply can't be made, it tells the member so. */
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
    const became = await delivery.post(elsewhere.channel, await wholeAnswer(elsewhere.answer), null);
    await interaction.editReply(fullPayload({ ...answer, text: elsewhere.told(became) }));
  }

  return { respond, acknowledge };
}

function since({ since }: ResponseProgress): number {
  return performance.now() - since;
}

function mayPost(interaction: Repliable): boolean {
  const { appPermissions } = interaction;
  return !interaction.inGuild() || missingOf(appPermissions, interaction.channel?.isThread() ?? false).length === 0;
}

function settledBy(said: Reply): Reply {
  const [line = ''] = said.text.split('\n');
  return { ...said, settles: said.settles ?? line };
}

/** The question becomes the next one, or a line on what was done; the channel is told as of anything else. */
function inPlaceOfQuestion(answer: Reply): Reply {
  const { goesOn, settles } = answer;
  return goesOn
    ? { ...goesOn, channelReply: answer }
    : reply('member', settles ?? '', { replaces: true, channelReply: answer });
}

/** Moves the reply to an order given in a side's own channel to the channel of its game. */
function inChannel(answer: Reply, channel: string): Reply {
  return reply('member', answer.settles ?? postedIn(channel), { replaces: true, channelReply: answer });
}

/** The interaction that a pressed private message answers, or this one for a new message; null if Discord does not say. */
function answeredBy(interaction: Repliable): string | null {
  return isPrivate(interaction) ? (pressedIn(interaction)?.message.interactionMetadata?.id ?? null) : interaction.id;
}

/**
 * The pressed message, if the answer replaces it. A private answer never replaces a public message, and always the private message pressed.
 * @param edits whether a public message may be replaced
 */
function replaced(interaction: Repliable, { to, replaces }: Reply, edits: boolean): Pressed | null {
  if (to === 'member') return isPrivate(interaction) ? pressedIn(interaction) : null;
  return replaces && edits && !isPrivate(interaction) ? pressedIn(interaction) : null;
}

function hasTextFile({ files }: Reply): boolean {
  return files.some((file) => 'utf8' in file);
}

/** The lesson that an answer is a step of: its buttons put it away. */
function lessonIn({ rows }: Reply): string | null {
  for (const { press } of rows.flat()) if (press.do === 'leave-lesson') return press.system;
  return null;
}

/** For an edit of a message that has been deleted meanwhile, as by a newer answer while a form was open: the answer is a new message. */
function unlessGone<Sent>(way: ResponseProgress, anew: () => Promise<Sent>): (error: unknown) => Promise<Sent> {
  return (error) => {
    if (!(error instanceof DiscordAPIError) || error.code !== RESTJSONErrorCodes.UnknownMessage) throw error;
    way.isAnew = true;
    return anew();
  };
}

/** A reply that discord.js sent twice is refused the second time (40060): the first one counts, and can be edited. */
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
