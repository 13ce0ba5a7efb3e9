import { type Client, DiscordAPIError, type Guild, RESTJSONErrorCodes } from 'discord.js';
import type { Logger } from 'pino';
import type { Answer, Host, Point } from '../host/index.ts';
import { drawPicture } from './draw.ts';
import { drawnPayload } from './payload.ts';

/** How often what is still owed is looked for. */
const AGAIN_MS = 60_000;
/** Where a map cannot be posted, the time until it is tried again doubles, up to this. */
const LONGEST_WAIT_MS = 6 * 60 * 60_000;

type Owed = ReturnType<Host['owed']>[number];

/**
 * Posts to channels by itself, without an interaction: maps that are owed after a crash or a lost connection, greetings, and the
 * present maps when the bot comes back to a server.
 */
export class Courier {
  readonly #client: Client;
  readonly #host: Host;
  readonly #log: Logger;
  /** Games whose map an answer is bringing at this moment, and how many. */
  readonly #underWay = new Map<string, number>();
  /** Games whose map could not be posted: how long to wait, and from when on to try again, in milliseconds. */
  readonly #putOff = new Map<string, { readonly wait: number; readonly until: number }>();
  #timer: NodeJS.Timeout | null = null;
  #round: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(client: Client, host: Host, log: Logger) {
    this.#client = client;
    this.#host = host;
    this.#log = log;
  }

  carrying(game: string): void {
    this.#underWay.set(game, (this.#underWay.get(game) ?? 0) + 1);
  }
  carried(game: string): void {
    const left = (this.#underWay.get(game) ?? 1) - 1;
    if (left > 0) this.#underWay.set(game, left);
    else this.#underWay.delete(game);
  }

  /** Delivers what is owed, now and from time to time. */
  start(): void {
    void this.deliver();
    this.#timer = setInterval(() => void this.deliver(), AGAIN_MS);
    this.#timer.unref();
  }
  /** Resolves when what is being delivered is delivered. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#stopped = true;
    await this.#round;
  }

  /** Posts what is owed, one map after the other. Never rejects. */
  deliver(): Promise<void> {
    return this.#next(() => this.#deliver());
  }

  /** What the courier does by itself it does one after the other, so that nothing is brought twice. */
  #next(round: () => Promise<void>): Promise<void> {
    this.#round = this.#round.then(round);
    return this.#round;
  }

  async #deliver(): Promise<void> {
    try {
      for (const { game } of this.#host.owed()) {
        // An answer may have brought it while the map before was on its way.
        const owed = this.#host.owed().find((one) => one.game === game);
        if (this.#stopped || !owed || this.#underWay.has(game)) continue;
        if (Date.now() < (this.#putOff.get(game)?.until ?? 0)) continue;
        await this.#deliverOne(owed);
      }
    } catch (error) {
      this.#log.error({ err: error }, 'what is owed could not be read');
    }
  }

  async #deliverOne(owed: Owed): Promise<void> {
    try {
      const answer = this.#host.late(owed);
      if (!answer) this.#host.settle(owed);
      else if (await this.post(owed.channel, answer, owed)) this.#putOff.delete(owed.game);
      else this.#putOffLonger(owed.game);
    } catch (error) {
      this.#log.error({ err: error, owed }, 'an owed map could not be made');
      this.#putOffLonger(owed.game);
    }
  }

  #putOffLonger(game: string): void {
    const wait = Math.min((this.#putOff.get(game)?.wait ?? AGAIN_MS / 2) * 2, LONGEST_WAIT_MS);
    // A little less, so that the round that is due by then finds it due.
    this.#putOff.set(game, { wait, until: Date.now() + wait - AGAIN_MS / 2 });
  }

  /**
   * Posts an answer to a channel. What it was owed is settled once Discord has it. Never rejects.
   * @returns whether the channel has it, or is gone
   */
  async post(channelId: string, answer: Answer, point: Point | null): Promise<boolean> {
    try {
      const channel = await this.#client.channels.fetch(channelId);
      if (!channel?.isSendable()) throw new Error(`Channel ${channelId} takes no messages`);
      // Discord answers a repeated nonce with the message it already has.
      const once = point ? { nonce: `${point.game}-${point.seq}`, enforceNonce: true } : {};
      await channel.send({ ...drawnPayload(answer, await drawPicture(answer, this.#log)), ...once });
      if (point) this.#host.settle(point);
      return true;
    } catch (error) {
      const gone = error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownChannel;
      this.#log.warn({ err: error, channel: channelId, point, gone }, 'a message could not be posted');
      if (gone && point) this.#forgive(point);
      return gone;
    }
  }

  #forgive(point: Point): void {
    try {
      this.#host.settle(point);
    } catch (error) {
      this.#log.error({ err: error, point }, 'what a lost channel was owed could not be struck out');
    }
  }

  /** The bot has been invited: a greeting in the system channel, and the maps of campaigns it left there. Never rejects. */
  arrived(guild: Guild): Promise<void> {
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
