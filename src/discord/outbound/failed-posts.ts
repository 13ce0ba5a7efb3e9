import { type Client, DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';
import type { Logger } from 'pino';
import type { LogPoint, PostResult } from '../../host/index.ts';
import type { Clock } from '../../time-source.ts';
import { RepeatedFailures } from '../../watch/repeated-failures.ts';
import { isOutage } from '../connection/network-errors.ts';
import { Backoff, POSTING } from './backoff.ts';
import { missingIn } from './bot-permissions.ts';

/** The result of a post. `outage`: it may go well as soon as Discord is well again. */
export type PostOutcome =
  | Exclude<PostResult, { readonly how: 'failed' }>
  | { readonly how: 'failed'; readonly outage: boolean };

/**
 * What happens to a post that fails. It stays undelivered and is tried again later, each time after twice as long (`POSTING`), or at once
 * when what kept it away is over: Discord is well again, the bot has its permissions back or is in the server again, or the game goes on.
 * As long as Discord is out of order, it is tried every minute.
 * It is given up if its channel is gone; a notice also once it has expired (`isExpired`). A ping that a member's DMs refuse goes to the
 * game's channel (`ChannelDelivery`). The log has one line for a channel that stays out of reach. A member who asked for the post is told
 * the `PostResult` with the answer, and members who press a button there learn what the bot lacks (`MissingPermissions`).
 * Posts are named by their keys (`delivery-keys.ts`).
 */
export class FailedPosts {
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #backoff: Backoff;
  /** Channels in which a post has failed: logged once. */
  readonly #spells = new RepeatedFailures<string>();

  constructor(client: Client, clock: Clock, log: Logger) {
    this.#client = client;
    this.#clock = clock;
    this.#log = log;
    this.#backoff = new Backoff(clock);
  }

  /** Logs that Discord, or what came before it, threw. @returns what became of the post */
  threw(channel: string, error: unknown, point: LogPoint | null): PostOutcome {
    return this.#logged(channel, error, point, this.#resultOf(channel, error));
  }

  /** Logs that the bot lacks permissions to post. @returns what became of the post */
  forbidden(channel: string, lacks: readonly string[], point: LogPoint | null): PostOutcome {
    return this.#logged(channel, null, point, { how: 'forbidden', lacks });
  }

  /** A channel has been posted to: its next failure is logged again. */
  wentWell(channel: string): void {
    this.#spells.well(channel, this.#clock.now(), 0);
  }

  #logged(channel: string, error: unknown, point: LogPoint | null, became: PostOutcome): PostOutcome {
    const details = { ...(error === null ? {} : { err: error }), channel, point, ...became };
    if (this.#spells.failed(channel, this.#clock.now())) this.#log.warn(details, 'a message could not be posted');
    else this.#log.debug(details, 'another message could not be posted');
    return became;
  }

  #resultOf(channel: string, error: unknown): PostOutcome {
    switch (error instanceof DiscordAPIError ? error.code : null) {
      case RESTJSONErrorCodes.UnknownChannel:
        return { how: 'gone' };
      case RESTJSONErrorCodes.CannotSendMessagesToThisUser:
      case RESTJSONErrorCodes.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds:
        return { how: 'forbidden', lacks: [] };
      case RESTJSONErrorCodes.MissingAccess:
      case RESTJSONErrorCodes.MissingPermissions:
        return { how: 'forbidden', lacks: missingIn(this.#client.channels.resolve(channel), this.#client.user) };
      default:
        return { how: 'failed', outage: isOutage(error) };
    }
  }

  /** It has been tried. @returns whether it went well the last time */
  tried(keys: readonly string[], channel: string, became: PostOutcome): boolean {
    if (isSettled(became)) {
      this.retryNow(keys);
      return true;
    }
    return this.putOff(keys, channel, became.how === 'failed' && became.outage);
  }

  /** @returns whether it went well the last time */
  putOff(keys: readonly string[], channel: string, outage: boolean, wait = POSTING): boolean {
    return [...new Set(keys)].map((key) => this.#backoff.longer(key, wait, outage, channel)).every(Boolean);
  }

  /** Whether none of them waits beyond a time, milliseconds since 1970. */
  mayRetry(keys: readonly string[], by: number): boolean {
    return keys.every((key) => this.#backoff.until(key) <= by);
  }

  /** What failed with these keys can be tried at once. */
  retryNow(keys: readonly string[]): void {
    for (const key of keys) this.#backoff.over(key);
  }

  /** Posts that failed while Discord was out of order can be tried at once. */
  wellAgain(): void {
    this.#backoff.wellAgain();
  }

  /** The bot can post in channels again, or can do more there: what failed there can be tried at once. */
  regained(channels: ReadonlySet<string>): void {
    this.#backoff.sooner(channels);
  }

  keep(keys: ReadonlySet<string>): void {
    this.#backoff.keep(keys);
  }
}

/** It is settled: the channel has it, or there is no such channel any more. */
function isSettled({ how }: PostOutcome): boolean {
  return how === 'posted' || how === 'gone';
}
