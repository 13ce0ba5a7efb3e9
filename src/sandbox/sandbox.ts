import { GatewayIntentBits } from 'discord.js';
import { type Clock, systemClock } from '../time-source.ts';
import { type FaultPlan, type Happening, type HappeningParts, happen, type RunningPlan } from './faults/fault-plan.ts';
import { createPlans, type Plans } from './faults/running-plans.ts';
import { createGateway, type Gateway, type Sharding } from './gateway/gateway.ts';
import { createInteractions } from './interactions/interactions.ts';
import { createMembers, type Members } from './interactions/members.ts';
import { seenMessage } from './protocol.ts';
import { accountRoutes, channelRoutes, interactionRoutes, threadRoutes } from './rest/routes.ts';
import { createRateLimits, createRest, type Faults, type Rest, type SeenRequest } from './rest/server.ts';
import { Seat, type SeenMessage } from './seat.ts';
import { addChannel, tell } from './store/channels.ts';
import { commandObject } from './store/commands.ts';
import { Discord, type DiscordOptions } from './store/discord.ts';
import type { StoredMessage } from './store/messages.ts';
import { createListener, type Listener } from './web/listener.ts';
import { createPages, createTrouble, type Pages } from './web/pages.ts';
import { EVERYONE_PERMISSIONS } from './world/permissions.ts';
import { iso } from './world/snowflake.ts';
import type { World, WorldGuild, WorldMembership } from './world/world.ts';

export { type ManualClock, manualClock } from '../time-source.ts';
export type { EventFault, FaultPlan, Happening, RestFault, RestTrouble, RunningPlan } from './faults/fault-plan.ts';
export { shardOf } from './gateway/session.ts';
export type { RestAnswer } from './rest/router.ts';
export type { FaultCall, Faults } from './rest/server.ts';
export type { OptionValues, Outcome, Seat, SeenMessage } from './seat.ts';
export { PortInUse } from './web/listener.ts';
export { Permission } from './world/permissions.ts';

export const DEFAULT_PORT = 8411;
/** The default token of the bot. It is valid only in the sandbox. */
const SANDBOX_TOKEN = 'sandbox';

const HEARTBEAT_MS = 41_250;
const REQUEST_MS = 60_000;

export interface SandboxOptions extends DiscordOptions {
  /** The port on loopback; 0 picks a free one. 8411 by default. */
  readonly port?: number;
  /** The bot's token. "sandbox" by default. */
  readonly token?: string;
  /** Milliseconds between the bot's heartbeats. */
  readonly heartbeatInterval?: number;
  /** Milliseconds within which a whole request must arrive. A minute by default. */
  readonly requestTimeout?: number;
  readonly sharding?: Sharding;
  /**
   * Enables Discord's rate limits: five posts and five edits in five seconds in each channel, and 50 requests a second for all processes of
   * the bot together. `true` uses real time, by which a stock client waits. Off by default.
   */
  readonly limits?: boolean | Clock;
}

/**
 * Starts a fresh Discord on loopback. Its servers invite the bot when it first connects.
 * @throws {PortInUse} if another process has the port.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { token = SANDBOX_TOKEN, limits = false, requestTimeout = REQUEST_MS } = options;
  const discord = new Discord(options);
  const interactions = createInteractions(discord);
  const members = createMembers(discord, interactions);
  const plans = createPlans(discord, (happening) => {
    try {
      happen(happening, parts);
    } catch (error) {
      discord.log.warn({ happening, error }, 'what was planned cannot happen');
    }
  });
  const gateway = createGateway({
    discord,
    token,
    heartbeatInterval: options.heartbeatInterval ?? HEARTBEAT_MS,
    sharding: options.sharding ?? {},
    pass: (event, channelId, send) => plans.passEvent(event, channelId, send),
  });
  const parts: HappeningParts = {
    discord,
    gateway,
    interactions,
    breakNetwork: (how, ms) => listener.breakNetwork(how, ms),
  };
  const trouble = createTrouble(parts, plans);
  const pages = createPages({ discord, members, gateway, trouble });
  const rest = createRest({
    discord,
    interactions,
    routes: [
      ...accountRoutes(discord, gateway),
      ...interactionRoutes(discord, interactions),
      ...channelRoutes(discord),
      ...threadRoutes(discord),
    ],
    token,
    limits: createRateLimits(limits === true ? systemClock : limits || null),
    plans,
  });
  const listener = createListener({ discord, requestTimeout, rest, gateway, pages });
  const port = await listener.listen(options.port ?? DEFAULT_PORT);
  discord.origin = `http://127.0.0.1:${port}`;
  return new Sandbox({ ...parts, token, members, plans, rest, pages, listener });
}

interface SandboxParts extends HappeningParts {
  readonly token: string;
  readonly members: Members;
  readonly plans: Plans;
  readonly rest: Rest;
  readonly pages: Pages;
  readonly listener: Listener;
}

/** A Discord on loopback, with its page. Members, channels, servers and roles are given by name or id. */
export class Sandbox {
  readonly #parts: SandboxParts;
  /** For a browser, for example `http://127.0.0.1:8411/`. */
  readonly pageUrl: string;
  /** For a discord.js client's `rest.api`, for example `http://127.0.0.1:8411/api`. */
  readonly apiUrl: string;
  readonly token: string;
  readonly world: World;
  readonly bot: Pick<Gateway, 'online' | 'whenOnline'>;

  constructor(parts: SandboxParts) {
    const { token, discord } = parts;
    this.#parts = parts;
    this.pageUrl = `${discord.origin}/`;
    this.apiUrl = `${discord.origin}/api`;
    this.token = token;
    this.world = discord.world;
    this.bot = parts.gateway;
  }

  #seen = (message: StoredMessage): SeenMessage => {
    return seenMessage(this.#parts.discord, message, this.#parts.discord.origin);
  };

  /** Intercepts each request to the REST API. */
  get faults(): Faults | null {
    return this.#parts.rest.faults;
  }

  set faults(faults: Faults | null) {
    this.#parts.rest.faults = faults;
  }

  /** A member `in` a channel (or `"dm"` for the direct messages with the bot). */
  as(name: string): { in(channel: string): Seat } {
    const member = this.world.member(name);
    return {
      in: (place) => {
        const channel = place === 'dm' ? this.world.dm(member.id) : this.world.channel(place);
        return new Seat({ member, channel }, this.#parts.discord, this.#parts.members);
      },
    };
  }

  /** The messages of a channel, oldest first; with `seenBy` only those that this member sees. */
  messages(channel: string, { seenBy }: { readonly seenBy?: string } = {}): SeenMessage[] {
    const viewer = seenBy === undefined ? null : this.world.member(seenBy).id;
    const all = this.#parts.discord.messages.in(this.world.channel(channel).id);
    return all.filter(({ onlyFor }) => viewer === null || onlyFor === null || onlyFor === viewer).map(this.#seen);
  }

  /**
   * The first message of a channel for which `wanted` holds: checks the present messages, then every new or edited one.
   * @throws after `timeout` milliseconds of real time (120,000 by default).
   */
  waitForMessage(
    channelName: string,
    wanted: (message: SeenMessage) => boolean,
    { timeout = 120_000 }: { readonly timeout?: number } = {},
  ): Promise<SeenMessage> {
    const { id, name } = this.world.channel(channelName);
    return new Promise((resolve, reject) => {
      const found = this.messages(id).find(wanted);
      if (found !== undefined) return resolve(found);
      const look = (message: StoredMessage): void => {
        if (message.channel.id !== id) return;
        try {
          const shown = this.#seen(message);
          if (!wanted(shown)) return;
          resolve(shown);
        } catch (error) {
          reject(error);
        }
        stop();
      };
      const stop = () => {
        clearTimeout(timer);
        this.#parts.discord.off('created', look).off('edited', look);
      };
      this.#parts.discord.on('created', look).on('edited', look);
      const timer = setTimeout(() => {
        stop();
        const lines = this.messages(id).map((each) => `  ${each.author.name}: ${each.text.slice(0, 120)}`);
        reject(new Error([`No such message came to ${name} in ${timeout} ms. It has:`, ...lines].join('\n')));
      }, timeout);
    });
  }

  message(channel: string, id: string): SeenMessage | undefined {
    const found = this.#parts.discord.messages.find(this.world.channel(channel).id, id);
    return found && this.#seen(found);
  }

  /** The bot's newest 20,000 requests, oldest first. */
  requests(): readonly SeenRequest[] {
    return [...this.#parts.rest.requests];
  }

  /** The bytes of a message's file, by URL or path. Throws if it is gone. */
  attachmentBytes(url: string): Buffer {
    const [, , channelId, id] = new URL(url, this.pageUrl).pathname.split('/');
    const found = this.#parts.discord.files.find(channelId ?? '', id ?? '');
    if (found === undefined) throw new Error(`The sandbox has no file at ${url}.`);
    return found.bytes;
  }

  /** The registered commands of a server, or the global ones, as Discord's objects. */
  commands(guild?: string): readonly Record<string, unknown>[] {
    const registered = this.#parts.discord.commands.in(guild === undefined ? null : this.world.guild(guild).id);
    return registered.map((each) => commandObject(each, this.world.applicationId));
  }

  /** The id of the newest interaction, answered or not. Throws if there is none. */
  latestInteraction(): string {
    return this.#parts.interactions.latest();
  }

  /** Starts a fault plan in addition to those that run. It ends with `stop()` or the sandbox. */
  plan(plan: FaultPlan): RunningPlan {
    return this.#parts.plans.start(plan);
  }

  /** Makes something happen at once. Throws if it names a server, channel or message that does not exist. */
  happen(happening: Happening): void {
    happen(happening, this.#parts);
  }

  /** Gives a member a role, in one server or in every server that has it. */
  giveRole(member: string, role: string, guild?: string): void {
    this.#changeMember(member, guild, (membership, at) => {
      membership.roleIds = [...new Set([...membership.roleIds, this.#roleToGive(at, role)])];
    });
  }

  takeRole(member: string, role: string, guild?: string): void {
    this.#changeMember(member, guild, (membership, at) => {
      membership.roleIds = membership.roleIds.filter((id) => id !== this.#roleToGive(at, role));
    });
  }

  deleteRole(name: string, guildName: string): void {
    const guild = this.world.guild(guildName);
    const role_id = this.#roleToGive(guild, name);
    guild.roles = guild.roles.filter(({ id }) => id !== role_id);
    for (const membership of guild.memberships) membership.roleIds = membership.roleIds.filter((id) => id !== role_id);
    this.#parts.discord.tell('GUILD_ROLE_DELETE', GatewayIntentBits.Guilds, guild, { guild_id: guild.id, role_id });
    this.#parts.discord.emit('changed');
  }

  /** Sets the time (milliseconds since 1970) when a member joined one server, or every server. */
  setJoined(member: string, time: number, guild?: string): void {
    this.#changeMember(member, guild, (membership) => {
      membership.joinedAt = iso(time);
    });
  }

  leave(member: string): void {
    this.#changeMember(member, undefined, (gone, guild) => {
      guild.memberships = guild.memberships.filter((membership) => membership !== gone);
    });
  }

  deny(member: string, channelName: string, permissions: bigint): void {
    const channel = this.world.channel(channelName);
    this.world.deny(channel, this.world.member(member).id, permissions);
    tell(this.#parts.discord, 'CHANNEL_UPDATE', channel);
  }

  /** Hides a channel from all but these members and the bot. */
  openTo(members: readonly string[], channelName: string): void {
    const channel = this.world.channel(channelName);
    const ids = members.map((member) => this.world.member(member).id);
    this.world.openTo(channel, ids);
    tell(this.#parts.discord, 'CHANNEL_UPDATE', channel);
  }

  /** Sets the bot's own permissions in every server, in addition to everyone's. */
  grantBot(granted: bigint): void {
    const permissions = (EVERYONE_PERMISSIONS | granted).toString();
    for (const guild of this.world.guilds) {
      guild.roles = guild.roles.map((role) => (role.managed ? { ...role, permissions } : role));
      const role = guild.roles.find(({ managed }) => managed);
      this.#parts.discord.tell('GUILD_ROLE_UPDATE', GatewayIntentBits.Guilds, guild, { guild_id: guild.id, role });
    }
    this.#parts.discord.emit('changed');
  }

  openForum(guild: string, name: string, forum: Parameters<typeof addChannel>[3] = {}): string {
    return addChannel(this.#parts.discord, this.world.guild(guild), name, forum).id;
  }

  async close(): Promise<void> {
    const { plans, gateway, pages, listener } = this.#parts;
    plans.stopAll();
    gateway.close();
    pages.close();
    await listener.close();
  }

  /** The id of a role that members can be given. */
  #roleToGive(guild: WorldGuild, name: string): string {
    const role = this.world.role(guild, name);
    if (role.managed || role.id === guild.id) throw new Error(`The role "${role.name}" cannot be given or taken.`);
    return role.id;
  }

  #changeMember(
    member: string,
    guildName: string | undefined,
    change: (membership: WorldMembership, guild: WorldGuild) => void,
  ): void {
    const { world } = this;
    const { id } = world.member(member);
    for (const guild of guildName === undefined ? world.guilds : [world.guild(guildName)]) {
      const membership = world.membership(guild, id);
      if (membership !== undefined) change(membership, guild);
    }
    this.#parts.discord.emit('changed');
  }
}
