import { type Client, DiscordAPIError, type Guild, RESTJSONErrorCodes } from 'discord.js';
import type { Logger } from 'pino';
import type { Answer, Host, Point } from '../host/index.ts';
import { drawPicture } from './draw.ts';
import { drawnPayload } from './payload.ts';

/** How often what is still owed is tried again. */
const AGAIN_MS = 60_000;

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
  #timer: NodeJS.Timeout | null = null;

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
  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** Never rejects. */
  async deliver(): Promise<void> {
    for (const owed of this.#host.owed()) {
      if (this.#underWay.has(owed.game)) continue;
      try {
        const answer = this.#host.late(owed);
        if (answer) await this.post(owed.channel, answer, owed);
        else this.#host.settle(owed);
      } catch (error) {
        this.#log.error({ err: error, owed }, 'an owed map could not be made');
      }
    }
  }

  /** Posts an answer to a channel. What it was owed is settled once Discord has it. Never rejects. */
  async post(channelId: string, answer: Answer, point: Point | null): Promise<void> {
    try {
      const channel = await this.#client.channels.fetch(channelId);
      if (!channel?.isSendable()) throw new Error(`Channel ${channelId} takes no messages`);
      // Discord answers a repeated nonce with the message it already has.
      const once = point ? { nonce: `${point.game}-${point.seq}`, enforceNonce: true } : {};
      await channel.send({ ...drawnPayload(answer, await drawPicture(answer, this.#log)), ...once });
      if (point) this.#host.settle(point);
    } catch (error) {
      const gone = error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownChannel;
      if (gone && point) this.#host.settle(point);
      this.#log.warn({ err: error, channel: channelId, point, gone }, 'a message could not be posted');
    }
  }

  /** The bot has been invited: a greeting in the system channel, and the maps of campaigns it left there. Never rejects. */
  async arrived(guild: Guild): Promise<void> {
    this.#log.info({ guild: guild.id }, 'invited');
    if (guild.systemChannelId) await this.post(guild.systemChannelId, this.#host.greeting(), null);
    await this.#returned(guild.id);
  }

  /** The present maps of campaigns in DMs, for a Discord that has forgotten its messages. */
  async returnedToDms(): Promise<void> {
    await this.#returned(null);
  }

  async #returned(guild: string | null): Promise<void> {
    try {
      for (const { channel, answer } of this.#host.returning(guild)) {
        await this.post(channel, answer, answer.drawing?.point ?? null);
      }
    } catch (error) {
      this.#log.error({ err: error, guild }, 'a returning map could not be made');
    }
  }
}
