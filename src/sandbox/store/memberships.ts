import { EVERYONE_PERMISSIONS } from '../world/permissions.ts';
import { iso } from '../world/snowflake.ts';
import type { WorldGuild, WorldMembership, WorldRole } from '../world/world.ts';
import { type Discord, Intent } from './discord.ts';
import { memberObject, roleObjects, userObject } from './objects.ts';

/** Gives a member a role, or takes it, in one server or in all. @throws if there is none, or it cannot be given. */
export function setRole(discord: Discord, member: string, roleName: string, held: boolean, guildName?: string): void {
  changeMember(discord, member, guildName, (membership, guild) => {
    const { id } = roleToGive(discord, guild, roleName);
    membership.roleIds = [...membership.roleIds.filter((each) => each !== id), ...(held ? [id] : [])];
  });
}

/** @throws if there is no such server or role, or the role cannot be deleted. */
export function deleteRole(discord: Discord, roleName: string, guildName: string): void {
  const guild = discord.world.guild(guildName);
  const role = roleToGive(discord, guild, roleName);
  guild.roles = guild.roles.filter((each) => each !== role);
  for (const membership of guild.memberships) membership.roleIds = membership.roleIds.filter((id) => id !== role.id);
  discord.tell('GUILD_ROLE_DELETE', Intent.guilds, guild, { guild_id: guild.id, role_id: role.id });
  discord.emit('members');
}

function roleToGive({ world }: Discord, guild: WorldGuild, name: string): WorldRole {
  const role = world.role(guild, name);
  if (role.managed || role.id === guild.id) throw new Error(`The role "${role.name}" cannot be given or taken.`);
  return role;
}

/** Sets the bot's own permissions in every server, in addition to everyone's. */
export function grantBot(discord: Discord, granted: bigint): void {
  const permissions = EVERYONE_PERMISSIONS | granted;
  for (const guild of discord.world.guilds) {
    guild.roles = guild.roles.map((role) => (role.managed ? { ...role, permissions } : role));
    const role = roleObjects(guild, discord.world.bot.id).find(({ managed }) => managed === true);
    discord.tell('GUILD_ROLE_UPDATE', Intent.guilds, guild, { guild_id: guild.id, role });
  }
  discord.emit('members');
}

/** Sets when a member joined, in milliseconds since 1970. */
export function setJoined(discord: Discord, member: string, time: number, guildName?: string): void {
  changeMember(discord, member, guildName, (membership) => {
    membership.joinedAt = iso(time);
  });
}

/** A member leaves every server. */
export function leave(discord: Discord, memberName: string): void {
  const user = discord.world.member(memberName);
  for (const guild of discord.world.guilds) {
    if (discord.world.membership(guild, user.id) === undefined) continue;
    guild.memberships = guild.memberships.filter((membership) => membership.user.id !== user.id);
    const data = { guild_id: guild.id, user: userObject(user) };
    discord.tell('GUILD_MEMBER_REMOVE', Intent.guildMembers, guild, data);
  }
  discord.emit('members');
}

function changeMember(
  discord: Discord,
  memberName: string,
  guildName: string | undefined,
  change: (membership: WorldMembership, guild: WorldGuild) => void,
): void {
  const { world } = discord;
  const { id } = world.member(memberName);
  for (const guild of guildName === undefined ? world.guilds : [world.guild(guildName)]) {
    const membership = world.membership(guild, id);
    if (membership === undefined) continue;
    change(membership, guild);
    const data = { ...memberObject(membership), guild_id: guild.id };
    discord.tell('GUILD_MEMBER_UPDATE', Intent.guildMembers, guild, data);
  }
  discord.emit('members');
}
