import { Events, GatewayIntentBits, Partials, type SendableChannels } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { manualClock, Permission } from '../../src/sandbox/sandbox.ts';
import { clientOf, errorsOf, eventually, freshSandbox, loggedIn, rest, sandboxWithBot } from './fixture.ts';

const LIBRARY = 'library';

async function withLibrary(options: Parameters<typeof sandboxWithBot>[0] = {}) {
  const made = await sandboxWithBot(options);
  const channel = await made.client.channels.fetch(made.sandbox.world.channel(LIBRARY).id);
  if (!channel?.isSendable()) throw new Error('The library takes no messages.');
  return { ...made, channel: channel as SendableChannels, path: `/channels/${channel.id}/messages` };
}

describe('messages of a channel', () => {
  it('are sent, edited, listed and deleted', async () => {
    const { channel, sandbox } = await withLibrary();
    const message = await channel.send('One');
    await channel.send({ content: 'Two', reply: { messageReference: message } });
    await message.edit('One, edited');
    expect(sandbox.messages(LIBRARY)).toMatchObject([
      { content: 'One, edited', editedAt: expect.any(String) },
      { content: 'Two', replyTo: message.id, editedAt: null },
    ]);
    const listed = await channel.messages.fetch({ limit: 1 });
    expect(listed.map((each) => each.content)).toEqual(['Two']);
    expect((await channel.messages.fetch({ before: listed.firstKey() ?? '' })).map((each) => each.id)).toEqual([
      message.id,
    ]);
    expect((await channel.messages.fetch({ after: message.id })).map((each) => each.content)).toEqual(['Two']);
    await message.delete();
    await expect(channel.messages.fetch({ message: message.id, force: true })).rejects.toMatchObject({ code: 10008 });
  });

  it('with the nonce of a message of the last minutes are that message', async () => {
    const clock = manualClock();
    const { channel, sandbox } = await withLibrary({ clock });
    const send = (nonce: string, content: string) => channel.send({ content, nonce, enforceNonce: true });
    const first = await send('order-1', 'Once');
    expect((await send('order-1', 'Twice')).id).toBe(first.id);
    await send('order-2', 'Another');
    expect(sandbox.messages(LIBRARY).map((message) => message.content)).toEqual(['Once', 'Another']);
    clock.advance(6 * 60_000);
    expect((await send('order-1', 'Long after')).id).not.toBe(first.id);
  });

  it('reach the bot as its intents allow', async () => {
    const sandbox = await freshSandbox();
    const { Guilds, GuildMessages, DirectMessages } = GatewayIntentBits;
    const listening = clientOf(sandbox, {
      intents: [Guilds, GuildMessages, DirectMessages],
      partials: [Partials.Channel],
    });
    const heard: unknown[] = [];
    listening.on(Events.MessageCreate, (message) => heard.push(message.content));
    listening.on(Events.MessageDelete, () => heard.push('deleted'));
    await loggedIn(listening, sandbox);
    sandbox.as('Ada').in(LIBRARY).say('Not for you');
    sandbox.as('Ada').in(LIBRARY).say(`Hear this, <@${sandbox.world.bot.id}>`);
    sandbox.as('Bo').in('dm').say('In private');
    const library = await listening.channels.fetch(sandbox.world.channel(LIBRARY).id);
    if (library?.isSendable()) await (await library.send('Mine')).delete();
    await eventually(() => heard).toEqual([
      '',
      `Hear this, <@${sandbox.world.bot.id}>`,
      'In private',
      'Mine',
      'deleted',
    ]);
  });

  it('hide what members say from an application that may not read it', async () => {
    const sandbox = await freshSandbox();
    sandbox.as('Ada').in(LIBRARY).say('Plain talk');
    const answer = await rest(sandbox, 'GET', `/channels/${sandbox.world.channel(LIBRARY).id}/messages`);
    expect(answer.body).toMatchObject([{ content: '' }]);
  });

  it('belong to their authors', async () => {
    const { sandbox, path } = await withLibrary();
    const said = sandbox.as('Bo').in(LIBRARY).say('Mine');
    expect(await rest(sandbox, 'PATCH', `${path}/${said.id}`, { content: 'x' })).toMatchObject({
      status: 403,
      body: { code: 50005 },
    });
    expect(await rest(sandbox, 'DELETE', `${path}/${said.id}`)).toMatchObject({ status: 403, body: { code: 50013 } });
    expect(() => sandbox.as('Bo').in('Cy').say('x')).toThrow('You cannot write in this channel.');
    expect(() => sandbox.as('Bo').in(LIBRARY).say(' ')).toThrow();
  });

  it('need permission', async () => {
    const { sandbox, path, channel, client } = await withLibrary();
    const file = new FormData();
    file.append('payload_json', '{}');
    file.append('files[0]', new Blob(['x']), 'x.txt');
    const updated = new Promise((resolve) => client.once(Events.ChannelUpdate, resolve));
    sandbox.denyBot(LIBRARY, Permission.attachFiles | Permission.embedLinks);
    await updated;
    expect((await rest(sandbox, 'POST', path, file)).body.code).toBe(50013);
    await rest(sandbox, 'POST', path, { content: 'Bare', embeds: [{ title: 'Dropped' }] });
    expect(sandbox.messages(LIBRARY)).toMatchObject([{ content: 'Bare', embeds: [] }]);
    const me = 'guild' in channel ? channel.guild.members.me : null;
    expect('guild' in channel && me && channel.permissionsFor(me).has('AttachFiles')).toBe(false);
    sandbox.denyBot(LIBRARY, Permission.sendMessages);
    expect(await rest(sandbox, 'POST', path, { content: 'x' })).toMatchObject({ status: 403, body: { code: 50013 } });
    sandbox.denyBot(LIBRARY, Permission.viewChannel);
    expect(await rest(sandbox, 'POST', path, { content: 'x' })).toMatchObject({ status: 403, body: { code: 50001 } });
    sandbox.denyBot(LIBRARY, 0n);
    expect((await rest(sandbox, 'POST', path, { content: 'x' })).status).toBe(200);
  });

  it('reply to what is there', async () => {
    const { sandbox, path } = await withLibrary();
    const reference = (fail: boolean) => ({
      content: 'x',
      message_reference: { message_id: '1', fail_if_not_exists: fail },
    });
    const refused = await rest(sandbox, 'POST', path, reference(true));
    expect(errorsOf(refused)).toEqual(['message_reference: REPLIES_UNKNOWN_MESSAGE']);
    expect((await rest(sandbox, 'POST', path, reference(false))).status).toBe(200);
  });

  it('are kept in bounds: the oldest of a channel go first', async () => {
    const { sandbox } = await withLibrary();
    const seat = sandbox.as('Ada').in(LIBRARY);
    for (let index = 0; index < 510; index++) seat.say(`${index}`);
    const kept = sandbox.messages(LIBRARY);
    expect(kept).toHaveLength(500);
    expect(kept[0]?.content).toBe('10');
  });

  it('are not pushed out by what is whispered to many', async () => {
    const { sandbox, client } = await sandboxWithBot({
      on: async (interaction) => {
        if (interaction.isButton()) await interaction.reply({ content: 'Counted', flags: 64 });
      },
    });
    const channel = await client.channels.fetch(sandbox.world.channel(LIBRARY).id);
    if (!channel?.isSendable()) throw new Error('no channel');
    const vote = { type: 2, style: 1, customId: 'vote', label: 'Vote' } as const;
    const ballot = await channel.send({ content: 'Ballot', components: [{ type: 1, components: [vote] }] });
    const seat = sandbox.as('Ada').in(LIBRARY);
    for (let round = 0; round < 6; round++) {
      await Promise.all(Array.from({ length: 85 }, () => seat.press(ballot, 'Vote')));
    }
    expect(sandbox.message(LIBRARY, ballot.id)?.content).toBe('Ballot');
    expect(sandbox.messages(LIBRARY)).toHaveLength(501);
  });
});

describe('mentions', () => {
  const ping = async (allowed: unknown) => {
    const { sandbox, path } = await withLibrary();
    const [ada, bo] = [sandbox.world.member('Ada').id, sandbox.world.member('Bo').id];
    const content = `<@${ada}> and <@!${bo}>, @everyone, \`<@${sandbox.world.member('Cy').id}>\``;
    const body = { content, ...(allowed === undefined ? {} : { allowed_mentions: allowed }) };
    const answer = await rest(sandbox, 'POST', path, body);
    const names = sandbox
      .messages(LIBRARY)
      .at(-1)
      ?.mentions.map((id) => sandbox.world.member(id).name);
    return { answer, names, everyone: sandbox.messages(LIBRARY).at(-1)?.mentionsEveryone };
  };

  it('ping everyone named, unless that is not allowed', async () => {
    expect(await ping(undefined)).toMatchObject({ names: ['Ada', 'Bo'], everyone: false });
    expect(await ping({ parse: [] })).toMatchObject({ names: [], everyone: false });
    expect(await ping({ parse: ['users'] })).toMatchObject({ names: ['Ada', 'Bo'] });
  });

  it('can be allowed one by one', async () => {
    const { sandbox, path } = await withLibrary();
    const [ada, bo] = [sandbox.world.member('Ada').id, sandbox.world.member('Bo').id];
    const said = sandbox.as('Cy').in(LIBRARY).say('Hello');
    const reply = { message_reference: { message_id: said.id } };
    const send = async (body: object) => {
      await rest(sandbox, 'POST', path, { content: `<@${ada}> <@${bo}>`, ...body });
      return sandbox
        .messages(LIBRARY)
        .at(-1)
        ?.mentions.map((id) => sandbox.world.member(id).name);
    };
    expect(await send({ allowed_mentions: { users: [bo] } })).toEqual(['Bo']);
    expect(await send(reply)).toEqual(['Ada', 'Bo', 'Cy']);
    expect(await send({ ...reply, allowed_mentions: { parse: [] } })).toEqual([]);
    expect(await send({ ...reply, allowed_mentions: { parse: [], replied_user: true } })).toEqual(['Cy']);
    const both = await rest(sandbox, 'POST', path, {
      content: 'x',
      allowed_mentions: { parse: ['users'], users: [bo] },
    });
    expect(errorsOf(both)).toEqual(['allowed_mentions: MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE']);
  });
});

describe('direct messages', () => {
  it('are opened by their recipient', async () => {
    const { sandbox } = await sandboxWithBot();
    const open = (recipient_id: string) => rest(sandbox, 'POST', '/users/@me/channels', { recipient_id });
    expect((await open(sandbox.world.member('Bo').id)).body).toMatchObject({ id: sandbox.world.dm('Bo').id, type: 1 });
    expect((await open(sandbox.world.bot.id)).body.code).toBe(50007);
    expect((await open('1')).body.code).toBe(50033);
  });
});

describe('waiting for a message', () => {
  it('finds what is there and what comes, and says what is there when it gives up', async () => {
    const { sandbox, channel } = await withLibrary();
    const soon = sandbox.waitForMessage(LIBRARY, (message) => message.text === 'Soon');
    await channel.send('Soon');
    expect((await soon).id).toBe((await sandbox.waitForMessage(LIBRARY, (message) => message.text === 'Soon')).id);
    await expect(sandbox.waitForMessage(LIBRARY, () => false, { timeout: 5 })).rejects.toThrow(
      /It has:\n {2}Council of War: Soon/,
    );
  });
});
