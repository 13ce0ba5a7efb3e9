import type { Guild } from 'discord.js';
import type { Logger } from 'pino';
import type { HostPart } from '../../host/index.ts';
import type { ChannelDelivery } from '../outbound/channel-delivery.ts';

/** What the bot posts when it has joined a server, or come back: a greeting, undelivered posts, and the maps of the games it left there. */
export class GuildJoined {
  readonly #host: HostPart<{ help: 'greeting'; undelivered: 'returning' | 'returned' }>;
  readonly #delivery: ChannelDelivery;
  readonly #log: Logger;

  constructor(
    host: HostPart<{ help: 'greeting'; undelivered: 'returning' | 'returned' }>,
    delivery: ChannelDelivery,
    log: Logger,
  ) {
    this.#host = host;
    this.#delivery = delivery;
    this.#log = log;
  }

  /** The bot has been invited. The greeting goes to the system channel. Never rejects. */
  async invited({ id, systemChannelId: system }: Pick<Guild, 'id' | 'systemChannelId'>): Promise<void> {
    this.#log.info({ guild: id }, 'invited');
    const greeted = system ? this.#delivery.sayInTurn(id, system, () => this.#host.help.greeting()) : null;
    await Promise.all([greeted, this.#delivery.returnedTo(id), this.#returned(id)]);
  }

  /** The present maps of games in DMs, for a Discord that has forgotten its messages. Never rejects. */
  toDms(): Promise<void> {
    return this.#returned(null);
  }

  async #returned(guild: string | null): Promise<void> {
    try {
      const games = this.#host.undelivered.returning(guild);
      await Promise.all(
        games.map(({ game, channel }) =>
          this.#delivery.sayInTurn(
            guild ?? channel,
            channel,
            () => this.#host.undelivered.returned(game)?.answer ?? null,
          ),
        ),
      );
    } catch (error) {
      this.#log.error({ err: error, guild }, 'the list of maps to show again could not be read');
    }
  }
}
