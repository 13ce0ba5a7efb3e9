import { AttachmentBuilder, EmbedBuilder, Events, GatewayIntentBits, MessageFlags, Partials } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { createFileStore, safeName } from '../../src/sandbox/store/files.ts';
import {
  clientOf,
  errorsOf,
  eventually,
  form,
  freshSandbox,
  loggedIn,
  png,
  post,
  rest,
  sandboxWithBot,
} from './fixture.ts';

const LIBRARY = 'library';
const last = (sandbox: Sandbox) => sandbox.messages(LIBRARY).at(-1);
const edit = (sandbox: Sandbox, id: string | undefined, body: unknown) =>
  rest(sandbox, 'PATCH', `/channels/${sandbox.world.channel(LIBRARY).id}/messages/${id}`, body);
const refused = (status: number, code: number) => ({ status, body: { code } });
const button = (custom_id: string) => ({ type: 1, components: [{ type: 2, style: 1, label: custom_id, custom_id }] });

describe('messages of a channel', () => {
  it('are sent, edited, listed and deleted', async () => {
    const { library, sandbox } = await sandboxWithBot();
    const channel = await library();
    const { messages } = channel;
    const one = await channel.send('One');
    await channel.send({ content: 'Two', reply: { messageReference: one } });
    await one.edit('One, edited');
    expect(sandbox.messages(LIBRARY)).toMatchObject([
      { content: 'One, edited', editedAt: expect.any(String) },
      { content: 'Two', replyTo: one.id, editedAt: null },
    ]);
    const listed = async (page: object) => (await messages.fetch(page)).map(({ content }) => content);
    expect(await listed({ limit: 1 })).toEqual(['Two']);
    expect(await listed({ before: last(sandbox)?.id })).toEqual(['One, edited']);
    expect(await listed({ after: one.id })).toEqual(['Two']);
    await one.delete();
    await expect(messages.fetch({ message: one.id, force: true })).rejects.toMatchObject({ code: 10008 });
  });

  it('with the nonce of a message of the last minutes are that message', async () => {
    const { library, sandbox, clock } = await sandboxWithBot();
    const channel = await library();
    const send = (nonce: string, content: string) => channel.send({ content, nonce, enforceNonce: true });
    const first = await send('order-1', 'Once');
    expect((await send('order-1', 'Twice')).id).toBe(first.id);
    await send('order-2', 'Another');
    expect(sandbox.messages(LIBRARY).map(({ content }) => content)).toEqual(['Once', 'Another']);
    clock.advance(6 * 60_000);
    expect((await send('order-1', 'Long after')).id).not.toBe(first.id);
  });

  it('reach the bot as its intents allow, without what members say to others', async () => {
    const sandbox = await freshSandbox();
    const { Guilds, GuildMessages, DirectMessages } = GatewayIntentBits;
    const intents = [Guilds, GuildMessages, DirectMessages];
    const client = clientOf(sandbox, { intents, partials: [Partials.Channel] });
    const heard: unknown[] = [];
    client.on(Events.MessageCreate, ({ content }) => heard.push(content));
    client.on(Events.MessageDelete, () => heard.push('deleted'));
    await loggedIn(client, sandbox);
    const toBot = `Hear this, <@${sandbox.world.bot.id}>`;
    for (const words of ['Not for you', toBot]) sandbox.as('Ada').in(LIBRARY).say(words);
    sandbox.as('Bo').in('dm').say('In private');
    await post(sandbox, { content: 'Mine' });
    sandbox.happen({ kind: 'deleteMessage', channel: LIBRARY });
    await eventually(() => heard).toEqual(['', toBot, 'In private', 'Mine', 'deleted']);
    const path = `/channels/${sandbox.world.channel(LIBRARY).id}/messages`;
    expect((await rest(sandbox, 'GET', path)).body).toMatchObject([{ content: toBot }, { content: '' }]);
  });

  it('belong to their authors, and reply to what is there', async () => {
    const sandbox = await freshSandbox();
    const bo = sandbox.as('Bo').in(LIBRARY);
    const { id, channelId } = bo.say('Mine');
    expect(await edit(sandbox, id, { content: 'x' })).toMatchObject(refused(403, 50005));
    expect(await edit(sandbox, '1', { content: 'x' })).toMatchObject(refused(404, 10008));
    expect(await rest(sandbox, 'DELETE', `/channels/${channelId}/messages/${id}`)).toMatchObject(refused(403, 50013));
    expect(() => sandbox.as('Bo').in('Cy').say('x')).toThrow('You cannot write in this channel.');
    expect(() => bo.say(' ')).toThrow('An empty message cannot be sent.');
    const reply = (fail_if_not_exists: boolean) =>
      post(sandbox, { content: 'x', message_reference: { message_id: '1', fail_if_not_exists } });
    expect(errorsOf(await reply(true))).toEqual(['message_reference: REPLIES_UNKNOWN_MESSAGE']);
    expect((await reply(false)).status).toBe(200);
  });

  it('need permission, to be edited only that to see the channel; without Embed Links embeds are dropped', async () => {
    const { sandbox, client } = await sandboxWithBot();
    const { id } = (await post(sandbox)).body;
    const updated = new Promise((resolve) => client.once(Events.ChannelUpdate, resolve));
    sandbox.happen({ kind: 'denyBot', channel: LIBRARY, permissions: ['AttachFiles', 'EmbedLinks'] });
    await updated;
    expect(await post(sandbox, form({}, ['x.txt', Buffer.from('x')]))).toMatchObject(refused(403, 50013));
    const embeds = [{ title: 'Dropped' }];
    expect(await post(sandbox, { content: 'Bare', embeds })).toMatchObject({ status: 200, body: { embeds: [] } });
    expect(await edit(sandbox, id, { embeds })).toMatchObject({ status: 200, body: { embeds: [] } });
    sandbox.happen({ kind: 'denyBot', channel: LIBRARY, permissions: ['SendMessages'] });
    expect(await post(sandbox)).toMatchObject(refused(403, 50013));
    expect((await edit(sandbox, id, { content: 'Still' })).status).toBe(200);
    sandbox.happen({ kind: 'denyBot', channel: LIBRARY, permissions: ['ReadMessageHistory'] });
    const reply = { content: 'x', message_reference: { message_id: id, fail_if_not_exists: false } };
    expect(await post(sandbox, reply)).toMatchObject(refused(403, 160002));
    sandbox.happen({ kind: 'denyBot', channel: LIBRARY, permissions: ['ViewChannel'] });
    expect([await post(sandbox), await edit(sandbox, id, {})]).toMatchObject([
      refused(403, 50001),
      refused(403, 50001),
    ]);
    sandbox.happen({ kind: 'denyBot', channel: LIBRARY, permissions: [] });
    expect((await post(sandbox, reply)).status).toBe(200);
  });

  it('are kept up to 500 in a channel, private ones apart', async () => {
    const { sandbox, ada } = await sandboxWithBot({
      on: async (interaction) => interaction.isButton() && interaction.reply({ content: 'Counted', flags: 64 }),
    });
    const { id = '' } = (await post(sandbox, { components: [button('vote')] })).body;
    for (let round = 0; round < 6; round++) {
      await Promise.all(Array.from({ length: 85 }, () => ada.press(id, 'vote')));
    }
    expect(sandbox.message(LIBRARY, id)).toBeDefined();
    expect(sandbox.messages(LIBRARY)).toHaveLength(501);
    for (let index = 0; index < 500; index++) ada.say(`${index}`);
    expect(sandbox.message(LIBRARY, id)).toBeUndefined();
    expect(sandbox.messages(LIBRARY, { seenBy: 'Bo' })).toHaveLength(500);
  });

  it('are waited for; a wait in vain says what is there', async () => {
    const sandbox = await freshSandbox();
    const soon = sandbox.waitForMessage(LIBRARY, ({ text }) => text === 'Soon');
    await post(sandbox, { content: 'Soon' });
    expect((await soon).id).toBe((await sandbox.waitForMessage(LIBRARY, ({ text }) => text === 'Soon')).id);
    const vain = sandbox.waitForMessage(LIBRARY, () => false, { timeout: 5 });
    await expect(vain).rejects.toThrow(/It has:\n {2}Council of War: Soon/);
  });
});

it('an embed is hidden under the flag SUPPRESS_EMBEDS, which an edit sets and clears', async () => {
  const { library, sandbox } = await sandboxWithBot();
  const embeds = [new EmbedBuilder().setTitle('Map')];
  const message = await (await library()).send({ content: 'Look', embeds, flags: MessageFlags.SuppressEmbeds });
  expect(message.embeds).toEqual([]);
  expect(last(sandbox)).toMatchObject({ text: 'Look', embeds: [] });
  expect((await message.suppressEmbeds(false)).embeds).toMatchObject([{ title: 'Map' }]);
  expect(last(sandbox)?.text).toBe('Look\nMap');
  await message.edit('Look there');
  expect(last(sandbox)?.text).toBe('Look there\nMap');
  await message.suppressEmbeds(true);
  expect(last(sandbox)?.text).toBe('Look there');
});

describe('mentions', () => {
  it('ping those named outside of code, unless that is not allowed', async () => {
    const sandbox = await freshSandbox();
    const { world } = sandbox;
    const [ada, bo, cy] = ['Ada', 'Bo', 'Cy'].map((name) => world.member(name).id);
    const content = `<@${ada}> and <@!${bo}>, @everyone, \`<@${cy}>\``;
    const reply = { message_reference: { message_id: sandbox.as('Cy').in(LIBRARY).say('Hello').id } };
    for (const [body, names] of [
      [{}, ['Ada', 'Bo']],
      [{ allowed_mentions: { parse: [] } }, []],
      [{ allowed_mentions: { parse: ['users'] } }, ['Ada', 'Bo']],
      [{ allowed_mentions: { users: [bo] } }, ['Bo']],
      [reply, ['Ada', 'Bo', 'Cy']],
      [{ ...reply, allowed_mentions: { parse: [] } }, []],
      [{ ...reply, allowed_mentions: { parse: [], replied_user: true } }, ['Cy']],
    ] as const) {
      await post(sandbox, { content, ...body });
      expect(last(sandbox)).toMatchObject({ mentionsEveryone: false });
      expect(
        last(sandbox)?.mentions.map((id) => world.member(id).name),
        JSON.stringify(body),
      ).toEqual(names);
    }
    const both = await post(sandbox, { content, allowed_mentions: { parse: ['users'], users: [bo] } });
    expect(errorsOf(both)).toEqual(['allowed_mentions: MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE']);
  });
});

describe('an edit', () => {
  it('leaves what it does not name: text, files and pings', async () => {
    const sandbox = await freshSandbox();
    const [bo, cy] = ['Bo', 'Cy'].map((name) => sandbox.world.member(name).id);
    const payload = { content: `**Grant attacks.** <@${bo}>`, embeds: [{ title: 'Vote' }], components: [button('a')] };
    const { id } = (await post(sandbox, form(payload, ['map.png', png(9, 6)]))).body;
    const before = last(sandbox);
    await edit(sandbox, id, { embeds: [{ description: `Ada, <@${cy}>` }], components: [button('a'), button('b')] });
    const { content, attachments, mentions } = before ?? {};
    const buttons = [{ customId: 'a' }, { customId: 'b' }];
    expect(last(sandbox)).toMatchObject({
      content,
      attachments,
      mentions,
      buttons,
      embeds: [{ description: expect.stringContaining('Ada') }],
    });
    expect([before?.editedAt, last(sandbox)?.editedAt]).toEqual([null, expect.any(String)]);
    await edit(sandbox, id, { embeds: [] });
    expect(last(sandbox)).toMatchObject({ embeds: [], attachments });
  });

  it('of an answer that all see goes through its channel too', async () => {
    const { sandbox, ada } = await sandboxWithBot({
      commands: ['go'],
      on: async (interaction) => interaction.isChatInputCommand() && interaction.reply('Said aloud'),
    });
    await ada.command('go');
    expect((await edit(sandbox, last(sandbox)?.id, { embeds: [{ description: '1 of 2' }] })).status).toBe(200);
    expect(last(sandbox)).toMatchObject({ content: 'Said aloud', embeds: [{ description: '1 of 2' }] });
  });
});

describe('a file', () => {
  const map = (name = 'map.png', bytes = png(900, 600)) =>
    new AttachmentBuilder(bytes, { name, description: `The map ${name}` });

  it('comes with its description, size and bytes, and goes with its message', async () => {
    const { library, sandbox } = await sandboxWithBot();
    const bytes = png(900, 600, 10);
    const message = await (await library()).send({ files: [map('my map (1).png', bytes)] });
    const description = 'The map my map (1).png';
    const sent = message.attachments.first();
    const size = { width: 900, height: 600, size: bytes.length };
    expect(sent).toMatchObject({ name: 'my_map_(1).png', description, contentType: 'image/png', ...size });
    expect(last(sandbox)?.attachments).toMatchObject([{ filename: 'my_map_(1).png', ...size }]);
    const served = () => fetch(sent?.url ?? '');
    expect(Buffer.from(await (await served()).arrayBuffer()).equals(bytes)).toBe(true);
    expect(sandbox.attachmentBytes(sent?.url ?? '').equals(bytes)).toBe(true);
    await message.delete();
    expect((await served()).status).toBe(404);
    expect(() => sandbox.attachmentBytes(sent?.url ?? '')).toThrow();
  });

  it('shown in an embed is not listed under the text, until the embed goes', async () => {
    const { library, sandbox } = await sandboxWithBot();
    const embeds = [new EmbedBuilder().setTitle('Map').setImage('attachment://map.png')];
    const message = await (await library()).send({ embeds, files: [map()] });
    expect(message.attachments.size).toBe(0);
    const url = expect.stringMatching(/^http.*map\.png$/);
    expect(message.embeds[0]?.image).toMatchObject({ width: 900, height: 600, url });
    expect(last(sandbox)).toMatchObject({ attachments: [], files: [{ description: 'The map map.png' }] });
    await message.edit({ content: 'No embed', embeds: [] });
    expect(last(sandbox)?.attachments).toMatchObject([{ filename: 'map.png' }]);
    await message.edit({ attachments: [] });
    expect(last(sandbox)).toMatchObject({ attachments: [], files: [] });
  });

  it('is replaced, kept or described anew by an edit', async () => {
    const { library, sandbox } = await sandboxWithBot();
    const message = await (await library()).send({ files: [map()] });
    const old = last(sandbox)?.files[0]?.url ?? '';
    await message.edit({ files: [map('a.png', png(30, 20)), map('b.png')] });
    expect(last(sandbox)?.files).toMatchObject([{ width: 30, height: 20 }, { filename: 'b.png' }]);
    expect(() => sandbox.attachmentBytes(old)).toThrow();
    const kept = { id: last(sandbox)?.files[1]?.id, description: 'Better' };
    const added = { id: 0, description: 'New' };
    await edit(sandbox, message.id, form({ attachments: [kept, added] }, ['c.png', png(1, 1)]));
    expect(last(sandbox)?.attachments).toMatchObject([
      { filename: 'b.png', description: 'Better' },
      { filename: 'c.png', description: 'New' },
    ]);
    const strange = await edit(sandbox, message.id, { attachments: [{ id: '7' }] });
    expect(errorsOf(strange)).toEqual(['attachments.0: MESSAGE_ATTACHMENT_NOT_FOUND']);
  });

  it('is refused if it is too large, one too many or described too long', async () => {
    const sandbox = await freshSandbox();
    const MiB = 1024 * 1024;
    const file = (bytes: number) => post(sandbox, form({}, ['x.bin', Buffer.alloc(bytes)]));
    expect((await file(10 * MiB)).status).toBe(200);
    expect(await file(10 * MiB + 1)).toMatchObject(refused(413, 40005));
    expect(await post(sandbox, { content: 'x'.repeat(5 * MiB) })).toMatchObject(refused(413, 40005));
    const eleven = Array.from({ length: 11 }, (_, index) => [`${index}.txt`, Buffer.from('x')] as const);
    expect(await post(sandbox, form({}, ...eleven))).toMatchObject(refused(400, 50035));
    const described = (length: number) =>
      post(sandbox, form({ attachments: [{ id: 0, description: 'x'.repeat(length) }] }, ['x.txt', Buffer.from('x')]));
    expect((await described(1024)).status).toBe(200);
    expect(errorsOf(await described(1025))).toEqual(['attachments.0.description: BASE_TYPE_MAX_LENGTH']);
  });

  it('is held in memory up to a limit: the oldest go first, the newest stays', () => {
    let id = 0;
    const store = createFileStore(() => `${++id}`, 100);
    const add = (size: number) =>
      store.add('1', { index: 0, filename: 'x', contentType: 'text/plain', bytes: Buffer.alloc(size) }, null).id;
    const held = (...ids: string[]) => ids.map((each) => store.find('1', each) !== undefined);
    const [a, b, c] = [add(60), add(40), add(50)];
    expect(held(a, b, c)).toEqual([false, true, true]);
    const d = add(500);
    expect(held(b, c, d)).toEqual([false, false, true]);
    expect(store.find('2', d)).toBeUndefined();
  });

  it.each([
    ['map.png', 'map.png'],
    ['a  b.png', 'a_b.png'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\maps\\x.png', 'x.png'],
    ['"<>.png', '.png'],
    ['…', 'file'],
  ])('named %s is stored as %s', (given, safe) => {
    expect(safeName(given)).toBe(safe);
  });
});
