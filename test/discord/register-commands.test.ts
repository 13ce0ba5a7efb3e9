import { DiscordAPIError, type REST } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { type Memory, register } from '../../src/discord/connection/register-commands.ts';
import type { Command } from '../../src/discord/inbound/command.ts';

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
