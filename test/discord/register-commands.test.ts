import { DiscordAPIError, Routes as Paths, type REST } from 'discord.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Memory, register } from '../../src/discord/connection/register-commands.ts';
import type { Command } from '../../src/discord/inbound/command.ts';
import { reply } from '../../src/host/index.ts';
import { answer } from '../answered-message.ts';
import { Desk, serve } from './desk.ts';

/** As much of Discord's REST as registration touches: each route's commands, numbered anew with every registration. */
class Routes {
  readonly held = new Map<string, { id: string; version: string }[]>();
  readonly puts: string[] = [];
  #versions = 0;

  get(route: string): Promise<unknown> {
    return Promise.resolve(this.held.get(route) ?? []);
  }
  put(route: string, { body }: { body: { name: string }[] }): Promise<unknown> {
    this.puts.push(route);
    const version = String(++this.#versions);
    this.held.set(
      route,
      body.map(({ name }) => ({ id: `${route}/${name}`, version })),
    );
    return this.get(route);
  }
}

function memory(): Memory {
  const settings = new Map<string, string>();
  return { setting: (key) => settings.get(key) ?? null, set: (key, value) => void settings.set(key, value) };
}

const command = (name: string, description = 'What it does'): Command => ({
  data: { name, description },
  run: () => null,
});

function registration() {
  const routes = new Routes();
  const kept = memory();
  const now = (commands: Command[], guild: string | null = null, application = '1') =>
    register(routes as unknown as REST, application, guild, commands, kept);
  return { routes, now };
}

const EVERYWHERE = '/applications/1/commands';
const IN_GUILD = '/applications/1/guilds/7/commands';

describe('commands are registered', () => {
  test('the first time, and not again', async () => {
    const { routes, now } = registration();
    expect(await now([command('attack'), command('move')])).toBe(true);
    expect(await now([command('attack'), command('move')])).toBe(false);
    expect(await now([command('attack'), command('move')])).toBe(false);
    expect(routes.puts).toEqual([EVERYWHERE]);
    expect(routes.held.get(EVERYWHERE)).toHaveLength(2);
  });

  test('when one has come, gone, or reads differently', async () => {
    const { routes, now } = registration();
    await now([command('attack')]);
    expect(await now([command('attack'), command('move')])).toBe(true);
    expect(await now([command('move')])).toBe(true);
    expect(await now([command('move', 'What it does now')])).toBe(true);
    expect(await now([command('move', 'What it does now')])).toBe(false);
    expect(routes.puts).toHaveLength(4);
  });

  test('when Discord has forgotten them, or somebody else has changed them', async () => {
    const { routes, now } = registration();
    await now([command('attack')]);
    routes.held.clear();
    expect(await now([command('attack')])).toBe(true);
    await routes.put(EVERYWHERE, { body: [{ name: 'something-else' }] });
    expect(await now([command('attack')])).toBe(true);
    expect(await now([command('attack')])).toBe(false);
  });

  test('for each application by itself', async () => {
    const { now } = registration();
    await now([command('attack')]);
    expect(await now([command('attack')], null, '2')).toBe(true);
    expect(await now([command('attack')])).toBe(false);
  });

  test('in a server alone; and taken back there where it would show them twice', async () => {
    const { routes, now } = registration();
    expect(await now([command('attack')], '7')).toBe(true);
    expect(await now([command('attack')], '7')).toBe(false);
    expect(routes.puts).toEqual([IN_GUILD]);
    expect(await now([command('attack')])).toBe(true);
    expect(routes.held.get(IN_GUILD)).toEqual([]);
    expect(routes.held.get(EVERYWHERE)).toHaveLength(1);
    expect(await now([command('attack')])).toBe(false);
    expect(routes.puts).toEqual([IN_GUILD, IN_GUILD, EVERYWHERE]);
  });

  test('and what Discord answers to that is not hidden', async () => {
    const { routes, now } = registration();
    const missing = new DiscordAPIError({ code: 50001, message: 'Missing Access' }, 50001, 403, 'PUT', IN_GUILD, {});
    routes.put = () => Promise.reject(missing);
    await expect(now([command('attack')], '7')).rejects.toBe(missing);
  });
});

describe('a start at which', () => {
  const probe: Command = { ...command('probe'), run: () => reply('member', 'Done.') };

  /** A bot that is started again while Discord has its command, worded as before the upgrade. */
  async function starting() {
    const served = await serve(new Desk(), [probe]);
    onTestFinished(() => served.close());
    const { rest, application } = served.bot.client;
    const route = Paths.applicationCommands(application.id);
    await rest.put(route, { body: [command('probe', 'As it was').data] });
    const words = () => served.sandbox.commands().map(({ description }) => description);
    const said = (msg: string) => served.logged.filter((line) => line.msg.includes(msg)).length;
    return { served, rest, route, words, said };
  }

  test.each([
    ['GET', 503, 0],
    ['PUT', 500, 0],
    ['PUT', 400, 30034],
    ['PUT', 429, 30034],
  ])(
    '%s of the commands fails with %i (%i) serves members with those there are, and registers them later',
    async (method, status, code) => {
      const { served, words, said } = await starting();
      const bot = await served.again(() => {
        served.sandbox.faults = (call, proceed) =>
          call.method === method && call.path.endsWith('/commands')
            ? { status, body: { code, message: 'Not now' } }
            : proceed();
      });
      expect(bot.registered?.how).toBe('failed');
      expect(answer(await served.sandbox.as('Ada').in('library').command('probe')).content).toBe('Done.');
      served.clock.advance(60_000);
      await expect
        .poll(
          () =>
            served.sandbox.requests().filter((one) => one.method === method && one.path.endsWith('/commands')).length,
        )
        .toBeGreaterThan(1);
      expect(said('could not be registered')).toBe(1);
      served.sandbox.faults = null;
      const comes = () => {
        served.clock.advance(60_000);
        return words();
      };
      await expect.poll(comes).toEqual(['What it does']);
      await expect.poll(() => said('the commands are registered')).toBe(1);
    },
  );

  test('Discord has a command of its own keeps that one', async () => {
    const { served, rest, route } = await starting();
    const launch = { type: 4, name: 'launch', handler: 2, name_localizations: { de: 'start' } };
    await rest.post(route, { body: launch });
    await expect(rest.put(route, { body: [] })).rejects.toMatchObject({ code: 50240 });
    const bot = await served.again(() => {});
    expect(bot.registered).toEqual({ how: 'now' });
    expect(served.sandbox.commands()).toEqual([
      expect.objectContaining({ name: 'probe', description: 'What it does' }),
      expect.objectContaining(launch),
    ]);
    expect((await served.again(() => {})).registered).toEqual({ how: 'already' });
  });
});
