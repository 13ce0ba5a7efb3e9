import { z } from 'zod';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Answered, Answers } from '../../interactions/bot-answers.ts';
import { channelNow } from '../../store/channels.ts';
import { checkCommands, commandObject, type RegisteredCommand } from '../../store/commands.ts';
import type { Discord } from '../../store/discord.ts';
import { check, type Json, refuse, snowflake } from '../../store/errors.ts';
import { MessageFlag } from '../../store/message-schema.ts';
import type { StoredMessage } from '../../store/messages.ts';
import {
  applicationObject,
  channelObject,
  guildObject,
  memberObject,
  messageObject,
  roleObjects,
  userObject,
} from '../../store/objects.ts';
import type { WorldGuild } from '../../world/world.ts';
import { noContent, ok, param, type RestAnswer, type RestCall, type Route, route } from '../router.ts';

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

/** Answers to interactions, which need no bot's token: they carry the interaction's own. */
export function interactionRoutes(discord: Discord, answers: Answers): Route[] {
  const shown = (message: StoredMessage): Json => messageObject(discord, message);
  const response = ({ type, interaction: { id, type: of, channel }, message }: Answered): Json => ({
    interaction: {
      id,
      type: of,
      channel_id: channel.id,
      ...(channel.guildId !== null && { guild_id: channel.guildId }),
      ...(message && {
        response_message_id: message.id,
        response_message_loading: (message.flags & MessageFlag.loading) !== 0,
        response_message_ephemeral: (message.flags & MessageFlag.ephemeral) !== 0,
      }),
    },
    resource: { type, ...(message && { message: shown(message) }) },
  });
  /** A route after the first answer, which gets the application's id and the interaction's token. */
  const later = (asked: string, handle: (by: readonly [string, string], call: RestCall) => RestAnswer) =>
    route(asked, (call) => handle([param(call, 'application'), param(call, 'token')], call), {
      auth: false,
      admit: ({ application = '', token = '' }) => void answers.admitLater(application, token),
    });
  const path = '/webhooks/:application/:token';
  return [
    route(
      'POST /interactions/:interaction/:token/callback',
      (call) => {
        const answered = answers.first(param(call, 'interaction'), param(call, 'token'), call.body);
        return call.query.get('with_response') === 'true' ? ok(response(answered)) : noContent;
      },
      { auth: false, admit: ({ interaction = '', token = '' }) => void answers.admitFirst(interaction, token) },
    ),
    later(`POST ${path}`, (by, { body }) => ok(shown(answers.followUp(...by, body)))),
    later(`GET ${path}/messages/:message`, (by, call) => ok(shown(answers.fetch(...by, param(call, 'message'))))),
    later(`PATCH ${path}/messages/:message`, (by, call) =>
      ok(shown(answers.edit(...by, param(call, 'message'), call.body))),
    ),
    later(`DELETE ${path}/messages/:message`, (by, call) => {
      answers.delete(...by, param(call, 'message'));
      return noContent;
    }),
  ];
}
