import { GatewayIntentBits } from 'discord.js';
import { type Clock, systemClock } from '../time-source.ts';
import { type Happening, type HappeningParts, happen } from './faults/fault-plan.ts';
import { createPlans } from './faults/running-plans.ts';
import { createGateway, type Gateway, type Sharding } from './gateway/gateway.ts';
import { createInteractions } from './interactions/interactions.ts';
import { createMembers } from './interactions/members.ts';
import { createMemberSeat, type MemberSeat, type SeenMessage } from './member-seat.ts';
import { seenMessage } from './protocol.ts';
import { accountRoutes, channelRoutes, interactionRoutes, threadRoutes } from './rest/routes.ts';
import { createRateLimits, createRest, type Faults, type SeenRequest } from './rest/server.ts';
import { addChannel, tellOfChannel } from './store/channels.ts';
import { commandObject } from './store/commands.ts';
import { Discord, type DiscordOptions } from './store/discord.ts';
import type { StoredMessage } from './store/messages.ts';
import { createListener } from './web/listener.ts';
import { createPages, createTrouble } from './web/pages.ts';
import { EVERYONE_PERMISSIONS } from './world/permissions.ts';
import { iso } from './world/snowflake.ts';
import type { WorldGuild, WorldMembership } from './world/world.ts';

export { type ManualClock, manualClock } from '../time-source.ts';
export type { EventFault, FaultPlan, Happening, RestFault, RestTrouble, RunningPlan } from './faults/fault-plan.ts';
export { shardOf } from './gateway/session.ts';
export type { AnswerOutcome, MemberSeat, OptionValues, SeenMessage } from './member-seat.ts';
export type { RestAnswer } from './rest/router.ts';
export type { FaultCall, Faults } from './rest/server.ts';
export { PortInUse } from './web/listener.ts';

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
   * Enables Discord's rate limits: five posts and five edits in five seconds in each channel, and 50 requests a second
   * for all processes of the bot. `true` uses real time, by which a stock client waits. Off by default.
   */
  readonly limits?: boolean | Clock;
}

/** Makes the parts of the sandbox and starts listening. */
async function startParts(options: SandboxOptions) {
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
  const breakNetwork: HappeningParts['breakNetwork'] = (how, ms) => listener.breakNetwork(how, ms);
  const parts = { discord, gateway, interactions, breakNetwork };
  const trouble = createTrouble(parts, plans);
  const pages = createPages(discord, members, gateway, trouble);
  const routes = [
    ...accountRoutes(discord, gateway),
    ...interactionRoutes(discord, interactions),
    ...channelRoutes(discord),
    ...threadRoutes(discord),
  ];
  const rateLimits = createRateLimits(limits === true ? systemClock : limits || null);
  const rest = createRest({ discord, interactions, routes, token, rateLimits, plans });
  const listener = createListener({ discord, requestTimeout, rest, gateway, pages });
  const port = await listener.listen(options.port ?? DEFAULT_PORT);
  discord.origin = `http://127.0.0.1:${port}`;
  return { parts, token, members, plans, rest, pages, listener };
}

/**
 * Starts a fresh Discord on loopback. Its servers invite the bot when it first connects.
 * @throws {PortInUse} if another process has the port.
 */
export async function startSandbox(options: SandboxOptions = {}) {
  const { parts, token, members, plans, rest, pages, listener } = await startParts(options);
  const { discord, gateway, interactions } = parts;
  const { world, messages } = discord;
  const bot: Pick<Gateway, 'online' | 'whenOnline'> = gateway;
  const seen = (message: StoredMessage): SeenMessage => seenMessage(discord, message, discord.origin);

  /** The id of a role that members can be given. */
  function roleToGive(guild: WorldGuild, name: string): string {
    const role = world.role(guild, name);
    if (role.managed || role.id === guild.id) throw new Error(`The role "${role.name}" cannot be given or taken.`);
    return role.id;
  }

  function changeMember(
    member: string,
    guildName: string | undefined,
    change: (membership: WorldMembership, guild: WorldGuild) => void,
  ): void {
    const { id } = world.member(member);
    for (const guild of guildName === undefined ? world.guilds : [world.guild(guildName)]) {
      const membership = world.membership(guild, id);
      if (membership !== undefined) change(membership, guild);
    }
    discord.emit('changed');
  }

  const sandbox = {
    /** For a browser, for example `http://127.0.0.1:8411/`. */
    pageUrl: `${discord.origin}/`,
    /** For a discord.js client's `rest.api`, for example `http://127.0.0.1:8411/api`. */
    apiUrl: `${discord.origin}/api`,
    token,
    world,
    bot,

    /** Intercepts each request to the REST API. */
    get faults(): Faults | null {
      return rest.faults;
    },

    set faults(faults: Faults | null) {
      rest.faults = faults;
    },

    /** A member `in` a channel (or `"dm"` for the direct messages with the bot). */
    as(name: string): { in(channel: string): MemberSeat } {
      const member = world.member(name);
      return {
        in: (place) => {
          const channel = place === 'dm' ? world.dm(member.id) : world.channel(place);
          return createMemberSeat({ member, channel }, discord, members);
        },
      };
    },

    /** The messages of a channel, oldest first; with `seenBy` only those that this member sees. */
    messages(channel: string, { seenBy }: { readonly seenBy?: string } = {}): SeenMessage[] {
      const viewer = seenBy === undefined ? null : world.member(seenBy).id;
      const all = messages.in(world.channel(channel).id);
      return all.filter(({ onlyFor }) => viewer === null || onlyFor === null || onlyFor === viewer).map(seen);
    },

    /**
     * The first message of a channel for which `wanted` holds. It checks the present ones, then each new or edited one.
     * @throws after `timeout` milliseconds of real time (120,000 by default).
     */
    waitForMessage(
      channelName: string,
      wanted: (message: SeenMessage) => boolean,
      { timeout = 120_000 }: { readonly timeout?: number } = {},
    ): Promise<SeenMessage> {
      const { id, name } = world.channel(channelName);
      return new Promise((resolve, reject) => {
        const found = sandbox.messages(id).find(wanted);
        if (found !== undefined) return resolve(found);
        const look = (message: StoredMessage): void => {
          if (message.channel.id !== id) return;
          try {
            const shown = seen(message);
            if (!wanted(shown)) return;
            resolve(shown);
          } catch (error) {
            reject(error);
          }
          stop();
        };
        const stop = () => {
          clearTimeout(timer);
          discord.off('created', look).off('edited', look);
        };
        discord.on('created', look).on('edited', look);
        const timer = setTimeout(() => {
          stop();
          const lines = sandbox.messages(id).map((each) => `  ${each.author.name}: ${each.text.slice(0, 120)}`);
          reject(new Error([`No such message came to ${name} in ${timeout} ms. It has:`, ...lines].join('\n')));
        }, timeout);
      });
    },

    message(channel: string, id: string): SeenMessage | undefined {
      const found = messages.find(world.channel(channel).id, id);
      return found && seen(found);
    },

    /** The bot's newest 20,000 requests, oldest first. */
    requests: (): readonly SeenRequest[] => [...rest.requests],

    /** The bytes of a message's file, by URL or path. Throws if it is gone. */
    attachmentBytes(url: string): Buffer {
      const [, , channelId, id] = new URL(url, sandbox.pageUrl).pathname.split('/');
      const found = discord.files.find(channelId ?? '', id ?? '');
      if (found === undefined) throw new Error(`The sandbox has no file at ${url}.`);
      return found.bytes;
    },

    /** The registered commands of a server, or the global ones, as Discord's objects. */
    commands(guild?: string): readonly Record<string, unknown>[] {
      const registered = discord.commands.in(guild === undefined ? null : world.guild(guild).id);
      return registered.map((each) => commandObject(each, world.applicationId));
    },

    /** The id of the newest interaction, answered or not. Throws if there is none. */
    latestInteraction: interactions.latest,

    /** Starts a fault plan in addition to those that run. It ends with `stop()` or the sandbox. */
    plan: plans.start,

    /** Makes something happen at once. Throws if it names a server, channel or message that does not exist. */
    happen: (happening: Happening): void => happen(happening, parts),

    /** Gives a member a role, in one server or in every server that has it. */
    giveRole(member: string, role: string, guild?: string): void {
      changeMember(member, guild, (membership, at) => {
        membership.roleIds = [...new Set([...membership.roleIds, roleToGive(at, role)])];
      });
    },

    takeRole(member: string, role: string, guild?: string): void {
      changeMember(member, guild, (membership, at) => {
        membership.roleIds = membership.roleIds.filter((id) => id !== roleToGive(at, role));
      });
    },

    deleteRole(name: string, guildName: string): void {
      const guild = world.guild(guildName);
      const role_id = roleToGive(guild, name);
      guild.roles = guild.roles.filter(({ id }) => id !== role_id);
      for (const membership of guild.memberships)
        membership.roleIds = membership.roleIds.filter((id) => id !== role_id);
      discord.tell('GUILD_ROLE_DELETE', GatewayIntentBits.Guilds, guild, { guild_id: guild.id, role_id });
      discord.emit('changed');
    },

    /** Sets the time (milliseconds since 1970) when a member joined one server, or every server. */
    setJoined(member: string, time: number, guild?: string): void {
      changeMember(member, guild, (membership) => {
        membership.joinedAt = iso(time);
      });
    },

    leave(member: string): void {
      changeMember(member, undefined, (gone, guild) => {
        guild.memberships = guild.memberships.filter((membership) => membership !== gone);
      });
    },

    deny(member: string, channelName: string, permissions: bigint): void {
      const channel = world.channel(channelName);
      world.deny(channel, world.member(member).id, permissions);
      tellOfChannel(discord, 'CHANNEL_UPDATE', channel);
    },

    /** Hides a channel from all but these members and the bot. */
    openTo(members: readonly string[], channelName: string): void {
      const channel = world.channel(channelName);
      const ids = members.map((member) => world.member(member).id);
      world.openTo(channel, ids);
      tellOfChannel(discord, 'CHANNEL_UPDATE', channel);
    },

    /** Sets the bot's own permissions in every server, in addition to everyone's. */
    grantBot(granted: bigint): void {
      const permissions = (EVERYONE_PERMISSIONS | granted).toString();
      for (const guild of world.guilds) {
        guild.roles = guild.roles.map((role) => (role.managed ? { ...role, permissions } : role));
        const role = guild.roles.find(({ managed }) => managed);
        discord.tell('GUILD_ROLE_UPDATE', GatewayIntentBits.Guilds, guild, { guild_id: guild.id, role });
      }
      discord.emit('changed');
    },

    openForum(guild: string, name: string, forum: Parameters<typeof addChannel>[3] = {}): string {
      return addChannel(discord, world.guild(guild), name, forum).id;
    },

    async close(): Promise<void> {
      plans.stopAll();
      gateway.close();
      pages.close();
      await listener.close();
    },
  };
  return sandbox;
}

/** A Discord on loopback, with its page. Members, channels, servers and roles are given by name or id. */
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;
