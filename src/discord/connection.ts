import { type Client, Events } from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { type CannotConnect, shutOut } from './cannot-connect.ts';

/** Logs what becomes of the connection, a break once however often it is tried to mend. Resolves if it is lost for good. */
export function watched(client: Client, clock: Clock, log: Logger): Promise<CannotConnect> {
  let brokenSince: number | null = null;
  let erred = false;
  const connected = (how: string) => {
    const seconds = brokenSince === null ? null : Math.max(0, Math.round((clock.now() - brokenSince) / 1000));
    brokenSince = null;
    erred = false;
    log.info(seconds === null ? {} : { seconds }, how);
  };
  client.on(Events.Error, (error) => log.error({ err: error }, 'discord.js had an error'));
  client.on(Events.Warn, (warning) => log.warn(warning));
  client.on(Events.ShardError, (error) => {
    // Each try to mend a break may err in its own way: the first is told.
    if (!erred) log.warn({ err: error }, 'the connection to Discord had an error');
    erred = true;
  });
  client.on(Events.ShardReconnecting, () => {
    if (brokenSince === null) log.warn('disconnected from Discord; connecting again');
    brokenSince ??= clock.now();
  });
  client.on(Events.ShardReady, () => connected('connected to Discord'));
  client.on(Events.ShardResume, () => connected('connected to Discord again'));
  return new Promise((resolve) => client.on(Events.ShardDisconnect, ({ code }) => resolve(shutOut(code))));
}
