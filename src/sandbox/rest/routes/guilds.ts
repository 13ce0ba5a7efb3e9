import { refuse } from '../../errors.ts';
import { Intent } from '../../gateway/intents.ts';
import { channelObject, guildObject, memberObject, roleObjects } from '../../objects.ts';
import type { WorldGuild } from '../../world.ts';
import type { Platform } from '../platform.ts';
import { ok, param, type RestCall, type Route } from '../router.ts';

/** Guilds, their channels, roles and members. */
export function guildRoutes({ world }: Platform, privilegedIntents: number): Route[] {
  const guildOf = (call: RestCall): WorldGuild => {
    const guild = world.guildById(param(call, 'guild'));
    if (guild === undefined || !guild.botPresent) throw refuse.unknownGuild();
    return guild;
  };
  const route = (pattern: string, body: (guild: WorldGuild, call: RestCall) => unknown): Route => ({
    method: 'GET',
    pattern,
    auth: true,
    handle: (call) => ok(body(guildOf(call), call)),
  });
  return [
    route('/guilds/:guild', (guild) => guildObject(world, guild)),
    route('/guilds/:guild/channels', (guild) => guild.channels.map((channel) => channelObject(world, channel))),
    route('/guilds/:guild/roles', (guild) => roleObjects(guild, world.bot.id)),
    route('/guilds/:guild/members', (guild) => {
      if ((privilegedIntents & Intent.guildMembers) === 0) throw refuse.missingAccess();
      return guild.memberships.map(memberObject);
    }),
    route('/guilds/:guild/members/:user', (guild, call) => {
      const user = param(call, 'user');
      const membership = world.membership(guild, user === '@me' ? world.bot.id : user);
      if (membership === undefined) throw world.userById(user) ? refuse.unknownMember() : refuse.unknownUser();
      return memberObject(membership);
    }),
  ];
}
