import { DiscordjsErrorCodes, Events, type Guild } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { manualClock, PortInUse, type Sandbox, shardOf, startSandbox } from '../../src/sandbox/sandbox.ts';
import { clientOf, eventually, freshSandbox, loggedIn, rest, sandboxWithBot } from './fixture.ts';
import { Wire } from './wire.ts';

const GUILDS = 1;
const identified = async (sandbox: Sandbox, shard?: readonly [number, number]) => {
  const wire = new Wire(sandbox);
  const session = await wire.identify(sandbox, shard);
  return { wire, session, heard: (event: string) => wire.frames.filter(({ t }) => t === event).length };
};
/** Resumes a session from an event's number on. */
const resumed = async (sandbox: Sandbox, session_id: string, seq: number) =>
  new Wire(sandbox).send(6, { token: sandbox.token, session_id, seq });
const told = ({ wire }: { wire: Wire }) =>
  wire.frames.filter(({ t }) => t === 'GUILD_CREATE').map(({ d }) => (d as { name: string }).name);
const ready = async ({ wire }: { wire: Wire }) =>
  (await wire.frame(({ t }) => t === 'READY')).d as { guilds: { id: string }[]; shard?: unknown };

describe('logging in', () => {
  it('takes a stock client with nothing changed but the address, and turns a wrong token away', async () => {
    const sandbox = await freshSandbox();
    await expect(clientOf(sandbox).login('wrong')).rejects.toMatchObject({ code: DiscordjsErrorCodes.TokenInvalid });
    expect(sandbox.bot.online).toBe(false);
    const client = clientOf(sandbox);
    const online = sandbox.bot.whenOnline();
    await client.login(sandbox.token);
    await online;
    expect(client.user?.id).toBe(sandbox.world.bot.id);
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
    const may = (['SendMessages', 'ManageMessages'] as const).map((each) => guild?.members.me?.permissions.has(each));
    expect(may).toEqual([true, false]);
    await first.destroy();
    await eventually(() => sandbox.bot.online).toBe(false);
    const second = clientOf(sandbox);
    second.on(Events.GuildCreate, () => invited.push('again'));
    await loggedIn(second, sandbox);
    expect(second.guilds.cache.size).toBe(2);
    expect(invited).toHaveLength(2);
  });

  it('fails with PortInUse where something else listens', async () => {
    const port = Number(new URL((await freshSandbox()).apiUrl).port);
    const second = startSandbox({ port });
    await expect(second).rejects.toBeInstanceOf(PortInUse);
    await expect(second).rejects.toMatchObject({ message: `Port ${port} is in use.` });
  });
});

describe('the gateway', () => {
  it.each([
    ['an unknown operation', 77, null, 4001],
    ['anything before identifying', 3, {}, 4003],
    ['a wrong token', 2, { token: 'wrong', intents: GUILDS }, 4004],
    ['a wrong token to resume', 6, { token: 'wrong', session_id: 'x', seq: 0 }, 4004],
    ['no token', 2, { intents: GUILDS }, 4002],
    ['an intent that is none', 2, { token: 'sandbox', intents: 1 << 30 }, 4013],
    ['intents that are no number', 2, { token: 'sandbox', intents: 'all' }, 4013],
    ['an intent it was not granted', 2, { token: 'sandbox', intents: 1 << 15 }, 4014],
    ['a frame of more than 4,096 bytes', 2, { token: 'x'.repeat(5000) }, 4002],
    ...[[1, 1], [-1, 2], [0.5, 2], [0, 0], ['0', '2'], [0], '0,2'].map(
      (shard) => [`the shard ${JSON.stringify(shard)}`, 2, { token: 'sandbox', intents: GUILDS, shard }, 4010] as const,
    ),
  ] as const)('closes on %s', async (_, op, d, code) => {
    const wire = await new Wire(await freshSandbox()).send(op, d);
    expect(await wire.closed).toBe(code);
  });

  it.each([
    ['v=9&encoding=json', 4012],
    ['v=10&encoding=etf', 4002],
    ['v=10&encoding=json&compress=zlib-stream', 4002],
  ])('closes on ?%s', async (query, code) => {
    expect(await new Wire(await freshSandbox(), query).closed).toBe(code);
  });

  it('closes on what is no JSON, on a second identify and on a flood; it acknowledges heartbeats', async () => {
    const sandbox = await freshSandbox();
    const greeted = async () => {
      const wire = new Wire(sandbox);
      await wire.frame(({ op }) => op === 10);
      return wire;
    };
    const rubbish = await greeted();
    rubbish.socket.send('rubbish');
    expect(await rubbish.closed).toBe(4002);
    const { wire: twice } = await identified(sandbox);
    await twice.send(2, { token: sandbox.token, intents: GUILDS });
    expect(await twice.closed).toBe(4005);
    const flood = await greeted();
    for (let index = 0; index < 121; index++) flood.socket.send('{"op":1,"d":null}');
    await flood.frame(({ op }) => op === 11);
    expect(await flood.closed).toBe(4008);
  });

  it('cuts off a client that sends no heartbeats, whose session can be resumed', async () => {
    // Long enough to identify on a machine that is busy.
    const sandbox = await freshSandbox({ heartbeatInterval: 3000 });
    const { wire, session } = await identified(sandbox);
    expect(await wire.closed).toBe(4009);
    await (await resumed(sandbox, session, 3)).frame(({ t }) => t === 'RESUMED');
  });
});

describe('a session', () => {
  it('that is invalid loses what was sent meanwhile', async () => {
    const sandbox = await freshSandbox();
    const { wire, session } = await identified(sandbox);
    const isInvalid = ({ op, d }: { op: number; d: unknown }) => op === 9 && d === false;
    sandbox.happen({ kind: 'invalidate' });
    await wire.frame(isInvalid);
    expect(await sandbox.as('Ada').in('library').command('go')).toMatchObject({ kind: 'failed' });
    const second = await resumed(sandbox, session, 1);
    await second.frame(isInvalid);
    await second.identify(sandbox);
    expect((await ready({ wire: second })).guilds).toHaveLength(2);
  });

  it('is resumed from the last event that came, and not from beyond it', async () => {
    const sandbox = await freshSandbox();
    const first = await identified(sandbox);
    await eventually(() => first.heard('GUILD_CREATE')).toBe(2);
    first.wire.socket.terminate();
    await eventually(() => sandbox.bot.online).toBe(false);
    const again = await resumed(sandbox, first.session, 2);
    await again.frame(({ t }) => t === 'RESUMED');
    expect(again.frames.map(({ t, s }) => [t, s])).toEqual([
      [null, null],
      ['GUILD_CREATE', 3],
      ['RESUMED', 4],
    ]);
    expect(await (await resumed(sandbox, first.session, 99)).closed).toBe(4007);
  });

  it('can be resumed for five minutes, and not after a goodbye', async () => {
    const clock = manualClock();
    const sandbox = await freshSandbox({ clock });
    for (const [leave, later] of [
      [(wire: Wire) => wire.socket.terminate(), 5 * 60_000 + 1],
      [(wire: Wire) => wire.socket.close(1000), 0],
    ] as const) {
      const { wire, session } = await identified(sandbox);
      leave(wire);
      await eventually(() => sandbox.bot.online).toBe(false);
      clock.advance(later);
      await (await resumed(sandbox, session, 3)).frame(({ op }) => op === 9);
    }
  });
});

describe('shards', () => {
  it('are recommended as many as are set, with how many may begin at once', async () => {
    const starts = async (sandbox: Sandbox) => (await rest(sandbox, 'GET', '/gateway/bot')).body;
    const session_start_limit = { max_concurrency: 1, remaining: 1000 };
    expect(await starts(await freshSandbox())).toMatchObject({ shards: 1, session_start_limit });
    const sandbox = await freshSandbox({ sharding: { recommended: 4, maxConcurrency: 16 } });
    await identified(sandbox, [0, 4]);
    const left = { max_concurrency: 16, remaining: 999 };
    expect(await starts(sandbox)).toMatchObject({ shards: 4, session_start_limit: left });
  });

  it('have their own servers alone, in READY and after it; a session without one has all', async () => {
    const sandbox = await freshSandbox({ extraServers: 3 });
    const [even, odd] = [await identified(sandbox, [0, 2]), await identified(sandbox, [1, 2])];
    await eventually(() => told(even)).toEqual(['Army of the Potomac', "Soldiers' Home", 'Server 2']);
    await eventually(() => told(odd)).toEqual(['Server 1', 'Server 3']);
    expect(await ready(odd)).toMatchObject({ shard: [1, 2] });
    const { guilds } = await ready(await identified(sandbox, [1, 2]));
    expect(guilds.map(({ id }) => sandbox.world.guild(id).name)).toEqual(['Server 1', 'Server 3']);
    expect((await ready(await identified(sandbox))).guilds).toHaveLength(5);
    for (const { id } of sandbox.world.guilds) expect(shardOf(id, 1)).toBe(0);
  });

  it('are required for more servers than a session may have', async () => {
    const sandbox = await freshSandbox({ extraServers: 2, sharding: { mostGuilds: 3 } });
    const whole = await new Wire(sandbox).send(2, { token: sandbox.token, intents: GUILDS });
    expect(await whole.closed).toBe(4011);
    await identified(sandbox, [0, 2]);
  });

  it('begin one after another: of those that may not begin at once the second is invalid', async () => {
    const sandbox = await freshSandbox({ sharding: { maxConcurrency: 2, between: 60_000 } });
    await identified(sandbox, [0, 4]);
    await identified(sandbox, [1, 4]);
    const third = await new Wire(sandbox).send(2, { token: sandbox.token, intents: GUILDS, shard: [2, 4] });
    expect((await third.frame(({ op }) => op === 9)).d).toBe(false);
  });

  it('hear of what is in their servers', async () => {
    const sandbox = await freshSandbox({ extraServers: 1 });
    const [even, odd] = [await identified(sandbox, [0, 2]), await identified(sandbox, [1, 2])];
    sandbox.happen({ kind: 'openChannel', guild: 'Server 1', name: 'annexe' });
    await eventually(() => odd.heard('CHANNEL_CREATE')).toBe(1);
    sandbox.happen({ kind: 'throwOut', guild: 'Server 1' });
    sandbox.happen({ kind: 'invite', guild: 'Server 1' });
    await eventually(() => told(odd)).toEqual(['Server 1', 'Server 1']);
    sandbox.happen({ kind: 'outage', guild: "Soldiers' Home" });
    await eventually(() => even.heard('GUILD_DELETE')).toBe(1);
    expect([even.heard('CHANNEL_CREATE'), odd.heard('GUILD_DELETE')]).toEqual([0, 1]);
  });

  it('are broken and resumed by themselves', async () => {
    const sandbox = await freshSandbox({ extraServers: 1 });
    const [even, odd] = [await identified(sandbox, [0, 2]), await identified(sandbox, [1, 2])];
    sandbox.happen({ kind: 'cut', shard: 1 });
    await odd.wire.closed;
    sandbox.happen({ kind: 'openChannel', guild: 'Server 1', name: 'annexe' });
    const again = await resumed(sandbox, odd.session, 2);
    await again.frame(({ t }) => t === 'RESUMED');
    expect(again.frames.filter(({ t }) => t === 'CHANNEL_CREATE')).toHaveLength(1);
    sandbox.happen({ kind: 'reconnect', shard: 0 });
    await even.wire.frame(({ op }) => op === 7);
    sandbox.happen({ kind: 'close', code: 4000, shard: 0 });
    expect(await even.wire.closed).toBe(4000);
    expect([again.frames.some(({ op }) => op === 7), sandbox.bot.online]).toEqual([false, true]);
  });

  it('of a stock client are as many as are recommended, and a press goes to that of its server', async () => {
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
    const go = (channel: string) => sandbox.as('Ada').in(channel).command('go');
    for (const channel of ['library', 'table-1', 'table-2', 'dm']) await go(channel);
    expect(came).toEqual(['0', '1', '2', 'dm']);
    sandbox.happen({ kind: 'close', code: 4014, shard: 1 });
    expect([await go('table-1'), await go('table-2')]).toMatchObject([{ kind: 'failed' }, { kind: 'message' }]);
  });
});

describe('the REST API', () => {
  it.each([
    ['GET', '/nowhere', 404, 0],
    ['DELETE', '/gateway', 405, 0],
    ['GET', '/channels/1', 404, 10003],
    ['GET', '/applications/1/commands', 403, 20012],
  ])('answers %s %s with %i and code %i', async (method, path, status, code) => {
    expect(await rest(await freshSandbox(), method, path)).toMatchObject({ status, body: { code } });
  });

  it('needs the token, tolerates a path without a version, and opens direct messages by their recipient', async () => {
    const sandbox = await freshSandbox();
    const wrong = await rest(sandbox, 'GET', '/users/@me', undefined, { authorization: 'Bot wrong' });
    expect(wrong).toMatchObject({ status: 401, body: { code: 0, message: '401: Unauthorized' } });
    expect((await fetch(`${sandbox.apiUrl}/gateway`)).status).toBe(200);
    const open = (recipient_id: string) => rest(sandbox, 'POST', '/users/@me/channels', { recipient_id });
    expect((await open(sandbox.world.member('Bo').id)).body).toMatchObject({ id: sandbox.world.dm('Bo').id, type: 1 });
    expect([(await open(sandbox.world.bot.id)).body.code, (await open('1')).body.code]).toEqual([50007, 50033]);
  });

  it('keeps requests with their time, route and status, and without the tokens of interactions', async () => {
    const { sandbox, ada, clock } = await sandboxWithBot({
      commands: ['ask'],
      on: async (interaction) => interaction.isChatInputCommand() && interaction.reply('Yes'),
    });
    const before = sandbox.requests().length;
    clock.advance(5000);
    await ada.command('ask');
    await rest(sandbox, 'GET', '/nowhere');
    const path = `/interactions/${sandbox.latestInteraction()}/…/callback`;
    const at = clock.now();
    expect(sandbox.requests().slice(before)).toMatchObject([
      { at, method: 'POST', route: '/interactions/:interaction/:token/callback', path },
      { at, method: 'GET', route: null, path: '/nowhere', status: 404 },
    ]);
  });
});

describe('rate limits', () => {
  const limited = async () => {
    const clock = manualClock(1_800_000_000_000);
    const sandbox = await freshSandbox({ limits: clock });
    const path = (channel: string) => `/channels/${sandbox.world.channel(channel).id}`;
    const post = (channel = 'library') => rest(sandbox, 'POST', `${path(channel)}/messages`, { content: 'x' });
    const times = async (count: number, ask: () => ReturnType<typeof post>) => {
      const all = [];
      for (let at = 0; at < count; at++) all.push(await ask());
      return all;
    };
    return { clock, sandbox, path, post, times };
  };

  it('take fifty requests a second of all processes together, besides answers to interactions', async () => {
    const { clock, sandbox, path, times } = await limited();
    const read = () => rest(sandbox, 'GET', path('library'));
    expect(new Set((await times(50, read)).map(({ status }) => status))).toEqual(new Set([200]));
    clock.advance(400);
    expect(await read()).toMatchObject({ status: 429, body: { retry_after: 0.6, global: true } });
    expect((await rest(sandbox, 'GET', '/webhooks/1/token/messages/@original')).status).toBe(404);
    clock.advance(600);
    expect((await read()).status).toBe(200);
  });

  it('take five posts and five edits in five seconds from each channel', async () => {
    const { clock, sandbox, path, post, times } = await limited();
    const taken = await times(5, post);
    expect(taken.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(taken.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['4', '3', '2', '1', '0']);
    clock.advance(1500);
    const refused = await post();
    const body = { message: 'You are being rate limited.', retry_after: 3.5, global: false };
    expect(refused).toMatchObject({ status: 429, body });
    const names = ['limit', 'remaining', 'reset', 'reset-after', 'scope'].map((name) => `x-ratelimit-${name}`);
    const headers = [...names, 'retry-after'].map((name) => refused.headers.get(name));
    expect(headers).toEqual(['5', '0', '1800000005.000', '3.500', 'user', '4']);
    expect((await post('smoking-room')).status).toBe(200);
    const edited = `${path('library')}/messages/${taken[0]?.body.id}`;
    const edits = await times(6, () => rest(sandbox, 'PATCH', edited, { content: 'y' }));
    expect(edits.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(sandbox.messages('library')).toHaveLength(5);
    clock.advance(3500);
    expect((await post()).status).toBe(200);
  });
});
