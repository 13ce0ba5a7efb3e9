import { DiscordjsErrorCodes, Events } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { PortInUse, startSandbox } from '../../src/sandbox/sandbox.ts';
import { clientOf, eventually, freshSandbox, rest, sandboxWithBot } from './fixture.ts';

const onceEmitted = (client: { once(event: string, act: (...args: unknown[]) => void): unknown }, event: string) =>
  new Promise<unknown>((resolve) => client.once(event, resolve));

describe('logging in', () => {
  it('takes a stock client with nothing changed but the address', async () => {
    const sandbox = await freshSandbox();
    const client = clientOf(sandbox);
    expect(sandbox.bot.online).toBe(false);
    const online = sandbox.bot.whenOnline();
    await client.login(sandbox.token);
    await online;
    expect(sandbox.bot.online).toBe(true);
    expect(client.user?.id).toBe(sandbox.world.bot.id);
  });

  it('turns a wrong token away with 401', async () => {
    const sandbox = await freshSandbox();
    await expect(clientOf(sandbox).login('wrong')).rejects.toMatchObject({ code: DiscordjsErrorCodes.TokenInvalid });
    expect(sandbox.bot.online).toBe(false);
    const answer = await rest(sandbox, 'GET', '/users/@me', undefined, { authorization: 'Bot wrong' });
    expect(answer).toMatchObject({ status: 401, body: { code: 0, message: '401: Unauthorized' } });
  });

  it('invites the bot when it first comes, and has it as a member afterwards', async () => {
    const sandbox = await freshSandbox();
    const first = clientOf(sandbox);
    const invited: string[] = [];
    first.on(Events.GuildCreate, (guild) => invited.push(guild.name));
    await first.login(sandbox.token);
    await eventually(() => invited).toEqual(sandbox.world.guilds.map((guild) => guild.name));
    const guild = first.guilds.cache.first();
    expect(guild?.systemChannel?.name).toBe('council-of-war');
    expect(guild?.members.me?.permissions.has('SendMessages')).toBe(true);
    expect(guild?.members.me?.permissions.has('ManageMessages')).toBe(false);
    await first.destroy();

    const second = clientOf(sandbox);
    second.on(Events.GuildCreate, () => invited.push('again'));
    await second.login(sandbox.token);
    await eventually(() => second.isReady()).toBe(true);
    expect(second.guilds.cache.size).toBe(2);
    expect(invited).toHaveLength(2);
  });

  it('throws the bot out of a server and brings it back', async () => {
    const { sandbox, client } = await sandboxWithBot();
    await eventually(() => client.guilds.cache.size).toBe(2);
    const home = sandbox.world.guild("Soldiers' Home");
    const left = onceEmitted(client, Events.GuildDelete);
    sandbox.happen({ kind: 'throwOut', guild: home.name });
    expect(await left).toMatchObject({ id: home.id });
    const library = sandbox.world.channel('library').id;
    expect(await rest(sandbox, 'POST', `/channels/${library}/messages`, { content: 'x' })).toMatchObject({
      status: 403,
      body: { code: 50001 },
    });
    const outcome = await sandbox.as('Ada').in('library').command('map');
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'Council of War is not in this server' });

    const back = onceEmitted(client, Events.GuildCreate);
    sandbox.happen({ kind: 'invite', guild: home.name });
    expect(await back).toMatchObject({ id: home.id });
  });

  it('says that the bot is offline once it has gone', async () => {
    const { sandbox, client } = await sandboxWithBot();
    await client.application.commands.set([{ name: 'map', description: 'The map' }]);
    await client.destroy();
    await eventually(() => sandbox.bot.online).toBe(false);
    expect(await sandbox.as('Bo').in('library').command('map')).toMatchObject({
      kind: 'failed',
      reason: 'Council of War is offline',
    });
  });

  it('fails with PortInUse where something else listens', async () => {
    const sandbox = await freshSandbox();
    const port = Number(new URL(sandbox.apiUrl).port);
    const second = startSandbox({ port });
    await expect(second).rejects.toBeInstanceOf(PortInUse);
    await expect(second).rejects.toMatchObject({ port, message: `Port ${port} is in use.` });
  });
});

describe('the account', () => {
  it.each([
    ['GET', '/nowhere', 404, 0],
    ['DELETE', '/gateway', 405, 0],
    ['GET', '/channels/1', 404, 10003],
    ['GET', '/applications/1/commands', 403, 20012],
  ])('%s %s is %i with code %i', async (method, path, status, code) => {
    const sandbox = await freshSandbox();
    expect(await rest(sandbox, method, path)).toMatchObject({ status, body: { code } });
  });

  it('sends rate-limit headers and tolerates a path without a version', async () => {
    const sandbox = await freshSandbox();
    const response = await fetch(`${sandbox.apiUrl}/gateway/bot`, {
      headers: { authorization: `Bot ${sandbox.token}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-ratelimit-bucket')).toMatch(/^[0-9a-f]+$/);
    expect(Number(response.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(100);
  });
});
