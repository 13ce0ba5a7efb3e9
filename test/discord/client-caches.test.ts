import { Events, REST } from 'discord.js';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createRestRequests } from '../../src/discord/connection/rest-requests.ts';
import { manualClock } from '../../src/time-source.ts';
import { blankPicture, type Product, startProduct } from '../bot/fixture.ts';
import { offersOf } from '../harness/channel.ts';
import { stillHeld } from '../held.ts';
import { signal } from './trouble.ts';

const CHANNEL = 'the-wilderness';
let product: Product;
beforeAll(async () => {
  product = await startProduct({ extraMembers: 5, render: blankPicture });
});
afterAll(() => product.close());

/** Ids of members, and the number of messages, that discord.js keeps. */
function kept() {
  const { client } = product.bot;
  const guilds = [...client.guilds.cache.values()];
  const channels = [...client.channels.cache.values()];
  return {
    users: [...client.users.cache.keys()],
    members: guilds.flatMap(({ members }) => [...members.cache.keys()]),
    messages: channels.reduce((sum, channel) => sum + ('messages' in channel ? channel.messages.cache.size : 0), 0),
  };
}

test('discord.js caches no messages, and no member but the bot, however much is played', async () => {
  const { sandbox, bot, store } = product;
  const itself = bot.client.user.id;
  const before = kept();
  await sandbox.as('Ada').in(CHANNEL).command('new', { game: 'overland' });
  for (const { name } of sandbox.world.members) await sandbox.as(name).in(CHANNEL).command('rules', {});
  const map = await sandbox.waitForMessage(CHANNEL, (one) => one.files.length > 0 && offersOf(one).length > 0);
  const [offer] = offersOf(map);
  if (offer) await sandbox.as('Bo').in(CHANNEL).press(map, offer.button);
  await expect.poll(() => [product.bot.inHand().answers, store.undeliveredMaps()]).toEqual([0, []]);
  expect(sandbox.messages(CHANNEL).length).toBeGreaterThan(8);
  expect(kept()).toEqual(before);
  expect(before).toEqual({ users: [itself], members: bot.client.guilds.cache.map(() => itself), messages: 0 });
});

test('nothing is kept of answered interactions and their maps', async () => {
  const { sandbox, bot, store } = product;
  const seen: WeakRef<object>[] = [];
  bot.client.on(Events.InteractionCreate, (interaction) => void seen.push(new WeakRef(interaction)));
  for (let round = 0; round < 3; round++) {
    for (const { name } of sandbox.world.members) await sandbox.as(name).in(CHANNEL).command('map', {});
    const map = await sandbox.waitForMessage(CHANNEL, (one) => one.files.length > 0 && offersOf(one).length > 0);
    const [offer] = offersOf(map);
    if (offer) await sandbox.as('Bo').in(CHANNEL).press(map, offer.button);
  }
  await expect.poll(() => [bot.inHand().answers, store.undeliveredMaps()]).toEqual([0, []]);
  expect(seen.length).toBeGreaterThan(20);
  // The very last may still be on the way out of discord.js's sockets.
  await expect.poll(() => stillHeld(seen)).toBeLessThan(5);
});

test('discord.js drops the idle queue of an interaction within two minutes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const held = { now: true };
  const { given: until, give: release } = signal();
  const headers = { 'x-ratelimit-bucket': 'answers', 'x-ratelimit-remaining': '4', 'x-ratelimit-reset-after': '1' };
  const requests = createRestRequests(
    manualClock(0),
    pino({ level: 'silent' }),
    () => {},
    async (url) => {
      if (held.now && url.includes('waits')) await until;
      return new Response('{}', { status: 200, headers }) as never;
    },
  );
  const rest = new REST({ ...requests.options() });
  onTestFinished(() => rest.clearHandlerSweeper());
  onTestFinished(() => rest.clearHashSweeper());
  const answer = (token: string) =>
    rest.patch(`/webhooks/100000000000000000/${token}/messages/@original`, { auth: false, body: {} });
  for (let interaction = 0; interaction < 200; interaction++) await answer(`token-${interaction}`);
  const waiting = answer('waits');
  expect(rest.handlers.size).toBeGreaterThan(200);
  await vi.advanceTimersByTimeAsync(120_000);
  expect([...rest.handlers.keys()]).toEqual([expect.stringContaining('waits')]);
  release();
  await waiting;
  await vi.advanceTimersByTimeAsync(120_000);
  expect([rest.handlers.size, rest.hashes.size]).toEqual([0, 1]);
});
