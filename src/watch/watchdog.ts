import { execFile } from 'node:child_process';
import type { Logger } from 'pino';

/** Of the time that systemd waits, after which it hears from this process again. */
const SHARE = 1 / 3;

/**
 * Tells systemd now and then that the event loop turns, if the unit has `WatchdogSec`; systemd restarts a process that stays silent
 * (https://www.freedesktop.org/software/systemd/man/latest/sd_watchdog_enabled.html). It goes through `systemd-notify`, since Node has
 * no Unix datagram sockets.
 * @returns what ends it
 */
export function keepWatchdogQuiet(
  { WATCHDOG_USEC: limit, NOTIFY_SOCKET: socket }: NodeJS.ProcessEnv,
  log: Logger,
): () => void {
  const every = (Number(limit) / 1000) * SHARE;
  if (!socket || !(every > 0)) return () => {};
  let failing = false;
  const tell = () =>
    execFile('systemd-notify', ['WATCHDOG=1'], { timeout: every }, (error) => {
      if (error !== null && !failing)
        log.error({ err: error }, 'systemd’s watchdog could not be told; it may restart the bot');
      failing = error !== null;
    });
  tell();
  const timer = setInterval(tell, every);
  return () => clearInterval(timer);
}
