import { PermissionFlagsBits } from 'discord.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { type ManualClock, manualClock } from '../../src/time-source.ts';
import { answer } from '../answered-message.ts';
import { blankPicture, knownChance, type Product, startProduct } from './fixture.ts';

/** Games in the posts of a forum, through discord.js. Ada is a moderator, Bo and Cy are not. */

const GUILD = 'Army of the Potomac';
const CHANNEL = 'council-of-war';
const GAME = 'road-to-richmond';
const MINUTE = 60_000;

let clock: ManualClock;
let product: Product;
beforeEach(async () => {
  clock = manualClock();
  product = await startProduct({ chance: knownChance(1), clock, render: blankPicture });
});
afterEach(() => product.close());

const at = (member: string, channel = CHANNEL) => product.sandbox.as(member).in(channel);
const posts = () => product.sandbox.world.threads;

function forum(options: Parameters<Product['sandbox']['openForum']>[2] = {}): string {
  return product.sandbox.openForum(GUILD, 'campaigns', options);
}

function tagNames(id: string): readonly string[] {
  return product.sandbox.world.channel(id).available_tags?.map(({ name }) => name) ?? [];
}

/** The names of the tags of a post. */
function tagsOf(post: string): string[] {
  const { world } = product.sandbox;
  const { parent_id, applied_tags } = world.channel(post);
  const tags = world.channel(parent_id ?? '').available_tags ?? [];
  return tags.filter(({ id }) => applied_tags?.includes(id)).map(({ name }) => name);
}

/** How often the tags of a post were changed. */
const edits = (post: string) =>
  product.sandbox.requests().filter(({ method, path }) => method === 'PATCH' && path.endsWith(`/channels/${post}`))
    .length;

/** The post that a member has the bot open. */
async function opened(member = 'Cy', options: Readonly<Record<string, string>> = {}): Promise<string> {
  const before = posts().length;
  const told = answer(await at(member).command('new', { game: GAME, in: 'campaigns', ...options }));
  expect(told).toMatchObject({
    ephemeral: true,
    content: expect.stringMatching(/^A post for your game is opening in/),
  });
  await expect.poll(() => posts().length).toBe(before + 1);
  const post = posts().at(-1)?.id ?? '';
  await firstMap(post);
  return post;
}

function firstMap(post: string): Promise<SeenMessage> {
  return product.sandbox.waitForMessage(post, ({ attachments }) => attachments.length > 0);
}

/** Lets time pass until a post has these tags: one that was edited a moment ago rests. */
async function becomes(post: string, names: readonly string[]): Promise<void> {
  await expect
    .poll(async () => {
      await clock.advance(MINUTE);
      return tagsOf(post);
    })
    .toEqual(names);
}

describe('a game in a forum', () => {
  test('gets a post that pings its starter, from any channel, for whoever may post there', async () => {
    forum();
    const post = await opened();
    const { world } = product.sandbox;
    expect(world.channel(post)).toMatchObject({
      name: expect.stringMatching(/^Road to Richmond: \S.*, \d+ \w+$/),
      parent_id: world.channel('campaigns').id,
      owner_id: world.bot.id,
      applied_tags: [],
    });
    const [first, map] = product.sandbox.messages(post);
    expect(first).toMatchObject({ id: post, content: expect.stringContaining('starts **Road to Richmond** (') });
    expect(first?.pinged).toEqual([world.member('Cy').id]);
    expect(map?.content).toContain('started by **Cy**');
    expect(product.store.runningIn(world.channel(CHANNEL).id)).toBeNull();
    // From another post, while a game runs in it.
    expect(answer(await at('Bo', post).command('new', { in: 'campaigns' })).content).toContain('is opening in');
    await expect.poll(() => posts().length).toBe(2);
    product.sandbox.deny('Bo', 'campaigns', PermissionFlagsBits.SendMessages);
    expect(answer(await at('Bo').command('new', { in: 'campaigns' })).content).toContain(
      'You can’t post in that forum',
    );
    expect(product.logged.filter(({ level }) => level >= 40)).toEqual([]);
  });

  test('is tagged with what it is and how it stands, in few edits', async () => {
    product.sandbox.grantBot(PermissionFlagsBits.ManageChannels);
    const id = forum({ tags: [{ name: 'finished' }, { name: 'Rules question' }] });
    const post = await opened();
    // Made in one go, beside those that were there; one of the same name serves.
    expect(tagNames(id)).toEqual([
      'finished',
      'Rules question',
      'Road to Richmond',
      'Open seat',
      'Confederates to move',
      'Union to move',
    ]);
    await expect.poll(() => tagsOf(post)).toEqual(['Road to Richmond', 'Open seat', 'Confederates to move']);
    expect(edits(post)).toBe(1);
    await at('Bo', post).command('join', { side: 'union' });
    await at('Cy', post).command('join', { side: 'confederate' });
    await at('Bo', post).command('map');
    expect(edits(post)).toBe(1);
    await becomes(post, ['Road to Richmond', 'Confederates to move']);
    expect(edits(post)).toBe(2);
    // What waits when the process ends is done when it is back.
    await at('Bo', post).command('seat bench');
    product = await product.restart();
    await expect.poll(() => tagsOf(post)).toEqual(['Road to Richmond', 'Open seat', 'Confederates to move']);
    await at('Ada', post).press(answer(await at('Ada', post).command('abandon')), 'End the game');
    await becomes(post, ['finished', 'Road to Richmond']);
    expect(edits(post)).toBe(4);
  });

  test('keeps the tags that others gave its post, and a post that is archived as it is', async () => {
    const id = forum({ tags: [{ name: 'Road to Richmond' }, { name: 'Open seat' }, { name: 'Tournament' }] });
    const post = await opened();
    const { world } = product.sandbox;
    const tags = world.channel(post).applied_tags ?? [];
    product.sandbox.happen({
      kind: 'setThread',
      thread: post,
      tags: [...tags, world.channel(id).available_tags?.[2]?.id ?? ''],
    });
    await at('Bo', post).command('join', { side: 'union' });
    await at('Cy', post).command('join', { side: 'confederate' });
    await becomes(post, ['Road to Richmond', 'Tournament']);
    await at('Bo', post).command('seat bench');
    product.sandbox.happen({ kind: 'setThread', thread: post, archived: true });
    await clock.advance(3 * MINUTE);
    expect(tagsOf(post)).toEqual(['Road to Richmond', 'Tournament']);
    expect(world.channel(post).thread_metadata?.archived).toBe(true);
    product.sandbox.happen({ kind: 'setThread', thread: post, archived: false });
    await becomes(post, ['Road to Richmond', 'Open seat', 'Tournament']);
  });

  test('gets tags of moderators with Manage Threads alone, and any tag where the forum requires one', async () => {
    forum({ tags: [{ name: 'Road to Richmond', moderated: true }, { name: 'Other' }], requiresTag: true });
    expect(tagsOf(await opened())).toEqual(['Other']);
    product.sandbox.grantBot(PermissionFlagsBits.ManageThreads);
    expect(tagsOf(await opened('Bo'))).toEqual(['Road to Richmond']);
  });

  test('names what the bot lacks', async () => {
    forum({ tags: [{ name: 'Staff', moderated: true }], requiresTag: true });
    // Tags are a hint for those who can mend it.
    expect(answer(await at('Ada').command('new', { in: 'campaigns' })).content).toContain('**Manage Channels**');
    const word = await product.sandbox.waitForMessage(CHANNEL, ({ content }) => content.includes('couldn’t be opened'));
    expect(word.content).toContain('requires a tag');
    expect(word.pinged).toEqual([product.sandbox.world.member('Ada').id]);
    expect(product.store.postsToOpen()).toEqual([]);
    product.sandbox.happen({
      kind: 'denyBot',
      channel: 'campaigns',
      permissions: ['SendMessages', 'SendMessagesInThreads'],
    });
    expect(answer(await at('Cy').command('new', { in: 'campaigns' })).content).toContain(
      'it lacks the permissions **Send Messages** and **Send Messages in Threads** there',
    );
    expect(posts()).toEqual([]);
  });

  test('goes on where its tags cannot be changed', async () => {
    forum({ tags: [{ name: 'Open seat' }, { name: 'Confederates to move' }] });
    product.sandbox.faults = ({ method, path }, proceed) =>
      method === 'PATCH' && /\/channels\/\d+$/.test(path)
        ? { status: 403, body: { code: 50013, message: 'Missing Permissions' } }
        : proceed();
    const post = await opened();
    expect(answer(await at('Bo', post).command('join', { side: 'union' })).content).toContain('Union');
    await clock.advance(3 * MINUTE);
    expect(tagsOf(post)).toEqual(['Open seat']);
    expect(product.logged.filter(({ level }) => level >= 40)).toEqual([]);
  });

  test('gets one post, also where the answer of Discord was lost and the bot had gone', async () => {
    forum();
    product.sandbox.faults = ({ method, path }, proceed) => {
      if (method !== 'POST' || !path.endsWith('/threads')) return proceed();
      proceed();
      return { status: 503, body: {} };
    };
    answer(await at('Cy').command('new', { game: GAME, in: 'campaigns' }));
    await expect.poll(() => posts().length).toBeGreaterThan(0);
    product.sandbox.happen({ kind: 'redeliver' });
    product.sandbox.faults = null;
    product = await product.restart();
    await expect.poll(() => product.store.postsToOpen()).toEqual([]);
    expect(posts().filter(({ id }) => product.store.latestIn(id) !== null)).toHaveLength(1);
    await firstMap(posts().find(({ id }) => product.store.latestIn(id) !== null)?.id ?? '');
  });
});

test('in a post of their own a member may start a game, in another’s not, and it stays theirs to tag', async () => {
  product.sandbox.grantBot(PermissionFlagsBits.ManageChannels);
  forum({ requiresTag: true, tags: [{ name: 'Talk' }] });
  const own = at('Cy', 'campaigns').openThread('Anyone for the Seven Days?');
  expect(answer(await at('Bo', own).command('new', { game: GAME })).content).toContain(
    'Only the member who opened this thread',
  );
  expect(answer(await at('Cy', own).command('new', { game: GAME })).content).toContain('started by **Cy**');
  await clock.advance(3 * MINUTE);
  expect(tagsOf(own)).toEqual(['Talk']);
});
