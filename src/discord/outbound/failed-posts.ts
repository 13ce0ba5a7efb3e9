import { type Client, DiscordAPIError, Events, RESTJSONErrorCodes } from 'discord.js';
import type { Logger } from 'pino';
import type { Host, LogPoint, PostResult } from '../../host/index.ts';
import { databaseTroubleOf } from '../../store/index.ts';
import type { Clock } from '../../time-source.ts';
import { RepeatedFailures } from '../../watch/repeated-failures.ts';
import { isOutage } from '../connection/cannot-connect.ts';
import { missingIn } from './bot-permissions.ts';
import type { BotContext } from './context.ts';

/** The result of a post. After an `outage` it can succeed as soon as Discord works again. */
export type PostOutcome =
  | Exclude<PostResult, { readonly how: 'failed' }>
  | { readonly how: 'failed'; readonly outage: boolean };

export type FailedPosts = ReturnType<typeof createFailedPosts>;

/** Finds out why a post failed, and logs a channel's first failure. */
export function createFailedPosts({ clock, log, client }: Omit<BotContext, 'host'>) {
  const failures = new RepeatedFailures<string>();

  function logged(channel: string, error: unknown, point: LogPoint | null, became: PostOutcome): PostOutcome {
    const details = { ...(error === null ? {} : { err: error }), channel, point, ...became };
    if (failures.failed(channel, clock.now())) log.warn(details, 'a message could not be posted');
    else log.debug(details, 'another message could not be posted');
    return became;
  }

  function resultOf(channel: string, error: unknown): PostOutcome {
    switch (error instanceof DiscordAPIError ? error.code : null) {
      case RESTJSONErrorCodes.UnknownChannel:
        return { how: 'gone' };
      case RESTJSONErrorCodes.CannotSendMessagesToThisUser:
      case RESTJSONErrorCodes.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds:
        return { how: 'forbidden', lacks: [] };
      case RESTJSONErrorCodes.MissingAccess:
      case RESTJSONErrorCodes.MissingPermissions:
        return {
          how: 'forbidden',
          lacks: missingIn(client.channels.resolve(channel), client.user),
        };
      default:
        return { how: 'failed', outage: isOutage(error) };
    }
  }

  return {
    threw: (channel: string, error: unknown, point: LogPoint | null): PostOutcome =>
      logged(channel, error, point, resultOf(channel, error)),
    forbidden: (channel: string, lacks: readonly string[], point: LogPoint | null): PostOutcome =>
      logged(channel, null, point, { how: 'forbidden', lacks }),
    wentWell: (channel: string) => void failures.well(channel, clock.now(), 0),
  };
}

/**
 * Notes deleted channels and threads. It reads the packets, since discord.js doesn't report all deletions
 * (https://github.com/discordjs/discord.js/issues/10871).
 */
export function watchDeletedChannels(client: Client, host: Host, clock: Clock, log: Logger): void {
  client.on(Events.Raw, (packet: { readonly t: string; readonly d: unknown }) => {
    if (packet.t !== 'CHANNEL_DELETE' && packet.t !== 'THREAD_DELETE') return;
    const { id } = packet.d as { readonly id: string };
    // Discord sends no event for the threads of a deleted channel.
    const threads = client.channels.cache.filter((one) => one.isThread() && one.parentId === id);
    for (const channel of [id, ...threads.keys()]) noteDeleted(channel, host, clock, log);
  });
}

/** Notes that a channel was deleted, and logs it if a game was running there. Never throws. */
export function noteDeleted(channel: string, host: Host, clock: Clock, log: Logger): void {
  try {
    const game = host.games.channelGone(channel, clock.now());
    if (game !== null) log.info({ channel, game }, 'a game’s channel is gone; the game is kept');
  } catch (error) {
    // The dispatcher logs trouble with the database.
    const level = databaseTroubleOf(error) ? 'debug' : 'error';
    log[level]({ err: error, channel }, 'a channel’s deletion could not be recorded');
  }
}
