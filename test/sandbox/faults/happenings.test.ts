import { Events, GatewayIntentBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { eventually, freshSandbox, rest, sandboxWithBot } from '../fixture.ts';

const text = (content = 'x') => ({ content });

describe('a deleted channel', () => {
  it('is gone with its threads and messages: the bot is told, and asking for it gives 10003', async () => {
    const { sandbox, client } = await sandboxWithBot();
    const { id } = sandbox.world.channel('library');
    const thread = sandbox.as('Ada').in('library').openThread('Recap');
    const posted = await rest(sandbox, 'POST', `/channels/${id}/messages`, text());
    const gone: string[] = [];
    client.on(Events.ChannelDelete, (channel) => gone.push(channel.id));
    sandbox.happen({ kind: 'deleteChannel', channel: 'library' });
    await eventually(() => gone).toEqual([id]);
    const message = (posted.body as { id?: string }).id;
    for (const [method, path] of [
      ['GET', `/channels/${id}`],
      ['POST', `/channels/${id}/messages`],
      ['PATCH', `/channels/${id}/messages/${message}`],
      ['DELETE', `/channels/${id}/messages/${message}`],
      ['GET', `/channels/${thread}`],
      ['POST', `/channels/${thread}/messages`],
    ] as const) {
      const body = method === 'GET' ? undefined : text();
      expect(await rest(sandbox, method, path, body), `${method} ${path}`).toMatchObject({
        status: 404,
        body: { code: 10003 },
      });
    }
    expect(() => sandbox.as('Ada').in('library')).toThrow('no channel "library"');
  });

  it('takes no answer to what was asked in it', async () => {
    const refused: unknown[] = [];
    const { sandbox, client } = await sandboxWithBot({
      on: async (interaction) => {
        if (!interaction.isChatInputCommand()) return;
        if (interaction.commandName === 'ponder') await interaction.deferReply();
        sandbox.happen({ kind: 'deleteChannel', channel: interaction.channelId });
        const answer = interaction.deferred ? interaction.editReply('Yes') : interaction.reply('Yes');
        await answer.catch((error: { code?: unknown }) => refused.push(error.code));
      },
    });
    await client.application.commands.set([
      { name: 'ask', description: 'Ask' },
      { name: 'ponder', description: 'Ponder' },
    ]);
    void sandbox.as('Ada').in('library').command('ask');
    await eventually(() => refused).toEqual([10003]);
    void sandbox.as('Ada').in('smoking-room').command('ponder');
    await eventually(() => refused).toEqual([10003, 10003]);
  });

  it('is not told of to a bot that could not see it; direct messages cannot be deleted', async () => {
    const { sandbox, client } = await sandboxWithBot();
    const gone: string[] = [];
    client.on(Events.ChannelDelete, (channel) => gone.push(channel.id));
    sandbox.happen({ kind: 'denyBot', channel: 'library', permissions: ['viewChannel'] });
    sandbox.happen({ kind: 'deleteChannel', channel: 'library' });
    const dm = sandbox.world.dm('Ada').id;
    expect(() => sandbox.happen({ kind: 'deleteChannel', channel: dm })).toThrow('not a channel of a server');
    const { id } = sandbox.world.channel('smoking-room');
    sandbox.happen({ kind: 'deleteChannel', channel: 'smoking-room' });
    await eventually(() => gone).toEqual([id]);
  });

  it('a channel is opened: the bot is told, and can post there', async () => {
    const { sandbox, client } = await sandboxWithBot();
    const opened: string[] = [];
    client.on(Events.ChannelCreate, (channel) => opened.push(channel.name));
    sandbox.happen({ kind: 'openChannel', guild: "Soldiers' Home", name: 'attic' });
    sandbox.happen({ kind: 'openChannel', guild: "Soldiers' Home", name: 'forum-1', forum: true });
    expect(sandbox.world.channel('forum-1')).toMatchObject({ type: 15, available_tags: [], flags: 0 });
    await eventually(() => opened).toEqual(['attic', 'forum-1']);
    expect(
      (await rest(sandbox, 'POST', `/channels/${sandbox.world.channel('attic').id}/messages`, text())).status,
    ).toBe(200);
    expect(sandbox.as('Ada').in('attic').say('Dusty.').text).toBe('Dusty.');
  });
});

describe('a deleted message', () => {
  it('the bot’s newest by default: it is told, and asking for it gives 10008', async () => {
    const { sandbox, client } = await sandboxWithBot({
      intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages],
    });
    const { id } = sandbox.world.channel('library');
    const gone: string[] = [];
    client.on(Events.MessageDelete, (message) => gone.push(message.id));
    const posted = (await rest(sandbox, 'POST', `/channels/${id}/messages`, text())).body as { id?: string };
    const said = sandbox.as('Ada').in('library').say('Hm.');
    sandbox.happen({ kind: 'deleteMessage', channel: 'library' });
    await eventually(() => gone).toEqual([posted.id]);
    const edited = await rest(sandbox, 'PATCH', `/channels/${id}/messages/${posted.id}`, text('y'));
    expect(edited).toMatchObject({ status: 404, body: { code: 10008 } });
    sandbox.happen({ kind: 'deleteMessage', channel: 'library', message: said.id });
    expect(sandbox.messages('library')).toEqual([]);
    expect(() => sandbox.happen({ kind: 'deleteMessage', channel: 'library' })).toThrow('no such message');
  });
});

describe('rights taken from the bot', () => {
  it('a reply without the history of the channel is refused', async () => {
    const sandbox = await freshSandbox();
    const { id } = sandbox.world.channel('library');
    const said = sandbox.as('Ada').in('library').say('Hm.');
    const reply = { ...text(), message_reference: { message_id: said.id, fail_if_not_exists: false } };
    sandbox.happen({ kind: 'denyBot', channel: 'library', permissions: ['readMessageHistory'] });
    expect(await rest(sandbox, 'POST', `/channels/${id}/messages`, reply)).toMatchObject({
      status: 403,
      body: { code: 160002, message: 'Cannot reply without permission to read message history' },
    });
    expect((await rest(sandbox, 'POST', `/channels/${id}/messages`, text())).status).toBe(200);
    expect((await rest(sandbox, 'GET', `/channels/${id}/messages`)).body.code).toBe(50013);
    sandbox.happen({ kind: 'denyBot', channel: 'library', permissions: [] });
    expect((await rest(sandbox, 'POST', `/channels/${id}/messages`, reply)).status).toBe(200);
  });

  it('in a whole server are taken in each channel and given back', async () => {
    const { sandbox, client } = await sandboxWithBot();
    const guild = "Soldiers' Home";
    const may = () =>
      ['library', 'smoking-room', 'parade-ground'].map((name) => {
        const channel = client.channels.cache.get(sandbox.world.channel(name).id);
        return channel && 'permissionsFor' in channel && channel.permissionsFor(client.user)?.has('SendMessages');
      });
    sandbox.happen({ kind: 'denyBot', guild, permissions: ['sendMessages', 'attachFiles'] });
    await eventually(may).toEqual([false, false, true]);
    sandbox.happen({ kind: 'denyBot', guild, permissions: [] });
    await eventually(may).toEqual([true, true, true]);
  });
});

describe('a server', () => {
  it('throws the bot out and invites it back', async () => {
    const { sandbox, client } = await sandboxWithBot();
    const { id } = sandbox.world.channel('library');
    const heard: string[] = [];
    client.on(Events.GuildDelete, (guild) => heard.push(`out of ${guild.name}`));
    client.on(Events.GuildCreate, (guild) => heard.push(`into ${guild.name}`));
    sandbox.happen({ kind: 'throwOut', guild: "Soldiers' Home" });
    expect((await rest(sandbox, 'POST', `/channels/${id}/messages`, text())).body.code).toBe(50001);
    sandbox.happen({ kind: 'invite', guild: "Soldiers' Home" });
    await eventually(() => heard).toEqual(["out of Soldiers' Home", "into Soldiers' Home"]);
    expect((await rest(sandbox, 'POST', `/channels/${id}/messages`, text())).status).toBe(200);
  });

  it('cannot be reached in an outage, and then can', async () => {
    const { sandbox, client } = await sandboxWithBot();
    const { id } = sandbox.world.channel('library');
    const heard: string[] = [];
    client.on(Events.GuildUnavailable, () => heard.push('unavailable'));
    client.on(Events.GuildAvailable, () => heard.push('available'));
    client.on(Events.GuildDelete, () => heard.push('deleted'));
    sandbox.happen({ kind: 'outage', guild: "Soldiers' Home" });
    await eventually(() => heard).toEqual(['unavailable']);
    expect((await rest(sandbox, 'POST', `/channels/${id}/messages`, text())).status).toBe(503);
    expect(() => sandbox.as('Ada').in('library').say('Hm.')).toThrow('cannot be reached');
    expect(sandbox.as('Ada').in('parade-ground').say('Hm.').text).toBe('Hm.');
    sandbox.happen({ kind: 'outageOver', guild: "Soldiers' Home" });
    await eventually(() => heard).toEqual(['unavailable', 'available']);
    expect((await rest(sandbox, 'POST', `/channels/${id}/messages`, text())).status).toBe(200);
  });
});
