import { Client, type ClientOptions, Events, GatewayIntentBits } from 'discord.js';
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../clock.ts';
import type { Host, Vitals } from '../host/index.ts';
import { Metrics } from '../watch/metrics.ts';
import type { Watch } from '../watch/watch.ts';
import { ACKNOWLEDGED, Admission, PACE, type Pace, TYPING } from './admission.ts';
import { Alarm } from './alarm.ts';
import type { Waiting } from './arrival.ts';
import { Arrivals } from './arrivals.ts';
import { Barred } from './barred.ts';
import { boundedCaches, keepLastMessages } from './caches.ts';
import { type CannotConnect, explained, unanswered } from './cannot-connect.ts';
import type { Command } from './command.ts';
import { watched } from './connection.ts';
import { Courier } from './courier.ts';
import { DeletedMessages, lookingBy } from './deleted-messages.ts';
import { Dispatcher } from './dispatch.ts';
import { editing } from './edit.ts';
import { answerUnread, gated } from './gate.ts';
import { noteThere, watchChannels } from './gone.ts';
import { Opponents } from './opponents.ts';
import { within, withinEach } from './patience.ts';
import { PicturesInFlight } from './pictures-in-flight.ts';
import { Reconnecting } from './reconnecting.ts';
import { type Memory, register } from './register.ts';
import { boundsOf, Requests } from './requests.ts';
import { Responder } from './respond.ts';
import { watchServers } from './servers.ts';
import { CleanShardingStrategy } from './sharding-strategy.ts';
import { isFirst, type Shards, shardOptions, shareOf } from './shards.ts';
import { Tally } from './tally.ts';
import { Threads } from './threads.ts';
import { TokenDoubt } from './token-doubt.ts';
import { VERSION } from './version.ts';
import { connectionOf } from './vitals.ts';
import { whoseIn } from './whose.ts';

export interface BotSettings {
  readonly token: string;
  /** Discord's REST address in discord.js's form, without the version; null: Discord itself. */
  readonly api: string | null;
  /** Register the commands in this guild alone. */
  readonly guild: string | null;
  /** Which part of the bot this is; null: all of it. */
  readonly shards?: Shards | null;
  /** Milliseconds that each connection may take; 30,000 by default. discord.js itself would try for ever. */
  readonly patience?: number;
  /** How fast a member may press; as fast as fingers do by default. */
  readonly pace?: Pace;
  /** What stands in the place of sockets: how a request is made, and a gateway. Those of discord.js by default. */
  readonly wire?: Pick<ClientOptions, 'rest' | 'ws'>;
}

export interface Bot {
  readonly client: Client<true>;
  readonly courier: Courier;
  readonly arrivals: Arrivals;
  /** Whether commands were registered at this start. */
  readonly registered: boolean;
  /** Resolves if Discord shuts the bot out for good, as it does when its token is reset. Lesser breaks are mended silently. */
  readonly lost: Promise<CannotConnect>;
  /** Resolves if the database is found damaged while it is in use: nothing more is to be written to it. */
  readonly damaged: Promise<void>;
  /** How it fares. */
  readonly vitals: () => Vitals;
  /** What is on its way to Discord. */
  inHand(): InHand;
  /**
   * Finishes what is in hand, for some seconds at most, and leaves Discord. What is not posted by then stays owed.
   * @returns what was not finished
   */
  stop(): Promise<InHand>;
}

/** Things that are on their way to Discord, by their number. */
export interface InHand {
  readonly answers: number;
  readonly messages: number;
  readonly edits: number;
}

const PATIENCE_MS = 30_000;
/** What is in hand gets this long at a stop, and the good-bye to Discord that long. */
const FINISHING_MS = 3000;
const LEAVING_MS = 1000;

/** What a bot is made of, and where it tells how it fares. */
export interface BotParts {
  readonly host: Host;
  readonly commands: readonly Command[];
  readonly memory: Memory;
  readonly log: Logger;
  /** The machine's by default. */
  readonly clock?: Clock | undefined;
  readonly watch?: Watch | undefined;
  /** Ends a start that is under way: it stops as a bot does that has started, and throws the signal's reason. */
  readonly until?: AbortSignal | undefined;
}

/**
 * Connects to Discord and serves it until stopped. What fell due by the clock while nothing ran is done at once.
 * @throws CannotConnect
 */
export async function startBot(settings: BotSettings, parts: BotParts): Promise<Bot> {
  const { host, commands, memory, log, clock = systemClock, watch = new Metrics(), until } = parts;
  const { shards = null } = settings;
  const reconnecting = new Reconnecting(shareOf(shards));
  const { makeRequest, globalRequestsPerSecond: aSecond } = settings.wire?.rest ?? {};
  const bounds = { ...boundsOf(shareOf(shards)), ...(aSecond === undefined ? {} : { aSecond }) };
  const requests = new Requests(clock, log, () => doubt.raise(), makeRequest, bounds);
  const client = clientFor(settings, requests, reconnecting, log);
  const doubt = new TokenDoubt(client, settings.token, clock, log);
  const connection = connectionOf(client, watch, clock);
  const pictures = new PicturesInFlight();
  const courier: Courier = new Courier(client, host, clock, log, pictures, (channel) => tally.wake(channel));
  const edit = editing(client);
  const tally: Tally = new Tally(
    host,
    async (face) => {
      await edit(face);
      deletedMessages.isThere(face.message);
    },
    clock,
    log,
    () => void courier.deliver(),
    whoseIn(client),
  );
  const deletedMessages = new DeletedMessages(host, lookingBy(client), clock, log, (place) => tally.doubt(place));
  const alarm = new Alarm(host, clock, log, (announcements) => {
    tally.wake();
    void courier.announce(announcements);
    void courier.deliverToSides();
    for (const { channel } of announcements) opponents.wake(channel);
  });
  const opponents: Opponents = new Opponents(host, courier, clock, log, (channel) => {
    alarm.arm();
    tally.wake(channel);
    void courier.deliverToSides();
  });
  const threads = new Threads(client, host, clock, log, ({ channel, answer }) => {
    alarm.arm();
    tally.wake(channel);
    void courier.say(channel, answer);
    opponents.wake(channel);
  });
  let noteDamage = () => {};
  const damaged = new Promise<void>((resolve) => {
    noteDamage = resolve;
  });
  const dispatcher = new Dispatcher({
    host,
    commands,
    responder: new Responder(courier, pictures, log, clock),
    clock,
    log,
    watch,
    admission: new Admission(clock, settings.pace ?? PACE),
    typing: new Admission(clock, settings.pace ?? TYPING),
    acknowledging: new Admission(clock, ACKNOWLEDGED),
    acted(channel) {
      noteThere(channel, host, log);
      alarm.arm();
      tally.wake(channel);
      void courier.deliverToSides();
      void threads.open(channel);
      opponents.wake(channel);
    },
    troubled(trouble) {
      if (trouble === 'damaged') noteDamage();
    },
  });
  const vitals = () => ({
    ...connection(),
    version: VERSION,
    servers: [...client.guilds.cache.keys()],
    mishaps: watch.mishaps(),
    database: dispatcher.trouble,
  });
  host.attend(vitals);
  const barred = new Barred(client, clock, log, (channels) => {
    void courier.regained(channels);
    tally.regained(channels);
  });
  const arrivals = new Arrivals(host, courier, log);
  watchChannels(client, host, clock, log);
  keepLastMessages(client);
  let serves = true;
  watchServers(client, log, {
    invited(guild) {
      if (!serves) return;
      void arrivals.invited(guild);
      barred.looksIn(guild);
    },
    back: (guild) => void (serves && barred.looksIn(guild)),
  });
  const underWay = new Set<Promise<void>>();
  const inHand = () => ({ answers: underWay.size, messages: courier.inHand, edits: tally.inHand });
  client.on(Events.InteractionCreate, (interaction) => {
    const work = dispatcher
      .dispatch(interaction)
      .then(() => barred.tell(interaction))
      .finally(() => underWay.delete(work));
    underWay.add(work);
  });
  const lost = Promise.race([watched(client, clock, log, shards), doubt.reset]);

  const stop = async () => {
    client.removeAllListeners(Events.InteractionCreate);
    serves = false;
    doubt.stop();
    reconnecting.stop();
    alarm.stop();
    const finished = Promise.all([
      ...underWay,
      opponents.stop(),
      courier.stop(),
      tally.stop(),
      deletedMessages.stop(),
      threads.stop(),
    ]).then(() => true);
    await within(FINISHING_MS, finished, false);
    const left = inHand();
    if (Object.values(left).some((number) => number > 0))
      log.warn(left, 'left while an answer was under way; what it owes a channel is posted at the next start');
    requests.stop();
    await leave(client);
    return left;
  };
  const enter = async () => {
    const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
    await client.login(settings.token);
    const connected = await ready;
    const { rest, application } = connected;
    const registered = isFirst(shards) && (await register(rest, application.id, settings.guild, commands, memory));
    return { client: connected, registered };
  };
  const refused = lost.then((error) => Promise.reject(error));
  try {
    const entering = Promise.race([enter(), refused, ...(until ? [aborted(until)] : [])]);
    // Shards begin one after another, five seconds apart.
    const entered = await withinEach(settings.patience ?? PATIENCE_MS, entering, null, (renew) =>
      client.on(Events.ShardReady, renew),
    );
    if (entered === null) throw unanswered(settings.api);
    courier.start();
    alarm.start();
    tally.start();
    deletedMessages.start();
    threads.start();
    opponents.start();
    barred.start();
    const reconnected = () => {
      if (!serves) return;
      void courier.reconnected();
      void threads.reconnected();
      tally.reconnected();
    };
    client.on(Events.ShardReady, reconnected).on(Events.ShardResume, reconnected);
    return { ...entered, courier, arrivals, lost, damaged, vitals, inHand, stop };
  } catch (error) {
    await stop();
    throw until?.aborted ? until.reason : explained(error, settings);
  }
}

function clientFor(settings: BotSettings, requests: Requests, reconnecting: Reconnecting, log: Logger): Client {
  const { api, wire, shards = null } = settings;
  return new Client({
    intents: [GatewayIntentBits.Guilds],
    makeCache: boundedCaches(),
    allowedMentions: { parse: [] },
    ...shardOptions(shards),
    ws: {
      buildStrategy(gateway) {
        const unread = (waiting: Waiting) => void answerUnread(gateway.options.rest, waiting, log);
        const safe = reconnecting.paced(gated(gateway, log, unread));
        return wire?.ws?.buildStrategy?.(safe) ?? new CleanShardingStrategy(safe);
      },
      async buildIdentifyThrottler(gateway) {
        if (wire?.ws?.buildIdentifyThrottler) return wire.ws.buildIdentifyThrottler(gateway);
        const { session_start_limit: limit } = await gateway.fetchGatewayInformation();
        return reconnecting.throttler(limit.max_concurrency);
      },
    },
    rest: {
      ...(api ? { api } : {}),
      ...wire?.rest,
      ...requests.options(),
    },
  });
}

/** Never resolves; rejects with the signal's reason. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

async function leave(client: Client): Promise<void> {
  // The good-bye closes the connection, which discord.js tells of as of any other break.
  client.removeAllListeners(Events.ShardReconnecting);
  await within(LEAVING_MS, client.destroy(), undefined);
}
