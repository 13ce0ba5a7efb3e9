import {
  type APIGuildForumTag,
  type APIOverwrite,
  type APIRole,
  type APIThreadMetadata,
  PermissionFlagsBits,
  PermissionsBitField,
} from 'discord.js';
import { DM_PERMISSIONS, may } from './permissions.ts';
import { iso } from './snowflake.ts';

/** An account: a member's or the bot's. `color` is a CSS colour for the page. */
export interface WorldUser {
  /** A snowflake of the account's creation time. */
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly color: string;
  readonly bot: boolean;
}

export const userObject = ({ id, username, name, bot }: WorldUser) => ({
  ...{ id, username, discriminator: bot ? '0042' : '0', global_name: bot ? null : name, avatar: null, bot },
  public_flags: bot ? 1 << 16 : 0,
});

export interface WorldMembership {
  readonly user: WorldUser;
  joinedAt: string;
  roleIds: readonly string[];
}

export const ChannelType = { text: 0, dm: 1, thread: 11, forum: 15 } as const;

/** The flag of a forum whose posts need a tag. */
const REQUIRE_TAG = 1 << 4;

/** A channel as the REST API returns it, but for its newest message. */
export interface WorldChannel {
  readonly id: string;
  readonly type: (typeof ChannelType)[keyof typeof ChannelType];
  /** In direct messages, the member's. */
  name: string;
  /** Left out in direct messages. */
  readonly guild_id?: string;
  /** The member in direct messages with the bot. */
  readonly dmOf?: string;
  readonly recipients?: readonly object[];
  readonly position?: number;
  readonly flags: number;
  readonly rate_limit_per_user: number;
  /** A thread has its channel's. */
  permission_overwrites?: readonly APIOverwrite[];
  readonly parent_id?: string | null;
  readonly owner_id?: string;
  /** The sandbox never archives a thread by itself. */
  thread_metadata?: APIThreadMetadata;
  applied_tags?: readonly string[];
  available_tags?: readonly APIGuildForumTag[];
}

export interface WorldGuild {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  readonly systemChannelId: string;
  roles: readonly APIRole[];
  memberships: readonly WorldMembership[];
  botPresent: boolean;
  /** False in an outage. */
  available: boolean;
}

type Named = Pick<WorldChannel, 'id' | 'name'>;

/** A text channel, or with `tags` a forum. */
export const guildChannel = (
  named: Named & { guild_id: string; position: number; topic?: string },
  forum?: { readonly tags: readonly APIGuildForumTag[]; readonly requiresTag: boolean },
): WorldChannel => ({
  ...{ type: forum ? ChannelType.forum : ChannelType.text, topic: null, ...named, parent_id: null },
  ...{ permission_overwrites: [], nsfw: false, rate_limit_per_user: 0, flags: forum?.requiresTag ? REQUIRE_TAG : 0 },
  ...(forum && { available_tags: forum.tags, default_forum_layout: 0 }),
});

export const requiresTag = ({ flags }: WorldChannel): boolean => (flags & REQUIRE_TAG) !== 0;

export const isThread = ({ type }: WorldChannel): boolean => type === ChannelType.thread;
export const isForum = ({ type }: WorldChannel): boolean => type === ChannelType.forum;

/** The permission needed to write in a channel. */
export const writePermission = (channel: WorldChannel): bigint =>
  isThread(channel) ? PermissionFlagsBits.SendMessagesInThreads : PermissionFlagsBits.SendMessages;

/** A new thread. `at`: milliseconds since 1970. */
export function newThread(
  named: Named & Pick<WorldChannel, 'guild_id' | 'owner_id' | 'applied_tags'> & { parent_id: string },
  { at, archiveAfter }: { readonly at: number; readonly archiveAfter: number },
): WorldChannel {
  const times = { archive_timestamp: iso(at), create_timestamp: iso(at), auto_archive_duration: archiveAfter };
  return {
    ...{ ...named, type: ChannelType.thread, flags: 0, rate_limit_per_user: 0 },
    ...{ message_count: 0, member_count: 1, total_message_sent: 0 },
    thread_metadata: { archived: false, locked: false, ...times },
  };
}

export function directMessages(id: string, member: WorldUser): WorldChannel {
  const recipients = [userObject(member)];
  return { id, name: member.name, type: ChannelType.dm, dmOf: member.id, flags: 0, rate_limit_per_user: 0, recipients };
}

interface People {
  readonly bot: WorldUser;
  /** The members whom the page's user can act as; the first is the default and a moderator. */
  readonly players: readonly WorldUser[];
  /** The players, then members for tests. */
  readonly members: readonly WorldUser[];
  /** The members, the servers' owner and the bot. */
  readonly users: readonly WorldUser[];
}

/**
 * The servers, channels and people of the sandbox. Ids are the same in every run, because a bot's database outlives the
 * sandbox.
 */
export class World implements People {
  readonly bot: WorldUser;
  readonly applicationId: string;
  readonly players: readonly WorldUser[];
  readonly members: readonly WorldUser[];
  readonly users: readonly WorldUser[];
  readonly guilds: readonly WorldGuild[];
  readonly #channels: Map<string, WorldChannel>;

  constructor({ bot, players, members, users }: People, guilds: readonly WorldGuild[], channels: WorldChannel[]) {
    [this.bot, this.applicationId] = [bot, bot.id];
    [this.players, this.members, this.users, this.guilds] = [players, members, users, guilds];
    this.#channels = new Map(channels.map((channel) => [channel.id, channel]));
  }

  /** All channels and threads, each kind in the order of creation. */
  get channels(): readonly WorldChannel[] {
    return [...this.#channels.values()];
  }

  get dms(): readonly WorldChannel[] {
    return this.channels.filter(({ type }) => type === ChannelType.dm);
  }

  get threads(): readonly WorldChannel[] {
    return this.channels.filter(isThread);
  }

  /** A guild's channels without its threads. */
  channelsOf({ id }: WorldGuild): readonly WorldChannel[] {
    return this.channels.filter((channel) => channel.guild_id === id && !isThread(channel));
  }

  /** A guild's threads that are not archived. */
  activeThreads({ id }: WorldGuild): readonly WorldChannel[] {
    return this.threads.filter(({ guild_id, thread_metadata }) => guild_id === id && !thread_metadata?.archived);
  }

  /** The threads of a channel, archived ones too. */
  threadsOf({ id }: WorldChannel): readonly WorldChannel[] {
    return this.threads.filter(({ parent_id }) => parent_id === id);
  }

  add(channel: WorldChannel): void {
    this.#channels.set(channel.id, channel);
  }

  /** Removes a channel and its threads. */
  remove(channel: WorldChannel): void {
    for (const { id } of [channel, ...this.threadsOf(channel)]) this.#channels.delete(id);
  }

  guildById(id: string | undefined): WorldGuild | undefined {
    return this.guilds.find((guild) => guild.id === id);
  }

  channelById(id: string): WorldChannel | undefined {
    return this.#channels.get(id);
  }

  guildOf({ guild_id }: WorldChannel): WorldGuild | null {
    return this.guildById(guild_id) ?? null;
  }

  membership(guild: WorldGuild, userId: string): WorldMembership | undefined {
    const found = guild.memberships.find((each) => each.user.id === userId);
    return found?.user.bot && !guild.botPresent ? undefined : found;
  }

  /** A guild by name or id. Throws if there is none. */
  guild(nameOrId: string): WorldGuild {
    return find('server', this.guilds, nameOrId);
  }

  /** A channel by name (with or without `#`) or id. Throws if there is none. */
  channel(nameOrId: string): WorldChannel {
    return this.channelById(nameOrId) ?? find('channel', this.channels, nameOrId.replace(/^#/, ''));
  }

  /** A member by name, user name or id. Throws if there is none. */
  member(nameOrId: string): WorldUser {
    const wanted = nameOrId.toLowerCase();
    return (
      this.members.find((each) => each.username === wanted) ?? find('member', this.members, nameOrId.replace(/^@/, ''))
    );
  }

  /** A role of a guild by name or id. Throws if there is none. */
  role(guild: WorldGuild, nameOrId: string): APIRole {
    return find('role', guild.roles, nameOrId.replace(/^@(?!everyone)/, ''));
  }

  /** Whether a member has a role; all have the guild's @everyone. */
  holds(guild: WorldGuild, userId: string, roleId: string): boolean {
    const membership = this.membership(guild, userId);
    return membership !== undefined && (roleId === guild.id || membership.roleIds.includes(roleId));
  }

  /** The direct messages between the bot and a member (name or id). Throws if there is no such member. */
  dm(nameOrId: string): WorldChannel {
    const { id } = this.member(nameOrId);
    return this.dms.find(({ dmOf }) => dmOf === id) as WorldChannel;
  }

  botMay(channel: WorldChannel, needed: bigint): boolean {
    return may(this.permissions(this.bot.id, channel), needed);
  }

  /** The permission bits of a user in a channel; none if they are not in its guild. */
  permissions(userId: string, channel: WorldChannel): bigint {
    if (channel.dmOf !== undefined) return userId === channel.dmOf || userId === this.bot.id ? DM_PERMISSIONS : 0n;
    const guild = this.guildOf(channel);
    if (guild === null || !this.membership(guild, userId)) return 0n;
    if (guild.ownerId === userId) return PermissionsBitField.All;
    const granted = this.granted(guild, userId);
    // A thread has its channel's overwrites.
    const { permission_overwrites = [] } = (isThread(channel) && this.channelById(channel.parent_id ?? '')) || channel;
    // A member's overwrites count more than everyone's, which stand before them.
    const bits = permission_overwrites
      .filter(({ id }) => id === guild.id || id === userId)
      .reduce((before, { allow, deny }) => (before & ~BigInt(deny)) | BigInt(allow), granted);
    return bits & PermissionFlagsBits.ViewChannel ? bits : 0n;
  }

  /** The permission bits that a member's roles grant in a guild. */
  granted(guild: WorldGuild, userId: string): bigint {
    const roles = guild.roles.filter(({ id }) => this.holds(guild, userId, id));
    return roles.reduce((bits, { permissions }) => bits | BigInt(permissions), 0n);
  }

  /** The permissions that a channel denies to this member alone. */
  denied({ permission_overwrites: all = [] }: WorldChannel, memberId: string): bigint {
    return BigInt(all.find(({ id }) => id === memberId)?.deny ?? 0);
  }

  /** Denies a member exactly these permissions in a channel. */
  deny(channel: WorldChannel, id: string, denied: bigint): void {
    const all = channel.permission_overwrites ?? [];
    const allow = all.find((each) => each.id === id)?.allow ?? '0';
    const others = all.filter((each) => each.id !== id);
    const overwrite = { id, type: 1, allow, deny: denied.toString() } as const;
    channel.permission_overwrites = allow === '0' && denied === 0n ? others : [...others, overwrite];
  }

  /** Hides a channel from all but these members and the bot. */
  openTo(channel: WorldChannel, ids: readonly string[]): void {
    const [view, guildId] = [PermissionFlagsBits.ViewChannel.toString(), channel.guild_id ?? ''];
    const denials = (channel.permission_overwrites ?? []).filter(({ deny, type }) => type === 1 && deny !== '0');
    const open = [this.bot.id, ...ids];
    channel.permission_overwrites = [
      { id: guildId, type: 0, allow: '0', deny: view },
      ...denials.filter(({ id }) => !open.includes(id)).map((each) => ({ ...each, allow: '0' })),
      ...open.map((id) => ({ id, type: 1 as const, allow: view, deny: this.denied(channel, id).toString() })),
    ];
  }

  /** The ids of the people that a message in this channel pings: by user mention, role or @everyone. */
  pinged(channel: WorldChannel, { users, roles, everyone }: Pings): string[] {
    const guild = this.guildOf(channel);
    const byRole = (id: string) => guild !== null && roles.some((role) => this.holds(guild, id, role));
    const all = this.users.filter(({ id }) => users.includes(id) || byRole(id) || everyone);
    return all.map(({ id }) => id);
  }
}

function find<T extends { id: string; name: string }>(kind: string, all: readonly T[], nameOrId: string): T {
  const wanted = nameOrId.toLowerCase();
  const found = all.find((each) => each.id === nameOrId || each.name.toLowerCase() === wanted);
  if (found === undefined) {
    throw new Error(`The sandbox has no ${kind} "${nameOrId}"; it has ${all.map((each) => each.name).join(', ')}.`);
  }
  return found;
}

export interface Pings {
  readonly users: readonly string[];
  readonly roles: readonly string[];
  readonly everyone: boolean;
}
