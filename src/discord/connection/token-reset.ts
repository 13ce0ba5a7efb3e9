import { setImmediate as afterwards } from 'node:timers/promises';
import { type Client, DiscordAPIError, GatewayCloseCodes, Routes } from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '../../time-source.ts';
import { type CannotConnect, closedForGood } from './cannot-connect.ts';

/** The wait before a refused token is checked again, which doubles each time. */
const CHECK_AGAIN_MS = { first: 1000, longest: 60_000 };

/**
 * Finds out whether the token was reset. discord.js forgets its token after each 401, even a wrong one
 * (https://github.com/discordjs/discord.js/issues/7492), so it gets the token again.
 */
export function createTokenReset(client: Client, token: string, clock: Clock, log: Logger) {
  let foundInvalid: (lost: CannotConnect) => void = () => {};
  const reset: Promise<CannotConnect> = new Promise((resolve) => {
    foundInvalid = resolve;
  });
  let checking = false;
  let cancel: () => void = () => {};
  let stopped = false;

  /** Called after a 401. During a start it does nothing, since the start fails by itself. */
  function suspect(): void {
    if (stopped || !client.isReady()) return;
    // discord.js forgets the token only after this call.
    void afterwards().then(() => restoreToken());
    if (checking) return;
    checking = true;
    log.warn('Discord did not accept the token; checking it again');
    checkIn(CHECK_AGAIN_MS.first);
  }

  function stop(): void {
    stopped = true;
    cancel();
  }

  function restoreToken(): void {
    if (!stopped) client.rest.setToken(token);
  }

  function checkIn(wait: number): void {
    cancel = clock.after(wait, () => void check(wait));
  }

  /** Never rejects. */
  async function check(waited: number): Promise<void> {
    restoreToken();
    try {
      await client.rest.get(Routes.user());
      restoreToken();
      checking = false;
      log.info('Discord accepts the token again');
    } catch (error) {
      if (stopped) return;
      if (error instanceof DiscordAPIError && error.status === 401)
        foundInvalid(closedForGood(GatewayCloseCodes.AuthenticationFailed));
      else checkIn(Math.min(waited * 2, CHECK_AGAIN_MS.longest));
    }
  }

  return { reset, suspect, stop };
}
