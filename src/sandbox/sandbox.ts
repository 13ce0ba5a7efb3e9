import { type Clock, systemClock } from '../time-source.ts';
import { Members } from './acts/members.ts';
import { Memberships } from './acts/memberships.ts';
import { type HappeningParts, happen } from './faults/happenings.ts';
import { Plans } from './faults/running-plans.ts';
import { announceMessages } from './gateway/events.ts';
import { Gateway } from './gateway/gateway.ts';
import { Intent } from './gateway/intents.ts';
import type { Sharding } from './gateway/shards.ts';
import { Answers } from './interactions/bot-answers.ts';
import { Interactions } from './interactions/pending-interactions.ts';
import { quietLog, type SandboxLog } from './log.ts';
import { type ExtraMember, extraMembers } from './people.ts';
import { Places } from './places.ts';
import { type Control, type Sandbox, sandboxOf } from './public-interface.ts';
import { RateLimits } from './rest/limits.ts';
import type { Platform } from './rest/platform.ts';
import { RequestLog } from './rest/requests.ts';
import { accountRoutes } from './rest/routes/account.ts';
import { channelRoutes } from './rest/routes/channels.ts';
import { commandRoutes } from './rest/routes/commands.ts';
import { guildRoutes } from './rest/routes/guilds.ts';
import { interactionRoutes } from './rest/routes/interactions.ts';
import { threadRoutes } from './rest/routes/threads.ts';
import { snowflakeSource } from './snowflake.ts';
import { CommandStore } from './store/commands.ts';
import { FileStore } from './store/files.ts';
import { MessageStore } from './store/messages.ts';
import { Threads } from './threads.ts';
import { Listener } from './web/listener.ts';
import { Pages } from './web/socket.ts';
import { Trouble } from './web/trouble.ts';
import { World } from './world.ts';

export { type Clock, type ManualClock, manualClock, systemClock } from '../time-source.ts';
export type { OptionValues, Seat } from './acts/seat.ts';
export type {
  Count,
  EventFault,
  EventTrouble,
  FaultPlan,
  Happening,
  PermissionName,
  RestFault,
  RestTrouble,
  RunningPlan,
  Strikes,
  Timed,
} from './faults/fault-plan.ts';
export { type Sharding, shardOf } from './gateway/shards.ts';
export type { SandboxLog } from './log.ts';
export type { ExtraMember, WorldUser } from './people.ts';
export { Permission } from './permissions.ts';
export type { Sandbox } from './public-interface.ts';
export type { SeenRequest } from './rest/requests.ts';
export type { RestAnswer } from './rest/router.ts';
export type { FaultCall, Faults } from './rest/server.ts';
export type { Outcome, SeenButton, SeenMessage, SeenModal, SeenSelect } from './seen-by-members.ts';
export { PortInUse } from './web/listener.ts';
export type { Forum, World, WorldChannel, WorldGuild, WorldRole, WorldThread } from './world.ts';

/** The port that the sandbox has by default. */
export const DEFAULT_PORT = 8411;
/** The bot's token that a sandbox takes by default. It opens nothing else. */
const SANDBOX_TOKEN = 'sandbox';

const MESSAGES_PER_CHANNEL = 500;
const FILE_BYTES = 256 * 1024 * 1024;
const KEPT_REQUESTS = 20_000;
const HEARTBEAT_MS = 41_250;
const REQUEST_MS = 60_000;

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
  /** Milliseconds that a request may take to come, body and all. A minute by default. */
  readonly requestTimeout?: number;
  /** Members beside the three of the page: so many, or those that are named. They are in every server. */
  readonly extraMembers?: number | readonly ExtraMember[];
  /**
   * Servers beside the two of the page, "Server 1" and so on, each with a channel "table-1" and so on. Of 2, 3, 4 or 5 shards the two
   * of the page fall to the first, and the server of a number to that of its remainder.
   */
  readonly extraServers?: number;
  /** How the bot's sessions are divided. */
  readonly sharding?: Sharding;
  /**
   * Whether messages are limited as Discord limits them: five posted and five edited in five seconds in each channel.
   * By the machine's clock, by which a stock client waits, or by the clock given here. Off by default.
   */
  readonly limits?: boolean | Clock;
}

/**
 * Starts a Discord on loopback, fresh: its servers invite the bot when it first comes.
 * @throws {PortInUse} where another process has the port.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { clock = systemClock, log = quietLog, token = SANDBOX_TOKEN, privilegedIntents = 0 } = options;
  const world = new World(extraMembers(options.extraMembers ?? 0), options.extraServers ?? 0);
  const nextId = snowflakeSource(clock);
  const files = new FileStore(nextId, FILE_BYTES);
  const messages = new MessageStore(nextId, clock, files, MESSAGES_PER_CHANNEL);
  const commands = new CommandStore(nextId, () => pages.tellCommands());
  let origin = '';
  const base = () => origin;
  const control: Control = { faults: null };
  const gateway = new Gateway({
    world,
    clock,
    log,
    token,
    privilegedIntents,
    heartbeatInterval: options.heartbeatInterval ?? HEARTBEAT_MS,
    sharding: options.sharding ?? {},
    url: () => `${origin.replace(/^http/, 'ws')}/gateway`,
    pass: (event, channelId, send) => plans.passEvent(event, channelId, send),
    onPresence: (online) => pages.tellPresence(online),
    onGuilds: () => pages.tellPlaces(),
    onThrownOut: ({ id }) => commands.forget(id),
  });
  const interactions = new Interactions(world, clock, gateway, messages, nextId);
  const answers = new Answers({ world, files, messages }, interactions);
  const threads = new Threads({ world, clock, messages, gateway, nextId, onChange: () => pages.tellPlaces() });
  const places = new Places({ world, messages, gateway, nextId, onChange: () => pages.tellPlaces() });
  const happeningParts: HappeningParts = {
    world,
    clock,
    gateway,
    interactions,
    messages,
    threads,
    places,
    breakNetwork: (how, ms) => listener.breakNetwork(how, ms),
  };
  const channelOf = ({ channel, interaction, token }: Readonly<Record<string, string>>) =>
    (channel === undefined ? undefined : world.channelById(channel)) ??
    (interactions.byId(interaction ?? '') ?? interactions.byToken(token ?? ''))?.channel ??
    null;
  const plans = new Plans({
    clock,
    channelOf,
    channelById: (id) => world.channelById(id),
    happen(happening) {
      try {
        happen(happening, happeningParts);
      } catch (error) {
        log.warn({ happening, error }, 'what was planned cannot happen');
      }
    },
    onStrike: () => trouble.struck(),
  });
  const members = new Members({ world, commands, messages, interactions, answers, gateway, threads, base });
  const trouble = new Trouble({
    world,
    gateway,
    places,
    plans,
    happen: (happening) => happen(happening, happeningParts),
    onChange: () => pages.tellPlans(),
  });
  const pages = new Pages({ clock, world, messages, commands, members, gateway, trouble, log });
  announceMessages(world, messages, gateway, base);

  const platform: Platform = {
    world,
    clock,
    files,
    messages,
    commands,
    gateway,
    answers,
    threads,
    places,
    readsContent: (privilegedIntents & Intent.messageContent) !== 0,
    base,
    onTyping: (channel) => pages.tellTyping(channel),
  };
  const routes = [
    ...accountRoutes(platform),
    ...commandRoutes(platform),
    ...interactionRoutes(platform),
    ...channelRoutes(platform),
    ...threadRoutes(platform),
    ...guildRoutes(platform, privilegedIntents),
  ];
  const { limits = false } = options;
  const requests = new RequestLog(KEPT_REQUESTS);
  const listener = new Listener({
    requestTimeout: options.requestTimeout ?? REQUEST_MS,
    rest: {
      routes,
      token,
      log,
      clock,
      limits: new RateLimits(limits === true ? systemClock : limits === false ? null : limits),
      requests,
      faults: () => control.faults,
      plans,
      available(params) {
        const channel = channelOf(params);
        const guild = channel === null ? world.guildById(params.guild ?? '') : world.guildOf(channel);
        return guild?.available !== false;
      },
    },
    files,
    gateway,
    pages,
  });
  await listener.listen(options.port ?? DEFAULT_PORT);
  origin = `http://127.0.0.1:${listener.port}`;

  const memberships = new Memberships(world, gateway, () => pages.tellMembers());
  return sandboxOf({
    ...platform,
    token,
    interactions,
    members,
    memberships,
    pages,
    listener,
    requests,
    control,
    plans,
    breakNetwork: happeningParts.breakNetwork,
  });
}
