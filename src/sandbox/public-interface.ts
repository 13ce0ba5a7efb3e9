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
   * @throws after `timeout` milliseconds of real time (120,000 by default).
   */
  waitForMessage(
    channel: string,
    wanted: (message: SeenMessage) => boolean,
    options?: { readonly timeout?: number },
  ): Promise<SeenMessage>;
  /** A message as it stands now, by its id; undefined where it is gone or never was. */
  message(channel: string, id: string): SeenMessage | undefined;
  /** The requests that the bot made, the oldest first: the newest 20,000. */
  requests(): readonly SeenRequest[];
  /** Gives a member a role (both by name or id), in every server or in one (by name or id). */
  giveRole(member: string, role: string, guild?: string): void;
  /** Takes it away. */
  takeRole(member: string, role: string, guild?: string): void;
  /** Deletes a role of a server (both by name or id), as a moderator does. */
  deleteRole(role: string, guild: string): void;
  /** Sets when a member joined (milliseconds since 1970) every server, or one. */
  setJoined(member: string, time: number, guild?: string): void;
  /** A member leaves every server. */
  leave(member: string): void;
  /** The bytes of a message's file, by its address or path. Throws where it is gone. */
  attachmentBytes(url: string): Buffer;
  /** The registered commands as Discord's objects; of a server, or global ones. */
  commands(guild?: string): readonly Record<string, unknown>[];
  /**
   * Breaks the bot's connection, all of them or a shard's: `cut` (the default) and `reconnect` can be resumed, after `invalidate`
   * what was missed is lost.
   */
  dropGateway(how?: 'cut' | 'reconnect' | 'invalidate', shard?: number): void;
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
  /** The same of a member; who cannot see a channel is not offered it. */
  deny(member: string, channel: string, permissions: bigint): void;
  /** Gives the bot's own role permissions beside those that everyone has, in every server. */
  grantBot(permissions: bigint): void;
  /** Opens a forum in a server (by name or id), as a moderator does; returns its id. */
  openForum(
    guild: string,
    name: string,
    options?: {
      readonly tags?: readonly { readonly name: string; readonly moderated?: boolean }[];
      readonly requiresTag?: boolean;
    },
  ): string;
  /** Makes a channel (by name or id) one that only these members and the bot can see. */
  openTo(members: readonly string[], channel: string): void;
  /** Archives a thread (by name or id) or opens it again, locks it or unlocks it, gives a post its tags, as a moderator does. */
  setThread(
    thread: string,
    change: { readonly archived?: boolean; readonly locked?: boolean; readonly tags?: readonly string[] },
  ): void;
  /** Deletes a thread (by name or id), as a moderator does. */
  deleteThread(thread: string): void;
  /** Starts a plan of what goes wrong, beside those that run. It ends with `stop()` or the sandbox. */
  plan(plan: FaultPlan): RunningPlan;
  /** Makes something happen at once. Throws where it names what there is not. */
  happen(happening: Happening): void;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
}

/** What of a running sandbox can be set. */
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

/** The outside of a sandbox that listens. */
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
