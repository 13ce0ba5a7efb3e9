import { z } from 'zod';
import type { Gateway } from '../../gateway/gateway.ts';
import { channelNow } from '../../store/channels.ts';
import { checkCommands, commandObject, type RegisteredCommand } from '../../store/commands.ts';
import type { Discord } from '../../store/discord.ts';
import { check, refuse, snowflake } from '../../store/errors.ts';
import {
  applicationObject,
  channelObject,
  guildObject,
  memberObject,
  roleObjects,
  userObject,
} from '../../store/objects.ts';
import type { WorldGuild } from '../../world/world.ts';
import { ok, param, type RestCall, type Route, route } from '../router.ts';

const newDm = z.object({ recipient_id: snowflake });

/** The gateway's URL, the bot's account and application, its direct messages, and the servers that it is in. */
export function accountRoutes(discord: Discord, gateway: Gateway): Route[] {
  const { world } = discord;
  const me = () => ({ ...userObject(world.bot), verified: true, mfa_enabled: false, email: null, flags: 0 });
  const ofGuild = (path: string, body: (guild: WorldGuild, user: string) => unknown) =>
    route(`GET /guilds/:guild${path}`, (call) => {
      const guild = world.guildById(param(call, 'guild'));
      if (!guild?.botPresent) throw refuse.unknownGuild();
      return ok(body(guild, call.params.user ?? ''));
    });
  return [
    route('GET /gateway', () => ok({ url: gateway.url }), { auth: false }),
    route('GET /gateway/bot', () => {
      const { shards, remaining, maxConcurrency: max_concurrency } = gateway.starts;
      const session_start_limit = { total: 1000, remaining, reset_after: 24 * 60 * 60_000, max_concurrency };
      return ok({ url: gateway.url, shards, session_start_limit });
    }),
    route('GET /users/@me', () => ok(me())),
    route('GET /users/@me/guilds', () => {
      const present = world.guilds.filter((guild) => guild.botPresent);
      return ok(present.map(({ id, name }) => ({ id, name, icon: null, owner: false, features: [] })));
    }),
    route('POST /users/@me/channels', (call) => {
      const { recipient_id } = check(newDm, call.body.json ?? {});
      if (recipient_id === world.bot.id) throw refuse.cannotSendToUser();
      const channel = world.dms.find((each) => each.dmOf === recipient_id);
      if (channel === undefined) throw refuse.invalidRecipients();
      return ok(channelObject(world, channel));
    }),
    route('GET /users/:user', (call) => {
      const user = world.userById(param(call, 'user'));
      if (user === undefined) throw refuse.unknownUser();
      return ok(userObject(user));
    }),
    route('GET /applications/@me', () => ok(applicationObject(world))),
    ofGuild('', (guild) => guildObject(world, guild)),
    ofGuild('/channels', (guild) => guild.channels.map((channel) => channelObject(world, channel))),
    ofGuild('/roles', (guild) => roleObjects(guild, world.bot.id)),
    ofGuild('/threads/active', (guild) => {
      return { threads: world.activeThreads(guild).map((thread) => channelNow(discord, thread)), members: [] };
    }),
    ofGuild('/members/:user', (guild, user) => {
      const membership = world.membership(guild, user === '@me' ? world.bot.id : user);
      if (membership === undefined) throw world.userById(user) ? refuse.unknownMember() : refuse.unknownUser();
      return memberObject(membership);
    }),
  ];
}

/** The application's commands, global and per guild. */
export function commandRoutes({ world, commands }: Discord): Route[] {
  const scopeOf = (call: RestCall): string | null => {
    if (param(call, 'application') !== world.applicationId) throw refuse.notYourApplication();
    const guildId = call.params.guild ?? null;
    if (guildId !== null && !world.guildById(guildId)?.botPresent) throw refuse.missingAccess();
    return guildId;
  };
  const shown = (command: RegisteredCommand) => commandObject(command, world.applicationId);

  return ['/applications/:application/commands', '/applications/:application/guilds/:guild/commands'].flatMap(
    (pattern) => [
      route(`GET ${pattern}`, (call) => ok(commands.in(scopeOf(call)).map(shown))),
      route(`PUT ${pattern}`, (call) => ok(commands.replace(scopeOf(call), checkCommands(call.body.json)).map(shown))),
    ],
  );
}
