import { type Client, Events } from 'discord.js';
import type { Logger } from 'pino';
import type { HostPart } from '../../host/index.ts';
import { databaseTroubleOf } from '../../store/index.ts';
import type { Clock } from '../../time-source.ts';

type Noting = HostPart<{ games: 'channelGone' }>;

/**
 * Hears of channels and threads that are deleted. It listens before discord.js does, which tells of none that it does not know, as of a
 * thread that was archived long since (not reported upstream), and drops the threads of a deleted channel without telling of them
 * (https://github.com/discordjs/discord.js/issues/10871).
 */
export function watchDeletedChannels(client: Client, host: Noting, clock: Clock, log: Logger): void {
  client.on(Events.Raw, (packet: { readonly t: string; readonly d: unknown }) => {
    if (packet.t !== 'CHANNEL_DELETE' && packet.t !== 'THREAD_DELETE') return;
    const { id } = packet.d as { readonly id: string };
    // Discord sends no event for the threads of a deleted channel.
    const threads = client.channels.cache.filter((one) => one.isThread() && one.parentId === id);
    for (const channel of [id, ...threads.keys()]) noteDeleted(channel, host, clock, log);
  });
}

/** A channel is gone: one line in the log, if something was being played there. Never throws. */
export function noteDeleted(channel: string, host: Noting, clock: Clock, log: Logger): void {
  try {
    const game = host.games.channelGone(channel, clock.now());
    if (game !== null) log.info({ channel, game }, 'a game’s channel is gone; the game is kept');
  } catch (error) {
    // The trouble that keeps the database from being used is logged elsewhere.
    const level = databaseTroubleOf(error) ? 'debug' : 'error';
    log[level]({ err: error, channel }, 'a channel’s deletion could not be recorded');
  }
}
