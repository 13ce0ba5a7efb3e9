import {
  type Channel,
  type Client,
  DiscordAPIError,
  type Guild,
  type Message,
  type MessageCreateOptions,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
} from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Announcement, Answer, Became, Host, Point, Unposted } from '../host/index.ts';
import { drawPicture, makeFiles, sendFitting } from './make.ts';
import { fullPayload } from './payload.ts';
import { PutOff } from './put-off.ts';
import { lackingIn } from './rights.ts';

/** How often what is still owed is looked for. */
const AGAIN_MS = 60_000;
/** Where something cannot be posted, the time until it is tried again doubles, up to this. */
const LONGEST_WAIT_MS = 6 * 60 * 60_000;

type Owed = ReturnType<Host['owed']>[number];

/**
 * Posts to channels by itself, without an interaction: what a clock brought about, maps that are owed and ballots that have no message
 * after a crash or a lost connection, greetings, and the present maps when the bot comes back to a server.
 */
export class Courier {
  readonly #client: Client;
  readonly #host: Host;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #shown: (channel: string) => void;
  /** What an answer is bringing at this moment, and how many are. */
  readonly #underWay = new Map<string, number>();
  /** What could not be posted. */
  readonly #putOff: PutOff;
  /** Games whose channel has heard what was done and has not seen the map of it: up to which entry. */
  readonly #told = new Map<string, number>();
  /** By channel, the last of what is to be said there in order. */
  readonly #lines = new Map<string, Promise<void>>();
  #cancel: (() => void) | null = null;
  #round: Promise<void> = Promise.resolve();
  #stopped = false;

  /** @param shown is called when a message with ballots has come to a channel: they may have changed on the way */
  constructor(client: Client, host: Host, clock: Clock, log: Logger, shown: (channel: string) => void) {
    this.#client = client;
    this.#host = host;
    this.#clock = clock;
    this.#log = log;
    this.#shown = shown;
    this.#putOff = new PutOff(clock);
  }

  /**
   * An answer is on its way to its channel: until the returned function is called, what it brings is not brought by another way as
   * well.
   */
  bringing(answer: Answer): () => void {
    const keys = keysOf(answer);
    for (const key of keys) this.#underWay.set(key, (this.#underWay.get(key) ?? 0) + 1);
    return () => {
      for (const key of keys) {
        const left = (this.#underWay.get(key) ?? 1) - 1;
        if (left > 0) this.#underWay.set(key, left);
        else this.#underWay.delete(key);
      }
    };
  }

  /** A channel has heard what was done; the map of it is owed still. */
  told({ game, seq }: Point): void {
    this.#told.set(game, seq);
  }

  /** Delivers what is owed, now and from time to time. */
  start(): void {
    void this.deliver();
    this.#cancel = this.#clock.after(AGAIN_MS, () => this.start());
  }
  /** Resolves when what is being delivered is delivered. */
  async stop(): Promise<void> {
    this.#cancel?.();
    this.#cancel = null;
    this.#stopped = true;
    await Promise.all([this.#round, ...this.#lines.values()]);
  }

  /** Posts what a clock brought about, in its order. Never rejects. */
  async announce(announcements: readonly Announcement[]): Promise<void> {
    await Promise.all(announcements.map(({ channel, answer }) => this.say(channel, answer)));
  }

  /** Posts an answer to a channel, after all that is to be said there already. Never rejects. */
  say(channel: string, answer: Answer): Promise<void> {
    const over = this.bringing(answer);
    const before = this.#lines.get(channel) ?? Promise.resolve();
    const line = before
      .then(() => this.post(channel, answer, answer.drawing?.point ?? null))
      .then(() => {
        over();
        if (this.#lines.get(channel) === line) this.#lines.delete(channel);
      });
    this.#lines.set(channel, line);
    return line;
  }

  /** Posts what is owed, one after the other. Never rejects. */
  deliver(): Promise<void> {
    return this.#next(() => this.#deliver());
  }

  /** What the courier does by itself it does one after the other, so that nothing is brought twice. */
  #next(round: () => Promise<void>): Promise<void> {
    const failed = (error: unknown) => this.#log.error({ err: error }, 'what was to be posted could not be made');
    this.#round = this.#round.then(round).catch(failed);
    return this.#round;
  }

  async #deliver(): Promise<void> {
    try {
      for (const { game } of this.#host.owed()) {
        if (!this.#mayBring([game])) continue;
        // An answer may have brought it while the map before was on its way.
        const owed = this.#host.owed().find((one) => one.game === game);
        if (owed) await this.#deliverOne(owed);
      }
      for (const unposted of this.#host.unposted())
        if (this.#mayBring([ballotKey(unposted.ballot)])) await this.#deliverBallot(unposted);
    } catch (error) {
      this.#log.error({ err: error }, 'what is owed could not be read');
    }
  }

  #mayBring(keys: readonly string[]): boolean {
    // Somewhat before its time, so that the round that is due by then finds it due.
    const soon = this.#clock.now() + AGAIN_MS / 2;
    return !this.#stopped && keys.every((key) => !this.#underWay.has(key) && this.#putOff.until(key) <= soon);
  }

  async #deliverOne(owed: Owed): Promise<void> {
    try {
      const answer = this.#host.late(owed, this.#told.get(owed.game) === owed.seq);
      if (!answer) this.#host.settle(owed);
      else this.#tried([owed.game], isSettled(await this.post(owed.channel, answer, owed)));
    } catch (error) {
      if (this.#tried([owed.game], false))
        this.#log.error({ err: error, owed }, 'an owed map could not be made; put off');
    }
  }

  async #deliverBallot({ ballot, game, channel }: Unposted): Promise<void> {
    const keys = [ballotKey(ballot)];
    try {
      // An answer may have brought it while the message before was on its way.
      const posting = this.#host.posting(ballot);
      if (!posting) return;
      const { answer } = posting;
      if (!this.#mayBring(keysOf(answer))) return;
      const point = answer.drawing?.point ?? null;
      const posted = await this.post(posting.channel, answer, point, ballotNonce(answer));
      // A channel that is gone is asked for too, ever more seldom: its campaign is not over.
      this.#tried([...keys, ...keysOf(answer)], posted.how === 'posted');
    } catch (error) {
      if (this.#tried(keys, false))
        this.#log.error({ err: error, ballot, game, channel }, 'the message of a ballot could not be made; put off');
    }
  }

  /** @returns whether it went well the last time */
  #tried(keys: readonly string[], settled: boolean): boolean {
    const unique = [...new Set(keys)];
    if (!settled) return unique.map((key) => this.#putOff.longer(key, AGAIN_MS, LONGEST_WAIT_MS)).every(Boolean);
    for (const key of unique) this.#putOff.over(key);
    return true;
  }

  /**
   * Posts an answer to a channel. What it was owed is settled once Discord has it. Never rejects.
   * @param nonce Discord answers a repeated one with the message it already has
   * @returns what became of it
   */
  async post(
    channelId: string,
    answer: Answer,
    point: Point | null,
    nonce: string | null = point ? `${point.game}-${point.seq}` : ballotNonce(answer),
  ): Promise<Became> {
    if (answer.to === 'member') {
      const error = new Error('What one member is told was about to be posted to a channel');
      this.#log.error({ err: error, channel: channelId, point }, 'kept from the channel what is meant for one member');
      return { how: 'failed' };
    }
    try {
      const channel = await this.#client.channels.fetch(channelId);
      if (!channel?.isSendable()) throw new Error(`Channel ${channelId} takes no messages`);
      const once = nonce === null ? {} : { nonce, enforceNonce: true };
      const made = await makeFiles(answer, await drawPicture(answer, this.#log), this.#log);
      const message = await sendFitting<Message>(made, (fits) =>
        channel.send({
          ...fullPayload(answer, fits, this.#mayEmbed(channel)),
          ...this.#replyTo(channel, answer),
          ...once,
        }),
      );
      this.arrived(answer, message, point);
      return { how: 'posted', link: message.url };
    } catch (error) {
      const became = this.#became(channelId, error);
      this.#log.warn({ err: error, channel: channelId, point, ...became }, 'a message could not be posted');
      if (became.how === 'gone' && point) this.#settle(point);
      return became;
    }
  }

  #became(channelId: string, error: unknown): Became {
    if (!(error instanceof DiscordAPIError)) return { how: 'failed' };
    switch (error.code) {
      case RESTJSONErrorCodes.UnknownChannel:
        return { how: 'gone' };
      case RESTJSONErrorCodes.MissingAccess:
      case RESTJSONErrorCodes.MissingPermissions:
        return { how: 'forbidden', lacks: lackingIn(this.#client.channels.resolve(channelId), this.#client.user) };
      default:
        return { how: 'failed' };
    }
  }

  /** Whether Discord shows embeds of the bot's in a channel; it drops them in silence where not. */
  #mayEmbed(channel: Channel): boolean {
    return this.#may(channel, PermissionFlagsBits.EmbedLinks);
  }

  /** The message that an answer goes back to. Discord refuses a reply to whoever may not read it. */
  #replyTo(channel: Channel, { replyTo }: Answer): Pick<MessageCreateOptions, 'reply'> {
    if (replyTo === null || !this.#may(channel, PermissionFlagsBits.ReadMessageHistory)) return {};
    return { reply: { messageReference: replyTo, failIfNotExists: false } };
  }

  #may(channel: Channel, permission: bigint): boolean {
    const me = this.#client.user;
    if (!me || channel.isDMBased()) return true;
    return channel.permissionsFor(me)?.has(permission) ?? true;
  }

  /** A channel has an answer: what it was owed is settled, and the ballots in it have their message. Never throws. */
  arrived({ cards }: Answer, message: Pick<Message, 'id' | 'channelId'>, point: Point | null): void {
    try {
      if (cards.length > 0) {
        this.#host.carried(cards, message.channelId, message.id);
        this.#shown(message.channelId);
      }
    } catch (error) {
      this.#log.error({ err: error, message: message.id }, 'where a ballot is shown could not be noted');
    }
    if (point) this.#settle(point);
  }

  #settle(point: Point): void {
    this.#told.delete(point.game);
    try {
      this.#host.settle(point);
    } catch (error) {
      this.#log.error({ err: error, point }, 'what a channel was owed could not be struck out');
    }
  }

  /** The bot has been invited: a greeting in the system channel, and the maps of campaigns it left there. Never rejects. */
  invited(guild: Guild): Promise<void> {
    this.#log.info({ guild: guild.id }, 'invited');
    return this.#next(async () => {
      if (guild.systemChannelId) await this.post(guild.systemChannelId, this.#host.greeting(), null);
      await this.#returned(guild.id);
    });
  }

  /** The present maps of campaigns in DMs, for a Discord that has forgotten its messages. Never rejects. */
  returnedToDms(): Promise<void> {
    return this.#next(() => this.#returned(null));
  }

  async #returned(guild: string | null): Promise<void> {
    try {
      for (const { channel, answer } of this.#host.returning(guild)) {
        if (this.#stopped) return;
        await this.post(channel, answer, answer.drawing?.point ?? null);
      }
    } catch (error) {
      this.#log.error({ err: error, guild }, 'a returning map could not be made');
    }
  }
}

/** Nothing more can come of it: the channel has it, or there is no such channel any more. */
function isSettled({ how }: Became): boolean {
  return how === 'posted' || how === 'gone';
}

/** Discord's limit. */
const LONGEST_NONCE = 25;

/** By the ballots in it and what it shows of them; null: it has none. */
function ballotNonce({ cards }: Answer): string | null {
  if (cards.length === 0) return null;
  const once = cards.map(({ ballot, revision }) => `${ballot}-${revision}`).join('-');
  return `ballot-${once}`.slice(0, LONGEST_NONCE);
}

/** What must not be brought twice at once: a game's map, and each ballot. */
function keysOf({ drawing, cards }: Answer): string[] {
  return [...(drawing ? [drawing.point.game] : []), ...cards.map(({ ballot }) => ballotKey(ballot))];
}

function ballotKey(ballot: number): string {
  return `ballot ${ballot}`;
}
