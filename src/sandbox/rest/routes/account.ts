import { z } from 'zod';
import { refuse } from '../../errors.ts';
import { applicationObject, channelObject, userObject } from '../../objects.ts';
import { check, snowflake } from '../../validate/fields.ts';
import type { Platform } from '../platform.ts';
import { ok, param, type Route } from '../router.ts';

const newDm = z.object({ recipient_id: snowflake });

/** The gateway's URL, the bot's account and application, and its direct messages. */
export function accountRoutes({ world, gateway, base }: Platform): Route[] {
  const gatewayUrl = () => `${base().replace(/^http/, 'ws')}/gateway`;
  const me = () => ({
    ...userObject(world.bot),
    verified: true,
    mfa_enabled: false,
    email: null,
    flags: 0,
    locale: 'en-US',
  });
  return [
    { method: 'GET', pattern: '/gateway', auth: false, handle: () => ok({ url: gatewayUrl() }) },
    {
      method: 'GET',
      pattern: '/gateway/bot',
      auth: true,
      handle() {
        const { shards, remaining, maxConcurrency: max_concurrency } = gateway.starts;
        const session_start_limit = { total: 1000, remaining, reset_after: 24 * 60 * 60_000, max_concurrency };
        return ok({ url: gatewayUrl(), shards, session_start_limit });
      },
    },
    { method: 'GET', pattern: '/users/@me', auth: true, handle: () => ok(me()) },
    {
      method: 'GET',
      pattern: '/users/@me/guilds',
      auth: true,
      handle: () =>
        ok(
          world.guilds
            .filter((guild) => guild.botPresent)
            .map((guild) => ({ id: guild.id, name: guild.name, icon: null, owner: false, features: [] })),
        ),
    },
    {
      method: 'POST',
      pattern: '/users/@me/channels',
      auth: true,
      handle(call) {
        const { recipient_id } = check(newDm, call.body.json ?? {});
        if (recipient_id === world.bot.id) throw refuse.cannotSendToUser();
        const channel = world.dms.find((each) => each.dmOf === recipient_id);
        if (channel === undefined) throw refuse.invalidRecipients();
        return ok(channelObject(world, channel));
      },
    },
    {
      method: 'GET',
      pattern: '/users/:user',
      auth: true,
      handle(call) {
        const user = world.userById(param(call, 'user'));
        if (user === undefined) throw refuse.unknownUser();
        return ok(userObject(user));
      },
    },
    { method: 'GET', pattern: '/applications/@me', auth: true, handle: () => ok(applicationObject(world)) },
    { method: 'GET', pattern: '/oauth2/applications/@me', auth: true, handle: () => ok(applicationObject(world)) },
  ];
}
