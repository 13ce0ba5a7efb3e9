import { Client, type ClientOptions, Events, GatewayIntentBits, RESTEvents } from 'discord.js';
import type { Logger } from 'pino';
import type { System } from '../game/index.ts';
import type { Announcement, BotHealth, Due, Host } from '../host/index.ts';
import { databaseTroubleOf } from '../store/index.ts';
import { type Clock, systemClock } from '../time-source.ts';
import { VERSION } from '../version.ts';
import { Metrics, type Watch } from '../watch/metrics.ts';
import { withRenewedTimeout, withTimeout } from '../with-timeout.ts';
import { CannotConnect, explained, unanswered } from './connection/cannot-connect.ts';
import { boundedCaches, keepLastMessages } from './connection/client-caches.ts';
import { createTokenReset, watchConnections } from './connection/connection-health.ts';
import { createReconnecting, type Reconnecting } from './connection/reconnecting.ts';
import { boundsOf, createRestRequests, type RestRequests } from './connection/rest-requests.ts';
import { CleanShardingStrategy, type Memory, type Shards, shardOptions, shareOf } from './connection/shards.ts';
import type { Command } from './inbound/command.ts';
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
import {
  createBallotMessageEditor,
  createDeletedBallotMessages,
  editing,
  lookingBy,
} from './outbound/ballot-messages.ts';
import { type ChannelDelivery, createChannelDelivery } from './outbound/channel-delivery.ts';
import { watchDeletedChannels } from './outbound/failed-posts.ts';
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
  /** Milliseconds that each connection may take; 30,000 by default. discord.js itself would try for ever. */
  readonly patience?: number;
  readonly pace?: Pace;
  /** Replaces the network in tests: how a REST request is made, and the gateway. discord.js's own by default. */
  readonly wire?: Pick<ClientOptions, 'rest' | 'ws'>;
}

export interface Bot {
  readonly client: Client<true>;
  readonly delivery: ChannelDelivery;
  readonly guildJoined: GuildJoined;
  /** The result of registering the commands at this start; null if another process does it, or until Discord answers. */
  readonly registered: Registered | null;
  /** Resolves if Discord shuts the bot out for good, as it does when its token is reset. Lesser breaks are mended silently. */
  readonly lost: Promise<CannotConnect>;
  /** Resolves if the database is found damaged while it is in use: nothing more is written to it. */
  readonly damaged: Promise<void>;
  readonly vitals: () => BotHealth;
  inHand(): InHand;
  /**
   * Finishes what is in hand, for some seconds at most, and leaves Discord. What is not posted by then stays undelivered.
   * @returns what was not finished
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
/** discord.js holds events back at a start until no server has arrived for this long. Discord takes no answer after three seconds. */
const NEXT_SERVER_MS = 1000;
/** Time for unfinished work at a shutdown, then for closing the connection. */
export const FINISHING_MS = 3000;
export const DISCONNECT_MS = 1000;

export interface BotParts {
  readonly host: Host;
  readonly commands: readonly Command[];
  /** The commands that a server has for itself where these games are played. */
  readonly inServer: (games: readonly System[]) => readonly Command['data'][];
  readonly memory: Memory;
  readonly log: Logger;
  readonly clock?: Clock | undefined;
  readonly watch?: Watch | undefined;
  /** Ends a start that is under way: it stops as a bot does that has started, and throws the signal's reason. */
  readonly until?: AbortSignal | undefined;
}

/**
 * Connects to Discord and serves it until stopped. What fell due by the clock while nothing ran is done at once. If Discord says how long it
 * shuts the bot out, this waits as long: a new process each time would only lengthen it.
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
      await passed(clock, error.wait, until);
    }
  }
}

async function connectBot(settings: BotSettings, parts: BotParts): Promise<Bot> {
  const { host, commands, inServer, memory, log, clock = systemClock, watch = new Metrics(), until } = parts;
  const { shards = null } = settings;
  const reconnecting = createReconnecting(shareOf(shards));
  const { makeRequest, globalRequestsPerSecond: aSecond } = settings.wire?.rest ?? {};
  const bounds = { ...boundsOf(shareOf(shards)), ...(aSecond === undefined ? {} : { aSecond }) };
  const requests = createRestRequests(clock, log, () => tokenReset.raise(), makeRequest, bounds);
  const client = clientFor(settings, requests, reconnecting, log);
  const tokenReset = createTokenReset(client, settings.token, clock, log);
  const connections = watchConnections(client, watch, clock, log, shards);
  const context = { client, host, clock, log };
  const pictures = createPicturesInFlight();
  const forumTags = createForumPostTags(context);
  const threads = createOpenThreads(context, forumTags, ({ channel, answer }) => {
    void delivery.say(channel, answer);
    changed([channel]);
  });
  const edit = editing(client);
  const ballotMessages = createBallotMessageEditor(
    host,
    async (face) => {
      await edit(face);
      deletedMessages.isThere(face.message);
    },
    log,
  );
  const delivery: ChannelDelivery = createChannelDelivery(context, pictures, threads, ballotMessages);
  const deletedMessages = createDeletedBallotMessages(context, lookingBy(client), (place) => {
    try {
      host.ballotMessages.doubt(place);
    } catch (error) {
      log.error({ err: error, ...place }, 'a message that may be gone could not be noted');
    }
    delivery.runner.look();
  });
  const changed = (channels: readonly string[]) => follow(() => host.requests.due(channels));
  const announce = (announcements: readonly Announcement[]) => {
    for (const { channel, answer } of announcements) void delivery.say(channel, answer);
    changed(announcements.map(({ channel }) => channel));
  };
  const timedJobs = createTimedJobs(context, announce);
  const lookForDeletedRoles = watchDeletedRoles(client, host, clock, log, announce);
  const machineTurns: MachineTurns = createMachineTurns(context, delivery, (channel) => changed([channel]));
  /** Starts the due work. If it can't be read, the clock looks by itself, and everything else is tried from time to time. */
  function follow(read: () => Due | null): void {
    let due: Due | null | undefined;
    try {
      due = read();
    } catch (error) {
      // The trouble that keeps the database from being used is logged elsewhere.
      log[databaseTroubleOf(error) ? 'debug' : 'error'](
        { err: error },
        'could not find out what is due after a command or a press',
      );
    }
    if (due === null) return;
    timedJobs.arm(due?.timer);
    if (!due) return;
    dispatcher.noteCommits(due.commits);
    for (const channel of due.channels) forumTags.look(channel);
    delivery.runner.arm(due.delivery);
    machineTurns.play(due.machines);
    const { back, channels } = due;
    if (back !== null)
      log.info({ channel: channels[0], game: back }, 'a channel that seemed deleted is there; its game goes on');
  }
  let noteDamage = () => {};
  const damaged = new Promise<void>((resolve) => {
    noteDamage = resolve;
  });
  const { guild } = settings;
  const registration = createCommandRegistration({
    ...context,
    memory,
    commands,
    inServer,
    guild,
    shards,
  });
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
    dealtWith: (interaction) => missingPermissions.tell(interaction),
    began: (game) => registration.began(game),
    troubled(trouble) {
      if (trouble === 'damaged') noteDamage();
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
      missingPermissions.looksIn(guild);
      lookForDeletedRoles([guild]);
    },
    back(guild) {
      if (!serves) return;
      registration.look(guild.id);
      missingPermissions.looksIn(guild);
      lookForDeletedRoles([guild]);
    },
  });
  const underWay = new Set<Promise<void>>();
  const inHand = () => ({
    answers: underWay.size,
    messages: delivery.runner.inHand,
    edits: delivery.edits.inHand,
    readings: host.readingsUnderWay(),
  });
  client.on(Events.InteractionCreate, (interaction) => {
    const work = dispatcher.dispatch(interaction).finally(() => underWay.delete(work));
    underWay.add(work);
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
    const finished = Promise.all([...underWay, machineTurns.stop(), delivery.stop(), deletedMessages.stop()]).then(
      () => true,
    );
    await withTimeout(FINISHING_MS, finished, false);
    const left = inHand();
    if (Object.values(left).some((number) => number > 0))
      log.warn(left, 'stopped before everything was answered; undelivered posts follow after a restart');
    requests.stop();
    await leave(client);
    return left;
  };
  const enter = async () => {
    const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
    await client.login(settings.token);
    return ready;
  };
  const ended = [lost.then((error) => Promise.reject(error)), ...(until ? [aborted(until)] : [])];
  const { patience = PATIENCE_MS } = settings;
  try {
    // Shards begin one after another, five seconds apart.
    const connected = await withRenewedTimeout(patience, Promise.race([enter(), ...ended]), null, (renew) =>
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
    const wellAgain = () => {
      if (!serves) return;
      void delivery.runner.wellAgain();
      registration.wellAgain();
    };
    client.on(Events.ShardReady, wellAgain).on(Events.ShardResume, wellAgain);
    requests.onWellAgain(wellAgain);
    const registered = await Promise.race([withTimeout(patience, registration.begin(), null), ...ended]);
    return { client: connected, registered, delivery, guildJoined, lost, damaged, vitals, inHand, stop };
  } catch (error) {
    await stop();
    throw until?.aborted ? until.reason : explained(error, settings);
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
    rest: {
      ...(api ? { api } : {}),
      ...wire?.rest,
      ...requests.options(),
    },
  });
  guardQueue(client, noteUnread(client, log));
  client.rest.on(RESTEvents.InvalidRequestWarning, (warning) => requests.noteInvalid(warning));
  return client;
}

/** Resolves after so many milliseconds; rejects with the signal's reason, if that is given before. */
async function passed(clock: Clock, ms: number, until: AbortSignal | undefined): Promise<void> {
  let cancel = () => {};
  const over = new Promise<void>((resolve) => {
    cancel = clock.after(ms, resolve);
  });
  try {
    await Promise.race([over, ...(until ? [aborted(until)] : [])]);
  } finally {
    cancel();
  }
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
  // discord.js tells of the good-bye as of any other break (https://github.com/discordjs/discord.js/pull/10826).
  client.removeAllListeners(Events.ShardReconnecting);
  await withTimeout(DISCONNECT_MS, client.destroy(), undefined);
}
