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

export const DEFAULT_PORT = 8411;
/** The default token of the bot. It is valid only in the sandbox. */
const SANDBOX_TOKEN = 'sandbox';

const MESSAGES_PER_CHANNEL = 500;
const FILE_BYTES = 256 * 1024 * 1024;
const KEPT_REQUESTS = 20_000;
const HEARTBEAT_MS = 41_250;
const REQUEST_MS = 60_000;

export interface SandboxOptions {
  /** The port on loopback; 0 picks a free one. 8411 by default. */
  readonly port?: number;
  /** The bot's token. "sandbox" by default. */
  readonly token?: string;
  /** The clock for message ids and for the three seconds and fifteen minutes of interactions. */
  readonly clock?: Clock;
  readonly log?: SandboxLog;
  /** The privileged gateway intents (a bit field) granted to the application. None by default. */
  readonly privilegedIntents?: number;
  /** Milliseconds between the bot's heartbeats. */
  readonly heartbeatInterval?: number;
  /** Milliseconds within which a whole request must arrive. A minute by default. */
  readonly requestTimeout?: number;
  /** Members in addition to the three of the page: a number, or a list. They join every server. */
  readonly extraMembers?: number | readonly ExtraMember[];
  /**
   * Servers in addition to the two of the page: "Server 1" with a channel "table-1" and so on. With 2 to 5 shards the page's two belong
   * to the first shard, and server n to shard n modulo their count.
   */
  readonly extraServers?: number;
  readonly sharding?: Sharding;
  /**
   * Enables Discord's limits on messages: five posts and five edits in five seconds in each channel. `true` uses real time,
   * by which a stock client waits. Off by default.
   */
  readonly limits?: boolean | Clock;
}

/**
 * Starts a fresh Discord on loopback. Its servers invite the bot when it first connects.
 * @throws {PortInUse} if another process has the port.
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
