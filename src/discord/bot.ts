import { Client, type ClientOptions, Events, GatewayIntentBits, RESTEvents } from 'discord.js';
import type { Logger } from 'pino';
import type { System } from '../game/index.ts';
import type { Announcement, BotHealth, Due, Host } from '../host/index.ts';
import { databaseTroubleOf } from '../store/index.ts';
import { type Clock, systemClock } from '../time-source.ts';
import { VERSION } from '../version.ts';
import { Metrics, type Watch } from '../watch/metrics.ts';
import { withRenewedTimeout, withTimeout } from '../with-timeout.ts';
import { CannotConnect, errorForOperator, unanswered } from './connection/cannot-connect.ts';
import { boundedCaches, keepLastMessages } from './connection/client-caches.ts';
import { watchConnections } from './connection/connection-health.ts';
import { createReconnecting, type Reconnecting } from './connection/reconnecting.ts';
import { createRestRequests, limitsOf, type RestRequests } from './connection/rest-requests.ts';
import { CleanShardingStrategy, type Memory, type Shards, shardOptions, shareOf } from './connection/shards.ts';
import { createTokenReset } from './connection/token-reset.ts';
import type { Command } from './inbound/command-contract.ts';
import {
  ACKNOWLEDGED,
  createDispatcher,
  createMemberRateLimit,
  type Pace,
  PRESSING,
  TYPING,
} from './inbound/dispatcher.ts';
import { guarded, guardQueue, noteUnread } from './inbound/gateway-guard.ts';
import { createGuildJoined, type GuildJoined, watchDeletedRoles, watchGuilds } from './inbound/guild-events.ts';
import { createCommandRegistration, type Registered } from './inbound/register-commands.ts';
import { createMissingPermissions } from './inbound/tell-missing-permissions.ts';
import { createBallotMessageEditor, createDeletedBallotMessages, messageFinder } from './outbound/ballot-edits.ts';
import { type ChannelDelivery, createChannelDelivery } from './outbound/channel-delivery.ts';
import { watchDeletedChannels } from './outbound/deleted-channels.ts';
import { createForumPostTags } from './outbound/forum-tags.ts';
import { createInteractionResponses } from './outbound/interaction-response.ts';
import { createMachineTurns, type MachineTurns } from './outbound/machine-turns.ts';
import { createOpenThreads } from './outbound/open-threads.ts';
import { createPicturesInFlight } from './outbound/pictures-in-flight.ts';
import { createTimedJobs } from './outbound/timed-jobs.ts';

export interface BotSettings {
  readonly token: string;
  /** Discord's REST address in discord.js's form, without the version; null for Discord's own. */
  readonly api: string | null;
  readonly guild: string | null;
  /** The shards that this process runs; null for all of them. */
  readonly shards?: Shards | null;
  /** Milliseconds that each connection may take; 30,000 by default. discord.js has no limit. */
  readonly patience?: number;
  readonly pace?: Pace;
  /** discord.js's options for requests and gateway, by which tests replace the network. */
  readonly wire?: Pick<ClientOptions, 'rest' | 'ws'>;
}

export interface Bot {
  readonly client: Client<true>;
  readonly delivery: ChannelDelivery;
  readonly guildJoined: GuildJoined;
  /** How the commands were registered at this start; null if another process does it, or Discord is slow. */
  readonly registered: Registered | null;
  /** Resolves if Discord shuts the bot out for good, as after a reset of its token. */
  readonly lost: Promise<CannotConnect>;
  /** Resolves if the database turns out to be damaged. Nothing more is written to it. */
  readonly damaged: Promise<void>;
  readonly vitals: () => BotHealth;
  inHand(): InHand;
  /**
   * Finishes the work in hand, for some seconds at most, and disconnects. Unfinished posts stay in the outbox.
   * @returns the work that was not finished
   */
  stop(): Promise<InHand>;
}

export interface InHand {
  readonly answers: number;
  readonly messages: number;
  readonly edits: number;
  readonly readings: number;
}

const PATIENCE_MS = 30_000;
/** At a start, discord.js holds events back until no server has arrived for this long. */
const NEXT_SERVER_MS = 1000;
/** Time for unfinished work at a shutdown. */
export const FINISHING_MS = 3000;
/** Time for closing the connection after that. */
export const DISCONNECT_MS = 1000;

export interface BotParts {
  readonly host: Host;
  readonly commands: readonly Command[];
  /** The commands of a server in which these games are played. */
  readonly inServer: (games: readonly System[]) => readonly Command['data'][];
  readonly memory: Memory;
  readonly log: Logger;
  readonly clock?: Clock | undefined;
  readonly watch?: Watch | undefined;
  /** Interrupts the start, which then stops the bot and throws the signal's reason. */
  readonly until?: AbortSignal | undefined;
}

/**
 * Connects to Discord and serves it until stopped. Jobs that fell due while no bot ran are done at once. If Discord
 * says how long it shuts the bot out, this waits and tries again: a process that started again and again would lengthen
 * the time.
 * @throws CannotConnect
 */
export async function startBot(settings: BotSettings, parts: BotParts): Promise<Bot> {
  const { log, clock = systemClock, until } = parts;
  for (;;) {
    try {
      return await connectBot(settings, parts);
    } catch (error) {
      if (!(error instanceof CannotConnect) || error.wait === null) throw error;
      log.warn({ seconds: Math.ceil(error.wait / 1000) }, `${error.message} The bot tries again then.`);
      await waitFor(clock, error.wait, until);
    }
  }
}

async function connectBot(settings: BotSettings, parts: BotParts): Promise<Bot> {
  const { host, commands, inServer, memory, log, clock = systemClock, watch = new Metrics(), until } = parts;
  const { shards = null } = settings;
  const reconnecting = createReconnecting(shareOf(shards));
  const limits = limitsOf(shareOf(shards));
  const { makeRequest, globalRequestsPerSecond: perSecond = limits.perSecond } = settings.wire?.rest ?? {};
  const requests = createRestRequests(clock, log, () => tokenReset.suspect(), makeRequest, { ...limits, perSecond });
  const client = clientFor(settings, requests, reconnecting, log);
  const tokenReset = createTokenReset(client, settings.token, clock, log);
  const connections = watchConnections(client, watch, clock, log, shards);
  const context = { client, host, clock, log };
  const pictures = createPicturesInFlight();
  const forumTags = createForumPostTags(context);
  const threads = createOpenThreads(context, forumTags, ({ channel, answer }) => {
    void delivery.say(channel, answer);
    followIn([channel]);
  });
  const editBallotMessage = createBallotMessageEditor(context, (message) => deletedMessages.noteChecked(message));
  const delivery: ChannelDelivery = createChannelDelivery(context, pictures, threads, editBallotMessage);
  const deletedMessages = createDeletedBallotMessages(context, messageFinder(client), (place) => {
    try {
      host.ballotMessages.doubt(place);
    } catch (error) {
      log.error({ err: error, ...place }, 'a message that may be gone could not be noted');
    }
    delivery.runner.look();
  });
  const followIn = (channels: readonly string[]) => follow(() => host.requests.due(channels));
  const announce = (announcements: readonly Announcement[]) => {
    for (const { channel, answer } of announcements) void delivery.say(channel, answer);
    followIn(announcements.map(({ channel }) => channel));
  };
  const timedJobs = createTimedJobs(context, announce);
  const lookForDeletedRoles = watchDeletedRoles(client, host, clock, log, announce);
  const machineTurns: MachineTurns = createMachineTurns(context, delivery, (channel) => followIn([channel]));
  /** Starts the work that is due. If it can't be read, each job finds out by itself within a minute. */
  function follow(read: () => Due | null): void {
    let due: Due | null;
    try {
      due = read();
    } catch (error) {
      // The dispatcher logs trouble with the database.
      const level = databaseTroubleOf(error) ? 'debug' : 'error';
      log[level]({ err: error }, 'could not find out what is due after a command or a press');
      timedJobs.arm();
      return;
    }
    if (due === null) return;
    timedJobs.arm(due.timer);
    dispatcher.noteCommits(due.commits);
    for (const channel of due.channels) forumTags.look(channel);
    delivery.runner.arm(due.delivery);
    machineTurns.play(due.machines);
    const { back, channels } = due;
    if (back !== null)
      log.info({ channel: channels[0], game: back }, 'a channel that seemed deleted is there; its game goes on');
  }
  let resolveDamaged = () => {};
  const damaged = new Promise<void>((resolve) => {
    resolveDamaged = resolve;
  });
  const { guild } = settings;
  const registration = createCommandRegistration({ ...context, memory, commands, inServer, guild, shards });
  const dispatcher = createDispatcher({
    host,
    commands,
    responder: createInteractionResponses(delivery, pictures, log, clock),
    clock,
    log,
    watch,
    rateLimit: createMemberRateLimit(clock, settings.pace ?? PRESSING),
    typing: createMemberRateLimit(clock, settings.pace ?? TYPING),
    acknowledging: createMemberRateLimit(clock, ACKNOWLEDGED),
    follow,
    afterInteraction: (interaction) => missingPermissions.tell(interaction),
    gameBegan: (game) => registration.gameBegan(game),
    troubled(trouble) {
      if (trouble === 'damaged') resolveDamaged();
    },
  });
  const vitals = () => ({
    ...connections.health(),
    version: VERSION,
    servers: [...client.guilds.cache.keys()],
    mishaps: watch.mishaps(),
    database: dispatcher.trouble,
  });
  host.status.reportHealthFrom(vitals);
  const missingPermissions = createMissingPermissions(context, (channels) => void delivery.runner.retryIn(channels));
  const guildJoined = createGuildJoined(host, delivery, log);
  watchDeletedChannels(client, host, clock, log);
  keepLastMessages(client);
  let serves = true;
  watchGuilds(client, log, {
    invited(guild) {
      if (!serves) return;
      registration.invited(guild.id);
      void guildJoined.invited(guild);
      missingPermissions.checkServer(guild);
      lookForDeletedRoles([guild]);
    },
    availableAgain(guild) {
      if (!serves) return;
      registration.check(guild.id);
      missingPermissions.checkServer(guild);
      lookForDeletedRoles([guild]);
    },
  });
  const answering = new Set<Promise<void>>();
  const inHand = () => ({
    answers: answering.size,
    messages: delivery.runner.inHand,
    edits: delivery.edits.inHand,
    readings: host.readingsUnderWay(),
  });
  client.on(Events.InteractionCreate, (interaction) => {
    const work = dispatcher.dispatch(interaction).finally(() => answering.delete(work));
    answering.add(work);
  });
  const lost = Promise.race([connections.lost, tokenReset.reset]);

  const stop = async () => {
    client.removeAllListeners(Events.InteractionCreate);
    serves = false;
    tokenReset.stop();
    reconnecting.stop();
    registration.stop();
    timedJobs.stop();
    forumTags.stop();
    const finished = Promise.all([...answering, machineTurns.stop(), delivery.stop(), deletedMessages.stop()]).then(
      () => true,
    );
    await withTimeout(FINISHING_MS, finished, false);
    const unfinished = inHand();
    if (Object.values(unfinished).some((number) => number > 0))
      log.warn(unfinished, 'stopped before everything was answered; undelivered posts follow after a restart');
    requests.stop();
    await disconnect(client);
    return unfinished;
  };
  const login = async () => {
    const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
    await client.login(settings.token);
    return ready;
  };
  const endOfStart = [lost.then((error) => Promise.reject(error)), ...(until ? [rejectOnAbort(until)] : [])];
  const { patience = PATIENCE_MS } = settings;
  try {
    // Shards connect one after another, five seconds apart, and each has the full time.
    const connected = await withRenewedTimeout(patience, Promise.race([login(), ...endOfStart]), null, (renew) =>
      client.on(Events.ShardReady, renew),
    );
    if (connected === null) throw unanswered(settings.api);
    void delivery.runner.run();
    timedJobs.start();
    deletedMessages.start();
    forumTags.start();
    machineTurns.start();
    missingPermissions.start();
    lookForDeletedRoles(client.guilds.cache.values());
    const afterOutage = () => {
      if (!serves) return;
      void delivery.runner.retryAfterOutage();
      registration.retryAfterOutage();
    };
    client.on(Events.ShardReady, afterOutage).on(Events.ShardResume, afterOutage);
    requests.onOutageOver(afterOutage);
    const registered = await Promise.race([withTimeout(patience, registration.begin(), null), ...endOfStart]);
    return { client: connected, registered, delivery, guildJoined, lost, damaged, vitals, inHand, stop };
  } catch (error) {
    await stop();
    throw until?.aborted ? until.reason : errorForOperator(error, settings);
  }
}

function clientFor(settings: BotSettings, requests: RestRequests, reconnecting: Reconnecting, log: Logger): Client {
  const { api, wire, shards = null } = settings;
  const client: Client = new Client({
    intents: [GatewayIntentBits.Guilds],
    makeCache: boundedCaches(),
    allowedMentions: { parse: [] },
    waitGuildTimeout: NEXT_SERVER_MS,
    ...shardOptions(shards),
    ws: {
      buildStrategy(gateway) {
        const safe = reconnecting.paced(guarded(gateway, noteUnread(client, log)));
        return wire?.ws?.buildStrategy?.(safe) ?? new CleanShardingStrategy(safe);
      },
      async buildIdentifyThrottler(gateway) {
        if (wire?.ws?.buildIdentifyThrottler) return wire.ws.buildIdentifyThrottler(gateway);
        const { session_start_limit: limit } = await gateway.fetchGatewayInformation();
        return reconnecting.throttler(limit.max_concurrency);
      },
    },
    rest: { ...(api ? { api } : {}), ...wire?.rest, ...requests.options() },
  });
  guardQueue(client, noteUnread(client, log));
  client.rest.on(RESTEvents.InvalidRequestWarning, (warning) => requests.noteInvalid(warning));
  return client;
}

async function waitFor(clock: Clock, ms: number, until: AbortSignal | undefined): Promise<void> {
  let cancel = () => {};
  const over = new Promise<void>((resolve) => {
    cancel = clock.after(ms, resolve);
  });
  try {
    await Promise.race([over, ...(until ? [rejectOnAbort(until)] : [])]);
  } finally {
    cancel();
  }
}

/** Never resolves. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

async function disconnect(client: Client): Promise<void> {
  // discord.js also emits this event when it is told to disconnect
  // (https://github.com/discordjs/discord.js/pull/10826).
  client.removeAllListeners(Events.ShardReconnecting);
  await withTimeout(DISCONNECT_MS, client.destroy(), undefined);
}
