import {
  ALL_PERMISSIONS,
  DM_PERMISSIONS,
  EVERYONE_PERMISSIONS,
  MODERATOR_PERMISSIONS,
  Permission,
} from './permissions.ts';
import { snowflakeAt } from './snowflake.ts';

/** Someone with an account: a member, or the bot. `color` is a CSS colour for the page. */
export interface WorldUser {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly color: string;
  readonly bot: boolean;
}

export interface WorldRole {
  readonly id: string;
  readonly name: string;
  readonly permissions: bigint;
  readonly color: number;
  readonly position: number;
  readonly managed: boolean;
}

/** A user's place in one guild. */
export interface WorldMembership {
  readonly user: WorldUser;
  /** ISO time. */
  joinedAt: string;
  readonly roleIds: readonly string[];
}

/** A text channel; where `guildId` is null, the direct messages between the bot and the member `dmOf`. */
export interface WorldChannel {
  readonly id: string;
  readonly name: string;
  readonly guildId: string | null;
  readonly dmOf: string | null;
  readonly topic: string | null;
  readonly position: number;
  /** Permission bits taken from the bot in this channel. */
  botDenied: bigint;
}

export interface WorldGuild {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  readonly systemChannelId: string;
  readonly roles: readonly WorldRole[];
  readonly memberships: readonly WorldMembership[];
  readonly channels: readonly WorldChannel[];
  /** Whether the bot is in this guild now. */
  botPresent: boolean;
}

const day = (iso: string): number => Date.parse(`${iso}T12:00:00Z`);

const user = (born: string, username: string, name: string, color: string, bot = false): WorldUser => ({
  id: snowflakeAt(day(born), 64),
  username,
  name,
  color,
  bot,
});

const BOT = user('2024-05-04', 'council-of-war', 'Council of War', '#7a5c2e', true);
const OWNER = user('2016-02-22', 'winfield', 'Winfield', '#5b6770');
const ADA = user('2017-03-09', 'ada', 'Ada', '#b5483a');
const BO = user('2019-10-21', 'bo', 'Bo', '#2f6f8f');
const CY = user('2023-11-19', 'cy', 'Cy', '#5d7d3a');

function createGuild(plan: {
  founded: string;
  name: string;
  channels: readonly (readonly [name: string, topic: string])[];
  joined: readonly (readonly [WorldUser, string])[];
}): WorldGuild {
  const at = (serial: number): string => snowflakeAt(day(plan.founded), serial);
  const id = at(0);
  const moderatorRole = at(1);
  const botRole = at(2);
  const role = (roleId: string, name: string, position: number, permissions: bigint, color: number): WorldRole => ({
    id: roleId,
    name,
    permissions,
    color,
    position,
    managed: roleId === botRole,
  });
  const roles = [
    role(id, '@everyone', 0, EVERYONE_PERMISSIONS, 0),
    role(moderatorRole, 'Moderator', 2, EVERYONE_PERMISSIONS | MODERATOR_PERMISSIONS, 0xb5483a),
    role(botRole, BOT.name, 1, EVERYONE_PERMISSIONS, 0x7a5c2e),
  ];
  const channels = plan.channels.map(
    ([name, topic], index): WorldChannel => ({
      id: at(10 + index),
      name,
      guildId: id,
      dmOf: null,
      topic,
      position: index,
      botDenied: 0n,
    }),
  );
  return {
    id,
    name: plan.name,
    ownerId: OWNER.id,
    systemChannelId: at(10),
    roles,
    memberships: plan.joined.map(([member, joined]) => ({
      user: member,
      joinedAt: new Date(day(joined)).toISOString().replace('Z', '000+00:00'),
      roleIds: member === ADA ? [moderatorRole] : member === BOT ? [botRole] : [],
    })),
    channels,
    botPresent: true,
  };
}

/**
 * The servers, channels and people of the sandbox. Every id is the same in every run, because a bot's database outlives
 * the sandbox.
 */
export class World {
  readonly bot: WorldUser = BOT;
  readonly applicationId: string = BOT.id;
  /** Those who may be spoken as; the first is the page's default and the moderator. */
  readonly members: readonly WorldUser[] = [ADA, BO, CY];
  readonly guilds: readonly WorldGuild[] = [
    createGuild({
      founded: '2018-06-12',
      name: 'Army of the Potomac',
      channels: [
        ['council-of-war', 'Where the council meets.'],
        ['the-wilderness', 'A second table, south of the Rapidan.'],
        ['parade-ground', 'Small talk.'],
      ],
      joined: [
        [OWNER, '2018-06-12'],
        [ADA, '2018-06-13'],
        [BO, '2020-01-31'],
        [CY, '2023-12-01'],
        [BOT, '2024-05-04'],
      ],
    }),
    createGuild({
      founded: '2021-09-17',
      name: "Soldiers' Home",
      channels: [
        ['library', 'A quiet table.'],
        ['smoking-room', 'A louder one.'],
      ],
      joined: [
        [OWNER, '2021-09-17'],
        [ADA, '2022-02-02'],
        [BO, '2021-09-18'],
        [CY, '2024-01-15'],
        [BOT, '2024-05-04'],
      ],
    }),
  ];
  readonly dms: readonly WorldChannel[] = this.members.map((member, index) => ({
    id: snowflakeAt(day('2024-05-05'), index),
    name: member.name,
    guildId: null,
    dmOf: member.id,
    topic: null,
    position: 0,
    botDenied: 0n,
  }));

  get channels(): readonly WorldChannel[] {
    return [...this.guilds.flatMap((guild) => guild.channels), ...this.dms];
  }

  guildById(id: string): WorldGuild | undefined {
    return this.guilds.find((guild) => guild.id === id);
  }

  channelById(id: string): WorldChannel | undefined {
    return this.channels.find((channel) => channel.id === id);
  }

  userById(id: string): WorldUser | undefined {
    return [...this.members, OWNER, this.bot].find((each) => each.id === id);
  }

  guildOf(channel: WorldChannel): WorldGuild | null {
    return (channel.guildId === null ? undefined : this.guildById(channel.guildId)) ?? null;
  }

  membership(guild: WorldGuild, userId: string): WorldMembership | undefined {
    const found = guild.memberships.find((each) => each.user.id === userId);
    return found?.user.bot && !guild.botPresent ? undefined : found;
  }

  /** A guild by its name or id. Throws where there is none. */
  guild(nameOrId: string): WorldGuild {
    return find('server', this.guilds, nameOrId);
  }

  /** A channel by its name (with or without `#`) or id. Throws where there is none. */
  channel(nameOrId: string): WorldChannel {
    return find('channel', this.channels, nameOrId.replace(/^#/, ''));
  }

  /** A member by name, user name or id. Throws where there is none. */
  member(nameOrId: string): WorldUser {
    const wanted = nameOrId.toLowerCase();
    return (
      this.members.find((each) => each.username === wanted) ?? find('member', this.members, nameOrId.replace(/^@/, ''))
    );
  }

  /** The direct messages between the bot and a member (by name or id). Throws where there is no such member. */
  dm(nameOrId: string): WorldChannel {
    const member = this.member(nameOrId);
    return find('channel', this.dms, this.dms.find((each) => each.dmOf === member.id)?.id ?? '');
  }

  /** Whether this member can see the channel: a DM has one member, a guild's channel everyone in the guild. */
  canSee(member: WorldUser, channel: WorldChannel): boolean {
    const guild = this.guildOf(channel);
    return guild === null ? channel.dmOf === member.id : this.membership(guild, member.id) !== undefined;
  }

  /** The permission bits of a user in a channel; none where they are not there. */
  permissions(userId: string, channel: WorldChannel): bigint {
    const guild = this.guildOf(channel);
    if (guild === null) return userId === channel.dmOf || userId === this.bot.id ? DM_PERMISSIONS : 0n;
    const membership = this.membership(guild, userId);
    if (membership === undefined) return 0n;
    if (guild.ownerId === userId) return ALL_PERMISSIONS;
    const granted = guild.roles
      .filter((role) => role.id === guild.id || membership.roleIds.includes(role.id))
      .reduce((bits, role) => bits | role.permissions, 0n);
    const denied = userId === this.bot.id ? channel.botDenied : 0n;
    return denied & Permission.viewChannel ? 0n : granted & ~denied;
  }

  /** Whether a member is a moderator: has Manage Channels in the first guild. */
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
