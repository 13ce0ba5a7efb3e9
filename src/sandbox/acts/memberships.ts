import type { Gateway } from '../gateway/gateway.ts';
import { Intent } from '../gateway/intents.ts';
import { memberObject, roleObjects, userObject } from '../objects.ts';
import { EVERYONE_PERMISSIONS } from '../permissions.ts';
import { iso } from '../snowflake.ts';
import type { World, WorldGuild, WorldMembership } from '../world.ts';

/** Changes roles as a server's moderators do, and, for tests, when members joined or left. */
export class Memberships {
  readonly #world: World;
  readonly #gateway: Gateway;
  readonly #onChange: () => void;

  constructor(world: World, gateway: Gateway, onChange: () => void) {
    this.#world = world;
    this.#gateway = gateway;
    this.#onChange = onChange;
  }

  /**
   * Gives a member a role, or takes it, in one server or in all that have the role.
   *
   * @throws if there is no such member, server or role, or the role cannot be given.
   */
  setRole(memberName: string, roleName: string, held: boolean, guildName?: string): void {
    this.#change(memberName, guildName, (membership, guild) => {
      const role = this.#world.role(guild, roleName);
      if (role.managed || role.id === guild.id) throw new Error(`The role "${role.name}" cannot be given or taken.`);
      const others = membership.roleIds.filter((id) => id !== role.id);
      membership.roleIds = held ? [...others, role.id] : others;
    });
  }

  /** @throws if there is no such server or role, or the role cannot be deleted. */
  deleteRole(roleName: string, guildName: string): void {
    const guild = this.#world.guild(guildName);
    const role = this.#world.role(guild, roleName);
    if (role.managed || role.id === guild.id) throw new Error(`The role "${role.name}" cannot be deleted.`);
    guild.roles = guild.roles.filter(({ id }) => id !== role.id);
    for (const membership of guild.memberships) membership.roleIds = membership.roleIds.filter((id) => id !== role.id);
    if (guild.botPresent)
      this.#gateway.dispatch('GUILD_ROLE_DELETE', Intent.guilds, { guild_id: guild.id, role_id: role.id });
    this.#onChange();
  }

  /** Sets the bot's own permissions in every server, in addition to everyone's. */
  grantBot(permissions: bigint): void {
    for (const guild of this.#world.guilds) {
      guild.roles = guild.roles.map((role) =>
        role.managed ? { ...role, permissions: EVERYONE_PERMISSIONS | permissions } : role,
      );
      if (!guild.botPresent) continue;
      const role = roleObjects(guild, this.#world.bot.id).find(({ managed }) => managed === true);
      this.#gateway.dispatch('GUILD_ROLE_UPDATE', Intent.guilds, { guild_id: guild.id, role });
    }
    this.#onChange();
  }

  /** `time` is in milliseconds since 1970. */
  setJoined(memberName: string, time: number, guildName?: string): void {
    this.#change(memberName, guildName, (membership) => {
      membership.joinedAt = iso(time);
    });
  }

  /** A member leaves every server. */
  leave(memberName: string): void {
    const user = this.#world.member(memberName);
    for (const guild of this.#world.guilds) {
      if (this.#world.membership(guild, user.id) === undefined) continue;
      guild.memberships = guild.memberships.filter((membership) => membership.user.id !== user.id);
      if (!guild.botPresent) continue;
      this.#gateway.dispatch('GUILD_MEMBER_REMOVE', Intent.guildMembers, {
        guild_id: guild.id,
        user: userObject(user),
      });
    }
    this.#onChange();
  }

  #change(
    memberName: string,
    guildName: string | undefined,
    change: (membership: WorldMembership, guild: WorldGuild) => void,
  ): void {
    const { id } = this.#world.member(memberName);
    for (const guild of guildName === undefined ? this.#world.guilds : [this.#world.guild(guildName)]) {
      const membership = this.#world.membership(guild, id);
      if (membership === undefined) continue;
      change(membership, guild);
      if (!guild.botPresent) continue;
      const event = { ...memberObject(membership), guild_id: guild.id };
      this.#gateway.dispatch('GUILD_MEMBER_UPDATE', Intent.guildMembers, event);
    }
    this.#onChange();
  }
}
