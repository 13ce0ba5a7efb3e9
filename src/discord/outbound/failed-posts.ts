import { DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';
import type { LogPoint, PostResult } from '../../host/index.ts';
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
