import {
  ChannelType,
  Events,
  type ForumChannel,
  type Interaction,
  PermissionFlagsBits,
  type TextChannel,
  type ThreadChannel,
} from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { clientOf, errorsOf, eventually, freshSandbox, loggedIn, post, rest, sandboxWithBot } from './fixture.ts';

const CHANNEL = 'council-of-war';
const refused = (status: number, code: number) => ({ status, body: { code } });
const posted = async (sandbox: Sandbox) => (await post(sandbox, { content: 'A word' }, CHANNEL)).body.id ?? '';
const open = (sandbox: Sandbox, message: string, body: object = { name: 'What if' }, channel = CHANNEL) =>
  rest(sandbox, 'POST', `/channels/${sandbox.world.channel(channel).id}/messages/${message}/threads`, body);

/** A sandbox with a thread that the bot has opened. */
async function withThread() {
  const sandbox = await freshSandbox();
  const thread = await posted(sandbox);
  await open(sandbox, thread);
  const set = (change: object) => sandbox.happen({ kind: 'setThread', thread, ...change });
  return { sandbox, thread, set, isArchived: () => sandbox.world.channel(thread).thread_metadata?.archived };
}

describe('a thread opened from a message', () => {
  it('has the id of the message, and is told to a stock client once', async () => {
    const { sandbox, client } = await sandboxWithBot();
    const told: ThreadChannel[] = [];
    client.on(Events.ThreadCreate, (thread) => void told.push(thread));
    const channel = (await client.channels.fetch(sandbox.world.channel(CHANNEL).id)) as TextChannel;
    const message = await channel.send('What if?');
    const thread = await message.startThread({ name: 'What if: order 7' });
    expect(thread).toMatchObject({
      ...{ id: message.id, name: 'What if: order 7', type: ChannelType.PublicThread, parentId: channel.id },
      ...{ ownerId: client.user.id, archived: false, locked: false, autoArchiveDuration: 1440 },
    });
    await eventually(() => told.map(({ id }) => id)).toEqual([thread.id]);
    expect((await channel.messages.fetch({ message: message.id, force: true })).hasThread).toBe(true);
    await thread.send('Here');
    expect(sandbox.messages(thread.id).map(({ text }) => text)).toEqual(['Here']);
  });

  it('is refused twice, without a message or a name, and where there can be none', async () => {
    const { sandbox, thread } = await withThread();
    const another = await posted(sandbox);
    expect(await open(sandbox, thread)).toMatchObject(refused(400, 160004));
    expect(await open(sandbox, '1')).toMatchObject(refused(404, 10008));
    expect(await open(sandbox, '1', { name: 'x' }, thread)).toMatchObject(refused(400, 50024));
    expect(await open(sandbox, '1', { name: 'x' }, 'Ada')).toMatchObject(refused(400, 50024));
    const errors = async (body: object) => errorsOf(await open(sandbox, another, body)).join();
    expect(await errors({ name: '' })).toBe('name: BASE_TYPE_BAD_LENGTH');
    expect(await errors({ name: 'x'.repeat(101) })).toBe('name: BASE_TYPE_BAD_LENGTH');
    const odd = { name: 'x', auto_archive_duration: 61 };
    expect(await errors(odd)).toBe('auto_archive_duration: BASE_TYPE_CHOICES');
  });

  it('needs the right to open threads, and the right to write in threads to be written in', async () => {
    const sandbox = await freshSandbox();
    const message = await posted(sandbox);
    const send = () => post(sandbox, { content: 'Here' }, message);
    sandbox.happen({ kind: 'denyBot', channel: CHANNEL, permissions: ['CreatePublicThreads'] });
    expect(await open(sandbox, message)).toMatchObject(refused(403, 50013));
    sandbox.happen({ kind: 'denyBot', channel: CHANNEL, permissions: ['SendMessagesInThreads'] });
    expect((await open(sandbox, message)).status).toBe(201);
    expect(await send()).toMatchObject(refused(403, 50013));
    sandbox.happen({ kind: 'denyBot', channel: CHANNEL, permissions: ['SendMessages'] });
    expect((await send()).status).toBe(200);
    sandbox.happen({ kind: 'denyBot', channel: CHANNEL, permissions: ['ViewChannel'] });
    expect(await send()).toMatchObject(refused(403, 50001));
  });
});

it('a thread opened by itself leaves a line in its channel that refers to it; private ones nobody may open', async () => {
  const sandbox = await freshSandbox();
  const path = `/channels/${sandbox.world.channel(CHANNEL).id}`;
  const made = await rest(sandbox, 'POST', `${path}/threads`, { name: 'Aside', type: 11 });
  expect(made).toMatchObject({ status: 201, body: { type: 11, name: 'Aside' } });
  const [line] = sandbox.messages(CHANNEL);
  expect(line).toMatchObject({ content: 'Aside', thread: made.body.id });
  const reference = { type: 18, message_reference: { channel_id: made.body.id } };
  expect((await rest(sandbox, 'GET', `${path}/messages/${line?.id}`)).body).toMatchObject(reference);
  const code = async (type?: number) => (await rest(sandbox, 'POST', `${path}/threads`, { name: 'x', type })).body.code;
  expect([await code(), await code(12), await code(10)]).toEqual([50013, 50013, 50024]);
});

describe('an archived thread', () => {
  it('opens again when somebody writes there, and takes no edits before, nor while it is locked', async () => {
    const { sandbox, thread, set, isArchived } = await withThread();
    const { id } = (await post(sandbox, { content: 'Here' }, thread)).body;
    const edit = () => rest(sandbox, 'PATCH', `/channels/${thread}/messages/${id}`, { content: 'There' });
    set({ archived: true });
    expect(await edit()).toMatchObject(refused(400, 50083));
    sandbox.as('Bo').in(thread).say('Anybody here?');
    expect(isArchived()).toBe(false);
    expect((await edit()).status).toBe(200);
    set({ locked: true });
    expect(await edit()).toMatchObject(refused(400, 160005));
    set({ archived: true, locked: false });
    expect((await post(sandbox, { content: 'Me' }, thread)).status).toBe(200);
    expect(isArchived()).toBe(false);
  });

  it('that is locked stays shut to all but moderators', async () => {
    const { sandbox, thread, set } = await withThread();
    set({ archived: true, locked: true });
    expect(await post(sandbox, { content: 'Me' }, thread)).toMatchObject(refused(400, 160005));
    expect(() => sandbox.as('Bo').in(thread).say('Me')).toThrow('locked');
    expect(sandbox.as('Ada').in(thread).say('Me').text).toBe('Me');
  });

  it('is told to a stock client, and may be archived and renamed by its owner alone', async () => {
    const { sandbox, client } = await sandboxWithBot();
    const channel = (await client.channels.fetch(sandbox.world.channel(CHANNEL).id)) as TextChannel;
    const thread = await (await channel.send('What if?')).startThread({ name: 'One' });
    await thread.setName('Two');
    await thread.setArchived(true);
    expect(sandbox.world.channel(thread.id)).toMatchObject({ name: 'Two', thread_metadata: { archived: true } });
    await eventually(() => thread.archived).toBe(true);
    await expect(thread.setLocked(true)).rejects.toMatchObject({ code: 50013 });
    sandbox.happen({ kind: 'setThread', thread: thread.id, archived: false, locked: true });
    await eventually(() => thread.locked).toBe(true);
    const rename = (id: string) => rest(sandbox, 'PATCH', `/channels/${id}`, { name: 'Mine' });
    expect(await rename(sandbox.as('Bo').in(CHANNEL).openThread('Bo’s'))).toMatchObject(refused(403, 50013));
    expect(await rename(channel.id)).toMatchObject(refused(400, 50024));
  });
});

it('a deleted thread is unknown to everybody from then on', async () => {
  const { sandbox, client } = await sandboxWithBot();
  const bo = sandbox.as('Bo').in(CHANNEL);
  const thread = bo.openThread('Aside', bo.say('A word'));
  await eventually(() => client.channels.cache.has(thread)).toBe(true);
  const seat = sandbox.as('Bo').in(thread);
  sandbox.happen({ kind: 'deleteChannel', channel: thread });
  await eventually(() => client.channels.cache.has(thread)).toBe(false);
  const path = `/channels/${thread}/messages`;
  expect(await rest(sandbox, 'POST', path, { content: 'Me' })).toMatchObject(refused(404, 10003));
  expect(() => seat.say('Me')).toThrow('no longer there');
  expect(sandbox.message(CHANNEL, thread)?.thread).toBeNull();
});

describe('in a thread', () => {
  it('interactions come with the thread as their channel, and the rights in its channel', async () => {
    const seen: Interaction[] = [];
    const { sandbox, client } = await sandboxWithBot({
      commands: ['where'],
      on: async (interaction) => {
        seen.push(interaction);
        if (interaction.isRepliable()) await interaction.reply('Here');
      },
    });
    const thread = sandbox.as('Bo').in(CHANNEL).openThread('Bo’s');
    expect(answer(await sandbox.as('Cy').in(thread).command('where')).channelId).toBe(thread);
    const { id: parentId } = sandbox.world.channel(CHANNEL);
    const ownerId = sandbox.world.member('Bo').id;
    expect(seen[0]?.channel).toMatchObject({ id: thread, type: ChannelType.PublicThread, parentId, ownerId });
    const rights = sandbox.world.permissions(client.user.id, sandbox.world.channel(CHANNEL));
    expect(seen[0]?.appPermissions.bitfield).toBe(rights);
  });

  it('a bot that comes back knows the active ones, and those of a channel it may see again', async () => {
    const { sandbox, thread: archived, set } = await withThread();
    set({ archived: true });
    const active = sandbox.as('Bo').in(CHANNEL).openThread('Active');
    const client = clientOf(sandbox);
    await loggedIn(client, sandbox);
    expect([active, archived].map((id) => client.channels.cache.has(id))).toEqual([true, false]);
    sandbox.happen({ kind: 'denyBot', channel: CHANNEL, permissions: ['ViewChannel'] });
    const hidden = sandbox.as('Bo').in(CHANNEL).openThread('Hidden');
    sandbox.happen({ kind: 'denyBot', channel: CHANNEL, permissions: [] });
    await eventually(() => client.channels.cache.has(hidden)).toBe(true);
  });

  it('members need the right to open one, and a place where there are any', async () => {
    const sandbox = await freshSandbox();
    const [bo, cy] = [sandbox.as('Bo').in(CHANNEL), sandbox.as('Cy').in(CHANNEL)];
    sandbox.deny('Bo', CHANNEL, PermissionFlagsBits.CreatePublicThreads);
    expect(() => bo.openThread('x')).toThrow('cannot open threads');
    expect(() => sandbox.as('Bo').in('dm').openThread('x')).toThrow('no threads');
    expect(() => cy.openThread('x', '1')).toThrow('no longer there');
    const word = cy.say('A word');
    expect(cy.openThread('x', word)).toBe(word.id);
  });
});

describe('a forum', () => {
  const GUILD = 'Army of the Potomac';

  it('takes posts, whose first message has their id, and shows a stock client their tags', async () => {
    const { sandbox, client } = await sandboxWithBot();
    sandbox.grantBot(PermissionFlagsBits.ManageChannels);
    const id = sandbox.openForum(GUILD, 'campaigns', { tags: [{ name: 'Finished' }] });
    const forum = (await client.channels.fetch(id)) as ForumChannel;
    expect(forum).toMatchObject({ type: ChannelType.GuildForum, availableTags: [{ name: 'Finished' }] });
    await forum.setAvailableTags([...forum.availableTags, { name: 'Open seat' }]);
    expect(forum.availableTags.map(({ name }) => name)).toEqual(['Finished', 'Open seat']);
    const [finished = '', free = ''] = forum.availableTags.map((tag) => tag.id);
    const message = { content: 'Here' };
    const thread = await forum.threads.create({ name: 'A game', message, appliedTags: [free] });
    expect(thread).toMatchObject({ parentId: id, ownerId: client.user.id, appliedTags: [free] });
    expect(sandbox.messages(thread.id)).toMatchObject([{ id: thread.id, text: 'Here', thread: null }]);
    expect((await thread.setAppliedTags([finished])).appliedTags).toEqual([finished]);
  });

  it('refuses what Discord refuses', async () => {
    const sandbox = await freshSandbox();
    const tags = [{ name: 'Staff', moderated: true }, { name: 'Free' }];
    const forum = sandbox.openForum(GUILD, 'campaigns', { tags, requiresTag: true });
    const [staff, free] = sandbox.world.channel(forum).available_tags?.map(({ id }) => id) ?? [];
    const opened = { name: 'A game', message: { content: 'Here' } };
    for (const [body, status, code] of [
      [{}, 400, 40067],
      [{ applied_tags: ['1'] }, 404, 10087],
      [{ applied_tags: [staff] }, 403, 50013],
      [{ applied_tags: Array(6).fill(free) }, 400, 50035],
      [{ applied_tags: [free], message: undefined }, 400, 50035],
    ] as const) {
      const made = await rest(sandbox, 'POST', `/channels/${forum}/threads`, { ...opened, ...body });
      expect(made, JSON.stringify(body)).toMatchObject(refused(status, code));
    }
    expect(await post(sandbox, { content: 'Hello' }, forum)).toMatchObject(refused(400, 50008));
    const set = (...names: string[]) =>
      rest(sandbox, 'PATCH', `/channels/${forum}`, { available_tags: names.map((name) => ({ name })) });
    expect(await set()).toMatchObject(refused(403, 50013));
    sandbox.grantBot(PermissionFlagsBits.ManageChannels);
    expect(await set('One', 'one')).toMatchObject(refused(400, 40061));
    expect(await set('x'.repeat(21))).toMatchObject(refused(400, 50035));
    expect(await set(...Array.from({ length: 21 }, (_, at) => `${at}`))).toMatchObject(refused(400, 50035));
    const bo = sandbox.as('Bo').in('campaigns');
    expect(() => bo.say('Hello')).toThrow('everything is said in a post');
    expect(sandbox.world.channel(bo.openThread('Mine')).applied_tags).toEqual([free]);
  });
});
