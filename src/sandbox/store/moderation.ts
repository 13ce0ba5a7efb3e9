import { EVERYONE_PERMISSIONS } from '../world/permissions.ts';
import { iso } from '../world/snowflake.ts';
import type { WorldGuild, WorldMembership, WorldRole } from '../world/world.ts';
import { addChannel, denyBot, setTags, tell } from './channels.ts';
import { type Discord, Intent } from './discord.ts';
import { roleObjects } from './objects.ts';

/** Acts of moderators and of the servers' owner, for tests. Members, channels, servers and roles are given by name or id; an unknown one throws. */
export class Moderation {
  protected readonly discord: Discord;

  constructor(discord: Discord) {
    this.discord = discord;
  }

  /** Gives a member a role, in one server or in every server that has it. */
  giveRole(member: string, role: string, guild?: string): void {
    this.#setRole(member, role, true, guild);
  }

  /** Takes a role, as `giveRole` gives it. */
  takeRole(member: string, role: string, guild?: string): void {
    this.#setRole(member, role, false, guild);
  }

  deleteRole(name: string, guildName: string): void {
    const guild = this.discord.world.guild(guildName);
    const role = this.#roleToGive(guild, name);
    guild.roles = guild.roles.filter((each) => each !== role);
    for (const membership of guild.memberships) membership.roleIds = membership.roleIds.filter((id) => id !== role.id);
    this.discord.tell('GUILD_ROLE_DELETE', Intent.guilds, guild, { guild_id: guild.id, role_id: role.id });
    this.discord.emit('changed');
  }

  /** Sets the time (milliseconds since 1970) when a member joined one server, or every server. */
  setJoined(member: string, time: number, guild?: string): void {
    this.#changeMember(member, guild, (membership) => {
      membership.joinedAt = iso(time);
    });
  }

  /** Makes a member leave every server. */
  leave(member: string): void {
    const { world } = this.discord;
    const user = world.member(member);
    for (const guild of world.guilds) {
      guild.memberships = guild.memberships.filter((membership) => membership.user.id !== user.id);
    }
    this.discord.emit('changed');
  }

  /** Denies the bot exactly these permissions in a channel; `0n` restores all. */
  denyBot(channel: string, permissions: bigint): void {
    denyBot(this.discord, this.discord.world.channel(channel), permissions);
  }

  /** Denies a member exactly these permissions in a channel. */
  deny(member: string, channelName: string, permissions: bigint): void {
    const channel = this.discord.world.channel(channelName);
    channel.membersDenied.set(this.discord.world.member(member).id, permissions);
    tell(this.discord, 'CHANNEL_UPDATE', channel);
  }

  /** Hides a channel from all but these members and the bot. */
  openTo(members: readonly string[], channelName: string): void {
    const channel = this.discord.world.channel(channelName);
    channel.openTo = members.map((member) => this.discord.world.member(member).id);
    tell(this.discord, 'CHANNEL_UPDATE', channel);
  }

  /** Sets the bot's own permissions in every server, in addition to everyone's. */
  grantBot(granted: bigint): void {
    const { world } = this.discord;
    const permissions = EVERYONE_PERMISSIONS | granted;
    for (const guild of world.guilds) {
      guild.roles = guild.roles.map((role) => (role.managed ? { ...role, permissions } : role));
      const role = roleObjects(guild, world.bot.id).find(({ managed }) => managed === true);
      this.discord.tell('GUILD_ROLE_UPDATE', Intent.guilds, guild, { guild_id: guild.id, role });
    }
    this.discord.emit('changed');
  }

  /** Opens a forum in a server and returns its id. */
  openForum(
    guild: string,
    name: string,
    { tags = [], requiresTag = false }: { tags?: Parameters<typeof setTags>[3]; requiresTag?: boolean } = {},
  ): string {
    const forum = { tags: [], requiresTag };
    const channel = addChannel(this.discord, this.discord.world.guild(guild), name, forum);
    setTags(this.discord, channel, forum, tags);
    return channel.id;
  }

  #setRole(member: string, name: string, held: boolean, guildName?: string): void {
    this.#changeMember(member, guildName, (membership, guild) => {
      const { id } = this.#roleToGive(guild, name);
      membership.roleIds = [...membership.roleIds.filter((each) => each !== id), ...(held ? [id] : [])];
    });
  }

  #roleToGive(guild: WorldGuild, name: string): WorldRole {
    const role = this.discord.world.role(guild, name);
    if (role.managed || role.id === guild.id) throw new Error(`The role "${role.name}" cannot be given or taken.`);
    return role;
  }

  #changeMember(
    member: string,
    guildName: string | undefined,
    change: (membership: WorldMembership, guild: WorldGuild) => void,
  ): void {
    const { world } = this.discord;
    const { id } = world.member(member);
    for (const guild of guildName === undefined ? world.guilds : [world.guild(guildName)]) {
      const membership = world.membership(guild, id);
      if (membership !== undefined) change(membership, guild);
    }
    this.discord.emit('changed');
  }
}
