import { type Client, DiscordAPIError, Routes as Paths } from 'discord.js';
import pino from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Memory, Shards } from '../../src/discord/connection/shards.ts';
import type { Command } from '../../src/discord/inbound/command-contract.ts';
import { createCommandRegistration } from '../../src/discord/inbound/register-commands.ts';
import type { System } from '../../src/game/index.ts';
import { reply } from '../../src/host/index.ts';
import { manualClock } from '../../src/time-source.ts';
import { answer } from '../answered-message.ts';
import { Desk, serve } from './desk.ts';

/** As much of Discord's REST as registration touches: each route's commands, numbered anew with every registration. */
class Routes {
  readonly held = new Map<string, { id: string; version: string }[]>();
  readonly puts: string[] = [];
  /** How many are under way, and at most were. */
  readonly at = { once: 0, most: 0 };
  fails: unknown = null;
  #versions = 0;

  get(route: string): Promise<unknown> {
    return Promise.resolve(this.held.get(route) ?? []);
  }
  async put(route: string, { body }: { body: { name: string }[] }): Promise<unknown> {
    this.at.most = Math.max(this.at.most, ++this.at.once);
    await Promise.resolve();
    this.at.once--;
    if (this.fails !== null) throw this.fails;
    this.puts.push(route);
    const version = String(++this.#versions);
    this.held.set(
      route,
      body.map(({ name }) => ({ id: `${route}/${name}`, version })),
    );
    return this.get(route);
  }
  names(route: string) {
    return this.held.get(route)?.map(({ id }) => id.slice(route.length + 1)) ?? null;
  }
}

const command = (name: string, description = 'What it does', contexts = [0, 1]): Command => ({
  data: { name, description, contexts },
  run: () => null,
});

/** Discord and a database that outlive the bots of a test. */
function registration() {
  const routes = new Routes();
  const clock = manualClock();
  const settings = new Map<string, string>();
  const memory: Memory = {
    setting: (key) => settings.get(key) ?? null,
    set: (key, value) => void settings.set(key, value),
  };
  const played = new Map<string, string[]>();
  const serverGames = {
    of: (guild: string) => (played.get(guild) ?? []).map((id) => ({ id }) as System),
    guildOf: () => null,
    commands: (guild: string) => JSON.parse(settings.get(guild) ?? 'null'),
    noteCommands: (guild: string, commands: unknown) => void settings.set(guild, JSON.stringify(commands)),
  };
  const begun = (
    commands: Command[],
    {
      guild = null,
      application = '1',
      servers = [],
      shards = null,
    }: { guild?: string | null; application?: string; servers?: string[]; shards?: Shards | null },
  ) => {
    const there = new Map(servers.map((id) => [id, { available: true, joinedTimestamp: 1 }]));
    const client = {
      rest: routes,
      application: { id: application },
      guilds: { cache: there },
      options: { shardCount: 1 },
      ws: { shards: new Map([[0, {}]]) },
    } as unknown as Client;
    const inServer = (games: readonly System[]) => games.map(({ id }) => ({ name: id, description: id }));
    const log = pino({ level: 'silent' });
    return createCommandRegistration({
      client,
      host: { serverGames },
      memory,
      commands,
      inServer,
      guild,
      shards,
      clock,
      log,
    });
  };
  const now = async (commands: Command[], options: Parameters<typeof begun>[1] = {}) => {
    const registered = await begun(commands, options).begin();
    // Servers come after what a start waits for.
    for (let turn = 0; turn < 20 * (options.servers?.length ?? 0); turn++) await Promise.resolve();
    return registered?.how;
  };
  return { routes, played, now };
}

const EVERYWHERE = '/applications/1/commands';
const inGuild = (guild: string) => `/applications/1/guilds/${guild}/commands`;

describe('commands for everywhere are registered', () => {
  test('the first time, and not again', async () => {
    const { routes, now } = registration();
    expect(await now([command('attack'), command('move')])).toBe('now');
    expect(await now([command('attack'), command('move')])).toBe('already');
    expect(await now([command('attack'), command('move')])).toBe('already');
    expect(routes.puts).toEqual([EVERYWHERE]);
    expect(routes.held.get(EVERYWHERE)).toHaveLength(2);
  });

  test('when Discord has forgotten them, or somebody else has changed them', async () => {
    const { routes, now } = registration();
    await now([command('attack')]);
    routes.held.clear();
    expect(await now([command('attack')])).toBe('now');
    await routes.put(EVERYWHERE, { body: [{ name: 'something-else' }] });
    expect(await now([command('attack')])).toBe('now');
    expect(await now([command('attack')])).toBe('already');
  });
});

describe('commands of servers are registered', () => {
  test('of a thousand servers one after another, and never again while they stay as they are', async () => {
    const { routes, played, now } = registration();
    const servers = Array.from({ length: 1000 }, (_, index) => `${index}`);
    for (const guild of servers) played.set(guild, ['attack']);
    await now([], { servers });
    expect(routes.puts).toEqual([EVERYWHERE, ...servers.map(inGuild)]);
    expect(routes.at.most).toBe(1);
    played.set('7', ['attack', 'move']);
    await now([], { servers });
    expect(routes.puts.slice(1001)).toEqual([inGuild('7')]);
    expect(routes.names(inGuild('7'))).toEqual(['attack', 'move']);
  });

  test('all in the one that a setting names, and no longer once it is empty', async () => {
    const { routes, played, now } = registration();
    const commands = [command('attack', 'In a direct message', [1]), command('map')];
    const servers = ['7', '8'];
    for (const guild of servers) played.set(guild, ['attack']);
    expect(await now(commands, { guild: '7', servers })).toBe('now');
    expect(await now(commands, { guild: '7', servers })).toBe('already');
    expect(routes.puts).toEqual([inGuild('7')]);
    expect(routes.names(inGuild('7'))).toEqual(['map', 'attack']);
    expect(await now(commands, { servers })).toBe('now');
    expect([EVERYWHERE, ...servers.map(inGuild)].map((route) => routes.names(route))).toEqual([
      ['attack', 'map'],
      ['attack'],
      ['attack'],
    ]);
    await now(commands, { guild: '8', servers });
    expect(servers.map((guild) => routes.names(inGuild(guild)))).toEqual([[], ['map', 'attack']]);
  });

  test('by the process that serves them; those for everywhere by the first', async () => {
    const { routes, played, now } = registration();
    for (const guild of ['7', '8']) played.set(guild, ['attack']);
    expect(await now([command('map')], { servers: ['8'], shards: { own: [1], count: 2 } })).toBe(undefined);
    expect(routes.puts).toEqual([inGuild('8')]);
    expect(await now([command('map')], { servers: ['7'], shards: { own: [0], count: 2 } })).toBe('now');
    expect(routes.puts).toEqual([inGuild('8'), EVERYWHERE, inGuild('7')]);
  });

  test('and that a setting names one without the bot is told at every start', async () => {
    const { routes, now } = registration();
    routes.fails = new DiscordAPIError({ code: 50001, message: 'Missing Access' }, 50001, 403, 'PUT', inGuild('7'), {});
    expect(await now([command('attack')], { guild: '7' })).toBe('failed');
    expect(await now([command('attack')], { guild: '7' })).toBe('failed');
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
    await rest.put(route, { body: [launch] });
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
