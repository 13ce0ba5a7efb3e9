import { request } from 'node:http';
import { type Interaction, MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { eventually, freshSandbox, png, sandboxWithBot } from './fixture.ts';
import { Page } from './page-socket.ts';

const COMMANDS = [
  { name: 'map', description: 'The map' },
  {
    name: 'attack',
    description: 'Attack',
    options: [{ type: 3 as const, name: 'leader', description: 'Who', autocomplete: true }],
  },
];

async function answer(interaction: Interaction): Promise<unknown> {
  if (interaction.isAutocomplete()) return interaction.respond([{ name: 'Grant', value: 'grant' }]);
  if (interaction.isModalSubmit()) return interaction.reply(interaction.fields.getTextInputValue('text'));
  if (interaction.isButton() && interaction.customId === 'form') {
    const component = { type: 4, custom_id: 'text', style: 1 } as const;
    return interaction.showModal({
      custom_id: 'f',
      title: 'Form',
      components: [{ type: 18, label: 'Text', component }],
    });
  }
  if (interaction.isMessageComponent()) {
    const what = interaction.isStringSelectMenu() ? interaction.values.join() : interaction.customId;
    return interaction.reply({ content: `used ${what}`, flags: MessageFlags.Ephemeral });
  }
  if (!interaction.isChatInputCommand()) return;
  const button = (id: string) => ({ type: 2, style: 1, label: id, custom_id: id }) as const;
  const options = [{ label: 'II', value: 'II' }];
  return interaction.reply({
    content: 'The map',
    files: [{ attachment: png(9, 6), name: 'map.png', description: 'Alt' }],
    components: [
      { type: 1, components: [button('go'), button('form')] },
      { type: 1, components: [{ type: 3, custom_id: 'corps', options }] },
    ],
  });
}

async function withPage() {
  const { sandbox, client } = await sandboxWithBot({ on: answer });
  await client.application.commands.set(COMMANDS);
  const page = new Page(sandbox);
  const { state: hello } = await page.next('state', ({ messages }) => messages !== undefined);
  const who = { as: hello.members[0]?.id ?? '', channelId: hello.guilds[0]?.channels[0]?.id ?? '' };
  return { sandbox, client, page, hello, who };
}

describe('the page is told', () => {
  it('of the whole world when it comes', async () => {
    const { hello, sandbox } = await withPage();
    expect(hello.guilds.map((guild) => guild.channels.map((channel) => channel.name))).toEqual([
      ['council-of-war', 'the-wilderness', 'parade-ground'],
      ['library', 'smoking-room'],
    ]);
    expect(hello.members).toMatchObject([
      { name: 'Ada', moderator: true },
      { name: 'Bo', moderator: false },
      { name: 'Cy', moderator: false },
    ]);
    expect(hello.dms.map((dm) => dm.dmOf)).toEqual(hello.members.map((member) => member.id));
    expect(hello.bot).toEqual({ id: sandbox.world.bot.id, name: 'Council of War', online: true });
    expect(hello.commands).toMatchObject([
      { guildId: null, command: { name: 'map' } },
      { command: { name: 'attack' } },
    ]);
  });

  it('of messages, commands and the bot as they change', async () => {
    const { page, client, sandbox, who } = await withPage();
    const channel = await client.channels.fetch(who.channelId);
    if (!channel?.isSendable()) throw new Error('The channel takes no messages.');
    const message = await channel.send('One');
    await page.next('message', (each) => each.message.content === 'One');
    await message.edit('Two');
    await page.next('message', (each) => each.message.content === 'Two' && each.message.editedAt !== null);
    await message.delete();
    expect(await page.next('deleted')).toEqual({ t: 'deleted', channelId: who.channelId, id: message.id });
    await client.application.commands.set([]);
    await page.next('state', ({ state }) => state.commands.length === 0);
    sandbox.happen({ kind: 'cut' });
    await page.next('state', ({ state }) => !state.bot.online);
    await eventually(() => page.last.bot.online).toBe(true);
    const late = new Page(sandbox);
    expect((await late.next('state')).messages).toEqual([]);
  });
});

describe('from the page a member', () => {
  it('completes, sends and uses what comes back', async () => {
    const { page, who } = await withPage();
    page.send({
      t: 'autocomplete',
      nonce: '1',
      ...who,
      command: 'attack',
      options: [{ name: 'leader', value: 'g', focused: true }],
    });
    expect(await page.next('choices')).toEqual({
      t: 'choices',
      nonce: '1',
      choices: [{ name: 'Grant', value: 'grant' }],
    });

    page.send({ t: 'command', nonce: '2', ...who, command: 'map', options: [] });
    await page.next('done', (each) => each.nonce === '2');
    const { message } = await page.next('message');
    expect(message).toMatchObject({
      content: 'The map',
      interaction: { memberName: 'Ada', label: '/map' },
      attachments: [
        { description: 'Alt', width: 9, height: 6, url: expect.stringMatching(/^\/attachments\/\d+\/\d+\/map\.png$/) },
      ],
    });

    const use = { ...who, messageId: message.id };
    page.send({ t: 'press', nonce: '3', ...use, customId: 'go' });
    await page.next('message', (each) => each.message.content === 'used go' && each.message.onlyFor === who.as);
    page.send({ t: 'select', nonce: '4', ...use, customId: 'corps', values: ['II'] });
    await page.next('message', (each) => each.message.content === 'used II');
    page.send({ t: 'press', nonce: '5', ...use, customId: 'form' });
    const modal = await page.next('modal', (each) => each.nonce === '5');
    expect(modal.modal).toMatchObject({ custom_id: 'f', title: 'Form' });
    page.send({
      t: 'modal',
      nonce: '6',
      ...who,
      interactionId: modal.interactionId,
      customId: 'f',
      fields: { text: 'Hello' },
    });
    await page.next('message', (each) => each.message.content === 'Hello');
    await page.next('done', (each) => each.nonce === '6');
  });

  it('talks', async () => {
    const { page, who } = await withPage();
    page.send({ t: 'say', nonce: '1', ...who, content: 'Good morning' });
    expect(await page.next('message')).toMatchObject({
      message: { content: 'Good morning', author: { name: 'Ada', bot: false } },
    });
    page.send({ t: 'say', nonce: '2', ...who, content: 'x'.repeat(2001) });
    expect(await page.next('failed')).toMatchObject({ nonce: '2', reason: 'A message has at most 2,000 characters.' });
  });

  it.each([
    ['rubbish', 'rubbish', ''],
    ['an unknown kind', { t: 'dance', nonce: 'n' }, 'n'],
    ['a part missing', { t: 'press', nonce: 'n', as: '1' }, 'n'],
    ['an unknown member', { t: 'press', nonce: 'n', as: '1', channelId: '2', messageId: '3', customId: 'x' }, 'n'],
    ['null', null, ''],
    ['a list', [1], ''],
  ])('who sends %s gets a sentence', async (_, said, nonce) => {
    const { page } = await withPage();
    page.socket.send(typeof said === 'string' ? said : JSON.stringify(said));
    expect(await page.next('failed')).toEqual({ t: 'failed', nonce, reason: expect.stringMatching(/\.$/) });
    expect(page.socket.readyState).toBe(WebSocket.OPEN);
  });
});

/** A request as it stands, with nothing tidied on the way. */
function get(sandbox: Sandbox, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = new URL(sandbox.pageUrl);
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      request({ host: '127.0.0.1', port, path, headers, method }, (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
      })
        .on('error', reject)
        .end();
    },
  );
}

describe('the page is served', () => {
  it('with its types and no caching', async () => {
    const sandbox = await freshSandbox();
    const page = await get(sandbox, '/');
    expect(page).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    });
    expect(page.body).toMatch(/<!doctype html>/i);
    const script = await get(sandbox, '/main.js');
    expect(script).toMatchObject({ status: 200, headers: { 'content-type': 'text/javascript; charset=utf-8' } });
    expect(script.body).not.toMatch(/^import /m);
    const style = await get(sandbox, '/main.css');
    expect(style).toMatchObject({ status: 200, headers: { 'content-type': 'text/css; charset=utf-8' } });
    expect(style.body).not.toContain('@import');
    const { port } = new URL(sandbox.pageUrl);
    expect((await get(sandbox, '/', { host: `localhost:${port}` })).status).toBe(200);
  });

  it.each([
    '/../protocol.ts',
    '/..%2fprotocol.ts',
    '/%2e%2e/protocol.ts',
    '/..\\protocol.ts',
    '/.%00/x.js',
    '/%ff.html',
    '/nothing.html',
    '/node_modules/htm/package.json',
    '/js',
    '/attachments/1/2/x.png',
    '/attachments/',
  ])('but not %s', async (path) => {
    expect((await get(await freshSandbox(), path)).status).toBe(404);
  });

  it('hears of threads, which stand behind their channel, and of the message each hangs from', async () => {
    const sandbox = await freshSandbox();
    const page = new Page(sandbox);
    await page.next('state');
    const word = sandbox.as('Cy').in('council-of-war').say('A word');
    sandbox.as('Cy').in('council-of-war').openThread('Aside', word);
    await eventually(() => page.last.guilds[0]?.channels.slice(0, 3)).toMatchObject([
      { name: 'council-of-war' },
      { name: 'Aside', id: word.id, parent_id: word.channelId, thread_metadata: { archived: false, locked: false } },
      { name: 'the-wilderness' },
    ]);
    expect((await page.next('message', ({ message }) => message.thread !== null)).message).toMatchObject({
      id: word.id,
      thread: word.id,
    });
    sandbox.happen({ kind: 'setThread', thread: 'Aside', locked: true });
    await eventually(() => page.last.guilds[0]?.channels[1]?.thread_metadata?.locked).toBe(true);
    sandbox.happen({ kind: 'deleteThread', thread: 'Aside' });
    await eventually(() => page.last.guilds[0]?.channels[1]?.name).toBe('the-wilderness');
    const later = new Page(sandbox);
    const { messages } = await later.next('state');
    expect(messages?.find(({ id }) => id === word.id)?.thread).toBeNull();
  });
});
