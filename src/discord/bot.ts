import {
  Client,
  DiscordAPIError,
  DiscordjsError,
  DiscordjsErrorCodes,
  Events,
  GatewayIntentBits,
  HTTPError,
} from 'discord.js';
import type { Logger } from 'pino';
import type { Host } from '../host/index.ts';
import type { Command } from './command.ts';
import { Courier } from './courier.ts';
import { Dispatcher } from './dispatch.ts';
import { type Memory, register } from './register.ts';
import { Responder } from './respond.ts';

export interface BotSettings {
  readonly token: string;
  /** Discord's REST address in discord.js's form, without the version; null: Discord itself. */
  readonly api: string | null;
  /** Register the commands in this guild alone. */
  readonly guild: string | null;
}

export interface Bot {
  readonly client: Client<true>;
  readonly courier: Courier;
  /** Whether commands were registered at this start. */
  readonly registered: boolean;
  /** Leaves Discord. What was acknowledged and not yet posted stays owed. */
  stop(): Promise<void>;
}

/** Discord cannot be reached or does not let us in. `message` is for whoever runs the bot. */
export class CannotConnect extends Error {
  override readonly name = 'CannotConnect';
}

/**
 * Connects to Discord and serves it until stopped.
 * @throws CannotConnect
 */
export async function startBot(
  settings: BotSettings,
  host: Host,
  commands: readonly Command[],
  memory: Memory,
  log: Logger,
): Promise<Bot> {
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    allowedMentions: { parse: [] },
    ...(settings.api ? { rest: { api: settings.api } } : {}),
  });
  const courier = new Courier(client, host, log);
  const dispatcher = new Dispatcher(host, commands, new Responder(host, courier, log), log);
  const underWay = new Set<Promise<void>>();
  client.on(Events.InteractionCreate, (interaction) => {
    const work = dispatcher.dispatch(interaction).finally(() => underWay.delete(work));
    underWay.add(work);
  });
  client.on(Events.GuildCreate, (guild) => void courier.arrived(guild));
  client.on(Events.Error, (error) => log.error({ err: error }, 'the connection to Discord had an error'));
  client.on(Events.ShardDisconnect, (event) => log.warn({ code: event.code }, 'disconnected from Discord'));
  client.on(Events.ShardResume, () => log.info('connected to Discord again'));

  try {
    const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
    await client.login(settings.token);
    const connected = await ready;
    const registered = await register(connected.rest, connected.application.id, settings.guild, commands, memory);
    courier.start();
    return {
      client: connected,
      courier,
      registered,
      async stop() {
        courier.stop();
        client.removeAllListeners(Events.InteractionCreate);
        await Promise.allSettled(underWay);
        await client.destroy();
      },
    };
  } catch (error) {
    await client.destroy();
    throw new CannotConnect(explain(error, settings), { cause: error });
  }
}

function explain(error: unknown, { api, guild }: BotSettings): string {
  const place = api ?? 'Discord';
  if (error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid) return REJECTED;
  if (error instanceof DiscordAPIError && error.status === 401) return REJECTED;
  if (error instanceof DiscordAPIError && error.code === 50001 && guild) {
    return `The bot is not in the server DISCORD_GUILD_ID names (${guild}). Invite it there first, or leave the setting empty.`;
  }
  if (error instanceof DiscordAPIError || error instanceof HTTPError)
    return `${place} answered with an error: ${error.message}`;
  return `${place} cannot be reached: ${error instanceof Error ? error.message : String(error)}`;
}

const REJECTED =
  'Discord does not accept the token in DISCORD_TOKEN. Copy it again from the developer portal (Bot, Reset Token), without quotes or spaces.';
