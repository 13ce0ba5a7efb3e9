import type { Members } from './acts/members.ts';
import type { Memberships } from './acts/memberships.ts';
import { Seat } from './acts/seat.ts';
import type { FaultPlan, Happening, RunningPlan } from './faults/fault-plan.ts';
import { type HappeningParts, happen } from './faults/happenings.ts';
import type { Plans } from './faults/running-plans.ts';
import type { Interactions } from './interactions/pending-interactions.ts';
import type { Platform } from './rest/platform.ts';
import type { RequestLog, SeenRequest } from './rest/requests.ts';
import type { Faults } from './rest/server.ts';
import { type SeenMessage, seenMessage } from './seen-by-members.ts';
import { commandObject } from './store/commands.ts';
import type { MessageStore, StoredMessage } from './store/messages.ts';
import type { Listener } from './web/listener.ts';
import type { Pages } from './web/socket.ts';
import type { World, WorldChannel } from './world.ts';

/** A Discord on loopback, with its page. */
export interface Sandbox {
  /** For a browser, for example `http://127.0.0.1:8411/`. */
  readonly pageUrl: string;
  /** For a discord.js client's `rest.api`, for example `http://127.0.0.1:8411/api`. */
  readonly apiUrl: string;
  /** The bot's token. */
  readonly token: string;
  readonly world: World;
  readonly bot: {
    /** Whether a bot is connected to the gateway. */
    readonly online: boolean;
    /** Resolves once a bot is connected. */
    whenOnline(): Promise<void>;
  };
  /** Intercepts each request to the REST API. */
  faults: Faults | null;
  /** A member (name or id) `in` a channel (name, id, or `"dm"` for the direct messages with the bot). */
  as(member: string): { in(channel: string): Seat };
  /** The messages of a channel, oldest first; with `seenBy` only those that this member sees. */
  messages(channel: string, options?: { readonly seenBy?: string }): SeenMessage[];
  /**
   * The first message of a channel for which `wanted` holds: checks the present messages, then every new or edited one.
   * @throws after `timeout` milliseconds of real time (120,000 by default).
   */
  waitForMessage(
    channel: string,
    wanted: (message: SeenMessage) => boolean,
    options?: { readonly timeout?: number },
  ): Promise<SeenMessage>;
  /** The current state of a message; undefined if it was deleted or never existed. */
  message(channel: string, id: string): SeenMessage | undefined;
  /** The bot's newest 20,000 requests, oldest first. */
  requests(): readonly SeenRequest[];
  /** Gives a member a role, in one server or in every server that has it. Each is a name or id. */
  giveRole(member: string, role: string, guild?: string): void;
  /** Takes a role, as `giveRole` gives it. */
  takeRole(member: string, role: string, guild?: string): void;
  /** Deletes a role of a server. Each is a name or id. */
  deleteRole(role: string, guild: string): void;
  /** Sets the time (milliseconds since 1970) when a member joined one server, or every server. */
  setJoined(member: string, time: number, guild?: string): void;
  /** Makes a member leave every server. */
  leave(member: string): void;
  /** The bytes of a message's file, by URL or path. Throws if it is gone. */
  attachmentBytes(url: string): Buffer;
  /** The registered commands of a server, or the global ones, as Discord's objects. */
  commands(guild?: string): readonly Record<string, unknown>[];
  /**
   * Breaks the connection of a shard, or of all. The bot can resume after `cut` (the default) and `reconnect`; after `invalidate` missed
   * events are lost.
   */
  dropGateway(how?: 'cut' | 'reconnect' | 'invalidate', shard?: number): void;
  /** The id of the newest interaction, answered or not. Throws if there is none. */
  latestInteraction(): string;
  /** Sends an interaction to the bot a second time, as Discord's gateway sometimes does. */
  redeliver(interactionId: string): void;
  /** Removes the bot from a server (name or id). */
  throwOut(guild: string): void;
  /** Invites the bot back. */
  invite(guild: string): void;
  /** Denies the bot exactly these permissions in a channel; `0n` restores all. */
  denyBot(channel: string, permissions: bigint): void;
  /** Denies a member exactly these permissions in a channel. */
  deny(member: string, channel: string, permissions: bigint): void;
  /** Sets the bot's own permissions in every server, in addition to everyone's. */
  grantBot(permissions: bigint): void;
  /** Opens a forum in a server (name or id) and returns its id. */
  openForum(
    guild: string,
    name: string,
    options?: {
      readonly tags?: readonly { readonly name: string; readonly moderated?: boolean }[];
      readonly requiresTag?: boolean;
    },
  ): string;
  /** Hides a channel from all but these members and the bot. */
  openTo(members: readonly string[], channel: string): void;
  /** Archives or reopens a thread (name or id), locks or unlocks it, or sets a post's tags, as a moderator does. */
  setThread(
    thread: string,
    change: { readonly archived?: boolean; readonly locked?: boolean; readonly tags?: readonly string[] },
  ): void;
  /** Deletes a thread (name or id), as a moderator does. */
  deleteThread(thread: string): void;
  /** Starts a fault plan in addition to those that run. It ends with `stop()` or the sandbox. */
  plan(plan: FaultPlan): RunningPlan;
  /** Makes something happen at once. Throws if it names a server, channel or message that does not exist. */
  happen(happening: Happening): void;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
}

/** The settings that can change while a sandbox runs. */
export interface Control {
  faults: Faults | null;
}

export interface SandboxParts extends Platform, Pick<HappeningParts, 'breakNetwork'> {
  readonly token: string;
  readonly interactions: Interactions;
  readonly members: Members;
  readonly memberships: Memberships;
  readonly requests: RequestLog;
  readonly pages: Pages;
  readonly listener: Listener;
  readonly control: Control;
  readonly plans: Plans;
}

/** The public interface of a listening sandbox. */
export function sandboxOf(parts: SandboxParts): Sandbox {
  const { world, gateway, messages, files, commands, interactions, control, pages, listener, memberships } = parts;
  const origin = parts.base();
  const seen = (message: Parameters<typeof seenMessage>[0]) => seenMessage(message, parts);
  return {
    pageUrl: `${origin}/`,
    apiUrl: `${origin}/api`,
    token: parts.token,
    world,
    bot: {
      get online() {
        return gateway.online;
      },
      whenOnline: () => gateway.whenOnline(),
    },
    get faults() {
      return control.faults;
    },
    set faults(faults) {
      control.faults = faults;
    },
    as(name) {
      const member = world.member(name);
      return {
        in(place) {
          const channel = place === 'dm' ? world.dm(member.id) : world.channel(place);
          return new Seat({ member, channel }, parts);
        },
      };
    },
    messages(name, { seenBy } = {}) {
      const viewer = seenBy === undefined ? null : world.member(seenBy).id;
      const all = messages.in(world.channel(name).id);
      return all.filter((each) => viewer === null || each.onlyFor === null || each.onlyFor === viewer).map(seen);
    },
    message(name, id) {
      const found = messages.find(world.channel(name).id, id);
      return found === undefined ? undefined : seen(found);
    },
    requests: () => parts.requests.all(),
    giveRole: (member, role, guild) => memberships.setRole(member, role, true, guild),
    takeRole: (member, role, guild) => memberships.setRole(member, role, false, guild),
    deleteRole: (role, guild) => memberships.deleteRole(role, guild),
    setJoined: (member, time, guild) => memberships.setJoined(member, time, guild),
    leave: (member) => memberships.leave(member),
    waitForMessage(name, wanted, { timeout = 120_000 } = {}) {
      const channel = world.channel(name);
      return waitForMessage(messages, channel, { seen, wanted, timeout });
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
    dropGateway: (how = 'cut', shard) => gateway.drop(how, shard),
    latestInteraction() {
      const latest = interactions.latest();
      if (latest === undefined) throw new Error('There has been no interaction in the last fifteen minutes.');
      return latest.id;
    },
    redeliver: (id) => interactions.redeliver(id),
    throwOut: (guild) => gateway.setPresent(world.guild(guild), false),
    invite: (guild) => gateway.setPresent(world.guild(guild), true),
    denyBot: (name, permissions) => parts.places.denyBot(world.channel(name), permissions),
    deny: (member, name, permissions) => parts.places.deny(world.member(member).id, world.channel(name), permissions),
    grantBot: (permissions) => memberships.grantBot(permissions),
    openForum(guild, name, { tags = [], requiresTag = false } = {}) {
      const forum = { tags: [], requiresTag };
      const channel = parts.places.open(world.guild(guild), name, forum);
      parts.places.setTags(
        channel,
        forum,
        tags.map(({ name, moderated = false }) => ({ name, moderated })),
      );
      return channel.id;
    },
    openTo: (members, name) =>
      parts.places.openTo(
        members.map((member) => world.member(member).id),
        world.channel(name),
      ),
    plan: (plan) => parts.plans.start(plan),
    happen: (happening) => happen(happening, parts),
    setThread(name, change) {
      const channel = world.channel(name);
      if (channel.thread === null) throw new Error(`The channel ${name} is no thread.`);
      parts.threads.change(channel, channel.thread, change);
    },
    deleteThread(name) {
      const channel = world.channel(name);
      if (channel.thread === null) throw new Error(`The channel ${name} is no thread.`);
      parts.threads.delete(channel);
    },
    async close() {
      parts.plans.stopAll();
      gateway.close();
      pages.close();
      await listener.close();
    },
  };
}

interface Wanted {
  readonly seen: (message: StoredMessage) => SeenMessage;
  readonly wanted: (message: SeenMessage) => boolean;
  /** Milliseconds. */
  readonly timeout: number;
}

function waitForMessage(
  messages: MessageStore,
  channel: WorldChannel,
  { seen, wanted, timeout }: Wanted,
): Promise<SeenMessage> {
  const there = () => messages.in(channel.id).map(seen);
  const found = there().find(wanted);
  if (found !== undefined) return Promise.resolve(found);
  return new Promise((resolve, reject) => {
    const look = (message: StoredMessage): void => {
      if (message.channel.id !== channel.id) return;
      try {
        const shown = seen(message);
        if (!wanted(shown)) return;
        resolve(shown);
      } catch (error) {
        reject(error);
      }
      clearTimeout(timer);
      stop();
    };
    const stop = messages.listen({ created: look, edited: look });
    const timer = setTimeout(() => {
      stop();
      const lines = there().map((each) => `  ${each.author.name}: ${each.text.slice(0, 120)}`);
      reject(new Error([`No such message came to ${channel.name} in ${timeout} ms. It has:`, ...lines].join('\n')));
    }, timeout);
  });
}
