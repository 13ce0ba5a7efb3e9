import { REST } from 'discord.js';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { allCommands } from '../../commands/index.ts';
import { type Memory, register } from '../../src/discord/register.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';

const GUILD = 'Army of the Potomac';
const commands = allCommands([]);
let sandbox: Sandbox;
let memory: Memory;
let puts: string[];
beforeEach(async () => {
  const settings = new Map<string, string>();
  memory = { setting: (key) => settings.get(key) ?? null, set: (key, value) => void settings.set(key, value) };
  puts = [];
  sandbox = await startSandbox({ port: 0 });
  sandbox.faults = ({ method, path }, proceed) => {
    if (method === 'PUT') puts.push(path);
    return proceed();
  };
  onTestFinished(() => sandbox.close());
});

const names = (guild?: string) => sandbox.commands(guild).map(({ name }) => name);
const all = commands.map(({ data }) => data.name).sort();

function registering(guild: string | null, some = commands, at = sandbox): Promise<boolean> {
  const rest = new REST({ api: at.apiUrl }).setToken(at.token);
  return register(rest, at.world.applicationId, guild, some, memory);
}

test('commands are registered once', async () => {
  expect(await registering(null)).toBe(true);
  expect(names().sort()).toEqual(all);
  expect(await registering(null)).toBe(false);
  expect(puts).toHaveLength(1);
});

test('and again when they have changed, or Discord holds others', async () => {
  await registering(null);
  expect(await registering(null, commands.slice(1))).toBe(true);
  expect(names()).toHaveLength(all.length - 1);
  expect(await registering(null)).toBe(true);
  const forgetful = await startSandbox({ port: 0 });
  onTestFinished(() => forgetful.close());
  expect(await registering(null, commands, forgetful)).toBe(true);
  expect(forgetful.commands()).toHaveLength(all.length);
});

test('a server that had them to itself loses them when they are registered everywhere, so that none is shown twice', async () => {
  const { id } = sandbox.world.guild(GUILD);
  expect(await registering(id)).toBe(true);
  expect([names(GUILD).length, names().length]).toEqual([all.length, 0]);
  expect(await registering(id)).toBe(false);
  expect(await registering(null)).toBe(true);
  expect([names(GUILD).length, names().length]).toEqual([0, all.length]);
  expect(await registering(null)).toBe(false);
  expect(puts).toHaveLength(3);
});

test('that the bot has left that server since is no obstacle', async () => {
  await registering(sandbox.world.guild(GUILD).id);
  sandbox.throwOut(GUILD);
  expect(await registering(null)).toBe(true);
  expect(await registering(null)).toBe(false);
});
