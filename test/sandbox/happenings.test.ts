import { connect } from 'node:net';
import { Events, GatewayIntentBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { codeOf, eventually, freshSandbox, HASTY, post, rest, sandboxWithBot } from './fixture.ts';
import { Wire } from './wire.ts';

const HOME = "Soldiers' Home";

describe('a deleted channel', () => {
  it('is gone with its threads and messages: the bot is told, and asking for it gives 10003', async () => {
    const { sandbox, client, ada } = await sandboxWithBot();
    const { id } = sandbox.world.channel('library');
    const thread = ada.openThread('Recap');
    const message = `/channels/${id}/messages/${(await post(sandbox)).body.id}`;
    const gone: string[] = [];
    client.on(Events.ChannelDelete, (channel) => gone.push(channel.id));
    sandbox.happen({ kind: 'deleteChannel', channel: 'library' });
    await eventually(() => gone).toEqual([id]);
    for (const asked of [
      ...[`GET /channels/${id}`, `POST /channels/${id}/messages`, `PATCH ${message}`, `DELETE ${message}`],
      ...[`GET /channels/${thread}`, `POST /channels/${thread}/messages`],
    ]) {
      const [method = '', path = ''] = asked.split(' ');
      const answer = await rest(sandbox, method, path, method === 'GET' ? undefined : { content: 'x' });
      expect(answer, asked).toMatchObject({ status: 404, body: { code: 10003 } });
    }
    expect(() => sandbox.as('Ada').in('library')).toThrow('no channel "library"');
  });

  it('takes no answer to what was asked in it', async () => {
    const refused: unknown[] = [];
    const { sandbox } = await sandboxWithBot({
      commands: ['ask', 'ponder'],
      on: async (interaction, there) => {
        if (!interaction.isChatInputCommand()) return;
        if (interaction.commandName === 'ponder') await interaction.deferReply();
        there.happen({ kind: 'deleteChannel', channel: interaction.channelId });
        refused.push(await codeOf(interaction.deferred ? interaction.editReply('Yes') : interaction.reply('Yes')));
      },
    });
    void sandbox.as('Ada').in('library').command('ask');
    void sandbox.as('Ada').in('smoking-room').command('ponder');
    await eventually(() => refused).toEqual([10003, 10003]);
  });

  it('is not told of to a bot that could not see it; direct messages cannot be deleted', async () => {
    const { sandbox, client } = await sandboxWithBot();
    const gone: string[] = [];
    client.on(Events.ChannelDelete, (channel) => gone.push(channel.id));
    sandbox.happen({ kind: 'denyBot', channel: 'library', permissions: ['ViewChannel'] });
    sandbox.happen({ kind: 'deleteChannel', channel: 'library' });
    const dm = sandbox.world.dm('Ada').id;
    expect(() => sandbox.happen({ kind: 'deleteChannel', channel: dm })).toThrow('not a channel of a server');
    const { id } = sandbox.world.channel('smoking-room');
    sandbox.happen({ kind: 'deleteChannel', channel: 'smoking-room' });
    await eventually(() => gone).toEqual([id]);
  });
});

it('a channel is opened: the bot is told, and can post there', async () => {
  const { sandbox, client } = await sandboxWithBot();
  const opened: string[] = [];
  client.on(Events.ChannelCreate, (channel) => opened.push(channel.name));
  sandbox.happen({ kind: 'openChannel', guild: HOME, name: 'attic' });
  sandbox.happen({ kind: 'openChannel', guild: HOME, name: 'forum-1', forum: true });
  expect(sandbox.world.channel('forum-1')).toMatchObject({ type: 15, available_tags: [], flags: 0 });
  await eventually(() => opened).toEqual(['attic', 'forum-1']);
  expect((await post(sandbox, undefined, 'attic')).status).toBe(200);
});

it('a message is deleted, the bot’s newest by default: it is told, and asking for it gives 10008', async () => {
  const intents = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages];
  const { sandbox, client, ada } = await sandboxWithBot({ intents });
  const gone: string[] = [];
  client.on(Events.MessageDelete, (message) => gone.push(message.id));
  const { id } = (await post(sandbox)).body;
  const said = ada.say('Hm.');
  sandbox.happen({ kind: 'deleteMessage', channel: 'library' });
  await eventually(() => gone).toEqual([id]);
  const edited = await rest(sandbox, 'PATCH', `/channels/${said.channelId}/messages/${id}`, { content: 'y' });
  expect(edited).toMatchObject({ status: 404, body: { code: 10008 } });
  sandbox.happen({ kind: 'deleteMessage', channel: 'library', message: said.id });
  expect(sandbox.messages('library')).toEqual([]);
  expect(() => sandbox.happen({ kind: 'deleteMessage', channel: 'library' })).toThrow('no such message');
});

describe('a server', () => {
  it('takes rights of the bot in each channel and gives them back', async () => {
    const { sandbox, client } = await sandboxWithBot();
    const may = () =>
      ['library', 'smoking-room', 'parade-ground'].map((name) => {
        const channel = client.channels.cache.get(sandbox.world.channel(name).id);
        return channel && 'permissionsFor' in channel && channel.permissionsFor(client.user)?.has('SendMessages');
      });
    sandbox.happen({ kind: 'denyBot', guild: HOME, permissions: ['SendMessages', 'AttachFiles'] });
    await eventually(may).toEqual([false, false, true]);
    sandbox.happen({ kind: 'denyBot', guild: HOME, permissions: [] });
    await eventually(may).toEqual([true, true, true]);
  });

  it('removes the bot and invites it back, and cannot be reached in an outage', async () => {
    const { sandbox, client, ada } = await sandboxWithBot();
    const heard: string[] = [];
    for (const event of ['guildDelete', 'guildCreate', 'guildUnavailable', 'guildAvailable'] as const)
      client.on(event, (guild) => heard.push(`${event} ${guild.name}`));
    sandbox.happen({ kind: 'throwOut', guild: HOME });
    expect(await post(sandbox)).toMatchObject({ status: 403, body: { code: 50001 } });
    const reason = 'Council of War is not in this server';
    expect(await ada.command('map')).toMatchObject({ kind: 'failed', reason });
    sandbox.happen({ kind: 'invite', guild: HOME });
    await eventually(() => heard).toEqual([`guildDelete ${HOME}`, `guildCreate ${HOME}`]);
    expect((await post(sandbox)).status).toBe(200);
    sandbox.happen({ kind: 'outage', guild: HOME });
    expect((await post(sandbox)).status).toBe(503);
    expect(() => ada.say('Hm.')).toThrow('cannot be reached');
    expect(sandbox.as('Ada').in('parade-ground').say('Hm.').text).toBe('Hm.');
    sandbox.happen({ kind: 'outageOver', guild: HOME });
    await eventually(() => heard.slice(2)).toEqual([`guildUnavailable ${HOME}`, `guildAvailable ${HOME}`]);
    expect((await post(sandbox)).status).toBe(200);
  });
});

/** A bot that answers `/ask`, and how often its connection was resumed or made anew. */
async function listening(options: Parameters<typeof sandboxWithBot>[0] = {}) {
  const made = await sandboxWithBot({
    commands: ['ask'],
    on: async (interaction) => interaction.isChatInputCommand() && interaction.reply('Yes'),
    ...options,
  });
  const heard: string[] = [];
  made.client.on(Events.ShardResume, () => heard.push('resumed'));
  made.client.on(Events.ShardReady, () => heard.push('ready'));
  made.client.on(Events.ShardDisconnect, ({ code }) => heard.push(`closed ${code}`));
  const answers = async () => expect(await made.ada.command('ask')).toMatchObject({ kind: 'message' });
  return { ...made, heard, answers };
}

describe('the connection of a stock client', () => {
  it.each([
    ['breaks', [{ kind: 'cut' }], {}],
    ['is asked to be made anew', [{ kind: 'reconnect' }], {}],
    ['is in doubt', [{ kind: 'invalidate', resumable: true }], {}],
    ['is closed with 4000', [{ kind: 'close', code: 4000 }], {}],
    ['has its heartbeats ignored', [{ kind: 'deaf', beats: 2 }], { heartbeatInterval: 150 }],
    ['gets its hello late', [{ kind: 'slowHello', ms: 300 }, { kind: 'cut' }], {}],
  ] as const)('%s: it resumes', async (_, happenings, options) => {
    const { sandbox, heard, answers } = await listening(options);
    for (const each of happenings) sandbox.happen(each);
    await eventually(() => heard).toEqual(['resumed']);
    await answers();
  });

  it.each([4004, 4010, 4013, 4014])('is closed with %i: it does not come back', async (code) => {
    const { sandbox, heard, ada } = await listening();
    sandbox.happen({ kind: 'close', code });
    await eventually(() => heard).toEqual([`closed ${code}`]);
    expect(sandbox.bot.online).toBe(false);
    const reason = 'Council of War is offline';
    expect(await ada.command('ask')).toMatchObject({ kind: 'failed', reason });
  });

  it('finds nobody for a while: what happens meanwhile comes with the resume', async () => {
    const { sandbox, heard, errors, answers } = await listening();
    sandbox.happen({ kind: 'unreachable', ms: 1200 });
    expect(sandbox.bot.online).toBe(false);
    await answers();
    expect(heard).toEqual(['resumed']);
    // A stock client says that it was refused; nothing else is expected of it.
    expect(errors.splice(0).map(String).join()).toMatch(/^(Error: Unexpected server response: 503,?)*$/);
  });

  it('ends with its session: it is made anew, and a server in an outage comes when it can be reached', async () => {
    const { sandbox, client, heard, answers } = await listening({ wire: HASTY });
    sandbox.happen({ kind: 'outage', guild: HOME });
    sandbox.happen({ kind: 'close', code: 4009 });
    expect(sandbox.bot.online).toBe(false);
    await sandbox.bot.whenOnline();
    const reached = () => client.guilds.cache.filter((guild) => guild.available).map(({ name }) => name);
    await eventually(reached).toEqual(['Army of the Potomac']);
    sandbox.happen({ kind: 'outageOver', guild: HOME });
    await eventually(() => heard).toEqual(['ready']);
    expect(reached()).toEqual(['Army of the Potomac', HOME]);
    await answers();
  });
});

it.each([
  ['refused', 'ECONNREFUSED'],
  ['reset', 'ECONNRESET'],
  ['silent', 'ECONNRESET'],
] as const)(
  'a network that fails, %s: every connection breaks, and none is made until it is over',
  async (fails, code) => {
    const sandbox = await freshSandbox();
    const wire = new Wire(sandbox);
    await wire.identify(sandbox);
    const reaches = () =>
      fetch(`${sandbox.apiUrl}/v10/gateway`).then(
        ({ ok }) => ok,
        () => false,
      );
    const ends = () => sandbox.happen({ kind: 'network', fails, ms: 1 });
    sandbox.happen({ kind: 'network', fails, ms: 600_000 });
    const socket = connect(portOf(sandbox), '127.0.0.1');
    const broken = new Promise((resolve) => socket.on('error', resolve));
    // A connection that nobody answers breaks when the network is well again, once it has been taken.
    if (fails === 'silent') socket.on('connect', () => setImmediate(() => setImmediate(ends)));
    expect(await broken).toMatchObject({ code });
    expect(await wire.closed).toBe(1006);
    ends();
    await eventually(reaches).toBe(true);
    await new Wire(sandbox).identify(sandbox);
  },
);

const portOf = (sandbox: Sandbox): number => Number(new URL(sandbox.apiUrl).port);

it('an identify beyond the limits is answered with op 9, and the next one taken', async () => {
  const sandbox = await freshSandbox();
  sandbox.happen({ kind: 'refuseIdentify', times: 1 });
  const wire = await new Wire(sandbox).send(2, { token: sandbox.token, intents: 1, properties: {} });
  expect(await wire.frame(({ op }) => op === 9)).toMatchObject({ d: false });
  await wire.identify(sandbox);
});
