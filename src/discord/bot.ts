import { Client, Events, GatewayIntentBits } from 'discord.js';
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../clock.ts';
import type { Host } from '../host/index.ts';
import { Alarm } from './alarm.ts';
import { type CannotConnect, explained, shutOut, unanswered } from './cannot-connect.ts';
import type { Command } from './command.ts';
import { Courier } from './courier.ts';
import { Dispatcher } from './dispatch.ts';
import { editing } from './edit.ts';
import { within } from './patience.ts';
import { type Memory, register } from './register.ts';
import { Responder } from './respond.ts';
import { Tally } from './tally.ts';
import { Threads } from './threads.ts';

export interface BotSettings {
  readonly token: string;
  /** Discord's REST address in discord.js's form, without the version; null: Discord itself. */
  readonly api: string | null;
  /** Register the commands in this guild alone. */
  readonly guild: string | null;
  /** Milliseconds that connecting may take; 30,000 by default. discord.js itself would try for ever. */
  readonly patience?: number;
}

export interface Bot {
  readonly client: Client<true>;
  readonly courier: Courier;
  /** Whether commands were registered at this start. */
  readonly registered: boolean;
  /** Resolves if Discord shuts the bot out for good, as it does when its token is reset. Lesser breaks are mended silently. */
  readonly lost: Promise<CannotConnect>;
  /** Finishes what is in hand, for some seconds at most, and leaves Discord. What is not posted by then stays owed. */
  stop(): Promise<void>;
}

const PATIENCE_MS = 30_000;
/** What is in hand gets this long at a stop, and the good-bye to Discord that long. */
const FINISHING_MS = 3000;
const LEAVING_MS = 1000;

/**
 * Connects to Discord and serves it until stopped. What fell due by the clock while nothing ran is done at once.
 * @throws CannotConnect
 */
export async function startBot(
  settings: BotSettings,
  host: Host,
  commands: readonly Command[],
  memory: Memory,
  log: Logger,
  clock: Clock = systemClock,
): Promise<Bot> {
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    allowedMentions: { parse: [] },
    ...(settings.api ? { rest: { api: settings.api } } : {}),
  });
  const courier: Courier = new Courier(client, host, clock, log, (channel) => tally.wake(channel));
  const tally = new Tally(host, editing(client), clock, log, () => void courier.deliver());
  const alarm = new Alarm(host, clock, log, (announcements) => {
    tally.wake();
    void courier.announce(announcements);
  });
  const threads = new Threads(client, host, clock, log, ({ channel, answer }) => {
    alarm.arm();
    tally.wake(channel);
    void courier.say(channel, answer);
  });
  const dispatcher = new Dispatcher(host, commands, new Responder(courier, log), clock, log, (channel) => {
    alarm.arm();
    tally.wake(channel);
    void threads.open();
  });
  const underWay = new Set<Promise<void>>();
  client.on(Events.InteractionCreate, (interaction) => {
    const work = dispatcher.dispatch(interaction).finally(() => underWay.delete(work));
    underWay.add(work);
  });
  client.on(Events.GuildCreate, (guild) => void courier.invited(guild));
  const lost = watch(client, log);

  const enter = async () => {
    const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
    await client.login(settings.token);
    const connected = await ready;
    const registered = await register(connected.rest, connected.application.id, settings.guild, commands, memory);
    return { client: connected, registered };
  };
  const refused = lost.then((error) => Promise.reject(error));
  try {
    const entered = await within(settings.patience ?? PATIENCE_MS, Promise.race([enter(), refused]), null);
    if (entered === null) throw unanswered(settings.api);
    courier.start();
    alarm.start();
    tally.start();
    threads.start();
    return {
      ...entered,
      courier,
      lost,
      async stop() {
        client.removeAllListeners(Events.InteractionCreate);
        client.removeAllListeners(Events.GuildCreate);
        alarm.stop();
        const finished = Promise.all([...underWay, courier.stop(), tally.stop(), threads.stop()]).then(() => true);
        if (!(await within(FINISHING_MS, finished, false)))
          log.warn('left while an answer was under way; what it owes a channel is posted at the next start');
        await leave(client);
      },
    };
  } catch (error) {
    await leave(client);
    throw explained(error, settings);
  }
}

async function leave(client: Client): Promise<void> {
  // The good-bye closes the connection, which discord.js tells of as of any other break.
  client.removeAllListeners(Events.ShardReconnecting);
  await within(LEAVING_MS, client.destroy(), undefined);
}

/** Logs what becomes of the connection, a break once however often it is tried to mend. Resolves if it is lost for good. */
function watch(client: Client, log: Logger): Promise<CannotConnect> {
  let broken = false;
  const connected = (how: string) => {
    broken = false;
    log.info(how);
  };
  client.on(Events.Error, (error) => log.error({ err: error }, 'discord.js had an error'));
  client.on(Events.Warn, (warning) => log.warn(warning));
  client.on(Events.ShardError, (error) => log.warn({ err: error }, 'the connection to Discord had an error'));
  client.on(Events.ShardReconnecting, () => {
    if (!broken) log.warn('disconnected from Discord; connecting again');
    broken = true;
  });
  client.on(Events.ShardReady, () => connected('connected to Discord'));
  client.on(Events.ShardResume, () => connected('connected to Discord again'));
  return new Promise((resolve) => client.on(Events.ShardDisconnect, ({ code }) => resolve(shutOut(code))));
}
