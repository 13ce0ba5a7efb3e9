import { ADA, BO, BOT, CY, day, OWNER, type WorldUser } from './people.ts';
import { ALL_PERMISSIONS, DM_PERMISSIONS, may, Permission } from './permissions.ts';
import { snowflakeAt } from './snowflake.ts';

export interface WorldRole {
  readonly id: string;
  readonly name: string;
  readonly permissions: bigint;
  readonly color: number;
  readonly position: number;
  readonly managed: boolean;
  /** Whether everyone may ping it. */
  readonly mentionable: boolean;
}

/** A user as a member of one guild. */
export interface WorldMembership {
  readonly user: WorldUser;
  /** ISO time. */
  joinedAt: string;
  roleIds: readonly string[];
}

/** The fields that only a thread has. */
export interface WorldThread {
  /** The channel it is in. */
  readonly parentId: string;
  readonly ownerId: string;
  /** The message it was started from, which has the same id. */
  readonly starter: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Minutes of inactivity after which Discord archives it; the sandbox never does. */
  readonly archiveAfter: number;
  readonly archived: boolean;
  /** The last time it was archived or reopened, milliseconds since 1970. */
  readonly archivedAt: number;
  readonly locked: boolean;
  /** The ids of a forum post's tags. */
  readonly tags: readonly string[];
}

/** A tag of a forum. */
export interface ForumTag {
  readonly id: string;
  readonly name: string;
  /** Whether only Manage Threads allows giving it to a post. */
  readonly moderated: boolean;
}

/** The fields that only a forum has. */
export interface Forum {
  tags: readonly ForumTag[];
  /** Whether a post needs a tag. */
  readonly requiresTag: boolean;
}

/** A text channel, a forum, a thread of either, or, with `guildId` null, the direct messages between the bot and the member `dmOf`. */
export interface WorldChannel {
  readonly id: string;
  readonly name: string;
  readonly guildId: string | null;
  readonly dmOf: string | null;
  readonly topic: string | null;
  readonly position: number;
  /** Permission bits denied to the bot in this channel. */
  botDenied: bigint;
  /** Permission bits denied to members, by their ids. */
  readonly membersDenied: Map<string, bigint>;
  /** The ids of the only members who, with the bot, can see it; `null` if all can. */
  openTo: readonly string[] | null;
  /** A thread inherits what is denied in its channel. */
  readonly thread: WorldThread | null;
  /** A forum's only content is its posts, which are threads. */
  readonly forum?: Forum;
}

export interface WorldGuild {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  readonly systemChannelId: string;
  roles: readonly WorldRole[];
  memberships: readonly WorldMembership[];
  channels: readonly WorldChannel[];
  /** Whether the bot is in this guild now. */
  botPresent: boolean;
  /** False in an outage. */
  available: boolean;
}

/** A channel that is open to all; fields left out are empty. */
export const openChannel = (
  channel: Pick<WorldChannel, 'id' | 'guildId' | 'name'> & Partial<WorldChannel>,
): WorldChannel => ({
  dmOf: null,
  topic: null,
  position: 0,
  botDenied: 0n,
  membersDenied: new Map(),
  openTo: null,
  thread: null,
  ...channel,
});

/**
 * The servers, channels and people of the sandbox. Ids are the same in every run, because a bot's database outlives the
 * sandbox.
 */
export class World {
  readonly bot: WorldUser = BOT;
  readonly applicationId: string = BOT.id;
  /** The members whom the page's user can act as; the first is the default and a moderator. */
  readonly players: readonly WorldUser[] = [ADA, BO, CY];
  /** The players, then the extra members. */
  readonly members: readonly WorldUser[];
  /** The members, the servers' owner and the bot. */
  readonly users: readonly WorldUser[];
  readonly guilds: readonly WorldGuild[];
  readonly dms: readonly WorldChannel[];
  readonly #threads = new Map<string, WorldChannel>();

  /** @param extra further members */
  constructor(extra: readonly WorldUser[], guilds: readonly WorldGuild[]) {
    this.members = [...this.players, ...extra];
    this.users = [...this.members, OWNER, this.bot];
    this.guilds = guilds;
    this.dms = this.members.map(({ id: dmOf, name }, index) =>
      openChannel({ id: snowflakeAt(day('2024-05-05'), index), name, guildId: null, dmOf }),
    );
  }

  get channels(): readonly WorldChannel[] {
    return [...this.guilds.flatMap((guild) => guild.channels), ...this.dms, ...this.threads];
  }

  /** The threads of all channels, oldest first. */
  get threads(): readonly WorldChannel[] {
    return [...this.#threads.values()];
  }

  /** A guild's threads that are not archived. */
  activeThreads(guild: WorldGuild): readonly WorldChannel[] {
    return this.threads.filter(({ guildId, thread }) => guildId === guild.id && !thread?.archived);
  }

  /** The threads of a channel, archived ones too. */
  threadsOf({ id }: WorldChannel): readonly WorldChannel[] {
    return this.threads.filter(({ thread }) => thread?.parentId === id);
  }

  /** Adds or replaces a thread. */
  putThread(channel: WorldChannel): void {
    this.#threads.set(channel.id, channel);
  }

  /** Adds a text channel or forum to a guild, below the others. */
  addChannel(guild: WorldGuild, id: string, name: string, forum?: Forum): WorldChannel {
    const position = guild.channels.length;
    const channel = openChannel({ id, guildId: guild.id, name, position, ...(forum && { forum }) });
    guild.channels = [...guild.channels, channel];
    return channel;
  }

  /** Removes a channel and its threads. */
  removeChannel({ id, guildId }: WorldChannel): void {
    for (const thread of this.threads) if (thread.thread?.parentId === id) this.removeThread(thread.id);
    const guild = this.guildById(guildId ?? '');
    if (guild) guild.channels = guild.channels.filter((each) => each.id !== id);
  }

  removeThread(id: string): void {
    this.#threads.delete(id);
  }

  /** The permission needed to write in a channel. */
  toWrite({ thread }: WorldChannel): bigint {
    return thread === null ? Permission.sendMessages : Permission.sendMessagesInThreads;
  }

  guildById(id: string): WorldGuild | undefined {
    return this.guilds.find((guild) => guild.id === id);
  }

  channelById(id: string): WorldChannel | undefined {
    const isIt = (channel: WorldChannel) => channel.id === id;
    for (const { channels } of this.guilds) {
      const found = channels.find(isIt);
      if (found) return found;
    }
    return this.#threads.get(id) ?? this.dms.find(isIt);
  }

  userById(id: string): WorldUser | undefined {
    return this.users.find((each) => each.id === id);
  }

  guildOf(channel: WorldChannel): WorldGuild | null {
    return (channel.guildId === null ? undefined : this.guildById(channel.guildId)) ?? null;
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
  role(guild: WorldGuild, nameOrId: string): WorldRole {
    return find('role', guild.roles, nameOrId.replace(/^@(?!everyone)/, ''));
  }

  /** Whether a member has a role; all have the guild's @everyone. */
  holds(guild: WorldGuild, userId: string, roleId: string): boolean {
    const membership = this.membership(guild, userId);
    return membership !== undefined && (roleId === guild.id || membership.roleIds.includes(roleId));
  }

  /** The direct messages between the bot and a member (name or id). Throws if there is no such member. */
  dm(nameOrId: string): WorldChannel {
    const member = this.member(nameOrId);
    return find('channel', this.dms, this.dms.find((each) => each.dmOf === member.id)?.id ?? '');
  }

  /** Whether a member can see a channel. In a guild this needs View Channel; direct messages have one member. */
  canSee(member: WorldUser, channel: WorldChannel): boolean {
    const guild = this.guildOf(channel);
    if (guild === null) return channel.dmOf === member.id;
    return may(this.permissions(member.id, channel), Permission.viewChannel);
  }

  /** Whether the bot has these permissions in a channel. */
  botMay(channel: WorldChannel, needed: bigint): boolean {
    return may(this.permissions(this.bot.id, channel), needed);
  }

  /** The permission bits of a user in a channel; none if they are not in its guild. */
  permissions(userId: string, channel: WorldChannel): bigint {
    const guild = this.guildOf(channel);
    if (guild === null) return userId === channel.dmOf || userId === this.bot.id ? DM_PERMISSIONS : 0n;
    const membership = this.membership(guild, userId);
    if (membership === undefined) return 0n;
    if (guild.ownerId === userId) return ALL_PERMISSIONS;
    const granted = guild.roles
      .filter((role) => this.holds(guild, userId, role.id))
      .reduce((bits, role) => bits | role.permissions, 0n);
    const parent = channel.thread && this.channelById(channel.thread.parentId);
    const denied = [channel, parent].reduce((bits, place) => bits | (place ? this.#denied(userId, place) : 0n), 0n);
    return denied & Permission.viewChannel ? 0n : granted & ~denied;
  }

  #denied(userId: string, { botDenied, membersDenied, openTo }: WorldChannel): bigint {
    if (userId === this.bot.id) return botDenied;
    const shut = openTo === null || openTo.includes(userId) ? 0n : Permission.viewChannel;
    return shut | (membersDenied.get(userId) ?? 0n);
  }

  /** The ids of the people that a message in this channel pings: by user mention, role or @everyone. */
  pinged(channel: WorldChannel, { users, roles, everyone }: Pings): string[] {
    const guild = this.guildOf(channel);
    const byRole = (id: string) => guild !== null && roles.some((role) => this.holds(guild, id, role));
    const all = this.users.filter(({ id }) => users.includes(id) || byRole(id) || everyone);
    return all.map(({ id }) => id);
  }

  /** Whether a member has Manage Channels in the first guild. */
  isModerator(member: WorldUser): boolean {
    const channel = this.guilds[0]?.channels[0];
    return channel !== undefined && (this.permissions(member.id, channel) & Permission.manageChannels) !== 0n;
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
