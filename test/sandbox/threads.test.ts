import {
  ChannelType,
  DiscordAPIError,
  Events,
  type ForumChannel,
  type Interaction,
  type TextChannel,
  type ThreadChannel,
} from 'discord.js';
import { describe, expect, it } from 'vitest';
import { Permission, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { clientOf, errorsOf, eventually, freshSandbox, loggedIn, rest, sandboxWithBot } from './fixture.ts';

const CHANNEL = 'council-of-war';

async function posted(sandbox: Sandbox, content = 'A word', channel = CHANNEL): Promise<string> {
  const answer = await rest(sandbox, 'POST', `/channels/${sandbox.world.channel(channel).id}/messages`, { content });
  return (answer.body as { id: string }).id;
}

function open(sandbox: Sandbox, message: string, body: object = { name: 'What if' }) {
  return rest(sandbox, 'POST', `/channels/${sandbox.world.channel(CHANNEL).id}/messages/${message}/threads`, body);
}

async function opened(sandbox: Sandbox): Promise<string> {
  const message = await posted(sandbox);
  await open(sandbox, message);
  return message;
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
      id: message.id,
      name: 'What if: order 7',
      type: ChannelType.PublicThread,
      parentId: channel.id,
      ownerId: client.user.id,
      archived: false,
      locked: false,
      autoArchiveDuration: 1440,
    });
    await eventually(() => told.map(({ id }) => id)).toEqual([thread.id]);
    expect(thread.createdTimestamp).toBe(channel.client.channels.cache.get(thread.id)?.createdTimestamp);
    expect((await channel.messages.fetch({ message: message.id, force: true })).hasThread).toBe(true);
    expect((await thread.send('Here')).channelId).toBe(thread.id);
    expect(sandbox.messages(thread.id).map(({ text }) => text)).toEqual(['Here']);
  });

  it('is refused twice, without a message, without a name, and where none can be', async () => {
    const sandbox = await freshSandbox();
    const message = await opened(sandbox);
    expect(await open(sandbox, message)).toMatchObject({ status: 400, body: { code: 160004 } });
    expect(await open(sandbox, '1')).toMatchObject({ status: 404, body: { code: 10008 } });
    const another = await posted(sandbox);
    expect(errorsOf(await open(sandbox, another, { name: '' }))).toEqual(['name: BASE_TYPE_BAD_LENGTH']);
    expect(errorsOf(await open(sandbox, another, { name: 'x'.repeat(101) }))).toEqual(['name: BASE_TYPE_BAD_LENGTH']);
    expect(errorsOf(await open(sandbox, another, { name: 'x', auto_archive_duration: 61 }))).toEqual([
      'auto_archive_duration: BASE_TYPE_CHOICES',
    ]);
    const path = (channel: string, id: string) => `/channels/${channel}/messages/${id}/threads`;
    const within = await rest(sandbox, 'POST', path(message, '1'), { name: 'x' });
    expect(within).toMatchObject({ status: 400, body: { code: 50024 } });
    const dm = await rest(sandbox, 'POST', path(sandbox.world.dm('Ada').id, '1'), { name: 'x' });
    expect(dm).toMatchObject({ status: 400, body: { code: 50024 } });
    expect(await rest(sandbox, 'POST', path('1', '1'), { name: 'x' })).toMatchObject({ body: { code: 10003 } });
  });

  it('needs the right to open threads, and the right to write in threads to be written in', async () => {
    const sandbox = await freshSandbox();
    const message = await posted(sandbox);
    sandbox.denyBot(CHANNEL, Permission.createPublicThreads);
    expect(await open(sandbox, message)).toMatchObject({ status: 403, body: { code: 50013 } });
    sandbox.denyBot(CHANNEL, Permission.sendMessagesInThreads);
    expect(await open(sandbox, message)).toMatchObject({ status: 201 });
    const send = () => rest(sandbox, 'POST', `/channels/${message}/messages`, { content: 'Here' });
    expect(await send()).toMatchObject({ status: 403, body: { code: 50013 } });
    sandbox.denyBot(CHANNEL, Permission.sendMessages);
    expect(await send()).toMatchObject({ status: 200 });
    sandbox.denyBot(CHANNEL, Permission.viewChannel);
    expect(await send()).toMatchObject({ status: 403, body: { code: 50001 } });
  });
});

describe('a thread opened by itself', () => {
  it('leaves a line in its channel that refers to it; private ones nobody may open', async () => {
    const sandbox = await freshSandbox();
    const path = `/channels/${sandbox.world.channel(CHANNEL).id}/threads`;
    const answer = await rest(sandbox, 'POST', path, { name: 'Aside', type: 11 });
    expect(answer).toMatchObject({ status: 201, body: { type: 11, name: 'Aside' } });
    const { id } = answer.body as { id: string };
    const [line] = sandbox.messages(CHANNEL);
    expect(line).toMatchObject({ content: 'Aside', thread: id });
    const seen = await rest(sandbox, 'GET', `/channels/${sandbox.world.channel(CHANNEL).id}/messages/${line?.id}`);
    expect(seen.body).toMatchObject({ type: 18, message_reference: { channel_id: id } });
    for (const [type, code] of [
      [undefined, 50013],
      [12, 50013],
      [10, 50024],
    ])
      expect((await rest(sandbox, 'POST', path, { name: 'x', type })).body.code).toBe(code);
  });
});

describe('an archived thread', () => {
  it('opens again when somebody writes there, and takes no edits before', async () => {
    const sandbox = await freshSandbox();
    const thread = await opened(sandbox);
    const inside = await rest(sandbox, 'POST', `/channels/${thread}/messages`, { content: 'Here' });
    const { id } = inside.body as { id: string };
    sandbox.happen({ kind: 'setThread', thread, archived: true });
    const edit = () => rest(sandbox, 'PATCH', `/channels/${thread}/messages/${id}`, { content: 'There' });
    expect(await edit()).toMatchObject({ status: 400, body: { code: 50083 } });
    sandbox.as('Bo').in(thread).say('Anybody here?');
    expect(sandbox.world.channel(thread).thread_metadata?.archived).toBe(false);
    expect(await edit()).toMatchObject({ status: 200 });
    sandbox.happen({ kind: 'setThread', thread, locked: true });
    expect(await edit()).toMatchObject({ status: 400, body: { code: 160005 } });
    sandbox.happen({ kind: 'setThread', thread, locked: false });
    sandbox.happen({ kind: 'setThread', thread, archived: true });
    expect(await rest(sandbox, 'POST', `/channels/${thread}/messages`, { content: 'Me' })).toMatchObject({
      status: 200,
    });
    expect(sandbox.world.channel(thread).thread_metadata?.archived).toBe(false);
  });

  it('that is locked stays shut to all but moderators', async () => {
    const sandbox = await freshSandbox();
    const thread = await opened(sandbox);
    sandbox.happen({ kind: 'setThread', thread, archived: true, locked: true });
    expect(await rest(sandbox, 'POST', `/channels/${thread}/messages`, { content: 'Me' })).toMatchObject({
      status: 400,
      body: { code: 160005 },
    });
    expect(() => sandbox.as('Bo').in(thread).say('Me')).toThrow('locked');
    expect(sandbox.as('Ada').in(thread).say('Me').text).toBe('Me');
  });

  it('is told to a stock client, and may be archived and named anew by whoever opened it', async () => {
    const { sandbox, client } = await sandboxWithBot();
    const channel = (await client.channels.fetch(sandbox.world.channel(CHANNEL).id)) as TextChannel;
    const thread = await (await channel.send('What if?')).startThread({ name: 'One' });
    await thread.setName('Two');
    await thread.setArchived(true);
    expect(sandbox.world.channel(thread.id)).toMatchObject({ name: 'Two', thread_metadata: { archived: true } });
    await eventually(() => thread.archived).toBe(true);
    await expect(thread.setLocked(true)).rejects.toThrow(DiscordAPIError);
    sandbox.happen({ kind: 'setThread', thread: thread.id, archived: false, locked: true });
    await eventually(() => thread.locked).toBe(true);
    const theirs = sandbox.as('Bo').in(CHANNEL).openThread('Bo’s');
    expect((await rest(sandbox, 'PATCH', `/channels/${theirs}`, { name: 'Mine' })).body.code).toBe(50013);
    expect((await rest(sandbox, 'PATCH', `/channels/${channel.id}`, { name: 'Mine' })).body.code).toBe(50024);
  });
});

describe('a deleted thread', () => {
  it('is unknown to everybody from then on', async () => {
    const { sandbox, client } = await sandboxWithBot();
    const thread = await opened(sandbox);
    await eventually(() => client.channels.cache.has(thread)).toBe(true);
    const seat = sandbox.as('Bo').in(thread);
    sandbox.happen({ kind: 'deleteThread', thread });
    await eventually(() => client.channels.cache.has(thread)).toBe(false);
    expect(await rest(sandbox, 'POST', `/channels/${thread}/messages`, { content: 'Me' })).toMatchObject({
      status: 404,
      body: { code: 10003 },
    });
    expect(() => seat.say('Me')).toThrow('no longer there');
    const word = sandbox.messages(CHANNEL).find(({ id }) => id === thread);
    expect(word?.thread).toBeNull();
  });
});

describe('in a thread', () => {
  it('interactions come with the thread as their channel', async () => {
    const seen: Interaction[] = [];
    const { sandbox, client } = await sandboxWithBot({
      on: async (interaction) => {
        seen.push(interaction);
        if (interaction.isRepliable()) await interaction.reply('Here');
      },
    });
    await client.application.commands.set([{ name: 'where', description: 'Where' }]);
    const thread = sandbox.as('Bo').in(CHANNEL).openThread('Bo’s');
    const outcome = await sandbox.as('Cy').in(thread).command('where');
    expect(outcome).toMatchObject({ kind: 'message', message: { channelId: thread, content: 'Here' } });
    const [interaction] = seen;
    expect(interaction?.channelId).toBe(thread);
    expect(interaction?.channel).toMatchObject({
      type: ChannelType.PublicThread,
      parentId: sandbox.world.channel(CHANNEL).id,
      ownerId: sandbox.world.member('Bo').id,
    });
    const rights = sandbox.world.permissions(client.user.id, sandbox.world.channel(CHANNEL));
    expect(interaction?.appPermissions.bitfield).toBe(rights);
  });

  it('a bot that comes back knows the active ones, and those of a channel it may see again', async () => {
    const sandbox = await freshSandbox();
    const [active, archived] = [await opened(sandbox), await opened(sandbox)];
    sandbox.happen({ kind: 'setThread', thread: archived, archived: true });
    const client = clientOf(sandbox);
    await loggedIn(client, sandbox);
    expect([active, archived].map((id) => client.channels.cache.has(id))).toEqual([true, false]);
    sandbox.denyBot(CHANNEL, Permission.viewChannel);
    const hidden = sandbox.as('Bo').in(CHANNEL).openThread('Hidden');
    sandbox.denyBot(CHANNEL, 0n);
    await eventually(() => client.channels.cache.has(hidden)).toBe(true);
  });

  it('members need the right to open one, and a place where there are any', async () => {
    const sandbox = await freshSandbox();
    sandbox.deny('Bo', CHANNEL, Permission.createPublicThreads);
    expect(() => sandbox.as('Bo').in(CHANNEL).openThread('x')).toThrow('cannot open threads');
    expect(() => sandbox.as('Bo').in('dm').openThread('x')).toThrow('no threads');
    expect(() => sandbox.as('Cy').in(CHANNEL).openThread('x', '1')).toThrow('no longer there');
    const word = sandbox.as('Cy').in(CHANNEL).say('A word');
    expect(sandbox.as('Cy').in(CHANNEL).openThread('x', word)).toBe(word.id);
  });
});

describe('a forum', () => {
  const GUILD = 'Army of the Potomac';
  const post = (sandbox: Sandbox, forum: string, body: object) =>
    rest(sandbox, 'POST', `/channels/${forum}/threads`, { name: 'A game', message: { content: 'Here' }, ...body });

  it('takes posts, whose first message has their id, and shows a stock client their tags', async () => {
    const { sandbox, client } = await sandboxWithBot();
    sandbox.grantBot(Permission.manageChannels);
    const id = sandbox.openForum(GUILD, 'campaigns', { tags: [{ name: 'Finished' }] });
    const forum = (await client.channels.fetch(id)) as ForumChannel;
    expect(forum).toMatchObject({ type: ChannelType.GuildForum, availableTags: [{ name: 'Finished' }] });
    await forum.setAvailableTags([...forum.availableTags, { name: 'Open seat' }]);
    expect(forum.availableTags.map(({ name }) => name)).toEqual(['Finished', 'Open seat']);
    const [finished, open] = forum.availableTags.map((tag) => tag.id);
    const thread = await forum.threads.create({
      name: 'A game',
      message: { content: 'Here' },
      appliedTags: [open ?? ''],
    });
    expect(thread).toMatchObject({ parentId: id, ownerId: client.user.id, appliedTags: [open] });
    expect(sandbox.messages(thread.id)).toMatchObject([{ id: thread.id, text: 'Here', thread: null }]);
    expect((await thread.setAppliedTags([finished ?? ''])).appliedTags).toEqual([finished]);
  });

  it('refuses what Discord refuses', async () => {
    const sandbox = await freshSandbox();
    const tags = [{ name: 'Staff', moderated: true }, { name: 'Free' }];
    const forum = sandbox.openForum(GUILD, 'campaigns', { tags, requiresTag: true });
    const [staff, free] = sandbox.world.channel(forum).available_tags?.map(({ id }) => id) ?? [];
    const refused = (status: number, code: number) => ({ status, body: { code } });
    expect(await post(sandbox, forum, {})).toMatchObject(refused(400, 40067));
    expect(await post(sandbox, forum, { applied_tags: ['1'] })).toMatchObject(refused(404, 10087));
    expect(await post(sandbox, forum, { applied_tags: [staff] })).toMatchObject(refused(403, 50013));
    expect(await post(sandbox, forum, { applied_tags: Array(6).fill(free) })).toMatchObject(refused(400, 50035));
    expect(await post(sandbox, forum, { applied_tags: [free], message: undefined })).toMatchObject(refused(400, 50035));
    expect(await rest(sandbox, 'POST', `/channels/${forum}/messages`, { content: 'Hello' })).toMatchObject(
      refused(400, 50008),
    );
    const made = (available_tags: object[]) => rest(sandbox, 'PATCH', `/channels/${forum}`, { available_tags });
    expect(await made([])).toMatchObject(refused(403, 50013));
    sandbox.grantBot(Permission.manageChannels);
    expect(await made([{ name: 'One' }, { name: 'one' }])).toMatchObject(refused(400, 40061));
    expect(await made([{ name: 'x'.repeat(21) }])).toMatchObject(refused(400, 50035));
    expect(await made(Array.from({ length: 21 }, (_, at) => ({ name: `${at}` })))).toMatchObject(refused(400, 50035));
    expect(() => sandbox.as('Bo').in('campaigns').say('Hello')).toThrow('everything is said in a post');
    const own = sandbox.as('Bo').in('campaigns').openThread('Mine');
    expect(sandbox.world.channel(own).applied_tags).toEqual([free]);
  });
});
