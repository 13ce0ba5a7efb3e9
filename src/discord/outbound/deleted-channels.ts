import { type Client, Events } from 'discord.js';
import type { Logger } from 'pino';
import type { Host } from '../../host/index.ts';
import { databaseTroubleOf } from '../../store/index.ts';
import type { Clock } from '../../time-source.ts';

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
