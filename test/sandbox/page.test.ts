import { type Interaction, MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { TROUBLES } from '../../src/sandbox/faults/troubles.ts';
import { eventually, freshSandbox, png, post, sandboxWithBot } from './fixture.ts';
import { Page } from './page-socket.ts';

const leader = { type: 3 as const, name: 'leader', description: 'Who', autocomplete: true };
const button = (id: string) => ({ type: 2, style: 1, label: id, custom_id: id }) as const;
const label = { type: 18, label: 'Text', component: { type: 4, custom_id: 'text', style: 1 } } as const;

async function answer(interaction: Interaction): Promise<unknown> {
  if (interaction.isAutocomplete()) return interaction.respond([{ name: 'Grant', value: 'grant' }]);
  if (interaction.isModalSubmit()) return interaction.reply(interaction.fields.getTextInputValue('text'));
  if (interaction.isButton() && interaction.customId === 'form') {
    return interaction.showModal({ custom_id: 'f', title: 'Form', components: [label] });
  }
  if (interaction.isMessageComponent()) {
    const what = interaction.isStringSelectMenu() ? interaction.values.join() : interaction.customId;
    return interaction.reply({ content: `used ${what}`, flags: MessageFlags.Ephemeral });
  }
  if (!interaction.isChatInputCommand()) return;
  const corps = { type: 3, custom_id: 'corps', options: [{ label: 'II', value: 'II' }] } as const;
  return interaction.reply({
    ...{ content: 'The map', files: [{ attachment: png(9, 6), name: 'map.png', description: 'Alt' }] },
    components: [
      { type: 1, components: [button('go'), button('form')] },
      { type: 1, components: [corps] },
    ],
  });
}

async function withPage() {
  const commands = ['map', { name: 'attack', description: 'Attack', options: [leader] }];
  const made = await sandboxWithBot({ on: answer, commands });
  const page = new Page(made.sandbox);
  const { state } = await page.next('state', ({ messages }) => messages !== undefined);
  const who = { as: state.members[0]?.id ?? '', channelId: state.guilds[0]?.channels[0]?.id ?? '' };
  return { ...made, page, hello: state, who };
}

describe('the page is told', () => {
  it('of the whole world when it comes', async () => {
    const { hello, sandbox } = await withPage();
    expect(hello.guilds.map(({ channels }) => channels.map(({ name }) => name))).toEqual([
      ['council-of-war', 'the-wilderness', 'parade-ground'],
      ['library', 'smoking-room'],
    ]);
    expect(hello.members.map(({ name, moderator }) => `${name} ${moderator}`)).toEqual([
      'Ada true',
      'Bo false',
      'Cy false',
    ]);
    expect(hello.dms.map(({ dmOf }) => dmOf)).toEqual(hello.members.map(({ id }) => id));
    expect(hello.bot).toEqual({ id: sandbox.world.bot.id, name: 'Council of War', online: true });
    expect(hello.commands.map(({ guildId, command }) => `${guildId} ${command.name}`)).toEqual([
      'null map',
      'null attack',
    ]);
  });

  it('of who may use a command in servers, and whether direct messages have it', async () => {
    const { sandbox } = await sandboxWithBot({
      commands: [
        { name: 'undo', description: 'For moderators', defaultMemberPermissions: '16' },
        { name: 'root', description: 'For administrators', defaultMemberPermissions: '0' },
        { name: 'say', description: 'For all who may write', defaultMemberPermissions: '2048' },
        { name: 'guild', description: 'For servers', contexts: [0] },
        { name: 'direct', description: 'For direct messages', contexts: [1] },
      ],
    });
    const { state } = await new Page(sandbox).next('state', ({ messages }) => messages !== undefined);
    const nameOf = (id: string) => sandbox.world.member(id).name;
    const told = state.commands.map(({ command, usableBy, inDms }) => [command.name, usableBy.map(nameOf), inDms]);
    expect(told).toEqual([
      ['undo', ['Ada'], true],
      ['root', [], true],
      ['say', ['Ada', 'Bo', 'Cy'], true],
      ['guild', ['Ada', 'Bo', 'Cy'], false],
      ['direct', [], true],
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
    expect((await new Page(sandbox).next('state')).messages).toEqual([]);
  });

  it('of threads, which follow their channel, and of the message each hangs from', async () => {
    const sandbox = await freshSandbox();
    const page = new Page(sandbox);
    await page.next('state');
    const cy = sandbox.as('Cy').in('council-of-war');
    const { id, channelId } = cy.say('A word');
    cy.openThread('Aside', id);
    const channels = () => page.last.guilds[0]?.channels ?? [];
    const metadata = { archived: false, locked: false };
    await eventually(() => channels()[1]).toMatchObject({ id, parent_id: channelId, thread_metadata: metadata });
    await page.next('message', ({ message }) => message.id === id && message.thread === id);
    sandbox.happen({ kind: 'setThread', thread: 'Aside', locked: true });
    await eventually(() => channels()[1]?.thread_metadata?.locked).toBe(true);
    sandbox.happen({ kind: 'deleteChannel', channel: 'Aside' });
    await eventually(() => channels()[1]?.name).toBe('the-wilderness');
    const { messages } = await new Page(sandbox).next('state');
    expect(messages?.find((each) => each.id === id)?.thread).toBeNull();
  });
});

describe('from the page a member', () => {
  it('completes, sends and uses what comes back', async () => {
    const { page, who } = await withPage();
    const options = [{ name: 'leader', value: 'g', focused: true }];
    page.send({ t: 'autocomplete', nonce: '1', ...who, command: 'attack', options });
    expect(await page.next('choices')).toMatchObject({ nonce: '1', choices: [{ name: 'Grant', value: 'grant' }] });
    page.send({ t: 'command', nonce: '2', ...who, command: 'map', options: [] });
    await page.next('done', ({ nonce }) => nonce === '2');
    const { message } = await page.next('message');
    const url = expect.stringMatching(/^\/attachments\/\d+\/\d+\/map\.png$/);
    expect(message).toMatchObject({
      ...{ content: 'The map', interaction: { memberName: 'Ada', label: '/map' } },
      attachments: [{ description: 'Alt', width: 9, height: 6, url }],
    });
    const use = { ...who, messageId: message.id };
    const told = (content: string) => page.next('message', (each) => each.message.content === content);
    page.send({ t: 'press', nonce: '3', ...use, customId: 'go' });
    expect((await told('used go')).message.onlyFor).toBe(who.as);
    page.send({ t: 'select', nonce: '4', ...use, customId: 'corps', values: ['II'] });
    await told('used II');
    page.send({ t: 'press', nonce: '5', ...use, customId: 'form' });
    const { interactionId, modal } = await page.next('modal', ({ nonce }) => nonce === '5');
    expect(modal).toMatchObject({ custom_id: 'f', title: 'Form' });
    page.send({ t: 'modal', nonce: '6', ...who, interactionId, customId: 'f', fields: { text: 'Hello' } });
    await told('Hello');
    await page.next('done', ({ nonce }) => nonce === '6');
    page.send({ t: 'say', nonce: '7', ...who, content: 'Good morning' });
    expect((await told('Good morning')).message.author).toMatchObject({ name: 'Ada', bot: false });
    page.send({ t: 'say', nonce: '8', ...who, content: 'x'.repeat(2001) });
    expect(await page.next('failed')).toMatchObject({ nonce: '8', reason: 'A message has at most 2,000 characters.' });
  });

  it('who sends rubbish gets a sentence, and the socket stays open', async () => {
    const { page, who } = await withPage();
    const press = { t: 'press', nonce: 'n', ...who, messageId: '3', customId: 'x' };
    for (const [said, nonce] of [
      ['rubbish', ''],
      ['null', ''],
      ['[1]', ''],
      [JSON.stringify({ t: 'dance', nonce: 'n' }), 'n'],
      [JSON.stringify({ ...press, messageId: undefined }), 'n'],
      [JSON.stringify({ ...press, as: '1' }), 'n'],
    ] as const) {
      const before = page.said.length;
      page.socket.send(said);
      await eventually(() => page.said.length).toBe(before + 1);
      expect(page.said.at(-1)).toEqual({ t: 'failed', nonce, reason: expect.stringMatching(/\.$/) });
    }
    expect(page.socket.readyState).toBe(WebSocket.OPEN);
  });
});

describe('trouble on a page', () => {
  async function opened() {
    const sandbox = await freshSandbox();
    const page = new Page(sandbox);
    await page.next('state');
    let nonce = 0;
    const turn = async (label: string | null, on = true, channel = 'library') => {
      nonce++;
      const about = { nonce: `${nonce}`, channelId: sandbox.world.channel(channel).id };
      page.send(label === null ? { t: 'calm', nonce: `${nonce}` } : { t: 'trouble', label, on, ...about });
      const answer = () => page.said.find((each) => 'nonce' in each && each.nonce === `${nonce}`);
      await eventually(() => answer()?.t).toMatch(/done|failed/);
      return answer();
    };
    return { sandbox, page, turn };
  }

  it('is a plan that every page is told of, until it ends', async () => {
    const { sandbox, page, turn } = await opened();
    await turn('No answer');
    await turn('Errors');
    await eventually(() => page.last.troubles).toEqual(['No answer', 'Errors']);
    expect((await new Page(sandbox).next('state')).state.troubles).toEqual(['No answer', 'Errors']);
    await turn('No answer', false);
    await eventually(async () => (await post(sandbox)).status).toBe(502);
    await turn('Errors', false);
    await eventually(() => page.last.troubles).toEqual([]);
    expect((await post(sandbox)).status).toBe(200);
  });

  it('takes rights, removes the bot, brings an outage and an unreachable Discord, and ends all at once', async () => {
    const { sandbox, page, turn } = await opened();
    const status = async (channel: string) => (await post(sandbox, undefined, channel)).status;
    const statuses = async () => [await status('library'), await status('parade-ground')];
    await turn('Let the bot post nothing');
    await turn('Make the server unavailable', true, 'parade-ground');
    expect(await statuses()).toEqual([403, 503]);
    await turn('Kick the bot');
    expect(sandbox.world.guild("Soldiers' Home").botPresent).toBe(false);
    await turn('Take Discord down for 20 seconds');
    const socket = `${sandbox.pageUrl.replace('http', 'ws')}gateway`;
    const isRefused = () =>
      new Promise((done) => new WebSocket(socket).on('open', () => done(false)).on('error', done));
    expect(await isRefused()).toMatchObject({ message: 'Unexpected server response: 503' });
    await turn('Errors');
    await turn(null);
    await eventually(() => page.last.troubles).toEqual([]);
    expect([await statuses(), await isRefused()]).toEqual([[200, 200], false]);
  });

  it('opens a forum, deletes channels and threads, and says why something cannot happen', async () => {
    const { sandbox, page, turn } = await opened();
    const names = () => page.last.guilds[1]?.channels.map(({ name }) => name);
    await turn('Create a forum');
    await eventually(names).toEqual(['library', 'smoking-room', 'forum']);
    sandbox.as('Ada').in('library').openThread('Aside');
    await turn('Delete this channel', true, 'Aside');
    await turn('Delete this channel', true, 'smoking-room');
    await eventually(names).toEqual(['library', 'forum']);
    for (const [label, channel, reason] of [
      ['Delete the bot’s newest message', 'library', 'no such message'],
      ['Delete this channel', sandbox.world.dm('Ada').id, 'not a channel of a server'],
      ['Dance', 'library', 'no such trouble'],
      ['constructor', 'library', 'no such trouble'],
    ] as const)
      expect(await turn(label, true, channel)).toMatchObject({ t: 'failed', reason: expect.stringContaining(reason) });
  });

  it('is named by labels that stand once', () => {
    const labels = Object.values(TROUBLES).flatMap((section) => Object.keys(section));
    expect(new Set(labels).size).toBe(labels.length);
  });
});
