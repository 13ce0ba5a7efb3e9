import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from '../bot/fixture.ts';
import { offersOf } from '../torture/tables.ts';

const CHANNEL = 'the-wilderness';
let product: Product;
beforeAll(async () => {
  product = await startProduct({ extraMembers: 5 });
});
afterAll(() => product.close());

/** What discord.js has kept, by its number. */
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

test('of members and messages discord.js keeps none but the bot itself, however much is played', async () => {
  const { sandbox, bot, store } = product;
  const itself = bot.client.user.id;
  const before = kept();
  await sandbox.as('Ada').in(CHANNEL).command('new', { game: 'overland' });
  for (const { name } of sandbox.world.members) await sandbox.as(name).in(CHANNEL).command('rules', {});
  const map = await sandbox.waitForMessage(CHANNEL, (one) => one.files.length > 0 && offersOf(one).length > 0);
  const [offer] = offersOf(map);
  if (offer) await sandbox.as('Bo').in(CHANNEL).press(map, offer.button);
  await expect.poll(() => [product.bot.inHand().answers, store.owed()]).toEqual([0, []]);
  expect(sandbox.messages(CHANNEL).length).toBeGreaterThan(8);
  expect(kept()).toEqual(before);
  expect(before).toEqual({ users: [itself], members: bot.client.guilds.cache.map(() => itself), messages: 0 });
});
