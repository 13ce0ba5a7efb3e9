import { Members } from './acts/members.ts';
import { Seat } from './acts/seat.ts';
import { type Clock, systemClock } from './clock.ts';
import { announceMessages } from './gateway/events.ts';
import { Gateway } from './gateway/gateway.ts';
import { Intent } from './gateway/intents.ts';
import { Answers } from './interactions/answers.ts';
import { Interactions } from './interactions/interactions.ts';
import { quietLog, type SandboxLog } from './log.ts';
import { channelObject } from './objects.ts';
import { type SeenMessage, seenMessage } from './outcome.ts';
import type { Platform } from './rest/platform.ts';
import { accountRoutes } from './rest/routes/account.ts';
import { channelRoutes } from './rest/routes/channels.ts';
import { commandRoutes } from './rest/routes/commands.ts';
import { guildRoutes } from './rest/routes/guilds.ts';
import { interactionRoutes } from './rest/routes/interactions.ts';
import type { Faults } from './rest/server.ts';
import { snowflakeSource } from './snowflake.ts';
import { CommandStore, commandObject } from './store/commands.ts';
import { FileStore } from './store/files.ts';
import { MessageStore } from './store/messages.ts';
import { Listener } from './web/listener.ts';
import { Pages } from './web/socket.ts';
import { World, type WorldChannel } from './world.ts';

export { type Clock, type ManualClock, manualClock, systemClock } from './clock.ts';
export type { Outcome, SeenButton, SeenMessage, SeenModal, SeenSelect } from './outcome.ts';
export { Permission } from './permissions.ts';
export type { RestAnswer } from './rest/router.ts';
export type { FaultCall, Faults } from './rest/server.ts';
export { PortInUse } from './web/listener.ts';

/** The port that the sandbox has by default. */
export const DEFAULT_PORT = 8411;
/** The bot's token that a sandbox takes by default. It opens nothing else. */
export const SANDBOX_TOKEN = 'sandbox';

const MESSAGES_PER_CHANNEL = 500;
const FILE_BYTES = 256 * 1024 * 1024;
const HEARTBEAT_MS = 41_250;

export interface SandboxOptions {
  /** The port on loopback; 0 takes any that is free. 8411 by default. */
  readonly port?: number;
  /** What the bot has to log in with. */
  readonly token?: string;
  /** Where time comes from: the ids of messages, the three seconds and fifteen minutes of interactions. */
  readonly clock?: Clock;
  /** Where it says what it does; a pino logger is one. */
  readonly log?: SandboxLog;
  /** The privileged gateway intents (a bit field) that the application has been granted. None by default. */
  readonly privilegedIntents?: number;
  /** Milliseconds between the bot's heartbeats. */
  readonly heartbeatInterval?: number;
}

/** A Discord on loopback, with its page. */
export interface Sandbox {
  /** Where a browser finds the page, for example `http://127.0.0.1:8411/`. */
  readonly pageUrl: string;
  /** What a discord.js client takes as `rest.api`, for example `http://127.0.0.1:8411/api`. */
  readonly apiUrl: string;
  /** What the bot has to log in with. */
  readonly token: string;
  /** Servers, channels and members, to be found by name. */
  readonly world: World;
  readonly bot: {
    /** Whether a bot is connected to the gateway now. */
    readonly online: boolean;
    /** Resolves once a bot is connected. */
    whenOnline(): Promise<void>;
  };
  /** Consulted before each answer of the REST API; null for none. */
  faults: Faults | null;
  /** A member (by name or id), to act `in` a channel (by name or id; `"dm"` for the member's own with the bot). */
  as(member: string): { in(channel: string): Seat };
  /** The messages of a channel, the oldest first; with `seenBy` only those that this member sees. */
  messages(channel: string, options?: { readonly seenBy?: string }): SeenMessage[];
  /**
   * The first message of a channel, present or to come, for which `wanted` holds (all that are there are asked, then
   * every new or changed one).
   * @throws after `timeout` milliseconds of real time (5,000 by default).
   */
  waitForMessage(
    channel: string,
    wanted: (message: SeenMessage) => boolean,
    options?: { readonly timeout?: number },
  ): Promise<SeenMessage>;
  /** The bytes of a message's file, by its address or path. Throws where it is gone. */
  attachmentBytes(url: string): Buffer;
  /** The registered commands as Discord's objects; of a server, or global ones. */
  commands(guild?: string): readonly Record<string, unknown>[];
  /**
   * Breaks the bot's connection: `cut` (the default) and `reconnect` can be resumed, after `invalidate` what was missed
   * is lost.
   */
  dropGateway(how?: 'cut' | 'reconnect' | 'invalidate'): void;
  /** The id of the newest interaction, answered or not. Throws where there is none. */
  latestInteraction(): string;
  /** Sends an interaction to the bot once more, as a gateway may. */
  redeliver(interactionId: string): void;
  /** The bot is thrown out of a server (by name or id). */
  throwOut(guild: string): void;
  /** The bot is invited back. */
  invite(guild: string): void;
  /** Takes permissions from the bot in a channel; `0n` gives them back. */
  denyBot(channel: string, permissions: bigint): void;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
}

/**
 * Starts a Discord on loopback, fresh: its servers invite the bot when it first comes.
 * @throws {PortInUse} where another process has the port.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { clock = systemClock, log = quietLog, token = SANDBOX_TOKEN, privilegedIntents = 0 } = options;
  const world = new World();
  const nextId = snowflakeSource(clock);
  const files = new FileStore(nextId, FILE_BYTES);
  const messages = new MessageStore(nextId, clock, files, MESSAGES_PER_CHANNEL);
  const commands = new CommandStore(nextId, () => pages.tellCommands());
  let origin = '';
  const base = () => origin;
  const arrivals = new Set<() => void>();
  const gateway = new Gateway({
    world,
    clock,
    log,
    token,
    privilegedIntents,
    heartbeatInterval: options.heartbeatInterval ?? HEARTBEAT_MS,
    url: () => `${origin.replace(/^http/, 'ws')}/gateway`,
    onPresence(online) {
      pages.tellPresence(online);
      if (!online) return;
      for (const arrived of arrivals) arrived();
      arrivals.clear();
    },
  });
  const interactions = new Interactions(world, clock, gateway, nextId);
  const answers = new Answers({ world, files, messages }, interactions);
  const members = new Members({ world, commands, messages, interactions, answers, gateway, base });
  const pages = new Pages({ clock, world, messages, commands, members, gateway, log });
  announceMessages(world, messages, gateway, base);

  const platform: Platform = {
    world,
    clock,
    files,
    messages,
    commands,
    gateway,
    answers,
    readsContent: (privilegedIntents & Intent.messageContent) !== 0,
    base,
    onTyping: (channel) => pages.tellTyping(channel),
  };
  const routes = [
    ...accountRoutes(platform),
    ...commandRoutes(platform),
    ...interactionRoutes(platform),
    ...channelRoutes(platform),
    ...guildRoutes(platform, privilegedIntents),
  ];
  const listener = new Listener({
    rest: { routes, token, log, faults: () => sandbox.faults },
    files,
    gateway,
    pages,
  });
  await listener.listen(options.port ?? DEFAULT_PORT);
  origin = `http://127.0.0.1:${listener.port}`;

  const seen = (message: Parameters<typeof seenMessage>[0]) => seenMessage(message, { base, clock });
  const sandbox: Sandbox = {
    pageUrl: `${origin}/`,
    apiUrl: `${origin}/api`,
    token,
    world,
    bot: {
      get online() {
        return gateway.online;
      },
      whenOnline: () => (gateway.online ? Promise.resolve() : new Promise((resolve) => arrivals.add(() => resolve()))),
    },
    faults: null,
    as(name) {
      const member = world.member(name);
      return {
        in(place) {
          const channel = place === 'dm' ? world.dm(member.id) : world.channel(place);
          return new Seat({ member, channel }, { members, messages, interactions, base, clock });
        },
      };
    },
    messages(name, { seenBy } = {}) {
      const viewer = seenBy === undefined ? null : world.member(seenBy).id;
      const all = messages.in(world.channel(name).id);
      return all.filter((each) => viewer === null || each.onlyFor === null || each.onlyFor === viewer).map(seen);
    },
    waitForMessage(name, wanted, { timeout = 5000 } = {}) {
      const channel = world.channel(name);
      return waitForMessage(
        messages,
        channel,
        (message) => {
          const shown = seen(message);
          return wanted(shown) ? shown : null;
        },
        timeout,
      );
    },
    attachmentBytes(url) {
      const [, , channelId, id] = new URL(url, origin).pathname.split('/');
      const found = files.find(channelId ?? '', id ?? '');
      if (found === undefined) throw new Error(`The sandbox has no file at ${url}.`);
      return found.bytes;
    },
    commands: (guild) =>
      commands
        .in(guild === undefined ? null : world.guild(guild).id)
        .map((each) => commandObject(each, world.applicationId)),
    dropGateway: (how = 'cut') => gateway.drop(how),
    latestInteraction() {
      const latest = interactions.latest();
      if (latest === undefined) throw new Error('There has been no interaction in the last fifteen minutes.');
      return latest.id;
    },
    redeliver: (id) => interactions.redeliver(id),
    throwOut: (guild) => gateway.setPresent(world.guild(guild), false),
    invite: (guild) => gateway.setPresent(world.guild(guild), true),
    denyBot(name, permissions) {
      const channel = world.channel(name);
      channel.botDenied = permissions;
      gateway.dispatch('CHANNEL_UPDATE', Intent.guilds, channelObject(world, channel));
    },
    async close() {
      gateway.close();
      pages.close();
      await listener.close();
    },
  };
  return sandbox;
}

type Stored = Parameters<typeof seenMessage>[0];

function waitForMessage(
  messages: MessageStore,
  channel: WorldChannel,
  pick: (message: Stored) => SeenMessage | null,
  timeout: number,
): Promise<SeenMessage> {
  for (const message of messages.in(channel.id)) {
    const picked = pick(message);
    if (picked !== null) return Promise.resolve(picked);
  }
  return new Promise((resolve, reject) => {
    const look = (message: Stored): void => {
      const picked = message.channel.id === channel.id ? pick(message) : null;
      if (picked === null) return;
      clearTimeout(timer);
      stop();
      resolve(picked);
    };
    const stop = messages.listen({ created: look, edited: look });
    const timer = setTimeout(() => {
      stop();
      const there = messages.in(channel.id).map((each) => `  ${each.author.name}: ${each.content.slice(0, 120)}`);
      reject(new Error([`No such message came to ${channel.name} in ${timeout} ms. It has:`, ...there].join('\n')));
    }, timeout);
  });
}
