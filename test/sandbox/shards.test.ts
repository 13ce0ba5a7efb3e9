import { Events, type Guild } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { type Sandbox, shardOf } from '../../src/sandbox/sandbox.ts';
import { clientOf, eventually, freshSandbox, loggedIn, rest } from './fixture.ts';
import { Wire } from './wire.ts';

const GUILDS = 1;
const identified = async (sandbox: Sandbox, shard: readonly [number, number]) => {
  const wire = new Wire(sandbox);
  await wire.identify(sandbox, shard);
  return wire;
};
/** The servers that a session has been told of, by name. */
const told = (wire: Wire) =>
  wire.frames.filter(({ t }) => t === 'GUILD_CREATE').map(({ d }) => (d as { name: string }).name);
const heard = (wire: Wire, event: string) => wire.frames.filter(({ t }) => t === event).length;

describe('shards', () => {
  it('are recommended as many as are set, with how many may begin at once', async () => {
    const plain = await rest(await freshSandbox(), 'GET', '/gateway/bot');
    expect(plain.body).toMatchObject({ shards: 1, session_start_limit: { max_concurrency: 1, remaining: 1000 } });
    const sandbox = await freshSandbox({ sharding: { recommended: 4, maxConcurrency: 16 } });
    await identified(sandbox, [0, 4]);
    const { body } = await rest(sandbox, 'GET', '/gateway/bot');
    expect(body).toMatchObject({ shards: 4, session_start_limit: { max_concurrency: 16, remaining: 999 } });
  });

  it.each([[[2, 2]], [[-1, 2]], [[0.5, 2]], [[0, 0]], [['0', '2']], [[0]], ['0,2']])(
    'that are none are closed: %j',
    async (shard) => {
      const sandbox = await freshSandbox();
      const wire = await new Wire(sandbox).send(2, { token: sandbox.token, intents: GUILDS, shard });
      expect(await wire.closed).toBe(4010);
    },
  );

  it('have their own servers alone, in READY and after it; a session without one has all', async () => {
    const sandbox = await freshSandbox({ extraServers: 3 });
    const [even, odd] = [await identified(sandbox, [0, 2]), await identified(sandbox, [1, 2])];
    await eventually(() => told(even)).toEqual(['Army of the Potomac', "Soldiers' Home", 'Server 2']);
    await eventually(() => told(odd)).toEqual(['Server 1', 'Server 3']);
    const ready = async (wire: Wire) =>
      (await wire.frame(({ t }) => t === 'READY')).d as { guilds: { id: string }[]; shard?: unknown };
    expect(await ready(odd)).toMatchObject({ shard: [1, 2] });
    const again = await ready(await identified(sandbox, [1, 2]));
    const names = again.guilds.map(({ id }) => sandbox.world.guild(id).name);
    expect(names).toEqual(['Server 1', 'Server 3']);
    const whole = new Wire(sandbox);
    await whole.identify(sandbox);
    expect((await ready(whole)).guilds).toHaveLength(5);
    for (const { id } of sandbox.world.guilds) expect(shardOf(id, 1)).toBe(0);
  });

  it('with more servers than a session may have are to be more', async () => {
    const sandbox = await freshSandbox({ extraServers: 2, sharding: { mostGuilds: 3 } });
    const whole = await new Wire(sandbox).send(2, { token: sandbox.token, intents: GUILDS });
    expect(await whole.closed).toBe(4011);
    await identified(sandbox, [0, 2]);
  });

  it('begin one after another: of those that may not begin at once the second is invalid', async () => {
    const sandbox = await freshSandbox({ sharding: { maxConcurrency: 2, between: 60_000 } });
    await identified(sandbox, [0, 4]);
    await identified(sandbox, [1, 4]);
    const third = new Wire(sandbox);
    await third.send(2, { token: sandbox.token, intents: GUILDS, shard: [2, 4] });
    expect((await third.frame(({ op }) => op === 9)).d).toBe(false);
  });

  it('hear of what is in their servers, the first of direct messages too', async () => {
    const sandbox = await freshSandbox({ extraServers: 1 });
    const [even, odd] = [await identified(sandbox, [0, 2]), await identified(sandbox, [1, 2])];
    sandbox.happen({ kind: 'openChannel', guild: 'Server 1', name: 'annexe' });
    await eventually(() => heard(odd, 'CHANNEL_CREATE')).toBe(1);
    sandbox.happen({ kind: 'throwOut', guild: 'Server 1' });
    await eventually(() => heard(odd, 'GUILD_DELETE')).toBe(1);
    sandbox.happen({ kind: 'invite', guild: 'Server 1' });
    await eventually(() => told(odd)).toEqual(['Server 1', 'Server 1']);
    sandbox.happen({ kind: 'outage', guild: "Soldiers' Home" });
    await eventually(() => heard(even, 'GUILD_DELETE')).toBe(1);
    expect([heard(even, 'CHANNEL_CREATE'), heard(odd, 'GUILD_DELETE')]).toEqual([0, 1]);
  });

  it('are broken and resumed by themselves', async () => {
    const sandbox = await freshSandbox({ extraServers: 1 });
    const even = await identified(sandbox, [0, 2]);
    const odd = new Wire(sandbox);
    const session = await odd.identify(sandbox, [1, 2]);
    sandbox.happen({ kind: 'cut', shard: 1 });
    await odd.closed;
    sandbox.happen({ kind: 'openChannel', guild: 'Server 1', name: 'annexe' });
    const again = await new Wire(sandbox).send(6, { token: sandbox.token, session_id: session, seq: 2 });
    await again.frame(({ t }) => t === 'RESUMED');
    expect(heard(again, 'CHANNEL_CREATE')).toBe(1);
    expect(sandbox.bot.online).toBe(true);
    sandbox.happen({ kind: 'reconnect', shard: 0 });
    await even.frame(({ op }) => op === 7);
    sandbox.happen({ kind: 'close', code: 4000, shard: 0 });
    expect(await even.closed).toBe(4000);
    expect(again.frames.some(({ op }) => op === 7)).toBe(false);
    expect(sandbox.bot.online).toBe(true);
  });
});

it('a stock client is in every server with as many shards as are recommended, and a press goes to that of its server', async () => {
  const sandbox = await freshSandbox({ extraServers: 2, sharding: { recommended: 3, maxConcurrency: 3 } });
  const client = clientOf(sandbox, { shards: 'auto' });
  const came: string[] = [];
  client.on(Events.InteractionCreate, async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    came.push(`${interaction.guild?.shardId ?? 'dm'}`);
    await interaction.reply('Here');
  });
  await loggedIn(client, sandbox);
  expect(client.guilds.cache.map(({ shardId }: Guild) => shardId).sort()).toEqual([0, 0, 1, 2]);
  await client.application?.commands.set([{ name: 'go', description: 'Go' }]);
  for (const channel of ['library', 'table-1', 'table-2', 'dm']) await sandbox.as('Ada').in(channel).command('go');
  expect(came).toEqual(['0', '1', '2', 'dm']);
  // The second's server has nobody to tell; the others have.
  sandbox.happen({ kind: 'close', code: 4014, shard: 1 });
  expect(await sandbox.as('Ada').in('table-1').command('go')).toMatchObject({ kind: 'failed' });
  expect(await sandbox.as('Ada').in('table-2').command('go')).toMatchObject({ kind: 'message' });
});
